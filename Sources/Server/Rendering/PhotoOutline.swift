internal import BromideCodecs
internal import BromidePhotos
internal import BromideSampling
internal import BromideValues

/// Facts about a photo from its file's header.
struct PhotoOutline: Sendable {
  /// Whether it is a finished picture.
  let isStill: Bool
  /// The size of the upright picture. For a raw, the size is an estimate.
  let size: Size
  /// The memory of the decoded photo.
  let photo: MemoryGate.Photo
  /// The facts that the page shows.
  let facts: PhotoFacts

  init(_ file: PhotoFile, _ key: String) {
    isStill = file.isStill
    facts = PhotoFacts(file.metadata)
    photo = MemoryGate.Photo(key: key, bytes: file.expectedMemory)
    let stored =
      switch file {
      case .raw(let raw): (raw.userCrop ?? raw.defaultCrop).size
      case .still(let still): still.size
      }
    size = file.metadata.orientation.upright(stored)
  }
}

extension PhotoShelf {
  /// Uses a finished picture decoded at a reduced size, because the full size needs too much
  /// memory. It is not cached.
  ///
  /// - Parameters:
  ///   - least: The minimum upright size.
  ///   - bytes: Additional bytes for the use.
  func withReduced<R>(
    _ file: ServedFile, atLeast least: Size, _ bytes: Int, _ memory: MemoryGate,
    _ request: ServedRequest, _ body: (ShelvedPhoto) throws(Rejection) -> R
  ) throws(Rejection) -> R {
    let still = try Self.rejecting(file) { () throws -> StillPhoto in
      guard let still = try StillPhoto(path: file.path, settings: loading) else {
        throw Rejection.missing
      }
      return still
    }
    let stored = still.metadata.orientation.upright(least)
    let expected = still.expectedMemory(atLeast: stored)
    return try memory.with(Checked.sum(expected, bytes) ?? .max, for: request) {
      () throws(Rejection) in
      let photo = try Self.rejecting(file) { () throws -> ShelvedPhoto in
        try ShelvedPhoto(try still.load(atLeast: stored), bytes: expected)
      }
      return try body(photo)
    }
  }
}
