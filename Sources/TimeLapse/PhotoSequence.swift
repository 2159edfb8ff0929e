internal import PhotoLoading
internal import Platform
internal import RawDecoding
internal import Scheduling
internal import Synchronization
public import Timelines

/// The photos that a list names, found and in order.
///
/// Folders and patterns give their raw photos: files that LibRaw opens, and files with a raw's extension whatever became of their
/// content. Files that are named belong to the sequence even where they are missing. A file named twice is shown
/// twice.
public struct PhotoSequence: Sendable {
  /// In the order in which they are shown; at least one.
  public let photos: [SequencePhoto]
  /// Files of folders and patterns that are no raws.
  public let leftOut: [String]

  /// Finds the photos and reads their headers; for the orders `brightness` and `hue` their pixels too.
  ///
  /// - Parameters:
  ///   - list: Paths relative to `folder`.
  ///   - folder: Where relative paths begin; empty: where the program runs.
  ///   - threads: At least 1.
  /// - Throws: `SequenceError` where nothing is named, and where a folder or pattern gives nothing.
  public init(_ list: PhotoList, in folder: String = "", threads: Int) throws(SequenceError) {
    guard !list.paths.isEmpty else { throw .nothingNamed }
    var candidates: [Candidate] = []
    for path in list.paths {
      candidates += try Self.candidates(path.hasPrefix("/") ? path : Path.join(folder, path))
    }
    let opened = FrameWorkers.map(candidates, threads: threads) { SequencePhoto(path: $0.path) }
    var photos: [SequencePhoto] = []
    var leftOut: [String] = []
    var found: Set<String> = []
    for (candidate, photo) in zip(candidates, opened) {
      if candidate.origin != nil, Self.isForeign(photo) {
        leftOut.append(photo.path)
      } else {
        photos.append(photo)
        if let origin = candidate.origin { found.insert(origin) }
      }
    }
    for origin in candidates.compactMap(\.origin) where !found.contains(origin) {
      throw .noPhotos(origin)
    }
    self.photos = list.order.sort(photos, threads: threads)
    self.leftOut = leftOut
  }

  /// A file that may be a photo.
  private struct Candidate: Sendable {
    let path: String
    /// The folder or pattern that it was found by; nil: it was named itself.
    let origin: String?
  }

  private static func candidates(_ path: String) throws(SequenceError) -> [Candidate] {
    let isPattern = PathPattern.isOne(path) && !FileSystem.exists(path)
    guard isPattern || FileSystem.isFolder(path) else {
      return [Candidate(path: path, origin: nil)]
    }
    let folder = isPattern ? Path.folder(of: path) : path
    let pattern = PathPattern(isPattern ? Path.name(of: path) : "*")
    let names: [String]
    do throws(SystemError) {
      names = try FileSystem.entries(of: folder.isEmpty ? "." : folder)
    } catch {
      throw .unreadable(path: folder, code: error.code)
    }
    let files = names.filter { !$0.hasPrefix(".") && pattern.matches($0) }
      .sorted(by: NaturalOrder.precedes).map { Path.join(folder, $0) }
      .filter { (try? FileSystem.status($0))?.kind == .file }
    guard !files.isEmpty else { throw .noPhotos(path) }
    return files.map { Candidate(path: $0, origin: path) }
  }

  /// Whether a file is no raw, neither by content nor by name.
  private static func isForeign(_ photo: SequencePhoto) -> Bool {
    if case .failure(let error) = photo.header, case .opening(let cause) = error.cause,
      case .notRaw = cause
    {
      return !RawExtension.isExtension(of: photo.name)
    }
    return false
  }
}
