internal import Foundation

/// A program of others whose results tests compare with. Tests that need one are skipped, and say so, where it is not
/// installed.
public struct ForeignProgram: Sendable {
  /// What a program that failed said.
  public struct Failure: Error, CustomStringConvertible {
    /// Its name, its status and its words.
    public let description: String
  }

  /// The executable.
  public let path: String

  /// The first of some names that PATH has; nil: none.
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

  /// Runs it to its end, without standard input.
  ///
  /// - Returns: What it wrote to standard output.
  /// - Throws: `Failure` where its status is not 0.
  @discardableResult public func run(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    let (output, words) = (Pipe(), try TemporaryFolder())
    // Into a file: of two pipes that are read one after the other, the second could fill up.
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

  /// The common command line encoder and decoder of video.
  public static let ffmpeg = ForeignProgram("ffmpeg")
  /// The reader of metadata.
  public static let exiftool = ForeignProgram("exiftool")
  /// ImageMagick 7's or 6's command that reads, changes and writes pictures.
  public static let imageMagick = ForeignProgram("magick", "convert-im6.q16", "convert")
}
