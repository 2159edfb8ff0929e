internal import Foundation

/// A program by others, with whose results tests compare. Tests that need one are skipped visibly
/// if it is not installed.
public struct ForeignProgram: Sendable {
  /// The failure of a program.
  public struct Failure: Error, CustomStringConvertible {
    /// Its name, its status and its messages.
    public let description: String
  }

  /// The executable.
  public let path: String

  /// Finds the first of several names in PATH; nil if none is installed.
  public init?(_ names: String...) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let paths = names.flatMap { name in folders.map { "\($0)/\(name)" } }
    guard let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0) })
    else { return nil }
    self.path = path
  }

  /// The program at a path; nil if there is no executable.
  public init?(at path: String) {
    guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
    self.path = path
  }

  /// Runs the program to its end, without standard input.
  ///
  /// - Returns: Its standard output.
  /// - Throws: `Failure` if its status is not 0.
  @discardableResult public func run(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    let (output, words) = (Pipe(), try TemporaryFolder())
    // Messages go to a file: if two pipes were read one after the other, the second could fill up.
    try words.write([], as: "words")
    process.standardError = FileHandle(forWritingAtPath: words("words"))
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let text = String(decoding: try Files.read(words("words")), as: UTF8.self)
      throw Failure(description: "\(path): status \(process.terminationStatus): \(text)")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// The widely used video encoder and decoder.
  public static let ffmpeg = ForeignProgram("ffmpeg")
  /// The digest of a file's bytes, for files of which ours takes too long without optimisation.
  public static let sha256 = ForeignProgram("sha256sum")
  /// The metadata reader.
  public static let exiftool = ForeignProgram("exiftool")
  /// ImageMagick's command, version 7 or 6, which reads, changes and writes pictures.
  ///
  /// Other programs are called `convert` too, so it must say its name.
  public static let imageMagick: ForeignProgram? = {
    guard let program = ForeignProgram("magick", "convert-im6.q16", "convert"),
      let version = try? program.run(["-version"]), version.contains("ImageMagick")
    else { return nil }
    return program
  }()
}
