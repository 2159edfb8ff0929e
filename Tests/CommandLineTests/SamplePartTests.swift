import Foundation
import TestSupport
import Testing

/// Points of partly decoded PNGs have the same colours as in the full picture.
@Suite struct SamplePartTests {
  private let tree = CommandTree.fresh

  /// An Exif block with the picture's orientation.
  private static func turned(_ orientation: UInt8) -> [UInt8] {
    let head: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
    let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
    return head + [0, 1] + entry + [0, 0, 0, 0]
  }

  /// A profile with only a table, in the form of iCCP.
  private static var table: [UInt8] {
    let corners: [[UInt8]] = (0..<8).map { (c: UInt8) in [c * 36, 100 + 7 * c, 160 - 9 * c] }
    return Array("table\0\0".utf8) + HandmadePNG.compressed(TableProfile.bytes(corners: corners))
  }

  /// Kinds of pixels with the chunks that define their colours.
  private static let chunks: [String: (type: Int, depth: Int, [(name: String, bytes: [UInt8])])] = [
    "sRGB": (2, 8, [("sRGB", [0])]),
    "gAMA": (2, 16, [("gAMA", [0, 1, 0x86, 0xa0]), ("eXIf", turned(6))]),
    "tRNS": (0, 1, [("tRNS", [0, 1])]), "alpha": (6, 8, [("eXIf", turned(3))]),
    "limited": (2, 8, [("cICP", [9, 16, 0, 0]), ("eXIf", turned(5))]),
    "table": (6, 16, [("iCCP", table), ("eXIf", turned(8))]),
  ]

  @Test(arguments: chunks.keys.sorted()) func coloursMatchTheCompletePicture(kind: String) throws {
    let (type, depth, chunks) = Self.chunks[kind]!
    var png = HandmadePNG(width: 1111, height: 1001, depth: depth, colorType: type)
    png.chunks = chunks
    try tree.write(png.noise(seed: 9), to: "a.png")
    // The first one is the middle.
    let points = (0..<12).map { i in
      "\(Double((i * 5 + 6) % 13) / 12),\(Double((i * 7 + 6) % 13) / 12)\n"
    }
    try tree.write(points.joined(), to: "points")
    for (options, isolation) in [
      ([], "process"), (["--window", "9x4"], "off"),
      (["--window", "1%", "--statistic", "median"], "off"),
      (["--window", "5", "--lookup", "bilinear"], "off"), (["--window", "33"], "off"),
    ] {
      let arguments =
        ["sample", "a.png", "--format", "csv", "--stats", "sd,clipped,alpha", "--isolation"]
        + [isolation] + options
      let all = ["--points", "points"]
      // The swatches also show the picture.
      let whole = try tree.run(arguments + all + ["--swatch", "s.png", "-y"])
      #expect(whole.status == 0 && !whole.text.contains("decoded"), "\(whole.errors)")
      let part = try tree.run(arguments + all, status: 0)
      #expect(rows(part) == rows(whole))
      let one = try tree.run(arguments + ["--at", "0.5,0.5"])
      #expect(rows(one) == Array(rows(whole).prefix(2)), "\(one.errors)")
      #expect(one.text.contains("; decoded rows 0 to "), "\(one.text)")
    }
  }

  /// Points in pixels depend on the picture's size, here on the size of the rotated picture.
  @Test func pixelPointsWorkInRotatedPictures() throws {
    var png = HandmadePNG(width: 1111, height: 1001, depth: 8, colorType: 2)
    png.chunks = [("eXIf", Self.turned(6))]
    try tree.write(png.noise(seed: 9), to: "a.png")
    // Turned by a quarter, column 1000 is the stored row 0, or 1000.
    let rows = try ["0px,7px", "1000px,7px", "0px,0.5"].map { place in
      let part = try tree.run("sample", "a.png", "--at", place, "--format", "csv")
      let whole = try tree.run(
        "sample", "a.png", "--at", place, "--format", "csv", "--swatch", "s.png", "-y")
      #expect(part.status == 0 && self.rows(part) == self.rows(whole), "\(part.errors)")
      return part.text.contains("decoded rows 0 to 0")
    }
    #expect(rows == [false, true, false])
    let outside = try tree.run("sample", "a.png", "--at", "1001px,7px")
    #expect(outside.status == 1 && outside.errors.contains("is outside the picture"))
  }

  /// All but how they were read.
  private func rows(_ run: CommandRun) -> [[String]] { run.fields.map { $0.dropLast() } }

  /// Damage is an error even if no sample needs it, and `--damaged keep` accepts it.
  @Test func damageElsewhereIsFound() throws {
    let png = HandmadePNG(width: 1111, height: 1001, depth: 8, colorType: 2)
    let bytes = png.noise(seed: 2)
    try tree.write(Array(bytes.dropLast(1000)), to: "cut.png")
    var flipped = bytes
    flipped[bytes.count / 2] ^= 1
    try tree.write(flipped, to: "flipped.png")
    for (name, reason) in [("cut", "the file ends too early"), ("flipped", "IDAT: CRC error")] {
      let run = try tree.run("sample", "\(name).png", "--at", "0.5,0.1")
      #expect(run.status == 1 && run.text.isEmpty)
      #expect(run.errors.contains(reason), "\(run.errors)")
      let kept = try tree.run(
        "sample", "\(name).png", "--at", "0.5,0.1", "--damaged", "keep", "--format", "csv")
      #expect(kept.status == 1 && kept.fields.count == 2, "\(kept.errors)")
      #expect(kept.errors.contains("\(name).png: damaged: "), "\(kept.errors)")
    }
  }

  #if os(Linux)
    /// 3.6 gigapixels of one bit would take 3.6 GB completely decoded. They work within a limit of
    /// 200 MB.
    @Test(arguments: ["off", "process"])
    func hugePictureNeedsMemoryOnlyForItsPart(isolation: String) throws {
      var png = HandmadePNG(width: 60_000, height: 60_000, depth: 1, colorType: 0)
      var rows: [UInt8] = []
      for y in 0..<500 {
        let row = (0..<png.rowBytes).map {
          UInt8(truncatingIfNeeded: ($0 / 625 + y / 100) % 2 * 255)
        }
        rows += [0] + row
      }
      let bytes = png.file(repeating: rows)
      #expect(bytes.count < 4 << 20)
      try tree.write(bytes, to: "a.png")
      func sample(_ name: String, _ options: String) throws -> CommandRun {
        let script = "ulimit -v 200000; \"$0\" sample \(name) --space hex --format csv \(options)"
        return try tree.shell(script + " --isolation \(isolation)")
      }
      // Column 30 000 is in the 7th square of 5000, row 3050 in one that is turned round.
      let run = try sample("a.png", "--at 0.5000,0.0508 --at 0.5834,0.0508 --at 0.5000,0.0525")
        .expect(0)
      let expected = [(30_000, 3_048), (35_004, 3_048), (30_000, 3_150)].map { x, y in
        (x / 8 / 625 + y % 500 / 100) % 2 == 0 ? "#000000" : "#ffffff"
      }
      #expect(run.fields.dropFirst().map { $0[4] } == expected, "\(run.text)")
      #expect(run.text.contains("decoded rows 0 to 3150"), "\(run.text)")
      // An interlaced picture needs complete decoding.
      png.isInterlaced = true
      try tree.write(png.file(repeating: rows), to: "b.png")
      let rejected = try sample("b.png", "--at 0.5,0.05")
      #expect(rejected.status == 1 && rejected.signal == nil)
      #expect(rejected.errors.contains("not enough memory: needs 3600 MB"), "\(rejected.errors)")
    }
  #endif
}
