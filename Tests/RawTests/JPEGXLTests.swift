import BromideKernels
import BromideValues
import CBromideLibRaw
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// DNGs with JPEG XL, which standard LibRaw builds do not support. The result must match the
/// encoded samples.
@Suite struct JPEGXLTests {
  /// Made of integers that use all bits.
  private func dng(
    _ width: Int, _ height: Int, samples: Int = 1, bits: Int, tile: Size? = nil, seed: UInt64 = 1
  ) -> JPEGXLDNG {
    let size = Size(width: width, height: height)
    let row = Size(width: width * samples, height: height)
    var dng = JPEGXLDNG(
      size: size, samplesPerPixel: samples, bits: bits,
      values: SensorSamples.varied(row, bits: bits, seed: seed).values)
    dng.tile = tile
    return dng
  }

  /// A comparison that prints no samples if it fails.
  private func isEqual(_ one: [UInt16], _ other: [UInt16]) -> Bool { one == other }

  private func expect(_ dng: JPEGXLDNG, _ location: SourceLocation = #_sourceLocation) throws {
    let expected = dng.expected
    for order in ByteOrder.allCases {
      try AllSamples.expect(
        dng.file(order: order), expected, channels: dng.samplesPerPixel == 1 ? 1 : 4,
        white: Double(dng.options.white), location)
    }
  }

  /// Lossless integers of every depth, in tiles that extend over the edges.
  @Test(arguments: 8...16, [1, 3]) func everyDepth(bits: Int, samples: Int) throws {
    var dng = dng(75, 53, samples: samples, bits: bits, tile: Size(width: 32, height: 16))
    try expect(dng)
    dng.coding.isBoxed = true
    dng.coding.effort = 3
    try expect(dng)
  }

  @Test(arguments: [1, 3]) func edges(samples: Int) throws {
    for (width, height) in [(22, 22), (31, 32), (32, 33), (33, 31), (64, 64)] {
      let tile = Size(width: 32, height: 32)
      try expect(dng(width, height, samples: samples, bits: 12, tile: tile))
    }
    // One tile, larger than the picture.
    try expect(dng(40, 30, samples: samples, bits: 12, tile: Size(width: 48, height: 48)))
    // A picture with several of libjxl's parts, which are 256 pixels wide.
    var large = dng(600, 300, samples: samples, bits: 14)
    large.coding.effort = 2
    try expect(large)
  }

  @Test(arguments: [1, 3]) func strips(samples: Int) throws {
    for rows in [Int.max, 50, 16] {
      var dng = dng(64, 50, samples: samples, bits: 16)
      dng.rowsPerStrip = rows
      try expect(dng)
    }
  }

  /// Rows and columns sorted into fields, over the borders of tiles.
  @Test(arguments: [(2, 2), (2, 1), (1, 2), (3, 4), (8, 8)])
  func fields(rows: Int, columns: Int) throws {
    for ((width, height), samples) in product([(64, 48), (67, 49)], [1, 3]) {
      for tile in [nil, Size(width: 32, height: 16), Size(width: 80, height: 64)] {
        var dng = dng(width, height, samples: samples, bits: 12, tile: tile)
        dng.fields = (rows, columns)
        try expect(dng)
      }
    }
  }

  /// A picture with fewer rows than fields is not interlaced. More than eight fields are an error.
  @Test func manyFields() throws {
    var dng = dng(64, 24, bits: 12)
    dng.fields = (24, 64)
    try expect(dng)
    dng.fields = (9, 1)
    let error = try decodingError(dng.file())
    #expect(error?.reason.contains("JPEG XL in more than eight fields") == true)
  }

  /// If levels exceed the coded bits, samples are spread over 16 bits. Adobe's decoder returns all
  /// samples in this form, so converters and phones must write these levels.
  @Test(arguments: [8, 10, 12, 15]) func spreadSamples(bits: Int) throws {
    for samples in [1, 3] {
      var dng = dng(60, 40, samples: samples, bits: bits, tile: Size(width: 32, height: 32))
      for white in [65_535, 1 << bits, (1 << bits) - 1, 200] {
        dng.options.white = white
        try expect(dng)
      }
    }
  }

  /// A table's length also shows this, for any white level.
  @Test func linearization() throws {
    for samples in [1, 3] {
      var dng = dng(60, 40, samples: samples, bits: 10, tile: Size(width: 32, height: 32))
      dng.options.white = 60_000
      for count in [1024, 1000, 4096, 65_536] {
        dng.options.linearization = (0..<count).map { $0 * $0 * 60_000 / (count * count) }
        try expect(dng)
      }
    }
  }

  /// Lossy coding, compared with libjxl's pixels.
  @Test(arguments: [1, 3], [false, true]) func lossy(samples: Int, isLinear: Bool) throws {
    var dng = dng(150, 100, samples: samples, bits: 16, tile: Size(width: 64, height: 48))
    dng.coding.distance = 1
    dng.coding.effort = 3
    dng.coding.isLinear = isLinear
    var values = [UInt16](repeating: 0, count: dng.size.area * samples)
    for (region, bytes) in zip(dng.regions, dng.blocks) {
      let tile = try #require(PeerJPEGXL.samples(bytes, size: region.size, components: samples))
      for (x, y) in Places(
        x: region.x * samples..<min(region.endX, dng.size.width) * samples,
        y: region.y..<min(region.endY, dng.size.height))
      {
        values[y * dng.size.width * samples + x] =
          tile[(y - region.y) * region.width * samples + x - region.x * samples]
      }
    }
    // Coarse, but the picture.
    let error = zip(values, dng.values).map { abs(Int($0) - Int($1)) }.reduce(0, +)
    #expect(values != dng.values)
    #expect(error / values.count < 12_000)
    var decoded = dng
    decoded.values = values
    let got = try #require(try AllSamples(dng.file(), by: Unpacking(crew: AllSamples.two)))
    #expect(got.isOurs)
    #expect(isEqual(got.values, decoded.expected))
  }

  /// Floating-point numbers of 16 bits become integers as deflated ones do.
  @Test(arguments: [1, 3]) func floats(samples: Int) throws {
    let size = Size(width: 75, height: 53)
    let noise = SeededNoise(seed: 5)
    // 10-bit values that are not too small for an exponent, because libjxl 0.7 decodes smaller ones
    // differently.
    let numbers = (0..<size.area * samples).map { i in
      let any = Float(noise.bits(i, 3) >> 54) / 1024
      return i % 7 == 0 ? any * 4 : i % 11 == 0 ? -any : any
    }
    var dng = JPEGXLDNG(size: size, samplesPerPixel: samples, numbers: numbers)
    dng.options.black = [Double](repeating: 0, count: samples)
    let factor = 16_383 / max(1, try #require(numbers.max()))
    let expected = numbers.map { UInt16(max($0, 0) * factor) }
    for tile in [nil, Size(width: 32, height: 16)] {
      for fields in [1, 2] {
        dng.tile = tile
        dng.fields = (fields, fields)
        let got = try #require(try AllSamples(dng.file(), by: Unpacking(crew: AllSamples.two)))
        #expect(got.isOurs && got.channels == samples)
        #expect(isEqual(got.values, expected))
        #expect(abs(got.white - Double(factor)) < 0.01)
      }
    }
  }

  /// LibRaw takes the file for another coding and must not decode it.
  @Test func isNotLibRaws() throws {
    let file = dng(64, 48, bits: 12).file()
    #expect(
      try decodingError(file, by: .libraw)?.reason
        == "this kind of photo cannot be decoded: JPEG XL, which LibRaw itself does not decode")
    #expect(try decodingError(file) == nil)
  }

  /// Anything but one layer of the tile's size and the picture's components.
  @Test func irregular() throws {
    let dng = dng(64, 48, bits: 12, tile: Size(width: 32, height: 48))
    try expect(dng)
    func expectDamage(_ change: (inout JPEGXLDNG) -> Void) throws {
      var other = dng
      change(&other)
      #expect(try decodingError(other.file())?.reason.hasPrefix("damaged:") == true)
    }
    try expectDamage { $0.coding.isAnimated = true }
    try expectDamage { $0.coding.hasAlpha = true }
    try expectDamage { $0.coding.layers = 2 }
    // A tile of other bits, size or components than the others.
    for change: (inout PeerJPEGXL) -> Void in [
      { $0.bits = 14 }, { $0.size = Size(width: 32, height: 49) },
      { $0.size = Size(width: 31, height: 48) }, { $0.size = Size(width: 32, height: 47) },
      { $0.components = 3 },
    ] {
      var coding = PeerJPEGXL(size: Size(width: 32, height: 48))
      coding.bits = 12
      change(&coding)
      let count = coding.size.area * coding.components
      let bytes = coding.encoded([UInt16](repeating: 7, count: count))
      try expectDamage { $0.changing = { index, tile in if index == 1 { tile = bytes } } }
    }
    try expectDamage { $0.changing = { index, tile in if index == 0 { tile = [] } } }
    try expectDamage {
      $0.changing = { index, tile in if index == 1 { tile = [UInt8](repeating: 0, count: 99) } }
    }
  }

  /// Missing bytes at the end of a tile or of the file.
  @Test(arguments: [1, 2, 10, 100]) func truncated(missing: Int) throws {
    var dng = dng(128, 64, bits: 12, tile: Size(width: 32, height: 32))
    for tile in [0, 3, 7] {
      dng.changing = { index, bytes in if index == tile { bytes.removeLast(missing) } }
      #expect(try decodingError(dng.file())?.reason.hasPrefix("damaged:") == true)
    }
    dng.changing = { _, _ in }
    #expect((try? decoded(dng.file().dropLast(missing * 20)))?.damage.isEmpty != true)
  }

  /// Turned bits anywhere in a file give an error or a picture, and never end the process.
  @Test(arguments: 0..<40) func turnedBits(seed: Int) throws {
    let file = dng(64, 48, bits: 12, tile: Size(width: 32, height: 32)).file()
    _ = try? decoded(file.turned(seed: seed))
  }

  /// The raw picture after a preview that is also JPEG XL.
  @Test func behindPreview() throws {
    var dng = dng(96, 64, bits: 14, tile: Size(width: 32, height: 32))
    dng.options.storage.hasPreview = true
    try expect(dng)
  }

  /// The photo matches the same samples in another coding.
  @Test func photo() throws {
    var dng = dng(96, 64, bits: 12, tile: Size(width: 32, height: 32))
    dng.options.black = [64]
    dng.options.white = 4000
    dng.options.activeArea = Region(x: 4, y: 2, width: 88, height: 60)
    dng.fields = (2, 2)
    var plain = dng.options
    plain.storage.compression = .losslessJPEG(predictor: 1)
    let folder = try TemporaryFolder()
    let paths = [
      try folder.write(dng.file(), as: "a.dng"),
      try folder.write(
        DNGWriter.file(SensorSamples(size: dng.size, values: dng.values), plain), as: "b.dng"),
    ]
    let photos = try paths.map { try RawFile(path: FilePath($0), cameras: nil).decode() }
    let ours = try #require(photos[0].image.asMosaic)
    let other = try #require(photos[1].image.asMosaic)
    #expect(photos[0].damage.isEmpty && photos[0].decoder == "jxl_dng_load_raw")
    #expect(ours.levels == other.levels && ours.pattern == other.pattern)
    #expect(ours.samples.width == other.samples.width)
    #expect(photos[0].defaultCrop == photos[1].defaultCrop)
    for (x, y) in Places(x: 0..<ours.samples.width, y: 0..<ours.samples.height)
    where ours.samples[x, y] != other.samples[x, y] {
      Issue.record("another sample at \(x), \(y)")
      return
    }
  }

  /// Only the necessary tiles are decoded, unless fields scatter them.
  @Test func parts() throws {
    var dng = dng(128, 96, bits: 12, tile: Size(width: 32, height: 32))
    var unpacking = Unpacking()
    unpacking.parts = [Region(x: 40, y: 40, width: 10, height: 10)]
    let folder = try TemporaryFolder()
    for fields in [1, 2] {
      dng.fields = (fields, fields)
      let path = FilePath(try folder.write(dng.file(), as: "\(fields).dng"))
      let photo = try RawFile(path: path, cameras: nil).decode(unpacking: unpacking)
      #expect(photo.share?.description == (fields == 1 ? "2 of 12 tiles" : nil))
      let mosaic = try #require(photo.image.asMosaic)
      for (x, y) in Places(x: 40..<50, y: 40..<50) {
        #expect(mosaic.samples[x, y] == dng.values[y * 128 + x])
      }
    }
  }
}
