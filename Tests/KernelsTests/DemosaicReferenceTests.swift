import BromideKernels
import BromideLibc
import BromideValues
import Testing

/// Compares the formulas with numbers computed independently in double precision.
@Suite struct DemosaicReferenceTests {
  /// A pixel by its column and row. (A SIMD member here, 32-byte aligned, upsets Swift 6.3's
  /// allocator of asynchronous frames when it is an argument of a test.)
  struct Pixel: Sendable {
    let x: Int
    let y: Int
    let rgb: [Double]

    func distance(from made: SIMD3<Double>) -> Double {
      (0..<3).map { abs(made[$0] - rgb[$0]) }.max()!
    }
  }

  /// Numbers of one mosaic, from the published formulas or with Bromide's red and blue.
  struct Numbers: Sendable, CustomTestStringConvertible {
    let form: DemosaicReference.Form
    let pixels: [Pixel]
    var testDescription: String { "\(form)" }
  }

  /// For the 24×24 RGGB mosaic ((37x + 91y + 13xy) mod 251) / 250.
  static let scrambled = [
    Numbers(
      form: .published,
      pixels: [
        Pixel(x: 10, y: 10, rgb: [0.28, 0.380506, 0.332734]),
        Pixel(x: 11, y: 10, rgb: [0.853464, 0.948, 0.874567]),
        Pixel(x: 10, y: 11, rgb: [0.020692, 0.16, 0.138075]),
        Pixel(x: 11, y: 11, rgb: [0.67746, 0.798888, 0.88]),
        Pixel(x: 0, y: 0, rgb: [0, 0.106434, 0.152098]),
        Pixel(x: 23, y: 23, rgb: [0.124585, 0.604462, 0.128]),
      ]),
    Numbers(
      form: .own,
      pixels: [
        Pixel(x: 10, y: 10, rgb: [0.28, 0.380506, 0.354979]),
        Pixel(x: 11, y: 10, rgb: [0.730739, 0.948, 0.928065]),
        Pixel(x: 10, y: 11, rgb: [0.101876, 0.16, 0.156098]),
        Pixel(x: 11, y: 11, rgb: [0.593929, 0.798888, 0.88]),
        Pixel(x: 0, y: 0, rgb: [0, 0.106434, 0.152098]),
        Pixel(x: 23, y: 23, rgb: [0.222716, 0.604462, 0.128]),
      ]),
  ]

  /// For a 24×24 GBRG mosaic with a bright spot and a wave.
  static let spot = [
    Numbers(
      form: .published,
      pixels: [
        Pixel(x: 9, y: 8, rgb: [0.438542, 0.438078, 0.440054]),
        Pixel(x: 12, y: 12, rgb: [0.687847, 0.699177, 0.688113]),
        Pixel(x: 12, y: 13, rgb: [0.669616, 0.680522, 0.670685]),
        Pixel(x: 6, y: 15, rgb: [0.354793, 0.3556, 0.355646]),
      ]),
    Numbers(
      form: .own,
      pixels: [
        Pixel(x: 9, y: 8, rgb: [0.438485, 0.438078, 0.440054]),
        Pixel(x: 12, y: 12, rgb: [0.68788, 0.699177, 0.688009]),
        Pixel(x: 12, y: 13, rgb: [0.669616, 0.680522, 0.670299]),
        Pixel(x: 6, y: 15, rgb: [0.354793, 0.3556, 0.355551]),
      ]),
  ]

  static func scrambledSample(x: Int, y: Int) -> Int { (37 * x + 91 * y + 13 * x * y) % 251 }

  @Test(arguments: scrambled) func scrambledMosaic(numbers: Numbers) {
    for pixel in numbers.pixels {
      let made = DemosaicReference(
        size: Size(width: 24, height: 24), pattern: .rggb,
        region: Region(x: pixel.x, y: pixel.y, width: 1, height: 1)
      ) { x, y in Double(Self.scrambledSample(x: x, y: y)) / 250 }.rcd(numbers.form)[0]
      #expect(pixel.distance(from: made) < 1e-6, "\(made)")
    }
  }

  @Test(arguments: spot) func spotMosaic(numbers: Numbers) {
    for pixel in numbers.pixels {
      let made = DemosaicReference(
        size: Size(width: 24, height: 24), pattern: .gbrg,
        region: Region(x: pixel.x, y: pixel.y, width: 1, height: 1)
      ) { x, y in
        let dx = Double(x) - 11.3
        let dy = Double(y) - 12.1
        return 0.2 + 0.5 * exp(-(dx * dx + dy * dy) / 40) + 0.05
          * sin(0.9 * Double(x) + 0.4 * Double(y))
      }.rcd(numbers.form)[0]
      #expect(pixel.distance(from: made) < 1e-6, "\(made)")
    }
  }

  /// The same numbers from integer codes, on every instruction set.
  @Test(arguments: InstructionSet.available) func scrambledCodes(instructionSet: InstructionSet) {
    let mosaic = DemosaicCase.mosaic(
      width: 24, height: 24, pattern: .rggb, levels: SensorLevels(black: 0, white: 250)
    ) { x, y in UInt16(Self.scrambledSample(x: x, y: y)) }
    let input = DemosaicInput(mosaic: mosaic, gains: [1, 1, 1], ceiling: 1)
    let made = DemosaicCase.pixels(.rcd, input, by: instructionSet)
    for pixel in Self.scrambled.first(where: { $0.form == .own })!.pixels {
      let value = SIMD3<Double>(made[pixel.y * 24 + pixel.x])
      #expect(pixel.distance(from: value) < 1e-5, "\(pixel)")
    }
  }
}
