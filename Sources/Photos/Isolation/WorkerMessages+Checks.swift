package import BromideCodecs
package import BromideDevelop
package import BromideRaw
internal import BromideSystem
internal import BromideValues
package import SystemPackage

/// The message types between a command and its workers, for tests that damage them.
package enum WorkerMessages: CaseIterable, Sendable {
  case request, isRaw, header, inspection, preview, samples, task

  /// Returns whether decoding and encoding a message returns the same bytes, or `nil` if the bytes
  /// are not this message.
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

  /// Returns a message to or from a worker about a raw, or `nil` if LibRaw does not support it for
  /// this file.
  package func example(_ path: FilePath) -> [UInt8]? {
    func reply<Value: WorkerAnswer>(_ value: Value?) -> [UInt8]? {
      value.map { BinaryCoding.encode(WorkerReply<Value, RawError>.value($0)) }
    }
    switch self {
    case .request:
      return BinaryCoding.encode(
        WorkerRequest.Limited(request: .header(path, nil), seconds: 60, file: .open))
    case .isRaw: return reply(RawFile.isRaw(path: path))
    case .header: return reply((try? RawFile(path: path, cameras: nil))?.header)
    case .inspection: return reply(RawInspection(path: path, cameras: nil))
    case .preview:
      // A missing preview is also an answer.
      do throws(RawError) {
        let content = try RawFile(path: path, cameras: nil).readPreview()
        return BinaryCoding.encode(WorkerReply<RawPreview.Content?, RawError>.value(content))
      } catch {
        return nil
      }
    case .samples:
      guard let photo = try? RawFile(path: path, cameras: nil).decode() else { return nil }
      return reply(
        SampleAnswer(
          description: photo.description, form: SampleForm(photo.image), place: .memory(0)))
    case .task: return reply(Size(width: 4, height: 3))
    }
  }

  /// The content of a reply.
  package enum Content: Sendable {
    case metadata(PhotoMetadata)
    case inspection(RawInspection)
    /// A photo with black pixels, because its samples are elsewhere.
    case photo(DevelopSource)
  }

  /// Returns the content of a reply about a file, or `nil` if a command rejects it.
  ///
  /// - Parameter area: Maximum pixels of a photo. Larger photos return `nil`.
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

/// A sample owner for tests that never loses samples.
private final class NoStore: SampleStore {
  var hasLostSamples: Bool { false }
}
