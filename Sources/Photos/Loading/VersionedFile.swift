internal import BromideSystem
internal import SystemPackage

/// A JSON file format with a name and a version, for looks and lens measurements.
struct VersionedFile {
  /// The name of the format in the file.
  let format: String
  /// The version of written files.
  let version: Int
  /// The oldest supported version, or `nil` if only one is supported.
  var oldest: Int?
  /// The name for messages, such as `optics file`, and its article.
  let noun: String
  let article: String
  /// The option that writes a file.
  let option: String

  /// The error in a file. The text follows the file's name in a sentence.
  struct Problem: Error {
    let reason: String
  }

  private struct Heading: Decodable {
    var format: String
    var version: Int
  }

  /// A limit far above the size of valid files.
  private static let mostBytes = 1 << 20

  /// Writes a file. Readers never see an incomplete file.
  func write(_ text: String, to path: FilePath) throws(Problem) {
    try checkWriting(path)
    do throws(SystemError) { try FileSystem.replace(path, with: Array(text.utf8)) } catch {
      throw Problem(reason: "cannot be written: \(error.reason)")
    }
  }

  /// Throws the problem of `write`, as far as the existing files show it. Only an empty file, or one
  /// of this format and any version, is replaced, because the name may be a photo's.
  func checkWriting(_ path: FilePath) throws(Problem) {
    if let status = try? FileSystem.status(path), status.kind == .file, status.size > 0 {
      let heading = (try? read(path)).flatMap { JSONText.decode(Heading.self, from: $0) }
      guard heading?.format == format else {
        throw Problem(
          reason: "exists and is not \(article) \(noun), so \(option) does not replace it")
      }
    }
    if let error = FileSystem.replacingError(path) {
      throw Problem(reason: "cannot be written: \(error.reason)")
    }
  }

  /// Reads the bytes of a file.
  func read(_ path: FilePath) throws(Problem) -> [UInt8] {
    do throws(OrdinaryFileProblem) {
      return try FileSystem.ordinaryContents(of: path, limit: Self.mostBytes)
    } catch {
      guard case .tooLarge = error else { throw Problem(reason: error.reason) }
      throw Problem(reason: "is not \(article) \(noun): it \(error.reason)")
    }
  }

  /// Rejects bytes with a different format or version.
  ///
  /// - Returns: The version.
  @discardableResult func check(_ bytes: [UInt8]) throws(Problem) -> Int {
    guard let heading = JSONText.decode(Heading.self, from: bytes), heading.format == format else {
      throw Problem(reason: "is not \(article) \(noun), or damaged; create one with \(option)")
    }
    guard ((oldest ?? version)...version).contains(heading.version) else {
      let versions = (oldest.map { "\($0) to " } ?? "") + "\(version)"
      throw Problem(
        reason: "is \(article) \(noun) of version \(heading.version); expected version \(versions)")
    }
    return heading.version
  }
}
