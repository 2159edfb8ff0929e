internal import BromideSystem
public import BromideValues
public import SystemPackage

/// A look file: JSON with a format name, a version and the curve.
public enum LookFile {
  private static let file = VersionedFile(
    format: "bromide-look", version: 1, noun: "look file", article: "a", option: "--look-save")

  private struct Document: Codable {
    var format: String
    var version: Int
    var curve: LookCurve
    /// The offset is for people. Bromide does not read it.
    var exposureOffset: Double?
  }

  /// The curve's numbers without validation.
  private struct Outline: Decodable {
    struct Curve: Decodable {
      var knots: [Double]
      var values: [Double]
      var origin: LookCurve.Origin
    }

    var curve: Curve
  }

  /// Returns the file's text.
  public static func text(_ curve: LookCurve) -> String {
    JSONText.encode(
      Document(
        format: file.format, version: file.version, curve: curve,
        exposureOffset: curve.offset.map { ($0 * 1000).rounded() / 1000 })) + "\n"
  }

  /// Writes a look. Readers never see an incomplete file.
  ///
  /// - Throws: `LookFileError`.
  public static func write(_ curve: LookCurve, to path: FilePath) throws(LookFileError) {
    do throws(VersionedFile.Problem) { try file.write(text(curve), to: path) } catch {
      throw LookFileError(path: path, reason: error.reason)
    }
  }

  /// Reads a look.
  ///
  /// - Throws: `LookFileError` with the found value and the accepted values.
  public static func read(_ path: FilePath) throws(LookFileError) -> Look {
    let bytes: [UInt8]
    do throws(VersionedFile.Problem) { bytes = try file.read(path) } catch {
      throw LookFileError(path: path, reason: error.reason)
    }
    return .fitted(try curve(bytes, path))
  }

  static func curve(_ bytes: [UInt8], _ path: FilePath) throws(LookFileError) -> LookCurve {
    do throws(VersionedFile.Problem) { try file.check(bytes) } catch {
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

/// The reason for an error of a look file.
public struct LookFileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file.
  public let path: FilePath
  /// The error. The text follows the file's name in a sentence.
  public let reason: String

  /// The file's name and the reason.
  public var description: String { "\(path) \(reason)" }
}
