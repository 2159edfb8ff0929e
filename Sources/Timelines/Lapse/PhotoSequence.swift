public import BromidePhotos
internal import BromideRaw
internal import BromideSampling
internal import BromideSystem
public import SystemPackage

/// The photos from a list, found and sorted.
///
/// Folders and patterns include files that LibRaw opens, files with a raw's extension (even if they
/// are damaged), and finished pictures (see `StillChoice`). If a folder or pattern contains frames
/// that Bromide rendered and no photos, it includes the frames, by name. Named files are included
/// even if they are missing. A file named twice is shown twice.
public struct PhotoSequence: Sendable {
  /// The photos in display order, at least one.
  public let photos: [SequencePhoto]
  /// Files in folders and patterns that are not photos, or pictures next to their raws.
  public let leftOut: [FilePath]
  /// Subfolders of folders, which are not searched, without named ones. A camera's card has none.
  public let skippedFolders: [FilePath]
  /// Whether the photos are frames that Bromide rendered, in the order of their names.
  public let isRendered: Bool
  /// Where a camera's counter began again after 9999 in a folder, as the photos' names suggest: the
  /// names before and behind.
  public let beginnings: [(last: String, first: String)]

  /// Finds the photos and reads their headers. The orders `brightness` and `hue` also read pixels.
  ///
  /// - Parameters:
  ///   - list: Paths relative to `folder`.
  ///   - folder: The folder of relative paths. If it is empty, the current folder is used.
  ///   - threads: At least 1.
  ///   - context: The means with which files are opened.
  /// - Throws: `SequenceError` if the list is empty, or if a folder or pattern contains no photo.
  public init(
    _ list: PhotoList, in folder: FilePath = "", threads: Int, context: RunContext
  ) throws(SequenceError) {
    guard !list.paths.isEmpty else { throw .nothingNamed }
    var candidates: [Candidate] = []
    var subfolders: [FilePath] = []
    for path in list.paths {
      candidates += try Self.candidates(folder.pushing(path), &subfolders, context)
    }
    let named = Set(list.paths.map { folder.pushing($0).collisionKey })
    skippedFolders = subfolders.filter { !named.contains($0.collisionKey) }
    let opened = Crew(threads: threads).map(candidates) {
      SequencePhoto(path: $0.path, context: context)
    }
    var photos: [SequencePhoto] = []
    var leftOut: [FilePath] = []
    var found: Set<FilePath> = []
    var frames: [SequencePhoto] = []
    let stills = StillChoice(context)
    for (candidate, photo) in zip(candidates, opened) {
      let isStill = photo.facts?.isStill ?? false
      if candidate.origin != nil,
        isStill ? !stills.isPhoto(photo.path) : Self.isForeign(photo)
      {
        if isStill, StillChoice.isFrame(photo.path, context: context) { frames.append(photo) }
        leftOut.append(photo.path)
      } else {
        photos.append(photo)
        if let origin = candidate.origin { found.insert(origin) }
      }
    }
    isRendered = photos.isEmpty && !frames.isEmpty
    if isRendered {
      let shown = Set(frames.map(\.path))
      self.photos = PhotoList.Order.name.sort(frames, threads: threads, context: context)
      self.leftOut = leftOut.filter { !shown.contains($0) }
      beginnings = []
      return
    }
    for origin in candidates.compactMap(\.origin) where !found.contains(origin) {
      throw .noPhotos(origin)
    }
    self.photos = list.order.sort(photos, threads: threads, context: context)
    self.leftOut = leftOut
    beginnings = list.order == .name ? CameraCounter(photos.map(\.path)).beginnings : []
  }

  /// A file that may be a photo.
  private struct Candidate: Sendable {
    let path: FilePath
    /// The folder or pattern that matched it, or `nil` if it was named itself.
    let origin: FilePath?
  }

  /// Returns the candidates of a path, and adds the subfolders that they leave out.
  private static func candidates(
    _ path: FilePath, _ subfolders: inout [FilePath], _ context: RunContext
  ) throws(SequenceError) -> [Candidate] {
    let isPattern = PathPattern.isOne(path) && !FileSystem.exists(path)
    guard isPattern || FileSystem.isFolder(path) else {
      return [Candidate(path: path, origin: nil)]
    }
    let folder = isPattern ? path.removingLastComponent() : path
    let pattern = PathPattern(isPattern ? path.reversibleName : "*")
    let names = try entries(of: folder)
    var (found, folders) = files(names.filter { pattern.matches($0.reversible) }, in: folder)
    if isPattern {
      folders = []
    } else if !found.contains(where: {
      FileKind.isRawName($0) || StillPhoto.isStill($0, context: context)
    }) {
      // A card contains files and folders of other programs, and folders with films only.
      for folder in try cameraFolders(names, in: folder) {
        found += files(try entries(of: folder), in: folder).files
      }
      folders = []
    }
    guard !found.isEmpty else { throw .noPhotos(path) }
    subfolders += folders
    return found.map { Candidate(path: $0, origin: path) }
  }

  private static func entries(
    of folder: FilePath
  ) throws(SequenceError) -> [FilePath.Component] {
    do throws(SystemError) {
      let names = try FileSystem.entries(of: folder)
      Temporaries.removeAbandoned(names, in: folder)
      return names
    } catch {
      throw .unreadable(path: folder, code: error.code)
    }
  }

  private static func files(
    _ names: [FilePath.Component], in folder: FilePath
  ) -> (files: [FilePath], folders: [FilePath]) {
    var (files, folders): ([FilePath], [FilePath]) = ([], [])
    for name in names.sortedNaturally(by: \.reversible) where !name.isHidden {
      let path = folder.appending(name)
      switch (try? FileSystem.status(path))?.kind {
      case .folder: folders.append(path)
      case .file: files.append(path)
      // A path with a raw's name that is neither file nor folder is a missing photo.
      case .other, nil: if FileKind.isRawName(path) { files.append(path) }
      }
    }
    return (files, folders)
  }

  /// Returns the folders of a camera, `100CANON`, in the order of their numbers. They are in a
  /// card's folder `DCIM` (DCF, JEITA CP-3461, 3.2), or in the named folder.
  private static func cameraFolders(
    _ names: [FilePath.Component], in folder: FilePath
  ) throws(SequenceError) -> [FilePath] {
    let card = names.filter { $0.reversible.uppercased() == "DCIM" }.map { folder.appending($0) }
    if let images = card.first(where: { FileSystem.isFolder($0) }) {
      return try cameraFolders(try entries(of: images), in: images)
    }
    return names.filter { CameraCounter.isFolder($0) }.sortedNaturally(by: \.reversible)
      .map { folder.appending($0) }.filter { FileSystem.isFolder($0) }
  }

  /// Returns whether a file is not a photo, by content and by name.
  private static func isForeign(_ photo: SequencePhoto) -> Bool {
    if case .failure(let error) = photo.header, case .opening(let cause) = error.cause,
      case .notRaw = cause
    {
      return !FileKind.isRawName(photo.path)
    }
    return false
  }
}
