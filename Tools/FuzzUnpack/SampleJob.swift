internal import BromideRaw
internal import Foundation
internal import SystemPackage
internal import TestSupport

/// Writes generated files, or prints the results of decoding, for comparisons with other programs.
enum SampleJob {
  case samples(folder: String)
  case write(folder: String, count: Int, seed: Int)
  case print(files: [String])

  /// Returns `nil` if the arguments are for another job.
  init?(_ arguments: [String]) {
    switch (arguments.first, arguments.count) {
    case ("--samples", 2): self = .samples(folder: arguments[1])
    case ("--write", 4):
      guard let count = Int(arguments[2]), let seed = Int(arguments[3]) else { return nil }
      self = .write(folder: arguments[1], count: count, seed: seed)
    case ("--print", _): self = .print(files: Array(arguments.dropFirst()))
    default: return nil
    }
  }

  func perform() throws {
    switch self {
    case .samples(let folder):
      try Files.makeFolder(folder)
      for (name, file) in MakerSamples.all { try Files.write(file(), to: "\(folder)/\(name)") }
    case .write(let folder, let count, let seed):
      try Files.makeFolder(folder)
      for number in seed..<seed + count {
        let (name, bytes) = Encodings.modernFile(UInt64(number) &* 0x9E37_79B9)
        try Files.write(bytes, to: "\(folder)/\(number)-\(name).raw")
      }
    case .print(let files) where files.isEmpty:
      while let path = readLine() { Self.show(path) }
    case .print(let files):
      files.forEach(Self.show)
    }
  }

  private struct Line: Encodable {
    var path: String
    var unpacker: String?
    var decoder: String?
    var width, height, channels: Int?
    var sha256: String?
    var error: String?
  }

  private static func show(_ path: String) {
    var line = Line(path: path)
    do throws(RawError) {
      let frame = try RawFrame(path: FilePath(path))
      line.unpacker = frame.isOurs ? "auto" : "libraw"
      line.decoder = frame.decoder
      (line.width, line.height, line.channels) = (frame.width, frame.height, frame.channels)
      line.sha256 = SampleDigest.sha256(frame.values)
    } catch {
      line.error = error.reason
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let text = try? encoder.encode(line) else { return }
    Swift.print(String(decoding: text, as: UTF8.self))
    fflush(nil)
  }
}
