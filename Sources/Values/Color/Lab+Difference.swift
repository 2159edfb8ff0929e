import BromideLibc

extension Lab {
  /// The colour difference CIEDE2000 (ISO/CIE 11664-6) with kL = kC = kH = 1. About 1 is just
  /// visible.
  ///
  /// Names follow G. Sharma, W. Wu, E. Dalal, "The CIEDE2000 color-difference formula:
  /// implementation notes, supplementary test data, and mathematical observations", 2005.
  public func deltaE2000(_ other: Lab) -> Double {
    let (l, c, h, rotation) = parts2000(other)
    return max(0, l * l + c * c + h * h + rotation * c * h).squareRoot()
  }

  /// The weighted differences of lightness, chroma and hue in CIEDE2000, and the factor of the
  /// product of the last two.
  package func parts2000(_ other: Lab) -> (l: Double, c: Double, h: Double, rotation: Double) {
    // Chroma with a stretched, which rates greys better.
    let meanC = (hypot(a, b) + hypot(other.a, other.b)) / 2
    let g = 0.5 * (1 - Self.saturation(meanC))
    let one = LCh(l: l, a: (1 + g) * a, b: b)
    let two = LCh(l: other.l, a: (1 + g) * other.a, b: other.b)

    let hueGap = Self.hueDifference(one, two)
    let deltaL = two.l - one.l
    let deltaC = two.c - one.c
    let deltaH = 2 * (one.c * two.c).squareRoot() * Self.sine(hueGap / 2)

    let meanL = (one.l + two.l) / 2
    let meanChroma = (one.c + two.c) / 2
    let meanHue = Self.meanHue(one, two)
    let t =
      1 - 0.17 * Self.cosine(meanHue - 30) + 0.24 * Self.cosine(2 * meanHue)
      + 0.32 * Self.cosine(3 * meanHue + 6) - 0.20 * Self.cosine(4 * meanHue - 63)

    let offset = (meanL - 50) * (meanL - 50)
    let sL = 1 + 0.015 * offset / (20 + offset).squareRoot()
    let sC = 1 + 0.045 * meanChroma
    let sH = 1 + 0.015 * meanChroma * t
    let blue = (meanHue - 275) / 25
    let rotation = -Self.sine(60 * exp(-blue * blue)) * 2 * Self.saturation(meanChroma)

    return (deltaL / sL, deltaC / sC, deltaH / sH, rotation)
  }

  /// √(C⁷ / (C⁷ + 25⁷)).
  private static func saturation(_ chroma: Double) -> Double {
    let c7 = pow(chroma, 7)
    return (c7 / (c7 + 6_103_515_625)).squareRoot()
  }

  /// Returns the angle from one hue to the other, −180 … 180. If one of them is grey, it is 0.
  private static func hueDifference(_ one: LCh, _ two: LCh) -> Double {
    guard one.c * two.c != 0 else { return 0 }
    let gap = two.h - one.h
    return gap > 180 ? gap - 360 : gap < -180 ? gap + 360 : gap
  }

  private static func meanHue(_ one: LCh, _ two: LCh) -> Double {
    let sum = one.h + two.h
    guard one.c * two.c != 0 else { return sum }
    guard abs(one.h - two.h) > 180 else { return sum / 2 }
    return sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2
  }

  private static func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }
  private static func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
}
