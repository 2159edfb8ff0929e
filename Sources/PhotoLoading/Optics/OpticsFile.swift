internal import Develop
internal import Platform
public import SystemPackage

/// Readings of lenses and sensors in a file: JSON that states what it is, its version, and a reading for each group of
/// photos.
public enum OpticsFile {
  private static let format = "bromide-optics"
  private static let version = 1
  /// Far above any such file.
  private static let mostBytes = 1 << 20

  private struct Document: Codable {
    var format: String
    var version: Int
    var readings: [LockedOptics.Entry]
  }

  private struct Heading: Decodable {
    var format: String
    var version: Int
  }

  /// The file's text.
  public static func text(_ optics: LockedOptics) -> String {
    JSONText.encode(Document(format: format, version: version, readings: optics.entries)) + "\n"
  }

  /// Writes readings, whole or not at all.
  ///
  /// - Throws: `OpticsFileError`.
  public static func write(_ optics: LockedOptics, to path: FilePath) throws(OpticsFileError) {
    do throws(SystemError) {
      try FileSystem.replace(path, with: Array(text(optics).utf8))
    } catch {
      throw OpticsFileError(path: path, reason: "cannot be written: \(error.reason)")
    }
  }

  /// Reads readings.
  ///
  /// - Throws: `OpticsFileError` with what was found and what would be accepted.
  public static func read(_ path: FilePath) throws(OpticsFileError) -> LockedOptics {
    var bytes: [UInt8]?
    var isFile = false
    do throws(SystemError) {
      let status = try FileSystem.status(path)
      isFile = status.kind == .file
      // Others may have no end.
      if isFile, status.size <= mostBytes { bytes = try FileSystem.contents(of: path) }
    } catch {
      throw OpticsFileError(path: path, reason: "cannot be read: \(error.reason)")
    }
    guard isFile else { throw OpticsFileError(path: path, reason: "is not a file") }
    guard let bytes else {
      throw OpticsFileError(path: path, reason: "is no optics file: it is larger than 1 MiB")
    }
    return try readings(bytes, path)
  }

  static func readings(
    _ bytes: [UInt8], _ path: FilePath
  ) throws(OpticsFileError) -> LockedOptics {
    guard let heading = JSONText.decode(Heading.self, from: bytes), heading.format == format else {
      throw OpticsFileError(
        path: path,
        reason: "is no optics file, or cut short; expected one that --optics-save wrote")
    }
    guard heading.version == version else {
      throw OpticsFileError(
        path: path,
        reason: "is an optics file of version \(heading.version); expected version \(version)")
    }
    guard let entries = JSONText.decode(Document.self, from: bytes)?.readings, !entries.isEmpty
    else {
      throw OpticsFileError(path: path, reason: "is an optics file without readings")
    }
    if let entry = entries.first(where: { !$0.reading.isSound }) {
      throw OpticsFileError(
        path: path,
        reason:
          "is an unusable optics file: no lens and sensor give the numbers that it has for \(entry.group.text)"
      )
    }
    return LockedOptics(entries)
  }
}

/// Why an optics file cannot be read or written.
public struct OpticsFileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file.
  public let path: FilePath
  /// What is wrong with it, as the rest of a sentence that begins with its name.
  public let reason: String

  /// The file's name and the reason.
  public var description: String { "\(path) \(reason)" }
}
