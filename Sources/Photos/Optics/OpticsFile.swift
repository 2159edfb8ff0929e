internal import BromideDevelop
internal import BromideSystem
public import SystemPackage

/// An optics file: JSON with a format name, a version and a measurement for each group of photos.
public enum OpticsFile {
  private static let file = VersionedFile(
    format: "bromide-optics", version: 1, noun: "optics file", article: "an",
    option: "--optics-save")

  private struct Document: Codable {
    var format: String
    var version: Int
    var readings: [LockedOptics.Entry]
  }

  /// Returns the file's text.
  public static func text(_ optics: LockedOptics) -> String {
    JSONText.encode(Document(format: file.format, version: file.version, readings: optics.entries))
      + "\n"
  }

  /// Writes measurements. Readers never see an incomplete file.
  ///
  /// - Throws: `OpticsFileError`.
  public static func write(_ optics: LockedOptics, to path: FilePath) throws(OpticsFileError) {
    do throws(VersionedFile.Problem) { try file.write(text(optics), to: path) } catch {
      throw OpticsFileError(path: path, reason: error.reason)
    }
  }

  /// Checks whether `write` can write a file, as far as the existing files show it.
  ///
  /// - Throws: `OpticsFileError`.
  public static func checkWriting(_ path: FilePath) throws(OpticsFileError) {
    do throws(VersionedFile.Problem) { try file.checkWriting(path) } catch {
      throw OpticsFileError(path: path, reason: error.reason)
    }
  }

  /// Reads measurements.
  ///
  /// - Throws: `OpticsFileError` with the found value and the accepted values.
  public static func read(_ path: FilePath) throws(OpticsFileError) -> LockedOptics {
    let bytes: [UInt8]
    do throws(VersionedFile.Problem) { bytes = try file.read(path) } catch {
      throw OpticsFileError(path: path, reason: error.reason)
    }
    return try readings(bytes, path)
  }

  static func readings(
    _ bytes: [UInt8], _ path: FilePath
  ) throws(OpticsFileError) -> LockedOptics {
    do throws(VersionedFile.Problem) { try file.check(bytes) } catch {
      throw OpticsFileError(path: path, reason: error.reason)
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

/// The reason for an error of an optics file.
public struct OpticsFileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file.
  public let path: FilePath
  /// The error. The text follows the file's name in a sentence.
  public let reason: String

  /// The file's name and the reason.
  public var description: String { "\(path) \(reason)" }
}
