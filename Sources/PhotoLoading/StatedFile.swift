internal import Platform
internal import SystemPackage

/// A kind of JSON files that state what they are and their version: looks, and readings of lenses and sensors.
struct StatedFile {
  /// What such a file states.
  let format: String
  /// The only version that is read.
  let version: Int
  /// What people call it, such as `optics file`, and the article before that.
  let noun: String
  let article: String
  /// The option that writes one.
  let option: String

  /// What is wrong with a file, as the rest of a sentence that begins with its name.
  struct Problem: Error {
    let reason: String
  }

  private struct Heading: Decodable {
    var format: String
    var version: Int
  }

  /// Far above any such file.
  private static let mostBytes = 1 << 20

  /// Writes a file, whole or not at all.
  func write(_ text: String, to path: FilePath) throws(Problem) {
    do throws(SystemError) { try FileSystem.replace(path, with: Array(text.utf8)) } catch {
      throw Problem(reason: "cannot be written: \(error.reason)")
    }
  }

  /// The bytes of a file.
  func read(_ path: FilePath) throws(Problem) -> [UInt8] {
    do throws(OrdinaryFileProblem) {
      return try FileSystem.ordinaryContents(of: path, limit: Self.mostBytes)
    } catch {
      guard case .tooLarge = error else { throw Problem(reason: error.reason) }
      throw Problem(reason: "is not \(article) \(noun): it \(error.reason)")
    }
  }

  /// Refuses bytes that state something else.
  func check(_ bytes: [UInt8]) throws(Problem) {
    guard let heading = JSONText.decode(Heading.self, from: bytes), heading.format == format else {
      throw Problem(reason: "is not \(article) \(noun), or damaged; create one with \(option)")
    }
    guard heading.version == version else {
      throw Problem(
        reason: "is \(article) \(noun) of version \(heading.version); expected version \(version)")
    }
  }
}
