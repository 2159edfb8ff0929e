internal import Outputs
internal import Platform
internal import Synchronization
internal import SystemPackage

/// Finds the photo of a picture, by content or by name. Thread-safe.
final class SourceIndex: Sendable {
  /// The result of comparing a picture with its photo.
  enum Match {
    /// The photo has not changed.
    case same(FilePath)
    /// The photo has changed, for this reason.
    case changed(FilePath, String)
    /// The photo is not among the inputs.
    case unknown
  }

  private struct State {
    /// `ContentHash.file` of photos that were read.
    var contents: [FilePath: String] = [:]
    /// The photos of each content, for sizes that were searched.
    var byContent: [Int: [String: [FilePath]]] = [:]
    var used: Set<FilePath> = []
  }

  private let photos: [FilePath]
  private let bySize: [Int: [FilePath]]
  private let byName: [String: [FilePath]]
  /// The photo of each picture in a report.
  private let stated: [String: FilePath]
  private let state = Mutex(State())

  /// Creates an index.
  ///
  /// - Parameters:
  ///   - photos: Photos that the user named, and photos in the folders.
  ///   - stated: The photo of each picture in a report, by the picture's `collisionKey`.
  init(_ photos: [FilePath], stated: [String: FilePath]) {
    self.photos = photos
    self.stated = stated
    bySize = Dictionary(grouping: photos) { (try? FileSystem.status($0))?.size ?? -1 }
    // A picture has its photo's stem. If stems are equal, it has the complete name.
    byName = photos.reduce(into: [:]) { names, photo in
      for name in [photo.reversibleStem, photo.reversibleName] {
        names[name, default: []].append(photo)
      }
    }
  }

  /// Photos that do not belong to a checked picture.
  var unused: [FilePath] {
    let used = state.withLock { $0.used }
    return photos.filter { !used.contains($0) }
  }

  /// Finds the photo of a picture and compares its content.
  ///
  /// - Throws: `SystemError` if the photo cannot be read.
  /// - Complexity: O(1) if the picture has its photo's name. Otherwise this reads all photos of the
  ///   recorded size once.
  func match(
    _ picture: FilePath, _ fingerprint: Fingerprint.Photo
  ) throws(SystemError) -> Match {
    if let photo = stated[picture.collisionKey], FileSystem.exists(photo) {
      use(photo)
      return try compared(photo, fingerprint)
    }
    let named = byName[picture.reversibleStem] ?? []
    for photo in named where try content(photo) == fingerprint.content {
      use(photo)
      return try compared(photo, fingerprint)
    }
    guard let photo = try photos(of: fingerprint.content).first else {
      // The only photo with the same name has changed.
      guard named.count == 1 else { return .unknown }
      use(named[0])
      return try compared(named[0], fingerprint)
    }
    use(photo)
    guard let other = named.first else { return try compared(photo, fingerprint) }
    use(other)
    return .changed(photo, "it has the name of \(other), and shows another photo: \(photo)")
  }

  /// Marks the only photo with this name as used, even if the picture is damaged or not written by
  /// Bromide.
  func claim(_ picture: FilePath) {
    let named = byName[picture.reversibleStem] ?? []
    if named.count == 1 { use(named[0]) }
  }

  private func use(_ photo: FilePath) { state.withLock { _ = $0.used.insert(photo) } }

  private func compared(
    _ photo: FilePath, _ fingerprint: Fingerprint.Photo
  ) throws(SystemError) -> Match {
    guard try content(photo) == fingerprint.content else {
      return .changed(photo, "its photo has changed: \(photo)")
    }
    if let whole = fingerprint.whole, try Fingerprint.whole(photo).digits != whole {
      return .changed(photo, "a part of its photo has changed: \(photo)")
    }
    return .same(photo)
  }

  /// Returns the photos with this content.
  private func photos(of content: String) throws(SystemError) -> [FilePath] {
    guard let size = content.split(separator: "-").first.flatMap({ Int($0) }),
      let candidates = bySize[size]
    else { return [] }
    if let known = state.withLock({ $0.byContent[size] }) { return known[content] ?? [] }
    var found: [String: [FilePath]] = [:]
    for photo in candidates { found[try self.content(photo), default: []].append(photo) }
    state.withLock { $0.byContent[size] = found }
    return found[content] ?? []
  }

  private func content(_ photo: FilePath) throws(SystemError) -> String {
    if let known = state.withLock({ $0.contents[photo] }) { return known }
    let content = try ContentHash.file(photo)
    state.withLock { $0.contents[photo] = content }
    return content
  }
}
