import BromideCodecs
import BromideSystem
import BromideValues
import SystemPackage
import TestSupport
import Testing

/// Animations taken apart strictly by the standard, with each frame as a PNG of its own.
@Suite struct AnimatedPNGTests {
  private let folder = TemporaryFolder.fresh
  static let size = Size(width: 37, height: 90)
  static let format = PixelFormat(channels: 3, sample: .uint8)

  private func bands(_ pixels: [UInt8], _ encoder: PNGBandEncoder, rows: Int) -> [PNGBand] {
    let scratch = encoder.makeScratch()
    return unsafe CodecsTests.bands(of: pixels, Self.size, Self.format, bandRows: rows) {
      unsafe encoder.encode(rows: $0, isLast: $1, scratch: scratch)
    }
  }

  private func number(_ bytes: [UInt8], _ offset: Int) -> Int {
    Int(big: bytes[offset..<offset + 4])
  }

  @Test(arguments: [3, 5])
  func everyFrameIsACompletePicture(announced: Int) throws {
    let pictures = [PNGPattern.photo, .noise, .text].map { $0.bytes(Self.size, Self.format) }
    let encoder = PNGBandEncoder(size: Self.size, format: Self.format, compression: .balanced)
    let writer = try AnimatedPNGWriter(
      path: FilePath(folder("a.png")),
      description: PNGDescription(size: Self.size, format: Self.format, space: .srgb),
      frameCount: announced, rate: (30_000, 1001), plays: 2)
    for picture in pictures { try writer.append(bands(picture, encoder, rows: 32)) }
    let count = try writer.finish()
    let file = try Files.read(folder("a.png"))
    #expect(file.count == count)

    // For programs without animation: a PNG whose picture is the first frame.
    let plain = PlainPNG(file)
    #expect(plain.samples() == pictures[0])
    let control = try #require(plain.chunk("acTL"))
    #expect([number(control, 0), number(control, 4)] == [3, 2])
    #expect(plain.types.firstIndex(of: "acTL")! < plain.types.firstIndex(of: "IDAT")!)
    #expect(plain.types.count { $0 == "acTL" } == 1 && plain.types.count { $0 == "fcTL" } == 3)

    var sequence = 0
    var frames: [[UInt8]] = []
    for chunk in plain.chunks where ["fcTL", "fdAT", "IDAT"].contains(chunk.type) {
      if chunk.type != "IDAT" {
        #expect(number(chunk.data, 0) == sequence)
        sequence += 1
      }
      switch chunk.type {
      case "fcTL":
        #expect(chunk.data.count == 26)
        #expect(number(chunk.data, 4) == 37 && number(chunk.data, 8) == 90)
        #expect(Array(chunk.data[20...]) == [1001 >> 8, 1001 & 255, 117, 48, 0, 0])
        frames.append([])
      case "fdAT": frames[frames.count - 1] += chunk.data[4...]
      default: frames[frames.count - 1] += chunk.data
      }
    }
    for (stream, picture) in zip(frames, pictures) {
      let header = file[..<33]
      let alone = Array(header) + HandmadePNG.chunk("IDAT", stream) + file.suffix(12)
      #expect(PlainPNG(alone).samples() == picture)
    }
  }

  /// Television's fractions are from `Fraction.limit_denominator(65535)` of Python. Before, 119.88 frames per
  /// second were 119.81, and 999.99 were 992.95.
  @Test func ratesAboveSixteenBitsAreRounded() throws {
    let encoder = PNGBandEncoder(size: Self.size, format: Self.format, compression: .fast)
    let picture = PNGPattern.flat.bytes(Self.size, Self.format)
    for (rate, delay) in [
      ((25, 1), [0, 1, 0, 25]), ((240_000, 1001), [0, 171, 160, 39]),
      ((120_000, 1001), [1, 86, 160, 39]), ((1, 70_000), [255, 255, 0, 1]),
    ] {
      let writer = try AnimatedPNGWriter(
        path: FilePath(folder("r.png")),
        description: PNGDescription(size: Self.size, format: Self.format, space: nil),
        frameCount: 1, rate: rate)
      try writer.append(bands(picture, encoder, rows: 90))
      try writer.finish()
      let control = try #require(PlainPNG(Files.read(folder("r.png"))).chunk("fcTL"))
      #expect(control[20..<24].map(Int.init) == delay)
    }
  }

  @Test func cancellingRemovesTheTemporaryFile() throws {
    let writer = try AnimatedPNGWriter(
      path: FilePath(folder("c.png")),
      description: PNGDescription(size: Self.size, format: Self.format, space: nil),
      frameCount: 2, rate: (25, 1))
    #expect(folder.names.count == 1)
    writer.cancel()
    #expect(folder.names.isEmpty)
  }

  /// Removes the temporary files of processes that have ended, and no others.
  @Test func abandonedFilesAreRemoved() throws {
    let living = try PNGWriter(
      .path(FilePath(folder("d.png"))),
      PNGDescription(size: Self.size, format: Self.format, space: nil))
    // The first file of a later process in the folder removes old files.
    try folder.write([1, 2, 3], as: ".bromide-0123456789abcdef.part")
    try folder.write([1, 2, 3], as: "notes.part")
    #expect(folder.names.count == 3)
    Temporaries.removeAbandoned(in: FilePath(folder.path))
    #expect(folder.names.count == 2 && folder.names.contains("notes.part"))
    living.cancel()
    #expect(folder.names == ["notes.part"])
  }
}
