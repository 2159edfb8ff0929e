package import Develop
package import Metadata
internal import Pixels
internal import Platform
package import RawDecoding
package import SystemPackage

/// The kinds of messages between a command and its workers, for tests that damage them.
package enum WorkerMessages: CaseIterable, Sendable {
  case request, isRaw, header, inspection, preview, samples, task

  /// Whether reading a message and writing it again gives the same bytes; nil if the bytes are no such message.
  package func isStable(_ bytes: [UInt8]) -> Bool? {
    func isStable<Message: Codable>(_ type: Message.Type) -> Bool? {
      guard let once = try? Self.decode(type, bytes) else { return nil }
      let written = BinaryCoding.encode(once)
      return (try? Self.decode(type, written)).map { BinaryCoding.encode($0) == written } ?? false
    }
    switch self {
    case .request: return isStable(WorkerRequest.Limited.self)
    case .isRaw: return isStable(WorkerReply<Bool, RawError>.self)
    case .header: return isStable(WorkerReply<RawHeader, RawError>.self)
    case .inspection: return isStable(WorkerReply<RawInspection, RawError>.self)
    case .preview: return isStable(WorkerReply<RawPreview.Content?, RawError>.self)
    case .samples: return isStable(WorkerReply<SampleAnswer, RawError>.self)
    case .task: return ForeignTasks.isStable(bytes)
    }
  }

  /// The message that a worker sends, or gets, about a raw; nil if LibRaw finds nothing of that kind.
  package func example(_ path: FilePath) -> [UInt8]? {
    func reply<Value: WorkerAnswer>(_ value: Value?) -> [UInt8]? {
      value.map { BinaryCoding.encode(WorkerReply<Value, RawError>.value($0)) }
    }
    switch self {
    case .request:
      return BinaryCoding.encode(
        WorkerRequest.Limited(request: .header(path, nil), seconds: 60, file: .open))
    case .isRaw: return reply(RawFile.isRaw(path: path))
    case .header: return reply((try? RawFile(path: path))?.header)
    case .inspection: return reply(RawInspection(path: path))
    case .preview:
      // No preview is an answer, too.
      do throws(RawError) {
        let content = try RawFile(path: path).readPreview()
        return BinaryCoding.encode(WorkerReply<RawPreview.Content?, RawError>.value(content))
      } catch {
        return nil
      }
    case .samples:
      guard let photo = try? RawFile(path: path).decode() else { return nil }
      return reply(
        SampleAnswer(
          description: photo.description, form: SampleForm(photo.image), place: .memory(0)))
    case .task: return reply(Size(width: 4, height: 3))
    }
  }

  /// What a reply tells this process.
  package enum Content: Sendable {
    case metadata(PhotoMetadata)
    case inspection(RawInspection)
    /// A photo, black because its samples are elsewhere.
    case photo(DevelopSource)
  }

  /// What a reply about a file tells, if a command believes it; nil if it does not.
  ///
  /// - Parameter area: Pixels of a photo at most; others are nil.
  package func content(_ bytes: [UInt8], of path: FilePath, atMost area: Int) -> Content? {
    func value<Value: WorkerAnswer>(_ type: Value.Type) -> Value? {
      guard let reply = try? Self.decode(WorkerReply<Value, RawError>.self, bytes),
        reply.isSound(of: path), case .value(let value) = reply
      else { return nil }
      return value
    }
    switch self {
    case .header: return value(RawHeader.self).map { .metadata($0.metadata) }
    case .inspection: return value(RawInspection.self).map { .inspection($0) }
    case .samples:
      guard let answer = value(SampleAnswer.self), let count = answer.form.byteCount,
        count <= 2 * area, let memory = PixelMemory(attempting: count)
      else { return nil }
      unsafe memory.bytes.initializeMemory(as: UInt8.self, repeating: 0)
      let image = unsafe answer.form.image(
        at: UnsafeRawPointer(memory.bytes.baseAddress!), owner: memory)
      let photo = RawPhoto(image: image, description: answer.description, store: NoStore())
      return (try? LoadedPhoto(photo, levels: nil)).map { .photo($0.source) }
    case .request, .isRaw, .preview, .task: return nil
    }
  }

  static func decode<Message: Decodable>(
    _ type: Message.Type, _ bytes: [UInt8]
  ) throws(BinaryCodingError) -> Message {
    try BinaryCoding.decode(type, from: bytes, parts: WorkerRequest.mostReplyParts)
  }
}

/// The owner of samples that nobody lost.
private final class NoStore: SampleStore {
  var hasLostSamples: Bool { false }
}
