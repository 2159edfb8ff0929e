import BromideKernels
import BromideSystem
import BromideValues
import Foundation
import TestSupport

@testable import BromideDevelop

let testProfile = CameraProfile.test

/// A mosaic of a scene given in camera values (0 black, 1 saturated), quantised as a sensor does.
func mosaic(
  _ size: Size, pattern: BayerPattern = .rggb,
  levels: SensorLevels = SensorLevels(black: 512, white: 15_383),
  scene: (Int, Int) -> SIMD3<Double>
) -> Mosaic {
  let samples = ImageBuffer<UInt16>(size: size) { x, y, _ in
    let black = Double(levels.black(x: x, y: y))
    let value = scene(x, y)[pattern.color(x: x, y: y).rawValue]
    let code = black + value * (Double(levels.white) - black)
    return UInt16(min(max(code.rounded(), 0), Double(levels.white)))
  }
  return Mosaic(samples: samples.plane, pattern: pattern, levels: levels)
}

/// A noisy scene with shapes and clipped parts.
func busyMosaic(_ size: Size, pattern: BayerPattern = .rggb, seed: UInt64 = 1) -> Mosaic {
  var generator = SeededGenerator(seed: seed)
  return mosaic(size, pattern: pattern) { x, y in
    let base = 0.25 + 0.2 * Double((x / 7 + y / 5) % 3)
    let spot = (x - 40) * (x - 40) + (y - 30) * (y - 30) < 150 ? 1.5 : 0
    return SIMD3(0.5, 1, 0.7) * (base + spot) + Double.random(in: -0.03...0.03, using: &generator)
  }
}

func source(
  _ mosaic: Mosaic, profile: CameraProfile = testProfile, crop: Region? = nil,
  orientation: Orientation = .upright
) -> DevelopSource {
  DevelopSource(
    image: .mosaic(mosaic), profile: profile, defaultCrop: crop ?? Region(mosaic.size),
    orientation: orientation)
}

/// The bytes of a picture whose bands are made in strips, on threads.
func stripBytes(_ developer: Developer, threads: Int, releasesSamples: Bool = false) -> [UInt8] {
  let rowBytes = developer.outputSize.width * developer.format.bytesPerPixel
  let strips = BandStrips(developer, releasesSamples: releasesSamples)
  let bands = Crew(threads: threads).map(
    developer.bandCount, makeScratch: {},
    work: { band, _ in
      var bytes = [UInt8](repeating: 0xA5, count: developer.rows(ofBand: band).count * rowBytes)
      unsafe bytes.withUnsafeMutableBytes { unsafe strips.develop(band, into: $0) }
      return bytes
    })
  return bands.flatMap(\.self)
}

func recipe(_ change: (inout DevelopRecipe) -> Void = { _ in }) -> DevelopRecipe {
  var recipe = DevelopRecipe()
  change(&recipe)
  return recipe
}

/// A recipe for linear light of 16 bits, without a white balance.
func linearRecipe(_ change: (inout DevelopRecipe) -> Void = { _ in }) -> DevelopRecipe {
  recipe {
    $0.tone = .linear
    $0.space = .linearSRGB
    $0.sample = .uint16
    $0.whiteBalance = .multipliers(1, 1, 1)
    change(&$0)
  }
}

/// A photo of linear light without a calibration. The white is 60 000.
func linearSource(_ samples: ImageBuffer<UInt16>) -> DevelopSource {
  DevelopSource(
    image: .linear(LinearImage(samples: samples.plane, channels: samples.channels, white: 60_000)),
    profile: CameraProfile(calibrations: []), defaultCrop: Region(samples.size))
}

extension DemosaicMethod {
  /// Every method that takes a Bayer mosaic.
  static let ofBayer = allCases.filter { $0 != .xtrans }
}

/// A finished picture.
struct Picture: Equatable {
  let size: Size
  let format: PixelFormat
  var bytes: [UInt8]

  /// The code value of a sample.
  subscript(x: Int, y: Int, channel: Int) -> Int {
    let at = ((y * size.width + x) * format.channels + channel) * format.sample.byteCount
    return format.sample == .uint8 ? Int(bytes[at]) : Int(bytes[at]) | Int(bytes[at + 1]) << 8
  }

  func pixel(_ x: Int, _ y: Int) -> [Int] { (0..<format.channels).map { self[x, y, $0] } }
}

extension Developer {
  /// All bands, in sequence or in the given order.
  func picture(order: [Int]? = nil) -> Picture {
    let rowBytes = outputSize.width * format.bytesPerPixel
    var bytes = [UInt8](repeating: 0xA5, count: rowBytes * outputSize.height)
    let scratch = makeScratch()
    unsafe bytes.withUnsafeMutableBytes { bytes in
      for band in order ?? Array(0..<bandCount) {
        let rows = rows(ofBand: band)
        unsafe develop(
          band: band, scratch: scratch,
          into: UnsafeMutableRawBufferPointer(
            rebasing: bytes[rows.lowerBound * rowBytes..<rows.upperBound * rowBytes]))
      }
    }
    return Picture(size: outputSize, format: format, bytes: bytes)
  }
}

func develop(
  _ source: DevelopSource, _ recipe: DevelopRecipe, _ instructionSet: InstructionSet = .best,
  stripWidth: Int = DemosaicStrip.preferredWidth
) throws -> Picture {
  try Developer(source, recipe: recipe, instructionSet: instructionSet, stripWidth: stripWidth)
    .picture()
}

/// The development of one pixel in double precision, written without the developer's parts.
struct Formula {
  let multipliers: SIMD3<Double>
  let matrix: Matrix3x3
  let working: Matrix3x3
  let output: Matrix3x3
  let recipe: DevelopRecipe

  init(_ profile: CameraProfile, _ recipe: DevelopRecipe) throws {
    let balance = try profile.resolve(recipe.whiteBalance)
    multipliers = balance.multipliers / balance.multipliers.min()
    let own = recipe.look == .classic ? nil : profile.cameraExposure?.stops
    let gain = pow2(recipe.exposure + (own ?? profile.baselineExposure))
    let adaptation: CameraAdaptation = recipe.look == .classic ? .bradford : .blended
    matrix = gain * profile.matrix(for: balance, to: recipe.space, adaptation: adaptation)
    let rec2020 = RGBSpace(
      name: "", red: RGBSpace.rec2020.red, green: RGBSpace.rec2020.green,
      blue: RGBSpace.rec2020.blue, white: .d65, transfer: .linear, cicp: nil)
    working = gain * profile.matrix(for: balance, to: rec2020, adaptation: adaptation)
    output = matrix * working.inverse!
    self.recipe = recipe
  }

  /// Balanced camera RGB to code values before rounding.
  func codes(_ balanced: SIMD3<Double>) -> SIMD3<Double> {
    var p = balanced
    if recipe.tone == .linear {
      p = matrix * p
    } else {
      p = working * p
      p = Self.toned(p.replacing(with: 0, where: p .< 0), recipe.look)
      p = output * p
      if recipe.look != .classic, !["linear-srgb", "prophoto"].contains(recipe.space.name) {
        p = Self.compressed(p, recipe.space)
      }
    }
    for c in 0..<3 {
      p[c] = recipe.space.transfer.encode(min(max(p[c], 0), 1)) * Double(recipe.sample.maximum)
    }
    return p
  }
}

extension Formula {
  /// Display-linear light of a look, for components of 0 or more.
  static func toned(_ light: SIMD3<Double>, _ look: Look) -> SIMD3<Double> {
    let (low, high) = (light.min(), light.max())
    let tone = look.curve!
    var p = light
    for c in 0..<3 {
      let share = high > low ? (p[c] - low) / (high - low) : 0
      p[c] = tone(low) + share * (tone(high) - tone(low))
    }
    guard look != .classic else { return p }
    if high > 0.5 {
      let share = 0.5 * smooth((log2(high) + 1) / 2)
      for c in 0..<3 where light[c] > low && light[c] < high {
        p[c] += share * (tone(light[c]) - p[c])
      }
    }
    let luminance = (light * SIMD3(0.2627, 0.678, 0.0593)).sum()
    guard luminance > 1 else { return p }
    return p + smooth(log2(luminance) / 3) * (p.max() - p)
  }

  /// The smoothstep from 0 to 1.
  private static func smooth(_ t: Double) -> Double {
    let t = min(max(t, 0), 1)
    return t * t * (3 - 2 * t)
  }

  /// A colour of a space moved into its gamut, each channel's distance from grey by itself.
  static func compressed(_ p: SIMD3<Double>, _ space: RGBSpace) -> SIMD3<Double> {
    let luminance = (p * space.toXYZ.rows[1]).sum()
    let (white, black) = (max(1 - luminance, 1e-4), max(luminance, 1e-4))
    let m = (0..<3).flatMap { [(p[$0] - luminance) / white, (luminance - p[$0]) / black] }.max()!
    guard m > 0.9 else { return p }
    let x = 10 * (m - 0.9)
    return luminance + (p - luminance) * ((0.9 + 0.1 * x / (1 + x * x).squareRoot()) / m)
  }
}

/// Returns 2 to the power of x, by repeated squaring for the integer part and a series for the
/// rest.
private func pow2(_ x: Double) -> Double {
  var (term, sum) = (1.0, 1.0)
  for n in 1..<60 {
    term *= x * 0.693_147_180_559_945_3 / Double(n)
    sum += term
  }
  return sum
}
