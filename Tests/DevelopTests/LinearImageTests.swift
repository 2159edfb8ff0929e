import BromideKernels
import BromideValues
import TestSupport
import Testing

@testable import BromideDevelop

@Suite struct LinearImageTests {
  static let size = Size(width: 45, height: 31)

  static func image(channels: Int, appliedGains: SIMD3<Float> = SIMD3(1, 1, 1)) -> LinearImage {
    var generator = SeededGenerator(seed: 2)
    let samples = ImageBuffer<UInt16>(size: size, channels: channels) { x, y, c in
      let camera = Float.random(in: 0...0.45, using: &generator) * appliedGains[c]
      return UInt16(camera * 30_000)
    }
    return LinearImage(
      samples: samples.plane, channels: channels, white: 30_000, appliedGains: appliedGains)
  }

  @Test(arguments: InstructionSet.available, [SIMD3<Float>(1, 1, 1), SIMD3(1.9, 1, 1.4)])
  func coloursAreTheFormula(set: InstructionSet, applied: SIMD3<Float>) throws {
    let image = Self.image(channels: 3, appliedGains: applied)
    for tone in ToneMode.allCases {
      let recipe = recipe {
        $0.tone = tone
        $0.demosaic = .half
      }
      let source = DevelopSource(
        image: .linear(image), profile: testProfile, defaultCrop: Region(Self.size))
      let picture = try develop(source, recipe, set)
      #expect(picture.size == Self.size)
      let formula = try Formula(testProfile, recipe)
      for (x, y) in Self.size.places {
        var p = SIMD3<Double>()
        for c in 0..<3 {
          p[c] = Double(image.samples[3 * x + c, y]) / (30_000 * Double(applied[c]))
        }
        p *= formula.multipliers
        p = p.replacing(with: 1, where: p .> 1)
        let codes = formula.codes(p)
        for c in 0..<3 { #expect(abs(Double(picture[x, y, c]) - codes[c]) <= 0.52) }
      }
    }
  }

  @Test(arguments: InstructionSet.available, Orientation.allCases)
  func aMonochromePictureIsGrey(set: InstructionSet, orientation: Orientation) throws {
    let image = Self.image(channels: 1)
    var profile = CameraProfile(calibrations: [], isMonochrome: true)
    profile.baselineExposure = 0.2
    let source = DevelopSource(
      image: .linear(image), profile: profile, defaultCrop: Region(Self.size),
      orientation: orientation)
    for (tone, mode) in product(ToneMode.allCases, HighlightMode.allCases) {
      let recipe = recipe {
        $0.tone = tone
        $0.highlightMode = mode
        $0.exposure = 0.8
      }
      let picture = try develop(source, recipe, set)
      #expect(picture.format == PixelFormat(channels: 1, sample: .uint8))
      for (x, y) in picture.size.places {
        let at = orientation.storedPosition(x: x, y: y, in: Self.size)
        let light = 2 * Double(image.samples[at.x, at.y]) / 30_000
        let display = tone == .standard ? ToneCurve.standard(light) : min(light, 1)
        let code = TransferFunction.srgb.encode(display) * 255
        #expect(abs(Double(picture[x, y, 0]) - code) <= 0.52)
      }
    }
  }
}
