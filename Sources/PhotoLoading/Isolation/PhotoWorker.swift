internal import Kernels
internal import Pixels
internal import Platform
internal import RawDecoding
internal import Synchronization
internal import SystemPackage

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The process in which LibRaw and other libraries work on files for another one.
///
/// It reads one request after the other, keeps the file that it identified last open in case it is to be decoded next, and
/// ends with its channel.
public struct PhotoWorker {
  /// The argument by which the command knows that it is to be one.
  public static let argument = "photo-worker"

  private let channel: MessageChannel
  /// Memory that samples went to, the last used at the end.
  private var memories: [(number: Int, memory: SharedMemory)] = []
  private var opened: RawFile?

  /// Mapped at once; each is a photo in flight.
  private static let mostMemories = 4

  /// Answers requests until the process that started this one is done, or gone; nil is returned at once where this process
  /// was not started as a worker.
  public static func run() -> Int32? {
    guard let channel = ParentProcess.channel() else { return nil }
    ParentProcess.endsWithParent()
    ParentProcess.limit(memory: mostMemory)
    ParentProcess.confine()
    var worker = PhotoWorker(channel: channel)
    while let (request, descriptor) = worker.next() {
      guard worker.answer(request, descriptor) else { break }
    }
    return 0
  }

  /// The exit status by which the process that started this one knows that memory ran out.
  static let lacksMemory: Int32 = 12

  /// Ends a worker to which memory is refused without which it cannot go on.
  package static func endForLackOfMemory() -> Never { _exit(lacksMemory) }

  private init(channel: MessageChannel) { self.channel = channel }

  /// Three quarters of what is free, at least enough for a large photo that LibRaw interpolates.
  private static var mostMemory: Int { max(Machine.freeMemory() / 4 * 3, 2 << 30) }

  private func next() -> (WorkerRequest, Int32?)? {
    guard let received = try? channel.receive(WorkerRequest.Limited.self) else { return nil }
    ParentProcess.limit(seconds: received.message.seconds)
    return (received.message.request, received.descriptor)
  }

  /// Answers a request; false if nobody is there to take the answer.
  private mutating func answer(_ request: WorkerRequest, _ descriptor: Int32?) -> Bool {
    // The photo lives until its samples are announced.
    var photo: RawPhoto?
    let reply: WorkerReply
    do throws(RawError) {
      switch request {
      case .isRaw(let path, let headerless):
        reply = .isRaw(RawFile.isRaw(path: path, as: headerless))
      case .header(let path, let headerless):
        opened = nil
        let file = try RawFile(path: path, as: headerless)
        opened = file
        reply = .header(file.header)
      case .inspection(let path, let headerless):
        reply = .inspection(RawInspection(path: path, as: headerless))
      case .preview(let path, let headerless):
        reply = .preview(try file(path, headerless).readPreview())
      case .samples(let path, let how):
        let memory = try memory(how.room, descriptor, path)
        let decoded = try decode(path, how, memory)
        photo = decoded
        reply = place(decoded, memory)
      case .task(let path, let kind, let bytes, let room):
        reply = try perform(kind, bytes, room, descriptor, path)
      }
    } catch {
      reply = .failure(error)
    }
    defer { withExtendedLifetime(photo) {} }
    do throws(MessageChannel.Failure) {
      try channel.send(reply)
      return true
    } catch {
      return false
    }
  }

  /// The file that was identified last, if it is that one.
  private mutating func file(
    _ path: FilePath, _ headerless: HeaderlessRaw?
  ) throws(RawError) -> RawFile {
    defer { opened = nil }
    if let opened, opened.path == path { return opened }
    return try RawFile(path: path, as: headerless)
  }

  private mutating func decode(
    _ path: FilePath, _ how: SampleRequest, _ memory: SharedMemory
  ) throws(RawError) -> RawPhoto {
    guard InstructionSet.available.contains(how.instructionSet) else {
      throw .lost(path: path, reason: "its worker lacks an instruction set")
    }
    var unpacking = Unpacking(
      unpacker: how.unpacker, instructionSet: how.instructionSet, crew: crew(of: how.threads),
      leavesSamplesInFile: how.leavesSamplesInFile, parts: how.parts)
    unpacking.comparesAllDigests = how.comparesAllDigests
    unpacking.memory = unsafe SampleMemory(start: memory.start, size: memory.size)
    return try file(path, how.headerless).decode(
      interpolation: how.interpolation, unpacking: unpacking)
  }

  /// Runs a body on that many threads.
  private func crew(of threads: Int) -> Unpacking.Crew? {
    guard threads > 1 else { return nil }
    return { body in
      let helpers = (1..<threads).compactMap { _ in WorkerThread(body) }
      body()
      for helper in helpers { helper.join() }
    }
  }

  private mutating func memory(
    _ room: MemoryRoom, _ descriptor: Int32?, _ path: FilePath
  ) throws(RawError) -> SharedMemory {
    if let index = memories.firstIndex(where: { $0.number == room.number }) {
      if let descriptor { _ = close(descriptor) }
      let known = memories.remove(at: index)
      memories.append(known)
      return known.memory
    }
    guard let descriptor,
      let memory = try? SharedMemory(descriptor: descriptor, writableSize: room.capacity)
    else { throw .outOfMemory(path: path, bytes: room.capacity) }
    memories.append((room.number, memory))
    if memories.count > Self.mostMemories { memories.removeFirst() }
    return memory
  }

  /// Does a task's work. It asks for memory if it needs more than there is, and is done again then.
  private mutating func perform(
    _ kind: String, _ bytes: [UInt8], _ room: MemoryRoom?, _ descriptor: Int32?, _ path: FilePath
  ) throws(RawError) -> WorkerReply {
    var memory: SharedMemory?
    if let room { memory = try self.memory(room, descriptor, path) }
    var missing: Int?
    let reply = ForeignTasks.answer(kind, bytes) { count in
      guard let memory, count <= memory.size else {
        missing = count
        return nil
      }
      return unsafe PixelMemory(
        sharing: UnsafeMutableRawBufferPointer(start: memory.start, count: count), of: memory,
        isReadOnly: false)
    }
    if let missing { return .needsMemory(missing) }
    guard let reply else {
      throw .lost(path: path, reason: "its process knows no work of that kind")
    }
    return reply
  }

  /// Says where the samples lie; those that are elsewhere are copied.
  private func place(_ photo: RawPhoto, _ memory: SharedMemory) -> WorkerReply {
    let form = SampleForm(photo.image)
    if let place = photo.filePlace { return .samples(photo.description, form, .file(place)) }
    let first = unsafe UnsafeRawPointer(photo.image.samples.base)
    let offset = unsafe first - UnsafeRawPointer(memory.start)
    if offset >= 0, offset < memory.size {
      return .samples(photo.description, form, .memory(offset))
    }
    guard
      let copy = unsafe SampleForm.copy(
        photo.image, to: memory.start, capacity: memory.size)
    else { return .needsMemory(photo.image.samples.height * photo.image.samples.width * 2) }
    return .samples(photo.description, copy, .memory(0))
  }
}
