internal import BromidePhotos
internal import BromideSystem
internal import Synchronization
internal import SystemPackage

/// Finds the photos of pictures by content and by name. Many threads can use it in parallel.
///
/// Each photo is read at most once. Most are read in groups (``ContentHash/files(_:)``).
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
    /// The content of each photo that was read.
    var contents: [FilePath: String] = [:]
    /// The searches in all photos with one size.
    var searches: [Int: Search] = [:]
    var used: Set<FilePath> = []
    var readCount = 0
  }

  /// The photos with one size, which many threads read together.
  private final class Search: Sendable {
    let candidates: [FilePath]
    let work: SharedWork
    let byContent = Mutex<[String: [FilePath]]>([:])

    init(_ candidates: [FilePath]) {
      self.candidates = candidates
      work = SharedWork(count: (candidates.count + SourceIndex.group - 1) / SourceIndex.group)
    }
  }

  /// The number of photos to read together. A core hashes them as fast as one photo.
  static let group = ContentHash.lanes

  private let photos: [FilePath]
  private let bySize: [Int: [FilePath]]
  private let byName: [String: [FilePath]]
  /// The photo of each picture in a report.
  private let given: [String: FilePath]
  private let state = Mutex(State())

  /// Creates an index.
  ///
  /// - Parameters:
  ///   - photos: Photos that the user named, and photos in the folders.
  ///   - given: The photo of each picture in a report, by the picture's `collisionKey`.
  init(_ photos: [FilePath], given: [String: FilePath]) {
    self.photos = photos
    self.given = given
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

  /// The number of times that a photo was read for its content.
  var readCount: Int { state.withLock { $0.readCount } }

  /// Reads the photos that `match` compares first for these pictures, in groups. It skips photos
  /// that cannot be read, so `match` reports them.
  func read(for pictures: [FilePath]) {
    var requested: [FilePath] = []
    for picture in pictures {
      let found = recordedPhoto(of: picture).map { [$0] } ?? byName[picture.reversibleStem] ?? []
      // Photos with the same name are read in order, until one matches.
      if let photo = found.first { requested.append(photo) }
    }
    readTogether(requested)
  }

  /// Finds the photo of a picture and compares the complete content.
  ///
  /// - Throws: `SystemError` if the photo cannot be read.
  /// - Complexity: O(1) if the picture has its photo's name. Otherwise this reads all photos of the
  ///   recorded size once.
  func match(
    _ picture: FilePath, _ fingerprint: Fingerprint.Photo
  ) throws(SystemError) -> Match {
    if let photo = recordedPhoto(of: picture) {
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

  /// Returns the photo from a report, if it exists.
  private func recordedPhoto(of picture: FilePath) -> FilePath? {
    guard !given.isEmpty else { return nil }
    return given[picture.collisionKey].flatMap { FileSystem.exists($0) ? $0 : nil }
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

  /// Returns the photos with a content, in the order of the photos.
  private func photos(of content: String) throws(SystemError) -> [FilePath] {
    guard let size = content.split(separator: "-").first.flatMap({ Int($0) }),
      let candidates = bySize[size]
    else { return [] }
    let search = state.withLock { state in
      let search = state.searches[size] ?? Search(candidates)
      state.searches[size] = search
      return search
    }
    search.work.help { index in
      let start = index * Self.group
      readTogether(Array(candidates[start..<min(start + Self.group, candidates.count)]))
    }
    if search.byContent.withLock({ $0.isEmpty }) {
      var found: [String: [FilePath]] = [:]
      for photo in candidates { found[try self.content(photo), default: []].append(photo) }
      search.byContent.withLock { $0 = found }
    }
    return search.byContent.withLock { $0[content] ?? [] }
  }

  /// Reads the unread photos in a small group.
  private func readTogether(_ photos: [FilePath]) {
    let unread = state.withLock { state in
      var seen: Set<FilePath> = []
      let unread = photos.filter { state.contents[$0] == nil && seen.insert($0).inserted }
      state.readCount += unread.count
      return unread
    }
    guard !unread.isEmpty else { return }
    let contents = ContentHash.files(unread)
    state.withLock { state in
      for (photo, content) in zip(unread, contents) { state.contents[photo] = try? content.get() }
    }
  }

  private func content(_ photo: FilePath) throws(SystemError) -> String {
    if let known = state.withLock({ $0.contents[photo] }) { return known }
    let content = try ContentHash.file(photo)
    state.withLock {
      $0.contents[photo] = content
      $0.readCount += 1
    }
    return content
  }
}
