internal import Outputs
internal import Platform
internal import Synchronization
internal import SystemPackage

/// The photos that pictures may have been made from, found by content and by name. Many threads may ask at once.
final class SourceIndex: Sendable {
  /// How a picture stands to its photo.
  enum Match {
    /// The photo is as it was.
    case same(FilePath)
    /// The photo is another by now, for this reason.
    case changed(FilePath, String)
    /// The photo is not among those that were named.
    case unknown
  }

  private struct State {
    /// `ContentHash.file` of photos that were asked for.
    var contents: [FilePath: String] = [:]
    var used: Set<FilePath> = []
  }

  private let photos: [FilePath]
  private let bySize: [Int: [FilePath]]
  private let byName: [String: [FilePath]]
  /// The photo of each picture that a report names.
  private let stated: [String: FilePath]
  private let state = Mutex(State())

  /// - Parameters:
  ///   - photos: Photos that were named or lie in the folders.
  ///   - stated: The photo of each picture that a report names, by the picture's `collisionKey`.
  init(_ photos: [FilePath], stated: [String: FilePath]) {
    self.photos = photos
    self.stated = stated
    bySize = Dictionary(grouping: photos) { (try? FileSystem.status($0))?.size ?? -1 }
    // A picture has its photo's stem, or all of its name where stems are equal.
    byName = photos.reduce(into: [:]) { names, photo in
      for name in [photo.reversibleStem, photo.reversibleName] {
        names[name, default: []].append(photo)
      }
    }
  }

  /// Photos for which no picture has asked.
  var unused: [FilePath] {
    let used = state.withLock { $0.used }
    return photos.filter { !used.contains($0) }
  }

  /// Finds the photo of a picture and compares all of it.
  ///
  /// - Throws: `SystemError` if the photo cannot be read.
  func match(
    _ picture: FilePath, _ fingerprint: Fingerprint.Photo
  ) throws(SystemError) -> Match {
    let photo = try photo(of: picture, fingerprint)
    guard let photo else { return .unknown }
    state.withLock { _ = $0.used.insert(photo) }
    guard try content(photo) == fingerprint.content else {
      return .changed(photo, "its photo has changed: \(photo)")
    }
    if let whole = fingerprint.whole, try Fingerprint.whole(photo).digits != whole {
      return .changed(photo, "a part of its photo has changed: \(photo)")
    }
    return .same(photo)
  }

  /// A picture that is damaged, or not Bromide's, still stands for the photo of its name.
  func claim(_ picture: FilePath) {
    if let photo = named(picture) { state.withLock { _ = $0.used.insert(photo) } }
  }

  private func photo(
    of picture: FilePath, _ fingerprint: Fingerprint.Photo
  ) throws(SystemError) -> FilePath? {
    if let photo = stated[picture.collisionKey], FileSystem.exists(photo) { return photo }
    let size = fingerprint.content.split(separator: "-").first.flatMap { Int($0) }
    for photo in size.flatMap({ bySize[$0] }) ?? [] {
      if try content(photo) == fingerprint.content { return photo }
    }
    return named(picture)
  }

  /// The only photo with the picture's name.
  private func named(_ picture: FilePath) -> FilePath? {
    let photos = byName[picture.reversibleStem] ?? []
    return photos.count == 1 ? photos[0] : nil
  }

  private func content(_ photo: FilePath) throws(SystemError) -> String {
    if let known = state.withLock({ $0.contents[photo] }) { return known }
    let content = try ContentHash.file(photo)
    state.withLock { $0.contents[photo] = content }
    return content
  }
}
