import BromideValues
import Foundation
import TestSupport
import Testing

@testable import BromideKernels

/// Noise reduction and sharpening of rows against their formulas.
@Suite struct OpticsRowsTests {
  static func parameters(
    noise: Double = 1, luminance: Bool = false, transforms: Bool = false, sharpening: Double = 0
  ) -> OpticsParameters {
    OpticsParameters(
      noise: NoiseModel(a: 1e-3, b: 1e-6), gains: SIMD3(2, 1, 1.5), noiseStrength: noise,
      treatsLuminance: luminance, usesTransforms: transforms, sharpening: sharpening, radius: 0.8)
  }

  static let kinds = [
    parameters(), parameters(luminance: true), parameters(noise: 0, sharpening: 1.5),
    parameters(transforms: true), parameters(transforms: true, sharpening: 1.5),
    parameters(sharpening: 1.5), parameters(noise: 2, luminance: true, sharpening: 3),
  ]

  /// Smooth light, edges, noise as the model has it, and some clipped light.
  static func scene(_ size: Size, seed: UInt64 = 1) -> [SIMD3<Double>] {
    var generator = SeededGenerator(seed: seed)
    return (0..<size.area).map { i in
      let (x, y) = (Double(i % size.width), Double(i / size.width))
      let step = (Int(x) / 23 + Int(y) / 17) % 2 == 0 ? 0.15 : 0.0
      let light = 0.4 + 0.2 * sin(x / 19) * cos(y / 31) + step
      var pixel = SIMD3(0.9, 1, 1.1) * light
      for c in 0..<3 {
        pixel[c] += 0.03 * Double.random(in: -1...1, using: &generator)
        pixel[c] = Double(Float(max(pixel[c], 0)))
      }
      return Int(x) % 61 < 4 && Int(y) % 53 < 4 ? SIMD3(2, 1, 1.5) : pixel
    }
  }

  /// A part of a picture through the kernels.
  static func made(
    _ pixels: [SIMD3<Double>], _ size: Size, part: Region? = nil, _ parameters: OpticsParameters,
    _ set: InstructionSet = .best
  ) -> [SIMD3<Float>] {
    let part = part ?? Region(size)
    let rows = OpticsRows(parameters, maximumPart: part.width, instructionSet: set)
    let pulled = rows.part(part, of: size)
    let left = part.x - pulled.x
    rows.begin(pulled.size, first: part.y - pulled.y, columns: left..<left + part.width)
    var read = pulled.y
    let row = PlanarRow(capacity: part.width)
    var result: [SIMD3<Float>] = []
    for _ in 0..<part.height {
      rows.next(into: row) { line in
        for x in 0..<pulled.width {
          line[x] = SIMD3<Float>(pixels[read * size.width + pulled.x + x])
        }
        read += 1
      }
      for x in 0..<part.width { result.append(row[x]) }
    }
    return result
  }

  /// The largest difference of three values.
  static func distance(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    max(abs(a.x - b.x), abs(a.y - b.y), abs(a.z - b.z))
  }

  static let sizes = [
    Size(width: 1, height: 1), Size(width: 3, height: 2), Size(width: 17, height: 33),
    Size(width: 64, height: 18), Size(width: 70, height: 61),
  ]

  @Test(arguments: kinds.indices)
  func rowsFollowTheFormulas(kind: Int) {
    for size in Self.sizes {
      let pixels = Self.scene(size)
      let expected = OpticsReference(Self.kinds[kind]).apply(pixels, size)
      let made = Self.made(pixels, size, Self.kinds[kind])
      let worst = zip(expected, made).map { Self.distance($0, SIMD3<Double>($1)) }.max() ?? 0
      // Reciprocals have an error of up to 7e-6 of the change.
      #expect(worst < 1e-5, "\(size)")
    }
  }

  @Test(arguments: kinds.indices)
  func everyInstructionSetGivesTheSameBits(kind: Int) {
    let size = Size(width: 83, height: 47)
    let pixels = Self.scene(size)
    let made = Self.made(pixels, size, Self.kinds[kind], .baseline)
    for set in compiledSets {
      #expect(Self.made(pixels, size, Self.kinds[kind], set) == made, "\(set)")
    }
  }

  /// Parts with surroundings cut off at every side, at even and odd positions.
  @Test(arguments: kinds.indices)
  func partsMatchTheFullPicture(kind: Int) {
    let size = Size(width: 247, height: 230)
    let pixels = Self.scene(size)
    let whole = Self.made(pixels, size, Self.kinds[kind])
    let parts = [
      Region(x: 93, y: 91, width: 21, height: 9), Region(x: 0, y: 60, width: 50, height: 1),
      Region(x: 191, y: 0, width: 56, height: 31), Region(x: 64, y: 189, width: 1, height: 41),
      Region(x: 127, y: 113, width: 30, height: 7),
    ]
    for part in parts {
      let made = Self.made(pixels, size, part: part, Self.kinds[kind])
      var differing = 0
      for y in 0..<part.height {
        for x in 0..<part.width
        where made[y * part.width + x] != whole[(part.y + y) * size.width + part.x + x] {
          differing += 1
        }
      }
      #expect(differing == 0, "\(part)")
    }
  }

  /// Without noise in the model, pixels are not treated as noise. A surface without edges is not
  /// sharpened.
  @Test func cleanPicturesStayUnchanged() {
    let size = Size(width: 50, height: 40)
    var clean = Self.parameters(luminance: true)
    clean.noise = .none
    let pixels = Self.scene(size)
    let worst = zip(Self.made(pixels, size, clean), pixels).map {
      Self.distance(SIMD3<Double>($0), $1)
    }.max()
    #expect((worst ?? 1) < 1e-7)
    var transforms = Self.parameters(transforms: true)
    transforms.noise = .none
    let left = zip(Self.made(pixels, size, transforms), pixels).map {
      Self.distance(SIMD3<Double>($0), $1)
    }.max()
    // The rounding errors of three transforms. None is inverted exactly.
    #expect((left ?? 1) < 1e-5)
    let flat = [SIMD3<Double>](repeating: SIMD3(0.25, 0.5, 0.375), count: size.area)
    let sharp = Self.made(flat, size, Self.parameters(sharpening: 3))
    #expect(sharp.allSatisfy { $0 == SIMD3(0.25, 0.5, 0.375) })
  }

  /// Pixels next to clipped light are not sharpened.
  @Test func sharpeningKeepsClippedLightFreeOfRings() {
    let size = Size(width: 40, height: 20)
    let pixels = (0..<size.area).map {
      $0 % size.width < 20 ? SIMD3(0.2, 0.2, 0.2) : SIMD3(2.0, 1, 1.5)
    }
    let made = Self.made(pixels, size, Self.parameters(noise: 0, sharpening: 3))
    #expect(made == pixels.map { SIMD3<Float>($0) })
  }

  @Test func noiseOfColourFalls() {
    let size = Size(width: 120, height: 100)
    var generator = SeededGenerator(seed: 5)
    let pixels = (0..<size.area).map { _ in
      SIMD3<Double>(
        (0..<3).map { _ in Double(Float(0.5 + 0.03 * Double.random(in: -1...1, using: &generator)))
        })
    }
    func deviation(_ pixels: [SIMD3<Double>]) -> Double {
      let values = pixels.map { $0.x - $0.y }
      let mean = values.reduce(0, +) / Double(values.count)
      return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count))
        .squareRoot()
    }
    var parameters = Self.parameters()
    // No demosaic has smoothed this noise, so more of it is fine.
    parameters.noise.a = 4e-3
    parameters.gains = SIMD3(1, 1, 1)
    let made = Self.made(pixels, size, parameters).map { SIMD3<Double>($0) }
    #expect(deviation(made) < 0.4 * deviation(pixels))
    for (made, pixel) in zip(made, pixels) {
      let weights = SIMD3(0.25, 0.5, 0.25)
      #expect(abs((made * weights).sum() - (pixel * weights).sum()) < 1e-6)
    }
  }
}
