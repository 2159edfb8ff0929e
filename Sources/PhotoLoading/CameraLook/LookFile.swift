public import Color
internal import Platform
public import SystemPackage

/// A look in a file: JSON that states what it is, its version, and the curve.
public enum LookFile {
  private static let format = "bromide-look"
  private static let version = 1
  /// Far above any such file.
  private static let mostBytes = 1 << 20

  private struct Document: Codable {
    var format: String
    var version: Int
    var curve: LookCurve
    /// For people; not read.
    var exposureOffset: Double?
  }

  /// What a file says before its curve, and the curve without its conditions.
  private struct Outline: Decodable {
    struct Curve: Decodable {
      var knots: [Double]
      var values: [Double]
      var origin: LookCurve.Origin
    }

    struct Heading: Decodable {
      var format: String
      var version: Int
    }

    var curve: Curve
  }

  /// The file's text.
  public static func text(_ curve: LookCurve) -> String {
    JSONText.encode(
      Document(
        format: format, version: version, curve: curve,
        exposureOffset: curve.offset.map { ($0 * 1000).rounded() / 1000 })) + "\n"
  }

  /// Writes a look, whole or not at all.
  ///
  /// - Throws: `LookFileError`.
  public static func write(_ curve: LookCurve, to path: FilePath) throws(LookFileError) {
    do throws(SystemError) {
      try FileSystem.replace(path, with: Array(text(curve).utf8))
    } catch {
      throw LookFileError(path: path, reason: "cannot be written: \(error.reason)")
    }
  }

  /// Reads a look.
  ///
  /// - Throws: `LookFileError` with what was found and what would be accepted.
  public static func read(_ path: FilePath) throws(LookFileError) -> Look {
    var bytes: [UInt8]?
    var isFile = false
    do throws(SystemError) {
      let status = try FileSystem.status(path)
      isFile = status.kind == .file
      // Others may have no end.
      if isFile, status.size <= mostBytes { bytes = try FileSystem.contents(of: path) }
    } catch {
      throw LookFileError(path: path, reason: "cannot be read: \(error.reason)")
    }
    guard isFile else { throw LookFileError(path: path, reason: "is not a file") }
    guard let bytes else {
      throw LookFileError(path: path, reason: "is no look file: it is larger than 1 MiB")
    }
    return .fitted(try curve(bytes, path))
  }

  static func curve(_ bytes: [UInt8], _ path: FilePath) throws(LookFileError) -> LookCurve {
    guard let heading = JSONText.decode(Outline.Heading.self, from: bytes),
      heading.format == format
    else {
      throw LookFileError(
        path: path,
        reason: "is no look file, or cut short; expected one that --look-save wrote")
    }
    guard heading.version == version else {
      throw LookFileError(
        path: path,
        reason: "is a look file of version \(heading.version); expected version \(version)")
    }
    guard let outline = JSONText.decode(Outline.self, from: bytes)?.curve else {
      throw LookFileError(
        path: path, reason: "is a look file without a curve of knots, values and origin")
    }
    if let problem = LookCurve.problem(knots: outline.knots, values: outline.values) {
      throw LookFileError(path: path, reason: "is an unusable look file: \(problem)")
    }
    guard
      let curve = LookCurve(
        knots: outline.knots, values: outline.values, origin: outline.origin)
    else {
      throw LookFileError(path: path, reason: "is an unusable look file")
    }
    return curve
  }
}

/// Why a look file cannot be read or written.
public struct LookFileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file.
  public let path: FilePath
  /// What is wrong with it, as the rest of a sentence that begins with its name.
  public let reason: String

  /// The file's name and the reason.
  public var description: String { "\(path) \(reason)" }
}
