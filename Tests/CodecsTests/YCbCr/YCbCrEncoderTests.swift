import BromideCodecs
import BromideKernels
import BromideValues
import TestSupport
import Testing

@Suite struct YCbCrEncoderTests {
  /// Flat colours of every matrix, range and layout survive within the rounding error of YCbCr:
  /// half a code value of each component times the decoding matrix, plus half a code of RGB.
  @Test(arguments: layouts)
  func flatColoursComeBack(layout: YCbCrLayout) throws {
    let size = Size(width: 5, height: 3)
    let colors: [SIMD3<UInt16>] = [
      SIMD3(0, 0, 0), SIMD3(65535, 65535, 65535), SIMD3(65535, 0, 0), SIMD3(0, 65535, 0),
      SIMD3(0, 0, 65535), SIMD3(12345, 43210, 30000),
    ]
    for matrix in matrices where layout.subsampling != .grey || matrix != .identity {
      for range in YCbCrRange.allCases {
        let coding = YCbCrCoding(matrix: matrix, range: range, depth: layout.depth)
        let decoding = coding.decoding
        for color in colors {
          let rgb = layout.subsampling == .grey ? SIMD3(repeating: color.y) : color
          var image = ImageBuffer<UInt16>(size: size, channels: 3)
          for (x, y, c) in Places(x: 0..<5, y: 0..<3).channels(3) { image[x, y, c] = rgb[c] }
          let bytes = YCbCrEncoder(coding: coding, layout: layout).encode(image)
          let memory = PixelMemory(byteCount: bytes.count)
          for (i, byte) in bytes.enumerated() { unsafe memory.bytes[i] = byte }
          let frame = try unsafe YCbCrFrame(
            layout: layout, size: size, contiguous: UnsafeRawBufferPointer(memory.bytes),
            owner: memory)
          let converter = YCbCrConverter(
            coding: coding, layout: layout, output: .rgbFloat, arithmetic: .exact)
          let found = converter.pixel(frame, x: 4, y: 2)
          for c in 0..<3 {
            let bound = (0..<3).reduce(0) { $0 + 0.5 * abs(decoding[c, $1]) }
            // Full range has no code for chroma of +½: 2^(depth − 1) exceeds the largest code by
            // one.
            let clipped = range == .full ? bound : 0
            #expect(
              abs(found[c] - Double(rgb[c]) / 65535) <= bound + clipped + 1e-6,
              "\(coding) \(color) \(c)")
          }
        }
      }
    }
  }

  /// White, black and red of BT.709, 8 bits limited. BT.709, table 4, gives 235 and 16. Cr of red
  /// is 240 by construction.
  @Test func knownCodes() {
    let encoder = YCbCrEncoder(
      coding: YCbCrCoding(matrix: .bt709, range: .limited, depth: 8), layout: .i444)
    #expect(encoder.codes(SIMD3(1, 1, 1)) == SIMD3(235, 128, 128))
    #expect(encoder.codes(SIMD3(0, 0, 0)) == SIMD3(16, 128, 128))
    #expect(encoder.codes(SIMD3(1, 0, 0)).z == 240)
    #expect(encoder.codes(SIMD3(0, 0, 1)).y == 240)
  }

  /// Chroma is filtered according to its siting: a blue column at x = 2 of 6.
  @Test(arguments: [
    (ChromaSiting.left, [0, 0.5, 0]), (.center, [0, 0.5, 0]), (.topLeft, [0, 0.5, 0]),
  ])
  func chromaIsFilteredWhereItIsSited(siting: ChromaSiting, shares: [Double]) {
    var image = ImageBuffer<UInt8>(size: Size(width: 6, height: 2), channels: 3)
    for (x, y, c) in Places(x: 0..<6, y: 0..<2).channels(3) {
      image[x, y, c] = x == 2 && c == 2 ? 255 : 0
    }
    let encoder = YCbCrEncoder(
      coding: YCbCrCoding(matrix: .bt709, range: .limited, depth: 8), siting: siting, layout: .i420)
    let bytes = encoder.encode(image)
    #expect(bytes[12..<15].map { Double($0) } == shares.map { 128 + 112 * $0 })
    // One column to the right, only co-sited samples see it from two cells.
    for y in 0..<2 {
      image[2, y, 2] = 0
      image[3, y, 2] = 255
    }
    let right = encoder.encode(image)[12..<15].map { Int($0) }
    #expect(right == (siting == .center ? [128, 184, 128] : [128, 156, 156]))
  }

  static func noise<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & Sendable>(
    _ size: Size, _ type: Sample.Type
  ) -> ImageBuffer<Sample> {
    var random = SeededGenerator(seed: UInt64(size.width * 1000 + size.height))
    var image = ImageBuffer<Sample>(size: size, channels: 3)
    for (x, y, c) in size.places.channels(3) {
      // A third of the samples at the ends, where clipping occurs.
      let kind = Int.random(in: 0..<6, using: &random)
      image[x, y, c] = kind == 0 ? 0 : kind == 1 ? .max : .random(in: 0...(.max), using: &random)
    }
    return image
  }

  static let widths =
    isExhaustive
    ? [1, 2, 3, 15, 16, 17, 31, 33, 63, 64, 65, 127, 128, 130, 191] : [1, 2, 17, 33, 65, 130]
  static let sizes = widths.map { Size(width: $0, height: 1 + $0 % 5) }

  /// Every compiled set gives the same bytes, at most 1 code value from the formula in double
  /// precision, and equal to it almost everywhere.
  @Test(arguments: layouts, ChromaSiting.allCases)
  func setsAgreeAndAreWithinOneOfTheFormula(layout: YCbCrLayout, siting: ChromaSiting) {
    for (matrix, range) in [(YCbCrMatrix.bt709, YCbCrRange.limited), (.bt601, .full)] {
      let coding = YCbCrCoding(matrix: matrix, range: range, depth: layout.depth)
      func check<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & Sendable>(
        _ type: Sample.Type, mostOff: Double
      ) {
        var (off, count) = (0, 0)
        for size in Self.sizes {
          let image = Self.noise(size, type)
          let results = InstructionSet.available.map { set in
            YCbCrEncoder(coding: coding, siting: siting, layout: layout, instructionSet: set)
              .encode(image)
          }
          for result in results.dropFirst(2) { #expect(result == results[1], "\(coding) \(size)") }
          let (own, exact) = (codes(results[1], layout), codes(results[0], layout))
          let differences = zip(own, exact).map { abs($0 - $1) }
          #expect(own.count == exact.count && differences.max()! <= 1, "\(coding) \(size)")
          off += differences.count { $0 > 0 }
          count += differences.count
        }
        #expect(Double(off) <= mostOff * Double(count), "\(coding) \(off) of \(count)")
      }
      // Single precision errs most where a code is smallest: at 16 bits. Primaries give many values
      // of exactly one half.
      let mostOff = layout.depth == 16 ? 0.05 : 0.01
      check(UInt8.self, mostOff: mostOff)
      check(UInt16.self, mostOff: mostOff)
    }
  }

  private func codes(_ bytes: [UInt8], _ layout: YCbCrLayout) -> [Int] {
    guard layout.bytesPerSample == 2 else { return bytes.map { Int($0) } }
    return stride(from: 0, to: bytes.count, by: 2).map {
      (Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8) >> layout.shift
    }
  }

  /// All colours if the test is exhaustive, otherwise every 17th.
  @Test(arguments: [YCbCrMatrix.bt601, .bt709, .bt2020, .smpte240m, .fcc], YCbCrRange.allCases)
  func integersAreWithinOneForEveryColour(matrix: YCbCrMatrix, range: YCbCrRange) throws {
    let coding = YCbCrCoding(matrix: matrix, range: range, depth: 8)
    let form = try #require(YCbCr8EncodingForm(coding))
    let step = isExhaustive ? 1 : 17
    let encoding = (0..<3).map { coding.extent[$0] / 255 * coding.matrix.encoding.rows[$0] }
    var off = SIMD3<Int>()
    var worst = 0
    for color in stride(from: 0, to: 1 << 24, by: step) {
      let rgb = SIMD3(color >> 16, color >> 8 & 255, color & 255)
      let own = form.codes(256 &* rgb)
      for c in 0..<3 {
        let exact = (encoding[c] * SIMD3<Double>(rgb)).sum() + coding.offset[c]
        let difference = abs(Int(min(max(exact, 0), 255) + 0.5) - own[c])
        worst = max(worst, difference)
        off[c] += difference
      }
    }
    #expect(worst == 1)
    #expect(off.max() * 150 < (1 << 24) / step, "\(off)")
    for grey in 0...255 {
      let codes = form.codes(SIMD3(repeating: 256 * grey))
      #expect(codes.y == 128 && codes.z == 128)
    }
  }

  /// Vectors match the forms' formulas at every position in a block.
  @Test func vectorsCalculateTheFormulas() throws {
    let size = Size(width: 150, height: 1)
    let coding = YCbCrCoding(matrix: .bt709, range: .limited, depth: 8)
    let (image, deep) = (Self.noise(size, UInt8.self), Self.noise(size, UInt16.self))
    let whole = try #require(YCbCr8EncodingForm(coding))
    let coding10 = YCbCrCoding(matrix: .bt709, range: .limited, depth: 10)
    let real = YCbCrEncodingForm(coding10, whiteCode: 65535)
    for set in InstructionSet.available where set != .reference {
      let luma = YCbCrEncoder(coding: coding, layout: .i420, instructionSet: set).encode(image)
      let pixels = YCbCrEncoder(
        coding: coding10, layout: .planar(.yuv444, depth: 10), instructionSet: set
      ).encode(deep)
      let codes = codes(pixels, .planar(.yuv444, depth: 10))
      for x in 0..<150 {
        let color = SIMD3(Int(image[x, 0, 0]), Int(image[x, 0, 1]), Int(image[x, 0, 2]))
        #expect(Int(luma[x]) == whole.codes(256 &* color).x)
        let own = real.codes(
          SIMD3(Float(deep[x, 0, 0]), Float(deep[x, 0, 1]), Float(deep[x, 0, 2])))
        #expect(SIMD3(codes[x], codes[150 + x], codes[300 + x]) == own)
      }
    }
  }
}
