package import BromideSystem
package import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The reason for not writing a photo's marks.
package enum MarkError: Error, Sendable, Hashable {
  /// The sidecar cannot be edited.
  case sidecar(FilePath, SidecarError)
  /// The sidecar is a link, or the file has further names. A new file would separate them.
  case link(FilePath)
  /// Another program changes the sidecar all the time.
  case changing(FilePath)
  /// The system cannot write the file.
  case system(SystemError)
  /// The photo has other marks than the caller expected.
  case conflict(PhotoMarks)
}

/// Reads and writes the marks of photos in their sidecars. It never changes a photo.
package enum MarkedSidecar {
  /// Returns the marks in a photo's sidecars. `a.nef.xmp` overrides `a.xmp`.
  ///
  /// - Parameter names: The names in the photo's folder if you know them, to save searches.
  /// - Throws: `MarkError.sidecar` if a sidecar is invalid.
  package static func marks(
    of photo: FilePath, among names: Set<String>? = nil
  ) throws(MarkError) -> PhotoMarks {
    var marks = PhotoMarks()
    for path in sidecars(of: photo, among: names) {
      let places = try places(in: try contents(of: path), path)
      guard fits(places, photo) else { continue }
      marks = marks.merged(over: places.marks)
    }
    return marks
  }

  /// Writes marks into the photo's sidecar and keeps its other bytes. It creates a missing sidecar.
  ///
  /// Several processes of Bromide lose no mark, because each locks the folder while it compares and
  /// renames. If another program changes the sidecar meanwhile, this starts again, at most three
  /// times.
  ///
  /// - Parameters:
  ///   - change: The marks to write. `nil` keeps a mark.
  ///   - isPicture: Returns whether a name in the folder is a picture's name.
  ///   - isExpected: Returns whether the current marks are the ones that the user saw.
  /// - Returns: The new marks.
  package static func write(
    _ change: PhotoMarks, for photo: FilePath, isPicture: (FilePath) -> Bool,
    isExpected: (PhotoMarks) -> Bool
  ) throws(MarkError) -> PhotoMarks {
    try write(change, for: photo, Replacing(), isPicture: isPicture, isExpected: isExpected)
  }

  /// How a sidecar is replaced. Tests change it.
  struct Replacing {
    /// The time to wait for another process of Bromide, in seconds. It only compares and renames.
    var seconds = 1.0
    /// Called after the comparison and before the rename.
    var isCompared: () -> Void = {}
  }

  static func write(
    _ change: PhotoMarks, for photo: FilePath, _ replacing: Replacing,
    isPicture: (FilePath) -> Bool, isExpected: (PhotoMarks) -> Bool
  ) throws(MarkError) -> PhotoMarks {
    for _ in 0..<mostTries {
      let current = try marks(of: photo)
      guard isExpected(current) else { throw .conflict(current) }
      guard !current.has(change) else { return current }
      let target = try target(for: photo, isPicture)
      if try replace(target, change, replacing) { return try marks(of: photo) }
    }
    throw .changing(photo)
  }

  private static let mostTries = 3

  // MARK: Files

  /// The sidecar to edit.
  private struct Target {
    let path: FilePath
    /// The bytes of the existing file, or `nil` for a new one.
    let bytes: [UInt8]?
    /// The extension to name in a new sidecar, or `nil` to name none.
    var photoExtension: String?
  }

  private static func target(
    for photo: FilePath, _ isPicture: (FilePath) -> Bool
  ) throws(MarkError) -> Target {
    let names = SidecarFile.candidates(for: photo)
    let (full, short) = (names[..<2], names[2...])
    if let path = full.first(where: FileSystem.isTaken) {
      return Target(path: path, bytes: try editable(path))
    }
    let isShared = sharesStem(photo, isPicture)
    if let path = short.first(where: FileSystem.isTaken) {
      let bytes = try editable(path)
      let places = try places(in: bytes, path)
      let isNamed = places.photoExtension.map { !$0.isEmpty } ?? false
      if fits(places, photo), isNamed || !isShared { return Target(path: path, bytes: bytes) }
      return Target(path: full[0], bytes: nil)
    }
    if isShared { return Target(path: full[0], bytes: nil) }
    return Target(
      path: names[2], bytes: nil, photoExtension: photo.reversibleExtension.uppercased())
  }

  /// Returns whether another picture in the folder has the same name with another extension.
  private static func sharesStem(_ photo: FilePath, _ isPicture: (FilePath) -> Bool) -> Bool {
    let entries = (try? FileSystem.entries(of: photo.parent)) ?? []
    return entries.contains { entry in
      let path = photo.parent.appending(entry)
      return entry != photo.lastComponent && path.reversibleStem == photo.reversibleStem
        && isPicture(path)
    }
  }

  private static func replace(
    _ target: Target, _ change: PhotoMarks, _ replacing: Replacing
  ) throws(MarkError) -> Bool {
    let old = target.bytes ?? SidecarEditor.blank(photoExtension: target.photoExtension)
    let new: [UInt8]
    do throws(SidecarError) {
      new = try SidecarEditor.edited(old, change, date: Date.now.formatted(.iso8601))
    } catch {
      throw .sidecar(target.path, error)
    }
    guard new.count <= SidecarFile.mostBytes else {
      throw .sidecar(target.path, .tooLarge(new.count))
    }
    do throws(SystemError) {
      let output = try OutputFile(
        target.path, replaces: target.bytes != nil, durability: .synced)
      try output.write(new)
      guard let bytes = target.bytes else {
        try output.commit()
        return true
      }
      // The lock ends after the rename. The disk is slower, so it comes before the lock.
      var lock: FolderLock?
      defer { withExtendedLifetime(lock) {} }
      return try output.commit {
        lock = FolderLock(target.path.parent, waiting: replacing.seconds)
        guard lock != nil,
          (try? FileSystem.contents(of: target.path, limit: SidecarFile.mostBytes)) == bytes
        else { return false }
        replacing.isCompared()
        return true
      }
    } catch {
      // Another program created the sidecar first.
      if error.isTaken, target.bytes == nil { return false }
      throw .system(error)
    }
  }

  /// Returns the bytes of a sidecar that can be replaced.
  private static func editable(_ path: FilePath) throws(MarkError) -> [UInt8] {
    guard isReplaceable(path) else { throw .link(path) }
    return try contents(of: path)
  }

  /// Returns whether a file is not a link and has no other names, so that a new file can replace it.
  package static func isReplaceable(_ path: FilePath) -> Bool {
    let folder = FileSystem.resolved(path.parent)
    guard let name = path.lastComponent, let status = try? FileSystem.status(path) else {
      return false
    }
    return FileSystem.resolved(path) == folder?.appending(name)
      && (status.names == 1 || status.kind != .file)
  }

  private static func contents(of path: FilePath) throws(MarkError) -> [UInt8] {
    do throws(SidecarError) {
      return try SidecarFile.bytes(of: path)
    } catch {
      throw .sidecar(path, error)
    }
  }

  private static func places(
    in bytes: [UInt8], _ path: FilePath
  ) throws(MarkError) -> SidecarPlaces {
    do throws(SidecarError) {
      return try SidecarPlaces(bytes)
    } catch {
      throw .sidecar(path, error)
    }
  }

  /// Returns the existing sidecars, the most specific first.
  private static func sidecars(of photo: FilePath, among names: Set<String>?) -> [FilePath] {
    let paths = SidecarFile.candidates(for: photo)
    return [paths[..<2], paths[2...]].compactMap { spellings in
      spellings.first { path in
        names?.contains(path.reversibleName) ?? FileSystem.exists(path)
      }
    }
  }

  /// Returns whether a sidecar is for a photo, or for all photos with its name.
  private static func fits(_ places: SidecarPlaces, _ photo: FilePath) -> Bool {
    guard let meant = places.photoExtension, !meant.isEmpty else { return true }
    return meant.lowercased() == photo.lowercasedExtension
  }
}

extension MarkError {
  /// A sentence about the error with the file's name, without its folder and without a full stop.
  package var reason: String {
    switch self {
    case .sidecar(let path, let error): "\(path.visibleName): \(error)"
    case .link(let path):
      "\(path.visibleName): it is a link or has several names; replace it by an ordinary file"
    case .changing(let path):
      "another program changes the sidecar of \(path.visibleName); try again"
    case .system(let error): "\(error.path.visibleName) cannot be written: \(error.reason)"
    case .conflict: "another user has changed the marks"
    }
  }
}
