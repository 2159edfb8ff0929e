import BromideKernels
import BromideValues
import TestSupport
import Testing

@testable import BromideDevelop

/// Pictures of 8 bits that are dithered.
@Suite struct DitherTests {
  /// A gradient of some sRGB codes over its width, in linear light.
  private static func gradient(_ size: Size, codes: Double) -> DevelopSource {
    let light = mosaic(size, levels: SensorLevels(black: 0, white: 65535)) { x, _ in
      let code = 100 + codes * (Double(x) + 0.5) / Double(size.width)
      return SIMD3(repeating: TransferFunction.srgb.decode(code / 255))
    }
    var photo = source(light)
    photo.profile = CameraProfile(
      calibrations: [
        .init(illuminant: .d65, colorMatrix: RGBSpace.srgb.toXYZ.inverse!)
      ], asShotMultipliers: SIMD3(1, 1, 1))
    return photo
  }

  private static func picture(
    _ photo: DevelopSource, _ dither: Dither?, sample: SampleFormat = .uint8
  ) throws -> Picture {
    try develop(
      photo,
      recipe {
        $0.tone = .linear
        $0.sample = sample
        $0.dither = dither
      })
  }

  /// The largest difference between means of 16×16 pixels and a 16-bit picture, in 8-bit codes.
  private static func error(_ picture: Picture, _ exact: Picture) -> Double {
    var most = 0.0
    for top in stride(from: 16, to: picture.size.height - 31, by: 16) {
      for left in stride(from: 16, to: picture.size.width - 31, by: 16) {
        var sum = 0.0
        for (x, y) in Places(x: left..<left + 16, y: top..<top + 16) {
          sum += Double(picture[x, y, 1]) - Double(exact[x, y, 1]) / 257
        }
        most = max(most, abs(sum / 256))
      }
    }
    return most
  }

  /// An error of 0.45 code becomes 0.1 at most.
  @Test func ditherRemovesBandsFromGradients() throws {
    let photo = Self.gradient(Size(width: 2048, height: 64), codes: 16)
    let exact = try Self.picture(photo, nil, sample: .uint16)
    let plain = try Self.picture(photo, nil)
    #expect(try Self.picture(photo, Dither.none) == plain)
    #expect(Self.error(plain, exact) > 0.4)
    #expect(Self.error(try Self.picture(photo, .auto), exact) < 0.1)
    #expect(Self.error(try Self.picture(photo, .all), exact) < 0.1)
  }

  /// Flat fields, texture and clipped white keep their bytes. 16-bit pictures keep all bytes.
  @Test func theRestKeepsItsBytes() throws {
    var generator = SeededGenerator(seed: 5)
    let photo = source(
      mosaic(Size(width: 120, height: 80)) { x, _ in
        let light = x < 40 ? 0.2 : x < 80 ? Double.random(in: 0.1...0.4, using: &generator) : 3
        return SIMD3(repeating: light)
      })
    let (plain, dithered) = (try Self.picture(photo, nil), try Self.picture(photo, .auto))
    for y in 0..<80 {
      // Near an edge, a demosaic changes flat fields by hundredths of a code.
      for x in [0..<28, 52..<68, 92..<120].flatMap({ $0 }) {
        #expect(dithered.pixel(x, y) == plain.pixel(x, y))
      }
    }
    #expect(
      try Self.picture(photo, .all, sample: .uint16) == Self.picture(photo, nil, sample: .uint16))
  }

  /// The pattern follows the finished picture, for any stored orientation and any size.
  @Test(
    arguments: [Orientation.upright, .topRight, .bottomRight, .rightTop, .leftBottom],
    [nil, 230] as [Int?])
  func patternFollowsTheFinishedPicture(orientation: Orientation, edge: Int?) throws {
    var photo = Self.gradient(Size(width: 300, height: 90), codes: 16)
    photo.orientation = orientation
    var requested = recipe {
      $0.tone = .linear
      $0.dither = .auto
      $0.size = edge.map { SizeRequest(bounds: .longEdge($0)) }
    }
    let picture = try develop(photo, requested)
    requested.sample = .uint16
    let exact = try develop(photo, requested)
    var dithered = 0
    for (x, y) in Places(x: 4..<picture.size.width - 4, y: 4..<picture.size.height - 4) {
      let code = Double(exact[x, y, 1]) / 257
      let added = Double(DitherKernelOrder.order[8 * (y & 7) + (x & 7)]) / 64 + 1 / 128
      // 16 bits are 1/257 of a code apart.
      let fits = [code + added - 0.01, code + added + 0.01].map { Int($0) }
      #expect(fits.contains(picture[x, y, 1]), "\(x) \(y)")
      dithered += picture[x, y, 1] == Int(code.rounded()) ? 0 : 1
    }
    #expect(dithered > picture.size.area / 8)
  }
}

/// Bayer's matrix as published.
enum DitherKernelOrder {
  static let order = [
    0, 32, 8, 40, 2, 34, 10, 42, 48, 16, 56, 24, 50, 18, 58, 26, 12, 44, 4, 36, 14, 46, 6, 38, 60,
    28, 52, 20, 62, 30, 54, 22, 3, 35, 11, 43, 1, 33, 9, 41, 51, 19, 59, 27, 49, 17, 57, 25, 15, 47,
    7, 39, 13, 45, 5, 37, 63, 31, 55, 23, 61, 29, 53, 21,
  ]
}
