import Color
import Kernels
import Pixels
import Testing
import YCbCr

@Suite struct YCbCrEncoderTests {
  /// Flat colours of every matrix, range and layout come back within what rounding YCbCr costs: half a code value of each
  /// component times the decoding matrix, and half of RGB.
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
          for y in 0..<3 {
            for x in 0..<5 {
              for c in 0..<3 { image[x, y, c] = rgb[c] }
            }
          }
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
            // Full range has no code for chroma of +½: 2^(depth − 1) is one more than there is.
            let clipped = range == .full ? bound : 0
            #expect(
              abs(found[c] - Double(rgb[c]) / 65535) <= bound + clipped + 1e-6,
              "\(coding) \(color) \(c)")
          }
        }
      }
    }
  }

  /// White, black and red of BT.709, 8 bits limited: BT.709, table 4 gives 235 and 16; Cr of red is 240 by construction.
  @Test func knownCodes() {
    let encoder = YCbCrEncoder(
      coding: YCbCrCoding(matrix: .bt709, range: .limited, depth: 8), layout: .i444)
    #expect(encoder.codes(SIMD3(1, 1, 1)) == SIMD3(235, 128, 128))
    #expect(encoder.codes(SIMD3(0, 0, 0)) == SIMD3(16, 128, 128))
    #expect(encoder.codes(SIMD3(1, 0, 0)).z == 240)
    #expect(encoder.codes(SIMD3(0, 0, 1)).y == 240)
  }

  /// Chroma is filtered where it is sited: a blue column at x = 2 of 6.
  @Test(arguments: [
    (ChromaSiting.left, [0, 0.5, 0]), (.center, [0, 0.5, 0]), (.topLeft, [0, 0.5, 0]),
  ])
  func chromaIsFilteredWhereItIsSited(siting: ChromaSiting, shares: [Double]) {
    var image = ImageBuffer<UInt8>(size: Size(width: 6, height: 2), channels: 3)
    for y in 0..<2 {
      for x in 0..<6 {
        for c in 0..<3 { image[x, y, c] = x == 2 && c == 2 ? 255 : 0 }
      }
    }
    let encoder = YCbCrEncoder(
      coding: YCbCrCoding(matrix: .bt709, range: .limited, depth: 8), siting: siting, layout: .i420)
    let bytes = encoder.encode(image)
    #expect(bytes[12..<15].map { Double($0) } == shares.map { 128 + 112 * $0 })
    // One column to the right only the sited ones see it from two cells.
    for y in 0..<2 {
      image[2, y, 2] = 0
      image[3, y, 2] = 255
    }
    let right = encoder.encode(image)[12..<15].map { Int($0) }
    #expect(right == (siting == .center ? [128, 184, 128] : [128, 156, 156]))
  }
}
