import BromideKernels
import BromideValues
import CBromideLibRaw
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// GoPro's VC-5, which LibRaw does not support. The samples must match the standard's formulas.
@Suite struct VC5Tests {
  static let sets = InstructionSet.available.filter { $0 != .reference }

  private func expect(
    _ dng: VC5DNG, order: ByteOrder = .little, by sets: [InstructionSet] = VC5Tests.sets,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let expected = dng.expected
    let file = dng.file(order: order)
    for set in sets {
      try AllSamples.expect(
        file, expected, channels: 1, white: Double(dng.options.white), by: set, location)
    }
  }

  @Test(arguments: VC5DNG.Style.allCases, ByteOrder.allCases)
  func everyStyle(style: VC5DNG.Style, order: ByteOrder) throws {
    var dng = VC5DNG.varied(Size(width: 130, height: 98))
    dng.style = style
    try expect(dng, order: order)
  }

  /// Bands of three positions, sizes that are odd at any level, and rows that vectors do not divide
  /// evenly.
  @Test(arguments: [
    (34, 34), (34, 36), (36, 34), (48, 48), (50, 66), (106, 86), (62, 158), (254, 34), (258, 130),
    (1030, 36),
  ])
  func everySize(width: Int, height: Int) throws {
    try expect(.varied(Size(width: width, height: height), seed: UInt64(width)))
  }

  /// Streams longer than the part in memory.
  @Test func longStreams() throws {
    try expect(.varied(Size(width: 1000, height: 700), most: 200, share: 0.6))
    try expect(.varied(Size(width: 1000, height: 700), most: 4, share: 0.02))
  }

  /// The two patterns, and the bits that the white level speaks of.
  @Test(arguments: [false, true], [255, 4095, 10_000, 16_383, 65_535])
  func patternsAndLevels(isGBRG: Bool, white: Int) throws {
    var dng = VC5DNG.varied(Size(width: 96, height: 64), seed: 3)
    dng.isGBRG = isGBRG
    dng.options.white = white
    try expect(dng)
  }

  @Test func behindPreview() throws {
    var dng = VC5DNG.varied(Size(width: 96, height: 64), seed: 4)
    dng.options.storage.hasPreview = true
    try expect(dng)
  }

  @Test(arguments: [8, 11, 14, 16]) func lowpassOfFewerBits(bits: Int) throws {
    var dng = VC5DNG.varied(Size(width: 150, height: 66), seed: 5)
    dng.lowpassBits = bits
    for channel in 0..<4 {
      dng.bands[channel][0] = dng.bands[channel][0].map { $0 & ((1 << bits) - 1) }
    }
    try expect(dng)
  }

  /// Intermediate values that exceed 16 bits: in one row, in all rows, and in all values.
  @Test func clampedValues() throws {
    for (most, share) in [(255, 0.3), (255, 1), (255, 0.001)] {
      try expect(.varied(Size(width: 162, height: 130), most: most, share: share, seed: 6))
    }
    var steep = VC5DNG.varied(Size(width: 162, height: 130), seed: 7)
    for i in steep.bands[1][0].indices where i % 7 > 3 {
      steep.bands[1][0][i] = i % 2 == 0 ? 65_535 : 32_767
    }
    steep.bands[2][0][steep.bands[2][0].count / 2] = 20_000
    try expect(steep)
  }

  /// Quanta of one band or channel, up to values that clamp every coefficient.
  @Test(arguments: [0, 1, 32, 857, 2340, 2341, 32_767]) func quanta(quantum: Int) throws {
    var dng = VC5DNG.varied(Size(width: 162, height: 98), most: 14, seed: 8)
    dng.quanta[2] = [Int](repeating: quantum, count: 10)
    dng.quanta[3][8] = quantum
    try expect(dng)
    dng.style = .spare
    try expect(dng)
  }

  /// Every magnitude with both signs, and runs of every length up to the longest and more.
  @Test func everyCode() throws {
    var dng = VC5DNG(size: Size(width: 640, height: 480))
    for channel in 0..<4 {
      dng.quanta[channel] = [Int](repeating: 1 + channel, count: 10)
      for band in 7..<10 {
        var place = channel
        for (i, value) in (1...255).flatMap({ [$0, -$0] }).enumerated() {
          place +=
            1
            + [0, 0, 1, 11, 12, 13, 20, 33, 60, 100, 161, 180, 181, 320, 321, 700][
              (i * 7 + band) % 16]
          guard place < dng.bands[channel][band].count else { break }
          dng.bands[channel][band][place] = value
        }
      }
    }
    try expect(dng)
  }

  /// The mosaic of real cameras' files, as FlashRaw gives it.
  @Test(
    .enabled(if: Corpus.isPresent, "\(Corpus.comment)"),
    .enabled(if: ForeignProgram.sha256 != nil, "needs sha256sum"),
    arguments: [
      ("gopro_GOPR0024.GPR", "7c0fa7faa996b89b68cbafd60b69a5d6b3d6338ec63b620944eb5749400dac43"),
      ("digicam_GOPR8508.GPR", "6f28ae49158ec4fde054cc680ffd6087adc5a131244b95ca36942ae8f0165d36"),
      ("digicam_GOPR8513.GPR", "b7dece4b16729c8a2e4c59055300e46b2c7847ac98a87814713951a8d581511d"),
    ])
  func realFiles(name: String, digest: String) throws {
    let path = FilePath(Corpus.path("raw-undecodable-by-libraw/" + name))
    let folder = try TemporaryFolder()
    for set in Self.sets {
      let frame = try RawFrame(
        path: path, unpacking: Unpacking(instructionSet: set, crew: AllSamples.two))
      let bytes = unsafe frame.values.withUnsafeBytes { unsafe Array($0) }
      let samples = try folder.write(bytes, as: "\(set)")
      #expect(try ForeignProgram.sha256?.run([samples]).hasPrefix(digest) == true, "\(set)")
    }
  }

  // MARK: Parts

  /// Only the rows that are looked at are decoded.
  @Test(arguments: [(0, 10), (100, 140), (385, 399), (399, 400), (0, 1), (0, 400)]) func parts(
    from: Int, to: Int
  )
    throws
  {
    let dng = VC5DNG.varied(Size(width: 340, height: 400), seed: 9)
    let expected = dng.expected
    var unpacking = Unpacking()
    unpacking.parts = [Region(x: 30, y: from, width: 40, height: to - from)]
    let photo = try decoded(dng.file(), as: "a.gpr", unpacking: unpacking)
    #expect(photo.damage.isEmpty)
    #expect((photo.share == nil) == (to - from == 400))
    let mosaic = try #require(photo.image.asMosaic)
    let wrong = (from..<to).reduce(0) { count, y in
      count + (30..<70).count { mosaic.samples[$0, y] != expected[y * 340 + $0] }
    }
    #expect(wrong == 0)
  }

  /// Channels become colours of the file's profile.
  @Test func photo() throws {
    let dng = VC5DNG(size: Size(width: 64, height: 48), channels: [2500, 2148, 1948, 2048])
    let photo = try decoded(dng.file(), as: "a.gpr")
    #expect(photo.damage.isEmpty && photo.decoder == "vc5_dng_load_raw" && photo.unpacker == .auto)
    let mosaic = try #require(photo.image.asMosaic)
    // The curve's inverse: 16383 · (113^(v / 4095) − 1) / 112.
    #expect(mosaic.samples[20, 20] == 3156 && mosaic.samples[21, 21] == 1934)
    #expect(mosaic.samples[21, 20] == 2475 && mosaic.samples[20, 21] == 2475)
    #expect(mosaic.pattern == .rggb && mosaic.levels.white == 16_383)
  }
}
