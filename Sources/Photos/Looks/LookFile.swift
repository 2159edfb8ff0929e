internal import BromideSystem
public import BromideValues
public import SystemPackage

/// A look file: JSON with a format name, a version and the looks of groups of photos.
///
/// Version 1 contains one look for all photos.
public enum LookFile {
  private static let file = VersionedFile(
    format: "bromide-look", version: 2, oldest: 1, noun: "look file", article: "a",
    option: "--look-save")

  private struct Document: Encodable {
    struct Entry: Encodable {
      let curve: LookCurve
      /// The offset is for people. Bromide does not read it.
      let exposureOffset: Double?
    }

    let format: String
    let version: Int
    let looks: [Entry]
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

  private struct Outlines: Decodable {
    var looks: [Outline]
  }

  /// Returns the file's text.
  ///
  /// - Parameter curves: The curves. Their origins are the groups of photos. The first curve of a
  ///   group is used.
  public static func text(_ curves: [LookCurve]) -> String {
    var groups: Set<LookGroup> = []
    let entries = curves.filter { groups.insert(LookGroup($0.origin)).inserted }.map { curve in
      Document.Entry(
        curve: curve, exposureOffset: curve.offset.map { ($0 * 1000).rounded() / 1000 })
    }
    return JSONText.encode(
      Document(format: file.format, version: file.version, looks: entries)) + "\n"
  }

  /// Writes looks. Readers never see an incomplete file.
  ///
  /// - Throws: `LookFileError`.
  public static func write(_ curves: [LookCurve], to path: FilePath) throws(LookFileError) {
    do throws(VersionedFile.Problem) { try file.write(text(curves), to: path) } catch {
      throw LookFileError(path: path, reason: error.reason)
    }
  }

  /// Checks whether `write` can write a file, as far as the existing files show it.
  ///
  /// - Throws: `LookFileError`.
  public static func checkWriting(_ path: FilePath) throws(LookFileError) {
    do throws(VersionedFile.Problem) { try file.checkWriting(path) } catch {
      throw LookFileError(path: path, reason: error.reason)
    }
  }

  /// Reads a file of any version.
  ///
  /// - Throws: `LookFileError` with the found value and the accepted values.
  public static func read(_ path: FilePath) throws(LookFileError) -> SavedLook {
    let bytes: [UInt8]
    do throws(VersionedFile.Problem) { bytes = try file.read(path) } catch {
      throw LookFileError(path: path, reason: error.reason)
    }
    return try look(bytes, path)
  }

  static func look(_ bytes: [UInt8], _ path: FilePath) throws(LookFileError) -> SavedLook {
    let version: Int
    do throws(VersionedFile.Problem) { version = try file.check(bytes) } catch {
      throw LookFileError(path: path, reason: error.reason)
    }
    guard version > 1 else {
      return .single(
        .fitted(try curve(JSONText.decode(Outline.self, from: bytes), path)))
    }
    guard let outlines = JSONText.decode(Outlines.self, from: bytes)?.looks, !outlines.isEmpty
    else {
      throw LookFileError(path: path, reason: "is a look file without looks")
    }
    var curves: [LookCurve] = []
    var groups: Set<LookGroup> = []
    for outline in outlines {
      let curve = try curve(outline, path)
      let group = LookGroup(curve.origin)
      guard groups.insert(group).inserted else {
        throw LookFileError(
          path: path, reason: "contains two looks for \(group.text); remove one")
      }
      curves.append(curve)
    }
    return .list(LookList(path: path.string, curves: curves))
  }

  private static func curve(
    _ outline: Outline?, _ path: FilePath
  ) throws(LookFileError) -> LookCurve {
    guard let outline = outline?.curve else {
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
