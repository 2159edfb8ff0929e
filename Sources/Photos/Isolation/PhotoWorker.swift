internal import BromideCodecs
internal import BromideKernels
internal import BromideLibc
internal import BromideRaw
internal import BromideSystem
internal import BromideValues
internal import Synchronization
internal import SystemPackage

/// The worker process, in which LibRaw and other libraries read files for another process.
///
/// It answers requests in order. It keeps the last identified file open, because decoding it may be
/// the next request. It ends when the channel closes.
public struct PhotoWorker {
  /// The argument that starts the command as a worker.
  public static let argument = "photo-worker"

  private let channel: ReplyChannel
  /// The cameras that the user added, or `nil` without them.
  private let cameras: AddedCameras?
  /// Shared memory for samples, most recently used last.
  private var memories: [(number: Int, memory: SharedMemory)] = []
  private var opened: RawFile?

  /// Maximum number of mapped memories. Each is for a photo in progress.
  private static let mostMemories = 4

  /// Answers requests until the parent process has finished or crashed.
  ///
  /// - Returns: The exit status, or `nil` at once if this process is not a worker.
  public static func run() -> Int32? {
    guard let channel = ParentProcess.channel() else { return nil }
    ParentProcess.limit(memory: mostMemory)
    var deadline = Deadline()
    guard
      let setup = try? channel.receive(WorkerSetup.self, by: &deadline)
    else { return 0 }
    if setup.loadsAllLibraries { loadLibraries() }
    let cameras = setup.cameras.flatMap { try? AddedCameras(bytes: $0) }
    ParentProcess.confine()
    ParentProcess.endsWithParent()
    var worker = PhotoWorker(
      channel: ReplyChannel(channel: channel, hasAllLibraries: setup.loadsAllLibraries),
      cameras: cameras)
    while let (request, descriptors) = worker.next() {
      guard worker.answer(request, descriptors) else { break }
    }
    return 0
  }

  /// Loads the libraries that are normally loaded on first use, because this will not be possible
  /// later.
  private static func loadLibraries() {
    TIFFReader.loadLibrary()
    JPEGXLVersion.loadLibrary()
    WholeReader.loadLibraries()
  }

  /// The exit status that signals a lack of memory.
  static let lacksMemory: Int32 = 12

  /// Ends a worker that cannot continue without more memory.
  package static func endForLackOfMemory() -> Never { _exit(lacksMemory) }

  private init(channel: ReplyChannel, cameras: AddedCameras?) {
    self.channel = channel
    self.cameras = cameras
  }

  /// Three quarters of the free memory, but at least enough for LibRaw to interpolate a large
  /// photo.
  private static var mostMemory: Int { max(Machine.freeMemory() / 4 * 3, 2 << 30) }

  private func next() -> (WorkerRequest.Limited, [Int32])? {
    guard
      let (request, descriptors) = try? channel.channel.receiveWithDescriptors(
        WorkerRequest.Limited.self)
    else { return nil }
    ParentProcess.limit(seconds: request.seconds)
    return (request, descriptors)
  }

  /// Answers a request. Returns `false` if the parent process has gone.
  private mutating func answer(_ limited: WorkerRequest.Limited, _ descriptors: [Int32]) -> Bool {
    let request = limited.request
    var memory = descriptors[...]
    switch limited.file {
    case .none: break
    case .open:
      // If the system cannot pass another descriptor, it is missing.
      let file = memory.popFirst().map { GivenFile.Opened.success($0) }
      GivenFile.begin(request.path, file ?? .failure(.tooManyOpenFiles))
    case .failed(let code): GivenFile.begin(request.path, .failure(Errno(rawValue: code)))
    }
    defer { GivenFile.end() }
    switch request {
    case .isRaw(let path, let headerless):
      return channel.send(reply { RawFile.isRaw(path: path, as: headerless) })
    case .header(let path, let headerless):
      return channel.send(reply { () throws(RawError) in try header(path, headerless) })
    case .inspection(let path, let headerless):
      return channel.send(reply { RawInspection(path: path, as: headerless, cameras: cameras) })
    case .preview(let path, let headerless):
      return channel.send(
        reply { () throws(RawError) in try file(path, headerless).readPreview() })
    case .samples(let path, let how): return sendSamples(path, how, memory.first)
    case .task(let path, let kind, let bytes, let room):
      return perform(kind, bytes, room, memory.first, path)
    }
  }

  private func reply<Value>(
    _ value: () throws(RawError) -> Value
  ) -> WorkerReply<Value, RawError> {
    do throws(RawError) { return .value(try value()) } catch { return .failure(error) }
  }

  private mutating func header(
    _ path: FilePath, _ headerless: HeaderlessRaw?
  ) throws(RawError) -> RawHeader {
    opened = nil
    let file = try RawFile(path: path, as: headerless, cameras: cameras)
    opened = file
    return file.header
  }

  private mutating func sendSamples(
    _ path: FilePath, _ how: SampleRequest, _ descriptor: Int32?
  ) -> Bool {
    do throws(RawError) {
      let memory = try memory(how.room, descriptor, path)
      // Keep the photo until the reply with its samples is sent.
      let photo = try decode(path, how, memory)
      defer { withExtendedLifetime(photo) {} }
      return channel.send(place(photo, memory))
    } catch {
      return channel.send(WorkerReply<SampleAnswer, RawError>.failure(error))
    }
  }

  /// Returns the last identified file if it is the requested one, or opens the file.
  private mutating func file(
    _ path: FilePath, _ headerless: HeaderlessRaw?
  ) throws(RawError) -> RawFile {
    defer { opened = nil }
    if let opened, opened.path == path { return opened }
    return try RawFile(path: path, as: headerless, cameras: cameras)
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

  /// Returns a crew that runs a body on this number of threads.
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

  /// Does a job. If it needs more memory, it requests it, and the parent process sends the job
  /// again.
  private mutating func perform(
    _ kind: String, _ bytes: [UInt8], _ room: MemoryRoom?, _ descriptor: Int32?, _ path: FilePath
  ) -> Bool {
    var memory: SharedMemory?
    if let room { memory = try? self.memory(room, descriptor, path) }
    let shortage = memory == nil ? room?.capacity : nil
    let isSent = ForeignTasks.answer(kind, bytes, on: channel, shortage: shortage) { count in
      guard let memory, count <= memory.size else { return nil }
      return unsafe PixelMemory(
        sharing: UnsafeMutableRawBufferPointer(start: memory.start, count: count), of: memory,
        isReadOnly: false)
    }
    // The parent process is a different program if it requests an unknown job.
    return isSent ?? false
  }

  /// Returns the position of the samples. This copies samples that are not in shared memory.
  private func place(
    _ photo: RawPhoto, _ memory: SharedMemory
  ) -> WorkerReply<SampleAnswer, RawError> {
    func answer(_ form: SampleForm, _ place: SamplePlace) -> WorkerReply<SampleAnswer, RawError> {
      .value(SampleAnswer(description: photo.description, form: form, place: place))
    }
    let form = SampleForm(photo.image)
    if let place = photo.filePlace { return answer(form, .file(place)) }
    let first = unsafe UnsafeRawPointer(photo.image.samples.base)
    let offset = unsafe first - UnsafeRawPointer(memory.start)
    if offset >= 0, offset < memory.size {
      return answer(form, .memory(offset))
    }
    guard
      let copy = unsafe SampleForm.copy(
        photo.image, to: memory.start, capacity: memory.size)
    else { return .needsMemory(photo.image.samples.height * photo.image.samples.width * 2) }
    return answer(copy, .memory(0))
  }
}
