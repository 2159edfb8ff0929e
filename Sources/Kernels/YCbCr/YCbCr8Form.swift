public import BromideValues
internal import CBromideKernels

/// 8-bit YCbCr to 8-bit R′G′B′ in 16-bit integer arithmetic, equal on every instruction set.
///
/// z = 256·Y, b = 256·Cb and r = 256·Cr are whole numbers even if chroma was interpolated in
/// sixteenths. The code values are the upper bytes, clipped to 0…255, of
///
///     red   = z + ⌊z·f / 65536⌋ + w·r + ⌊r·g / 65536⌋ + bias
///     green = z + ⌊z·f / 65536⌋ − ⌊b·h / 65536⌋ − ⌊r·k / 65536⌋ + bias
///     blue  = z + ⌊z·f / 65536⌋ + w·b + ⌊b·g / 65536⌋ + bias
///
/// Luma's factor is 1 + f/65536. Chroma's factors are w + g/65536 with w 1 or 2, −h/65536 and
/// −k/65536. Each ⌊⌋ is a 16-bit multiplication that keeps the upper half. `bias` contains the
/// offsets, ½ for rounding, and the mean loss from ⌊⌋ (`YCbCr8Rounding`). The total error is below
/// 5/256 of a code value, so a code differs from the rounded formula by at most 1.
///
/// The sum needs 17 bits and a sign. Vectors compute it, minus 128 code values, as two halves with
/// saturating additions. Luma's halves are in −74…96 code values, and the second is 0 to 42 above
/// the first. Chroma's halves are in ±128 and equal to within a unit. If one half saturates, the
/// other is at least 86 code values out on the same side. So their sum saturates correctly, even
/// for illegal codes. With w = 2 each half gets 1 of chroma's factor, and the second also gets the
/// rest, which has the same sign.
public struct YCbCr8Form: Sendable {
  /// The C form of the parameters.
  let native: bromide_ycbcr8
  private let biases: SIMD3<Int>

  /// Creates the form, or returns `nil` if this arithmetic does not support the coding.
  ///
  /// Unsupported are depths other than 8, codings without weights (`.ycgco`, `.identity`), and
  /// unusual weights with factors of red or blue outside 1…2.3 or a factor of green of 1 or more.
  ///
  /// - Parameters:
  ///   - reversed: Whether blue comes first.
  ///   - chromaSwapped: Whether Cr comes first.
  public init?(_ coding: YCbCrCoding, reversed: Bool = false, chromaSwapped: Bool = false) {
    guard coding.depth == 8, coding.matrix.isLinear, coding.matrix.weights != nil else {
      return nil
    }
    let m = 255 * coding.decoding
    let luma = FixedFactor(units: Int((m[0, 0] * 65536).rounded()))
    let rounding = YCbCr8Rounding(coding, fraction: Int(luma.fraction), factor: m[0, 0])
    // Factors of red and blue are 1 to 2.3, and factors of green are less than 1.
    let (outer, inner) = (65536...150732, 0...65535)
    func fits(_ factor: Double, _ range: ClosedRange<Int>) -> Bool {
      range.contains(Int((factor * 65536).rounded()))
    }
    guard fits(m[0, 2], outer), fits(m[2, 1], outer), fits(-m[1, 1], inner), fits(-m[1, 2], inner)
    else { return nil }
    let redChoice = rounding.choose(m[0, 2], in: outer)
    let greenChoice = rounding.choose(lessOf: (-m[1, 1], -m[1, 2]), in: inner)
    let blueChoice = rounding.choose(m[2, 1], in: outer)
    let red = FixedFactor(units: redChoice.units[0])
    let blue = FixedFactor(units: blueChoice.units[0])
    let green = (b: greenChoice.units[0], r: greenChoice.units[1])
    let half = -16384 + Int((-m[0, 0] * coding.offset[0] * 128).rounded())
    biases =
      reversed
      ? SIMD3(blueChoice.bias, greenChoice.bias, redChoice.bias)
      : SIMD3(redChoice.bias, greenChoice.bias, blueChoice.bias)

    var form = bromide_ycbcr8()
    form.luma = luma.fraction
    form.luma_bias = UInt16(truncatingIfNeeded: half)
    form.swapped = reversed != chromaSwapped ? 1 : 0
    let (first, third) = reversed ? (blue, red) : (red, blue)
    form.twice = (first.whole == 2 ? 1 : 0, third.whole == 2 ? 1 : 0)
    form.fraction = (first.fraction, third.fraction)
    form.half_bias = (first.halfBias, third.halfBias)
    form.rest_bias = (
      first.restBias(biases[0] - 32768 - 2 * half), third.restBias(biases[2] - 32768 - 2 * half)
    )
    form.green =
      chromaSwapped
      ? (UInt16(green.r), UInt16(green.b)) : (UInt16(green.b), UInt16(green.r))
    let greenHalf = (green.b + green.r) / 4
    form.green_half_bias = UInt16(truncatingIfNeeded: greenHalf)
    form.green_rest_bias = UInt16(
      truncatingIfNeeded: greenChoice.bias - 32768 - 2 * half - greenHalf)
    native = form
  }

  /// Returns the three output code values of one pixel with the formula above. Vectors give the
  /// same result.
  ///
  /// - Parameters:
  ///   - luma: 0…255.
  ///   - first: The chroma sample that comes first, times 256.
  ///   - second: The other chroma sample, times 256.
  public func codes(luma: Int, _ first: Int, _ second: Int) -> SIMD3<Int> {
    let z = luma << 8
    let base = z + (z * Int(native.luma)) >> 16
    let isSwapped = native.swapped != 0
    func outer(_ chroma: Int, _ twice: Int32, _ fraction: UInt16) -> Int {
      (twice == 0 ? 1 : 2) * chroma + (chroma * Int(fraction)) >> 16
    }
    let green = (first * Int(native.green.0)) >> 16 + (second * Int(native.green.1)) >> 16
    let sums = SIMD3(
      outer(isSwapped ? first : second, native.twice.0, native.fraction.0), -green,
      outer(isSwapped ? second : first, native.twice.1, native.fraction.1))
    func code(_ i: Int) -> Int { min(max((base + sums[i] + biases[i]) >> 8, 0), 255) }
    return SIMD3(code(0), code(1), code(2))
  }
}

/// A factor as an integer plus 65536ths.
private struct FixedFactor {
  let whole: Int
  let fraction: UInt16
  /// Removes the midpoint of chroma from half the product.
  private let half: Int
  var halfBias: UInt16 { UInt16(truncatingIfNeeded: half) }

  init(units: Int) {
    whole = units >> 16
    fraction = UInt16(truncatingIfNeeded: units)
    half = -units / 4
  }

  /// Returns the bias of the second half. `total` is the sum of both halves' biases.
  func restBias(_ total: Int) -> UInt16 {
    UInt16(truncatingIfNeeded: whole == 2 ? total : total - half)
  }
}
