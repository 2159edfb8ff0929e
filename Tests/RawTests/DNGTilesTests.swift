import BromideKernels
import BromideValues
import CBromideLibRaw
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// All samples of a file, with LibRaw's properties after unpacking.
struct AllSamples {
  let isOurs: Bool
  let channels: Int
  let values: [UInt16]
  let white: Double
  let black: Double

  /// Returns `nil` if unpacking failed or reported errors.
  init?(_ file: [UInt8], by unpacking: Unpacking = Unpacking()) throws {
    let folder = try TemporaryFolder()
    let handle = try #require(LibRawHandle(collectTags: false, cameras: nil))
    try #require(handle.open(path: FilePath(folder.write(file, as: "test.raw"))).libraw == 0)
    let status = unsafe unpacking.withNative(visible: (0, 0)) { unsafe handle.unpack($0) }
    guard status.libraw == 0, handle.damage.errors == 0, handle.damage.missing_bytes == 0,
      let (channels, _, values) = handle.allSamples
    else { return nil }
    isOurs = handle.isOurs
    self.channels = channels
    self.values = values
    white = handle.levels.white
    black = handle.levels.black.0
  }

  /// The digest of the samples as little-endian bytes.
  var digest: String { AllSamples.digest(values) }

  static func digest(_ values: [UInt16]) -> String {
    Digest(values.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }).description
  }

  static let two = Unpacking.threads(2)

  /// Expects that Bromide's decoder gives these samples on one thread and on two. A failure prints
  /// no samples.
  static func expect(
    _ file: [UInt8], _ values: [UInt16], channels: Int, white: Double? = nil,
    by set: InstructionSet? = nil, _ location: SourceLocation = #_sourceLocation
  ) throws {
    for crew in [nil, two] {
      let unpacking = set.map { Unpacking(instructionSet: $0, crew: crew) } ?? Unpacking(crew: crew)
      let got = try #require(try AllSamples(file, by: unpacking), sourceLocation: location)
      #expect(got.isOurs && got.channels == channels, sourceLocation: location)
      let isEqual = got.values == values
      #expect(isEqual, "\(unpacking)", sourceLocation: location)
      if let white { #expect(got.white == white, sourceLocation: location) }
    }
  }
}

extension [UInt8] {
  /// The bytes with three bits turned anywhere.
  func turned(seed: Int) -> [UInt8] {
    let noise = SeededNoise(seed: UInt64(seed))
    var bytes = self
    for place in 0..<3 {
      bytes[Int(noise.bits(place, 2) % UInt64(count))] ^= 1 << UInt8(noise.bits(place, 3) % 8)
    }
    return bytes
  }
}

/// Deflated floating-point DNGs with Bromide's decoder. LibRaw in Debian 12 does not support them.
@Suite struct FloatDNGTests {
  private func expect(_ dng: FloatDNG, _ location: SourceLocation = #_sourceLocation) throws {
    let expected = dng.expected
    for order in ByteOrder.allCases {
      try AllSamples.expect(
        dng.file(order: order), expected.values, channels: dng.samplesPerPixel, location)
    }
  }

  /// Depths, predictors, and the edges of tiles and strips.
  @Test(arguments: [16, 24, 32], FloatDNG.Predictor.allCases)
  func everyCoding(bits: Int, predictor: FloatDNG.Predictor) throws {
    for (samples, width) in product([1, 3], [24, 64, 68]) {
      for blocks in [
        DNGStorage.Blocks.strips(rows: .max), .strips(rows: 7),
        .tiles(Size(width: 16, height: 32)), .tiles(Size(width: 48, height: 16)),
      ] {
        var dng = FloatDNG.varied(
          Size(width: width, height: 45), samples: samples, bits: bits, scale: 1)
        dng.predictor = predictor
        dng.blocks = blocks
        try expect(dng)
      }
    }
  }

  /// Infinity, NaN, small and negative numbers. 32-bit numbers are finite.
  @Test(arguments: [16, 24, 32]) func anyBits(bits: Int) throws {
    let noise = SeededNoise(seed: 3)
    let size = Size(width: 80, height: 64)
    let patterns = (0..<size.area).map { i in
      let any = UInt32(truncatingIfNeeded: noise.bits(i, bits) >> 20)
      return bits == 32 ? any & ~(1 << 30) : any >> UInt32(32 - bits)
    }
    var dng = FloatDNG(size: size, bits: bits, patterns: patterns)
    dng.blocks = .tiles(Size(width: 32, height: 32))
    try expect(dng)
  }

  /// The larger of white level and maximum number sets the scale, and whether to scale. Numbers
  /// beyond the right edge are included, but numbers below the picture are not.
  @Test(arguments: [
    (1.0, 1), (3.0, 1), (4095.0, 1), (4097.0, 1), (100.0, 4096), (20_000.0, 32_767),
    (32_769.0, 16), (1e6, 1), (0.001, 1),
  ])
  func scales(scale: Float, white: Int) throws {
    for padding in [0, 5, 9000] as [Float] {
      var dng = FloatDNG.varied(Size(width: 70, height: 40), samples: 1, bits: 32, scale: scale)
      dng.patterns[5] = FloatDNG.pattern(scale, bits: 32)
      dng.white = white
      dng.black = 3
      dng.padding = FloatDNG.pattern(padding, bits: 32)
      dng.blocks = .tiles(Size(width: 32, height: 32))
      try expect(dng)
      let got = try #require(try AllSamples(dng.file()))
      let top = max(padding, scale, Float(white))
      if top < 4096 || top > 32_767 {
        // The level is scaled and truncated.
        let factor = 16_383 / top
        #expect(got.black == Double((3 * factor).rounded(.down)))
        #expect(abs(got.white - Double(white) * Double(factor)) < 0.01)
      } else {
        #expect(got.black == 3)
        #expect(got.white == Double(white))
      }
    }
  }

  /// Infinite numbers of 32 bits are LibRaw's, which gives them no meaning.
  @Test(arguments: [Float.infinity, -.infinity, .nan])
  func numbersWithoutMeaning(number: Float) throws {
    var dng = FloatDNG.varied(Size(width: 64, height: 32), samples: 1, bits: 32, scale: 1)
    dng.patterns[777] = number.bitPattern
    #expect(try AllSamples(dng.file())?.isOurs != true)
  }

  /// Rows with incomplete groups of samples. LibRaw skips their ends.
  @Test func rowsOfIncompleteGroups() throws {
    var dng = FloatDNG.varied(Size(width: 67, height: 32), samples: 1, bits: 16, scale: 1)
    try expect(dng)
    dng.predictor = .second
    #expect(try AllSamples(dng.file())?.isOurs != true)
  }

  /// A predictor for integers. LibRaw would decode noise.
  @Test func otherPredictors() throws {
    var dng = FloatDNG.varied(Size(width: 64, height: 32), samples: 1, bits: 32, scale: 1)
    dng.predictor = .none
    var file = dng.file()
    let field: [UInt8] = [0x3D, 0x01, 3, 0, 1, 0, 0, 0]
    file[try #require(file.firstRange(of: field)).upperBound] = 2
    let folder = try TemporaryFolder()
    let path = FilePath(try folder.write(file, as: "test.dng"))
    for unpacker in Unpacker.allCases {
      let error = #expect(throws: RawError.self) {
        try RawFile(path: path, cameras: nil).decode(unpacking: Unpacking(unpacker: unpacker))
      }
      #expect(error?.reason.hasSuffix("a predictor that this LibRaw does not know") == true)
    }
  }

  /// Streams that are short, long, or no streams.
  @Test(arguments: [-1, 1, -1000]) func tilesWithWrongLengthsAreHandled(difference: Int) throws {
    var dng = FloatDNG.varied(Size(width: 64, height: 64), samples: 1, bits: 16, scale: 1)
    dng.blocks = .tiles(Size(width: 32, height: 32))
    dng.changing = { index, bytes in
      guard index == 2 else { return }
      if difference < 0 { bytes.removeLast(-difference) } else { bytes.append(0) }
    }
    #expect(try AllSamples(dng.file())?.isOurs != true)
  }

  @Test(arguments: [1, 10, 1000, 5000]) func truncated(missing: Int) throws {
    var dng = FloatDNG.varied(Size(width: 128, height: 64), samples: 1, bits: 32, scale: 1)
    dng.blocks = .tiles(Size(width: 32, height: 32))
    #expect((try? decoded(dng.file().dropLast(missing)))?.damage.isEmpty != true)
  }

  /// Digests of the samples that LibRaw 0.22.2 gave for these files on one thread.
  @Test(arguments: [
    (16, 1, "86c016aa89c06830"), (24, 1, "5eb9c50dc9e64952"), (32, 1, "3c1e28e9d0b48c22"),
    (16, 3, "622728f86cacafd3"), (32, 3, "a56f01aad3861933"),
  ])
  func isAsLibRaws(bits: Int, samples: Int, digest: String) throws {
    #expect(try AllSamples(FloatDNG.sample(bits: bits, samples: samples).file())?.digest == digest)
  }
}

/// DNGs with lossy JPEG decoded by Bromide, compared with libjpeg's pixels.
@Suite struct LossyDNGTests {
  static let polynomials = [[0, 0.2, 0.8], [0.01, 0.9], [0, 0.1, 0.2, 0.7]]

  private func expect(_ dng: LossyDNG, _ location: SourceLocation = #_sourceLocation) throws {
    let expected = dng.expected
    for order in ByteOrder.allCases {
      let file = dng.file(order: order)
      try AllSamples.expect(file, expected, channels: 4, white: 65_535, location)
      // Every LibRaw decodes them.
      let libraw = try AllSamples(file, by: Unpacking(unpacker: .libraw))
      #expect(libraw?.values == expected, sourceLocation: location)
    }
  }

  @Test(arguments: [(1, 1), (2, 1), (2, 2)], [false, true])
  func everySampling(factors: (across: Int, down: Int), hasPolynomials: Bool) throws {
    for width in [48, 63, 64, 95] {
      try expect(
        LossyDNG(
          size: Size(width: width, height: 52), tile: Size(width: 32, height: 16),
          across: factors.across, down: factors.down,
          polynomials: hasPolynomials ? Self.polynomials : []))
    }
  }

  @Test func otherKinds() throws {
    let size = Size(width: 80, height: 48)
    try expect(LossyDNG(size: size, tile: Size(width: 48, height: 32), isRGB: true))
    try expect(LossyDNG(size: size, tile: nil, across: 2, down: 2))
  }

  /// LibRaw decodes a progressive JPEG, and a colour without a polynomial.
  @Test func unsupportedTilesUseLibRaw() throws {
    let size = Size(width: 80, height: 48)
    let tile = Size(width: 48, height: 48)
    let progressive = LossyDNG(size: size, tile: tile, isProgressive: true)
    let got = try #require(try AllSamples(progressive.file()))
    #expect(!got.isOurs)
    #expect(got.values == progressive.expected)
    let two = LossyDNG(size: size, tile: tile, polynomials: Array(Self.polynomials.prefix(2)))
    #expect(try AllSamples(two.file())?.isOurs == false)
  }

  /// Flipped bits: the result matches LibRaw's, including its damage report.
  @Test(arguments: 0..<8) func damaged(seed: Int) throws {
    var dng = LossyDNG(
      size: Size(width: 96, height: 64), tile: Size(width: 32, height: 32), across: 2, down: 2)
    let noise = SeededNoise(seed: UInt64(seed))
    for place in 0..<6 {
      let index = Int(noise.bits(place, 1) % UInt64(dng.jpegs.count))
      // After the header.
      let byte = 650 + Int(noise.bits(place, 2) % UInt64(dng.jpegs[index].count - 652))
      dng.jpegs[index][byte] ^= 1 << UInt8(noise.bits(place, 3) % 8)
    }
    let ours = try AllSamples(dng.file())
    let libraw = try AllSamples(dng.file(), by: Unpacking(unpacker: .libraw))
    #expect(ours?.values == libraw?.values)
  }

  /// Digests of the samples that LibRaw 0.22.2 gave for these files on one thread.
  @Test(arguments: [(false, "5985ef61e6fda0b6"), (true, "5fb22f19a2083a5c")])
  func isAsLibRaws(hasPolynomials: Bool, digest: String) throws {
    let dng = LossyDNG(
      size: Size(width: 150, height: 100), tile: Size(width: 64, height: 48), across: 2, down: 2,
      polynomials: hasPolynomials ? Self.polynomials : [], seed: 7)
    #expect(try AllSamples(dng.file())?.digest == digest)
  }
}

/// Linear DNGs with lossless JPEG, which phones write, with Bromide's decoder.
@Suite struct LosslessPixelsTests {
  @Test(arguments: 1...7, [false, true]) func everyPredictor(predictor: Int, isTiled: Bool) throws {
    for width in [48, 110] {
      let size = Size(width: width, height: 45)
      let varied = SensorSamples.varied(Size(width: width * 3, height: 45), bits: 12)
      let samples = SensorSamples(size: size, samplesPerPixel: 3, values: varied.values)
      var options = DNGOptions()
      options.layout = .linear
      options.black = [0, 0, 0]
      options.storage.bitsPerSample = 12
      options.storage.compression = .losslessJPEG(predictor: predictor)
      options.storage.components = 3
      if isTiled { options.storage.blocks = .tiles(Size(width: 32, height: 16)) }
      for curve in [nil, (0..<4096).map { $0 * $0 >> 8 }] {
        options.linearization = curve
        let expected = samples.values.enumerated().flatMap { i, value in
          [UInt16(curve?[Int(value)] ?? Int(value))] + (i % 3 == 2 ? [0] : [])
        }
        let file = DNGWriter.file(samples, options)
        for isa in InstructionSet.available {
          let got = try #require(
            try AllSamples(file, by: Unpacking(instructionSet: isa, crew: AllSamples.two)))
          #expect(got.isOurs && got.channels == 4)
          #expect(got.values == expected, "\(isa)")
        }
        let libraw = try AllSamples(file, by: Unpacking(unpacker: .libraw))
        #expect(libraw?.values == expected)
      }
    }
  }
}

extension FloatDNG {
  /// Smooth areas, noise and edges, at most `scale`.
  static func varied(
    _ size: Size, samples: Int, bits: Int, scale: Float, seed: UInt64 = 1
  ) -> FloatDNG {
    let noise = SeededNoise(seed: seed)
    let width = size.width * samples
    return FloatDNG(
      size: size, samplesPerPixel: samples, bits: bits,
      patterns: (0..<size.area * samples).map { i in
        let (y, x) = i.quotientAndRemainder(dividingBy: width)
        let any = Float(noise.uniform(x, y))
        let number: Float =
          switch (x / 11 + y / 7) % 4 {
          case 0: any
          case 1: 0
          case 2: 0.2 + any / 64
          default: Float(x + y) / Float(width + size.height)
          }
        return pattern(number * scale, bits: bits)
      })
  }

  /// One of the files that were compared with LibRaw 0.22.2.
  static func sample(bits: Int, samples: Int) -> FloatDNG {
    var dng = varied(
      Size(width: 152, height: 100), samples: samples, bits: bits, scale: 1.5, seed: 7)
    dng.predictor = bits == 16 ? .second : .fourth
    dng.blocks = samples == 1 ? .tiles(Size(width: 64, height: 32)) : .strips(rows: 9)
    return dng
  }
}
