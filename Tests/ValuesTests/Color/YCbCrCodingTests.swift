import BromideValues
import TestSupport
import Testing

@Suite struct YCbCrCodingTests {
  static let matrices: [YCbCrMatrix] =
    YCbCrMatrix.named.filter(\.isLinear) + [.custom(kr: 0.35, kb: 0.2)]

  /// Encoding and decoding have separate formulas and must be inverse.
  @Test(arguments: matrices)
  func encodingAndDecodingAreInverse(matrix: YCbCrMatrix) {
    let product = matrix.decoding * matrix.encoding
    for (column, row) in Places(x: 0..<3, y: 0..<3) {
      #expect(abs(product[row, column] - (row == column ? 1 : 0)) < 1e-14)
    }
  }

  /// The figures of BT.601, BT.709 and BT.2020, to the published digits.
  @Test(arguments: [
    (YCbCrMatrix.bt601, 1.402, 0.344136, 0.714136, 1.772),
    (.bt709, 1.5748, 0.187324, 0.468124, 1.8556), (.bt2020, 1.4746, 0.164553, 0.571353, 1.8814),
  ])
  func factorsAreThePrintedOnes(
    matrix: YCbCrMatrix, red: Double, greenCb: Double, greenCr: Double, blue: Double
  ) {
    let m = matrix.decoding
    #expect(abs(m[0, 2] - red) < 1e-12 && abs(m[2, 1] - blue) < 1e-12)
    #expect(abs(m[1, 1] + greenCb) < 1e-6 && abs(m[1, 2] + greenCr) < 1e-6)
    #expect(m[0, 1] == 0 && m[2, 2] == 0)
  }

  /// Black, white and the ends of chroma at every depth: 16, 235 and 240 times powers of two, and
  /// full range by H.273.
  @Test(arguments: 8...16)
  func rangesScaleWithDepth(depth: Int) {
    let unit = Double(1 << (depth - 8))
    let limited = YCbCrCoding(matrix: .bt709, range: .limited, depth: depth)
    #expect(limited.offset == SIMD3(16, 128, 128) * unit)
    #expect(limited.offset + limited.extent * SIMD3(1, 0.5, 0.5) == SIMD3(235, 240, 240) * unit)
    let full = YCbCrCoding(matrix: .bt709, range: .full, depth: depth)
    #expect(full.offset == SIMD3(0, 128 * unit, 128 * unit))
    #expect(full.extent == SIMD3(repeating: 256 * unit - 1))
  }

  /// BT.709 with full range: (100, 90, 160) before rounding.
  @Test func knownColour() {
    let coding = YCbCrCoding(matrix: .bt709, range: .full, depth: 8)
    let rgb = 255 * coding.decode(SIMD3(100, 90, 160))
    let expected = SIMD3(150.394, 92.138, 29.487)
    for c in 0..<3 { #expect(abs(rgb[c] - expected[c]) < 0.0006) }
    let back = coding.encode(rgb / 255)
    for c in 0..<3 { #expect(abs(back[c] - [100, 90, 160][c]) < 1e-10) }
  }

  @Test func namesAndCodesAreRead() {
    for matrix in Self.matrices {
      #expect(YCbCrMatrix(name: matrix.name) == matrix)
      if let code = matrix.codePoint { #expect(YCbCrMatrix(codePoint: code) == matrix) }
    }
    #expect(YCbCrMatrix(name: "SMPTE170M") == .bt601)
    #expect(YCbCrMatrix(name: "5") == .bt601)
    #expect(YCbCrMatrix(codePoint: 2) == nil)
    for bad in ["", "708", "0.5", "0.5,0.5", "0.2,-1", "a,b", "0.1,0.2,0.3"] {
      #expect(YCbCrMatrix(name: bad) == nil, "\(bad)")
    }
  }

  /// Missing properties follow the rule, and a flag overrides a tag.
  @Test func untaggedVideoFollowsItsSize() {
    let small = YCbCrDescription.video((720, 576))
    #expect(small.matrix == Sourced(.bt601, .rule) && small.range == Sourced(.limited, .rule))
    #expect(small.siting == Sourced(.left, .rule))
    #expect(small.space.value.transfer == .bt1886)
    #expect(YCbCrDescription.video((721, 576)).matrix == Sourced(.bt709, .rule))
    #expect(YCbCrDescription.video((576, 720)).matrix == Sourced(.bt709, .rule))
    #expect(YCbCrDescription.video((3840, 2160)).matrix == Sourced(.bt709, .rule))
    let tagged = YCbCrDescription.video(
      (640, 480), flags: .init(range: .full), tags: .init(matrix: .bt2020, range: .limited))
    #expect(tagged.matrix == Sourced(.bt2020, .tag) && tagged.range == Sourced(.full, .flag))
    #expect(tagged.siting == Sourced(.topLeft, .rule))
    let jpeg = YCbCrDescription.jpeg()
    #expect(jpeg.matrix == Sourced(.bt601, .rule) && jpeg.range == Sourced(.full, .rule))
    #expect(jpeg.siting == Sourced(.center, .rule) && jpeg.space == Sourced(.srgb, .rule))
  }

  /// Each property has a separate source, and the space has the stronger one.
  @Test func everyPropertyHasItsSource() {
    let flagged = YCbCrDescription.video(
      (1920, 1080), flags: .init(transfer: .srgb), tags: .init(primaries: .bt2020))
    #expect(flagged.primaries == Sourced(.bt2020, .tag))
    #expect(flagged.transfer == Sourced(.srgb, .flag))
    #expect(flagged.space.source == .flag && flagged.space.value.red == RGBSpace.rec2020.red)
    #expect(flagged.space.value.transfer == .srgb)
    #expect(flagged.matrix == Sourced(.bt709, .rule))
    let wide = YCbCrDescription.video((1920, 1080), flags: .init(matrix: .bt2020))
    #expect(wide.primaries == Sourced(.bt2020, .rule) && wide.transfer == Sourced(.bt1886, .rule))
    let profile = YCbCrDescription.jpeg(tags: .init(space: .displayP3))
    #expect(profile.primaries == Sourced(.displayP3, .tag))
    #expect(profile.transfer == Sourced(.srgb, .tag))
    #expect(profile.space == Sourced(.displayP3, .tag))
    let adobe = YCbCrDescription.jpeg(tags: .init(space: .adobeRGB))
    #expect(adobe.space.value == .adobeRGB)
  }

  /// ITU-T H.273 (2021), table 2, in its order: green, blue, red, white.
  @Test(arguments: [
    (1, [0.300, 0.600, 0.150, 0.060, 0.640, 0.330, 0.3127, 0.3290]),
    (4, [0.21, 0.71, 0.14, 0.08, 0.67, 0.33, 0.310, 0.316]),
    (5, [0.29, 0.60, 0.15, 0.06, 0.64, 0.33, 0.3127, 0.3290]),
    (6, [0.310, 0.595, 0.155, 0.070, 0.630, 0.340, 0.3127, 0.3290]),
    (7, [0.310, 0.595, 0.155, 0.070, 0.630, 0.340, 0.3127, 0.3290]),
    (8, [0.243, 0.692, 0.145, 0.049, 0.681, 0.319, 0.310, 0.316]),
    (9, [0.170, 0.797, 0.131, 0.046, 0.708, 0.292, 0.3127, 0.3290]),
    (11, [0.265, 0.690, 0.150, 0.060, 0.680, 0.320, 0.314, 0.351]),
    (12, [0.265, 0.690, 0.150, 0.060, 0.680, 0.320, 0.3127, 0.3290]),
    (22, [0.295, 0.605, 0.155, 0.077, 0.630, 0.340, 0.3127, 0.3290]),
  ])
  func primariesAreTheStandards(code: Int, places: [Double]) throws {
    let primaries = try #require(ColorPrimaries(name: "\(code)"))
    let found = [primaries.green, primaries.blue, primaries.red, primaries.white]
    #expect(found.flatMap { [$0.x, $0.y] } == places)
  }

  @Test func primariesAndTransfersHaveNamesAndCodes() {
    for primaries in ColorPrimaries.all {
      #expect(ColorPrimaries(name: primaries.name) == primaries)
      if let code = primaries.codePoint {
        #expect(ColorPrimaries(name: "\(code)") == primaries)
      }
    }
    for transfer in ColorTransfer.all {
      #expect(ColorTransfer(name: transfer.name) == transfer)
      if let code = transfer.codePoint { #expect(ColorTransfer(name: "\(code)") == transfer) }
      for value in [0.0, 0.01, 0.2, 0.5, 1] {
        #expect(abs(transfer.function.encode(transfer.function.decode(value)) - value) < 1e-6)
      }
    }
    #expect(ColorPrimaries(name: "SMPTE432") == .displayP3)
    #expect(ColorTransfer(name: "smpte170m") == .bt1886 && ColorTransfer(name: "14") == .bt1886)
    #expect(ColorTransfer(name: "smpte2084") == .pq && ColorTransfer(name: "18") == .hlg)
    #expect(ColorTransfer(name: "log100") == nil && ColorPrimaries(name: "2") == nil)
    // The white of each is 1 in linear light, as SMPTE RP 177 requires.
    for primaries in ColorPrimaries.all {
      let white = RGBSpace.of(primaries, .linear).toXYZ * SIMD3(1, 1, 1)
      #expect(abs(white.y - 1) < 1e-12)
    }
    // Equal to the named spaces.
    for space in RGBSpace.all { #expect(RGBSpace.of(.init(space), .init(space)) == space) }
  }
}
