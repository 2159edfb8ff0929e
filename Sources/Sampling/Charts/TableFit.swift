internal import BromideLibc
internal import BromideValues

/// A table of hue, saturation and value that corrects the remaining error of a matrix.
struct TableFit {
  /// The reach of a patch's correction, and the fraction that is applied.
  struct Shape: Sendable, Hashable {
    /// Standard deviation over hue, in degrees.
    var hue: Double
    /// Standard deviation over saturation.
    var saturation: Double
    /// The weight of no correction, in patches.
    var calm: Double

    /// The shapes that are tried: from broad and calm to finer ones.
    static let all: [Shape] = {
      var shapes: [Shape] = []
      for hue in [40.0, 25] {
        for saturation in [0.4, 0.25] {
          for calm in [3.0, 1, 0.4] {
            shapes.append(Shape(hue: hue, saturation: saturation, calm: calm))
          }
        }
      }
      return shapes
    }()
  }

  let table: ColorTable

  static let fromXYZ = RGBSpace.prophoto.fromXYZ
  static let toXYZ = RGBSpace.prophoto.toXYZ
  private static let hues = 90
  private static let saturations = 30

  /// A correction at a colour.
  private struct Correction {
    var hue: Double
    var saturation: Double
    /// Degrees, and logarithms of two factors.
    var change: SIMD3<Double>
  }

  init(_ patches: [ChartFit.Patch], _ fit: MatrixFit, _ shape: Shape) {
    let corrections = patches.compactMap { Self.correction($0, fit) }
    var numbers: [Float] = []
    numbers.reserveCapacity(3 * Self.hues * Self.saturations)
    for h in 0..<Self.hues {
      for s in 0..<Self.saturations {
        let change = Self.change(
          360 * Double(h) / Double(Self.hues), Double(s) / Double(Self.saturations - 1),
          corrections, shape)
        numbers += [Float(change.x), Float(exp(change.y)), Float(exp(change.z))]
      }
    }
    guard
      let made = try? ColorTable(
        hues: Self.hues, saturations: Self.saturations, values: 1, numbers: numbers)
    else { preconditionFailure("changes are limited to what tables hold") }
    table = made
  }

  /// Returns the mean of the corrections around a colour, weighted by distance. Greys are not
  /// corrected.
  private static func change(
    _ hue: Double, _ saturation: Double, _ corrections: [Correction], _ shape: Shape
  ) -> SIMD3<Double> {
    guard saturation > 0 else { return SIMD3() }
    var (sum, weight) = (SIMD3<Double>(), shape.calm)
    for correction in corrections {
      var turn = (hue - correction.hue).truncatingRemainder(dividingBy: 360)
      if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
      let (a, b) = (
        turn / shape.hue, (saturation - correction.saturation) / shape.saturation
      )
      let share = exp(-0.5 * (a * a + b * b))
      sum += share * correction.change
      weight += share
    }
    // Greys stay, and colours near them nearly.
    return sum / weight * min(1, saturation / 0.15)
  }

  private static func correction(_ patch: ChartFit.Patch, _ fit: MatrixFit) -> Correction? {
    let found = HSV(fromXYZ * fit.xyz(patch.camera, nil))
    let expected = HSV(fromXYZ * patch.reference.xyz())
    guard let found, let expected, found.saturation > 0.08, expected.saturation > 0.08 else {
      return nil
    }
    var turn = (expected.hue - found.hue).truncatingRemainder(dividingBy: 360)
    if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
    let change = SIMD3(
      turn, log(expected.saturation / found.saturation), log(expected.value / found.value))
    let most = SIMD3(30.0, 0.4, 0.4)
    return Correction(
      hue: found.hue, saturation: found.saturation,
      change: change.clamped(lowerBound: -most, upperBound: most))
  }

  /// Hue in degrees, saturation and value of linear RGB.
  private struct HSV {
    var hue: Double
    var saturation: Double
    var value: Double

    /// Returns `nil` for black and for greys.
    init?(_ light: SIMD3<Double>) {
      let p = light.replacing(with: 0, where: light .< 0)
      let (most, range) = (p.max(), p.max() - p.min())
      guard most > 0, range > 0 else { return nil }
      let sector =
        p.x == most
        ? (p.y - p.z) / range : p.y == most ? 2 + (p.z - p.x) / range : 4 + (p.x - p.y) / range
      hue = 60 * (sector < 0 ? sector + 6 : sector)
      saturation = range / most
      value = most
    }
  }
}
