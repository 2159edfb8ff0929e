public import Color
internal import Platform
public import SystemPackage

/// A look in a file: JSON that states what it is, its version, and the curve.
public enum LookFile {
  private static let file = StatedFile(
    format: "bromide-look", version: 1, noun: "look file", article: "a", option: "--look-save")

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

    var curve: Curve
  }

  /// The file's text.
  public static func text(_ curve: LookCurve) -> String {
    JSONText.encode(
      Document(
        format: file.format, version: file.version, curve: curve,
        exposureOffset: curve.offset.map { ($0 * 1000).rounded() / 1000 })) + "\n"
  }

  /// Writes a look, whole or not at all.
  ///
  /// - Throws: `LookFileError`.
  public static func write(_ curve: LookCurve, to path: FilePath) throws(LookFileError) {
    do throws(StatedFile.Problem) { try file.write(text(curve), to: path) } catch {
      throw LookFileError(path: path, reason: error.reason)
    }
  }

  /// Reads a look.
  ///
  /// - Throws: `LookFileError` with what was found and what would be accepted.
  public static func read(_ path: FilePath) throws(LookFileError) -> Look {
    let bytes: [UInt8]
    do throws(StatedFile.Problem) { bytes = try file.read(path) } catch {
      throw LookFileError(path: path, reason: error.reason)
    }
    return .fitted(try curve(bytes, path))
  }

  static func curve(_ bytes: [UInt8], _ path: FilePath) throws(LookFileError) -> LookCurve {
    do throws(StatedFile.Problem) { try file.check(bytes) } catch {
      throw LookFileError(path: path, reason: error.reason)
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
