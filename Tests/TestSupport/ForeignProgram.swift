internal import Foundation

/// A foreign program whose results tests compare with Bromide's. If it is not installed, tests that
/// need it are visibly skipped.
public struct ForeignProgram: Sendable {
  /// The failure of a program.
  public struct Failure: Error, CustomStringConvertible {
    /// Its name, its status and its messages.
    public let description: String
  }

  /// The executable.
  public let path: String

  /// Finds the first of several names in PATH. Returns `nil` if the program is not installed.
  public init?(_ names: String...) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let paths = names.flatMap { name in folders.map { "\($0)/\(name)" } }
    guard let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0) })
    else { return nil }
    self.path = path
  }

  /// Returns the program at a path, or `nil` if it is not executable.
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
  /// Prints the digest of a file's bytes. Use it for files that take Bromide's digest too long
  /// without optimisation.
  public static let sha256 = ForeignProgram("sha256sum")
  /// The metadata reader.
  public static let exiftool = ForeignProgram("exiftool")
  /// ImageMagick's command, version 7 or 6, which reads, changes and writes pictures.
  ///
  /// Other programs are also called `convert`, so its output must contain ImageMagick's name.
  public static let imageMagick: ForeignProgram? = {
    guard let program = ForeignProgram("magick", "convert-im6.q16", "convert"),
      let version = try? program.run(["-version"]), version.contains("ImageMagick")
    else { return nil }
    return program
  }()
}
