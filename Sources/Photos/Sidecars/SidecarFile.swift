internal import BromideCodecs
internal import BromideSystem
public import SystemPackage

/// Finds and reads the sidecar of a photo.
public enum SidecarFile {
  /// Maximum size of a sidecar in bytes. Files with hundreds of brushed masks have about 1 MB.
  public static let mostBytes = 4 << 20

  /// Returns the possible names of a photo's sidecar, the most specific first.
  ///
  /// `a.nef.xmp` is only for `a.nef`, and `a.xmp` is for every `a`.
  package static func candidates(for photo: FilePath) -> [FilePath] {
    let folder = photo.removingLastComponent()
    let names = [photo.reversibleName, photo.reversibleStem]
    return names.flatMap { name in
      ["xmp", "XMP"].map { folder.appending(reversible: "\(name).\($0)") }
    }
  }

  /// Returns whether a file has a sidecar's name and begins as XML.
  ///
  /// No raw begins with `<`. LibRaw needs a quarter of a millisecond to see that, for each sidecar
  /// in a folder.
  static func isOne(_ path: FilePath) -> Bool {
    guard path.lowercasedExtension == "xmp",
      let start = try? FileSystem.bytes(of: path, at: 0, count: 4)
    else { return false }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return start.dropFirst(start.starts(with: mark) ? 3 : 0).first == UInt8(ascii: "<")
  }

  /// A sidecar's path with its contents or the error.
  public typealias Reading = (path: FilePath, contents: Result<Sidecar, SidecarError>)

  /// Reads the first sidecar that exists, or returns `nil` without a sidecar.
  public static func read(for photo: FilePath) -> Reading? {
    candidates(for: photo).first(where: FileSystem.exists).map { read($0, for: photo) }
  }

  /// Reads `a.nef.xmp` and `a.xmp` if they exist, the most specific first.
  package static func readAll(for photo: FilePath) -> [Reading] {
    let names = candidates(for: photo)
    // The two spellings of a name can be the same file.
    return [names.prefix(2), names.dropFirst(2)].compactMap { spellings in
      spellings.first(where: FileSystem.exists).map { read($0, for: photo) }
    }
  }

  /// Reads the settings of Camera Raw inside a DNG, or returns `nil` if it has none.
  package static func embedded(in photo: FilePath) -> Reading? {
    guard photo.lowercasedExtension == "dng", let source = TIFFFileSource(photo),
      let file = TIFFDirectories(source),
      let bytes = file.bytes(file.firstField(700), most: mostBytes)
    else { return nil }
    do throws(SidecarError) {
      let sidecar = try Sidecar(bytes: bytes, photoExtension: "dng")
      guard sidecar.hasSettings else { return nil }
      return (photo, .success(sidecar))
    } catch {
      return (photo, .failure(error))
    }
  }

  /// Returns the files with a photo's edits by other programs, with warnings about them.
  package static func others(for photo: FilePath) -> [(path: FilePath, warning: Warning)] {
    OtherEdits.files(for: photo)
  }

  /// Returns the warning about darktable's edits in a sidecar, or `nil` without edits.
  package static func warning(about sidecar: Sidecar, _ path: FilePath) -> Warning? {
    sidecar.darktableModules.map { OtherEdits.darktable(path, modules: $0) }
  }

  /// Reads a preset: an XMP file with settings of Camera Raw.
  public static func preset(_ path: FilePath) throws(SidecarError) -> Sidecar {
    try Sidecar(bytes: bytes(of: path), photoExtension: "")
  }

  private static func read(_ path: FilePath, for photo: FilePath) -> Reading {
    do throws(SidecarError) {
      let sidecar = try Sidecar(
        bytes: try bytes(of: path), photoExtension: photo.lowercasedExtension)
      return (path, .success(sidecar))
    } catch {
      return (path, .failure(error))
    }
  }

  /// Returns the bytes of a sidecar.
  static func bytes(of path: FilePath) throws(SidecarError) -> [UInt8] {
    func reading<R>(_ body: () throws(SystemError) -> R) throws(SidecarError) -> R {
      do throws(SystemError) { return try body() } catch { throw .unreadable(error.reason) }
    }
    let status = try reading { () throws(SystemError) in try FileSystem.status(path) }
    // Reading a pipe could wait forever.
    guard status.kind == .file else { throw .notAFile }
    guard status.size <= mostBytes else { throw .tooLarge(status.size) }
    return try reading { () throws(SystemError) in
      try FileSystem.contents(of: path, limit: mostBytes)
    }
  }
}
