import SystemPackage
import TestSupport
import Testing

@testable import BromideRuns
@testable import BromideSystem

/// Lists of paths in every encoding that editors and shells write.
@Suite struct ListTextTests {
  /// The first character of the third text contains a byte 0. ASCII characters do not have one at
  /// this position.
  private static let names = ["a.dng", "photos/ü b.nef", "一照/x.CR3", "./"]

  private static let encodings:
    [(name: String, mark: [UInt8], encode: @Sendable (String) -> [UInt8])] = [
      ("UTF-8", [], { Array($0.utf8) }),
      ("UTF-8 with mark", [0xEF, 0xBB, 0xBF], { Array($0.utf8) }),
      ("UTF-16LE", [], { $0.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } }),
      (
        "UTF-16LE with mark", [0xFF, 0xFE],
        { $0.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } }
      ),
      ("UTF-16BE", [], { $0.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }),
      (
        "UTF-16BE with mark", [0xFE, 0xFF],
        { $0.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }
      ),
    ]

  @Test(arguments: encodings.indices, ["\n", "\r\n", "\0"])
  func textGivesItsPaths(encoding: Int, end: String) throws {
    let (name, mark, encode) = Self.encodings[encoding]
    for (count, last) in product(1...Self.names.count, ["", end]) {
      let names = Array(Self.names.prefix(count))
      let list = mark + encode(names.joined(separator: end) + last)
      #expect(
        try ListText.paths(in: list).map(\.string) == names.map { FilePath($0).string },
        "\(name), \(count)")
    }
  }

  /// Bytes that are not UTF-8 can name files, and a path can begin like a signature.
  @Test func pathsMayBeAnyBytes() throws {
    #expect(
      try ListText.paths(in: [0x61, 0xFF, 0x0A, 0xFE]).map(\.bytes) == [[0x61, 0xFF], [0xFE]])
    #expect(
      try ListText.paths(in: [0x61, 0xFF, 0, 0xFE, 0]).map(\.bytes) == [[0x61, 0xFF], [0xFE]])
    #expect(try ListText.paths(in: Array("a\nb\0c d\0".utf8)).map(\.string) == ["a\nb", "c d"])
    for name in ["FUJIFILM/a.raf", "BM.nef", "P5 old/a", "PK", "GIF8/x", "RIFF"] {
      #expect(try ListText.paths(in: Array((name + "\n").utf8)).map(\.string) == [name])
    }
    #expect(try ListText.paths(in: []).isEmpty)
    #expect(try ListText.paths(in: Array("\n\r\n".utf8)).isEmpty)
  }

  private func rejection(_ bytes: [UInt8]) -> String? {
    do throws(ListText.Problem) {
      _ = try ListText.paths(in: bytes)
      return nil
    } catch { return error.reason }
  }

  /// A broken encoding gives letters, and `.` and `/` are folders.
  @Test func brokenEncodingsAreRejected() throws {
    let utf16: [UInt8] = Array("./\n/a\n".utf8).flatMap { [$0, 0] as [UInt8] }
    let utf32: [UInt8] = Array("/a.dng\n".utf8).flatMap { [$0, 0, 0, 0] as [UInt8] }
    let broken: [[UInt8]] = [
      Array(utf16.dropLast()), [0xFF, 0xFE] + utf16.dropLast(), Array(".\0/".utf8),
      Array("/\0a\0.".utf8), utf32, [0xFF, 0xFE, 0, 0] + utf32, [0, 0, 0xFE, 0xFF] + utf32,
      // Half a pair.
      [0xFF, 0xFE, 0x2E, 0, 0x3D, 0xD8, 0x0A, 0],
    ]
    for bytes in broken { #expect(rejection(bytes) != nil, "\(bytes)") }
    // The same with the rest of its bytes is a list.
    #expect(rejection(utf16) == nil && rejection(Array(".\0a.nef\0".utf8)) == nil)
  }

  /// The current folder and the entire disk never come from UTF-16, which can be a guess.
  @Test(arguments: [".", "/"]) func utf16NamesNoCompleteFolder(folder: String) throws {
    for (name, mark, encode) in Self.encodings {
      for text in [folder + "\n", "a.dng\n" + folder, "a.dng\0" + folder + "\0"] {
        let reason = rejection(mark + encode(text))
        let expected =
          name.hasPrefix("UTF-16") ? "names the folder \(folder) in UTF-16; save it as UTF-8" : nil
        #expect(reason == expected, "\(name) \(text)")
      }
    }
  }

  @Test(arguments: [
    ("chart_rggb_12bit.dng", "is a DNG, not a list of paths"),
    ("frames/chart_turned.jpg", "is a JPEG, not a list of paths"),
  ])
  func otherFilesAreNamed(name: String, reason: String) throws {
    let file = try Files.read(Package.testImages + "/" + name)
    for count in [64, 512, 4096, file.count] where count >= 512 || name.hasSuffix("jpg") {
      #expect(rejection(Array(file.prefix(count))) == reason, "\(count) bytes")
    }
  }

  /// Few control characters are names of files. Many are not “a text, not a text”.
  @Test func controlCharactersAreNamed() {
    #expect(
      rejection(Array("a.dng\n\u{1B}[31mb.dng\n".utf8))
        == "contains many control characters, so it is not a list of paths")
    #expect(rejection(Array((String(repeating: "a.dng\n", count: 20) + "\u{1B}\n").utf8)) == nil)
  }

  /// Zeros as a lens cap gives them, samples of 16 bits with small values, and noise.
  @Test func binaryDataIsRejected() throws {
    var dark = TinyDNG(width: 144, height: 96, red: 0, green: 0, blue: 0)
    dark.samples = dark.samples.map { _ in 0 }
    #expect(rejection(Array(dark.data())) == "is a DNG, not a list of paths")
    #expect(rejection([1] + [UInt8](repeating: 0, count: 4096)) != nil)
    let noise = SeededNoise(seed: 7)
    for size in [64, 1000, 4096] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: noise.bits($0, size)) }
      #expect(rejection(bytes) != nil, "\(size) bytes of noise")
      let small = (0..<size).map { $0 % 2 == 0 ? UInt8(truncatingIfNeeded: noise.bits($0, 1)) : 0 }
      #expect(rejection([1, 2, 3, 4] + small) != nil, "\(size) bytes of small numbers")
    }
  }
}
