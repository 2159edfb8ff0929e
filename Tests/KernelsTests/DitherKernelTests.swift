import BromideValues
import TestSupport
import Testing

@testable import BromideKernels

/// The dither to 8 bits, compared with the rule for single pixels.
@Suite struct DitherKernelTests {
  /// Three complete blocks of 64 columns, and a part of one.
  static let size = Size(width: 211, height: 23)

  /// Linear light: gradients of all steepnesses, a flat field, strong and faint noise, an edge, and
  /// white.
  static func scene(_ seed: UInt64) -> [SIMD3<Float>] {
    var generator = SeededGenerator(seed: seed)
    return (0..<size.area).map { i in
      let (x, y) = (i % size.width, i / size.width)
      var code = 40 + 0.11 * Float(x) + 0.031 * Float(y)
      if y > 15, x > 30 { code = 100.3 }
      if y > 3, x > 120 { code += Float.random(in: -0.4...0.4, using: &generator) }
      if y < 6, x > 40, x < 180 { code = 60 + Float.random(in: -2...2, using: &generator) }
      if y > 17, x < 20 { code = 252 + 0.2 * Float(x) }
      return SIMD3(code, code * 0.8, code * 0.93 + 0.02 * Float(y)) / 255
    }
  }

  /// The picture in parts of these sizes, like in a development.
  static func dithered(
    _ light: [SIMD3<Float>], part: Size = size, channels: Int = 3, all: Bool = false,
    shift: (x: Int, y: Int) = (0, 0), _ set: InstructionSet
  ) -> [UInt8] {
    let format = PixelFormat(channels: channels, sample: .uint8)
    let encode = EncodeKernel(.linear, format: format, instructionSet: set)
    let kernel = DitherKernel(encode: encode, treatsAll: all, capacity: part.width + 4)
    let row = PlanarRow(capacity: part.width + 4)
    var result = [UInt8](repeating: 0xA5, count: size.area * format.bytesPerPixel)
    for top in stride(from: 0, to: size.height, by: part.height) {
      for left in stride(from: 0, to: size.width, by: part.width) {
        let region = Region(x: left, y: top, width: part.width, height: part.height)
          .intersection(Region(size))
        let needed = region.grown(by: DitherKernel.reach).intersection(Region(size))
        kernel.begin(needed)
        for y in region.y..<region.endY {
          while let next = kernel.missing(for: y) {
            for x in 0..<needed.width { row[x] = light[next * size.width + needed.x + x] }
            kernel.add(row)
          }
          unsafe result.withUnsafeMutableBytes { bytes in
            let place = (y * size.width + region.x) * format.bytesPerPixel
            unsafe kernel.write(
              y, columns: region.x..<region.endX, position: { ($0 + shift.x, y + shift.y) },
              into: bytes.baseAddress! + place)
          }
        }
      }
    }
    return result
  }

  /// Bayer's matrix as published: 8×8 positions in the order in which they light up.
  static let order = [
    0, 32, 8, 40, 2, 34, 10, 42, 48, 16, 56, 24, 50, 18, 58, 26, 12, 44, 4, 36, 14, 46, 6, 38, 60,
    28, 52, 20, 62, 30, 54, 22, 3, 35, 11, 43, 1, 33, 9, 41, 51, 19, 59, 27, 49, 17, 57, 25, 15, 47,
    7, 39, 13, 45, 5, 37, 63, 31, 55, 23, 61, 29, 53, 21,
  ]

  /// The exact codes that the rule allows for a pixel: two if single precision can round either
  /// way.
  static func allowed(_ light: [SIMD3<Float>], _ x: Int, _ y: Int, _ c: Int) -> Set<Int> {
    func code(_ x: Int, _ y: Int, _ c: Int) -> Double {
      min(max(Double(light[y * size.width + x][c]), 0), 1) * 255
    }
    var (low, high) = (Double.infinity, -Double.infinity)
    for j in max(y - 2, 0)...min(y + 2, size.height - 1) {
      for i in max(x - 2, 0)...min(x + 2, size.width - 1) {
        let luma = 0.2126 * code(i, j, 0) + 0.7152 * code(i, j, 1) + 0.0722 * code(i, j, 2)
        (low, high) = (min(low, luma), max(high, luma))
      }
    }
    let top = (0..<3).map { code(x, y, $0) }.max()!
    let added = (Double(order[8 * (y & 7) + (x & 7)]) + 0.5) / 64
    let slack = 2e-4
    func rounded(_ isDithered: Bool) -> [Int] {
      let value = code(x, y, c) + (isDithered ? added : 0.5)
      return [Int(value - slack), Int(value + slack)]
    }
    let range = high - low
    let may = range > 1 / 512 - slack && range < 1 + slack && top < 254.5 + slack
    let must = range > 1 / 512 + slack && range < 1 - slack && top < 254.5 - slack
    return Set((may ? rounded(true) : []) + (must ? [] : rounded(false)))
  }

  @Test(arguments: InstructionSet.available)
  func bytesAreTheRule(set: InstructionSet) {
    let light = Self.scene(1)
    let bytes = Self.dithered(light, set)
    var (changed, plain) = (0, 0)
    for (x, y, c) in Self.size.places.channels(3) {
      let found = Int(bytes[3 * (y * Self.size.width + x) + c])
      #expect(Self.allowed(light, x, y, c).contains(found), "\(x) \(y) \(c)")
      let code = Int((light[y * Self.size.width + x][c] * 255).rounded())
      if code == found { plain += 1 } else { changed += 1 }
    }
    // Both must occur, or the scene would test little.
    #expect(changed > 300 && plain > 1500)
  }

  @Test(arguments: [1, 3])
  func compiledVariantsWriteEqualBytes(channels: Int) {
    let all = compiledSets.map { Self.dithered(Self.scene(2), channels: channels, $0) }
    for bytes in all { #expect(bytes == all[0]) }
  }

  @Test(arguments: InstructionSet.available)
  func pixelsDoNotDependOnParts(set: InstructionSet) {
    let light = Self.scene(3)
    let whole = Self.dithered(light, set)
    for part in [
      Size(width: 16, height: 5), Size(width: 3, height: 1), Size(width: 130, height: 16),
    ] {
      #expect(Self.dithered(light, part: part, set) == whole)
    }
  }

  /// A pattern of 8×8 pixels is fixed to positions in the finished picture.
  @Test func thePatternRepeatsAfterEightPixels() {
    let light = Self.scene(4)
    let whole = Self.dithered(light, .best)
    #expect(Self.dithered(light, shift: (8, -16), .best) == whole)
    #expect(Self.dithered(light, shift: (1, 0), .best) != whole)
    #expect(Self.dithered(light, shift: (0, 1), .best) != whole)
  }

  /// All pixels are dithered, and the mean of the bytes equals the mean of the codes.
  @Test(arguments: InstructionSet.available)
  func allPixelsAreDithered(set: InstructionSet) {
    let flat = [SIMD3<Float>](repeating: SIMD3(0.25, 0, 1), count: Self.size.area)
    let bytes = Self.dithered(flat, all: true, set)
    var sums = SIMD3<Int>()
    for (x, y, c) in Places(x: 0..<56, y: 0..<16).channels(3) {
      sums[c] += Int(bytes[3 * (y * Self.size.width + x) + c])
    }
    #expect(sums == SIMD3(16 * 56 * 255 / 4, 0, 16 * 56 * 255))
    let greys = Self.dithered(flat.map { SIMD3(repeating: $0.x) }, all: true, set)
    for i in 0..<Self.size.area { #expect(greys[3 * i] == greys[3 * i + 1]) }
    #expect(Set(Self.dithered(flat, set)) == [64, 0, 255])
  }
}
