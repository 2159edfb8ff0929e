import BromideKernels
import BromideValues
import Foundation
import TestSupport
import Testing

@testable import BromideDevelop

/// Point filters, from settings to code values, at both ends of their ranges, compared with their
/// documented definitions, reimplemented in double precision with numbers from the standards.
/// `LocalToneTests` covers filters that depend on the entire photo.
@Suite struct FilterFormulaTests {
  /// Linear sRGB, and the place of the pixel.
  struct Pixel {
    var light: SIMD3<Double>
    let x: Int
    let y: Int
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let settings: [(Parameter, [Double])]
    let formula: @Sendable (Pixel) -> SIMD3<Double>

    init(
      _ settings: [(Parameter, [Double])], _ formula: @escaping @Sendable (Pixel) -> SIMD3<Double>
    ) {
      self.settings = settings
      self.formula = formula
    }

    var testDescription: String {
      settings.map { "\($0.0.name) \($0.0.text($0.1))" }.joined(separator: ", ")
    }
  }

  static let size = Size(width: 36, height: 25)

  /// Greys along the top, from 12 stops below white to white, and colours of all hues and strengths
  /// below.
  static func light(x: Int, y: Int) -> SIMD3<Double> {
    let bright = exp2(-12 * (1 - Double(x) / 35))
    guard y > 2 else { return SIMD3(repeating: bright) }
    let (angle, strength) = (Double(y) * 0.9, Double(y % 5) / 4)
    let hue = SIMD3(cos(angle), cos(angle - 2.1), cos(angle + 2.1)) * 0.5 + 0.5
    return (hue * strength + (1 - strength)) * bright
  }

  static let cases: [Case] =
    exposures + mixes + vignettes + zones + chromas + curves + tonings + fades

  /// Tolerance for single precision, and for the values between which `CurveKernel` and the
  /// encoding are linear.
  @Test(arguments: cases)
  func picturesAreTheFormula(of filter: Case) throws {
    let samples = ImageBuffer<UInt16>(size: Self.size, channels: 3) { x, y, c in
      UInt16((Self.light(x: x, y: y)[c] * 60_000).rounded())
    }
    let source = linearSource(samples)
    let picture = try develop(
      source,
      linearRecipe {
        $0.highlightMode = .clip
        for (parameter, values) in filter.settings { $0.filters[parameter] = values }
      })
    for (x, y) in Self.size.places {
      var p = SIMD3<Double>()
      for c in 0..<3 { p[c] = Double(samples[x, y, c]) / 60_000 }
      let expected = filter.formula(Pixel(light: p, x: x, y: y))
        .clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1))
      for c in 0..<3 {
        let code = expected[c] * 65_535
        #expect(abs(Double(picture[x, y, c]) - code) < 1 + 2e-4 * code, "\(x) \(y) \(c): \(p)")
      }
    }
  }

  /// The result of a formula on linear Rec. 2020 for linear sRGB.
  static func inWorking(
    _ formula: @escaping @Sendable (SIMD3<Double>) -> SIMD3<Double>
  ) -> @Sendable (Pixel) -> SIMD3<Double> {
    { pixel in toSRGB * formula(toRec2020 * pixel.light) }
  }

  /// Linear sRGB to Rec. 2020: ITU-R BT.2087-0, annex 2, with more digits from the primaries.
  static let toRec2020 = RGBSpace.rec2020.fromXYZ * RGBSpace.srgb.toXYZ
  static let toSRGB = RGBSpace.srgb.fromXYZ * RGBSpace.rec2020.toXYZ

  static func luminance(_ p: SIMD3<Double>) -> Double {
    (p * RGBSpace.rec2020.toXYZ.rows[1]).sum()
  }

  static func smooth(_ x: Double) -> Double {
    let t = min(max(x, 0), 1)
    return t * t * (3 - 2 * t)
  }

  static let exposures = [-10, -3.3, 1.7, 10].map { stops in
    Case([(.exposure, [stops])]) { $0.light * exp2(stops) }
  }

  static let mixes =
    [
      [0, 0, 1, 0, 1, 0, 1, 0, 0], [3, -1, -1, -1, 3, -1, -1, -1, 3],
      [-3, 3, 0.5, 0.2, 0.3, 0.4, 0, 0, 1],
    ].map { m in
      Case(
        [(.channelMixer, m)],
        inWorking { p in
          SIMD3(
            m[0] * p.x + m[1] * p.y + m[2] * p.z, m[3] * p.x + m[4] * p.y + m[5] * p.z,
            m[6] * p.x + m[7] * p.y + m[8] * p.z)
        })
    }
    + [([1, 0, 0], 1.0), ([3, -2, -0.5], 0.6), ([-2, 1, 3], 1)].map { mix, amount in
      Case(
        [(.monochrome, [amount]), (.monochromeMix, mix)],
        inWorking { p in
          let sum = mix[0] + mix[1] + mix[2]
          let grey = (mix[0] * p.x + mix[1] * p.y + mix[2] * p.z) / sum
          return p + amount * (grey - p)
        })
    }

  static let vignettes = [(-4, 0.3), (4, 0), (-4, 0.95)].map { stops, start in
    Case([(.vignette, [stops]), (.vignetteSize, [start])]) { pixel in
      let across = Double(pixel.x) + 0.5 - 18
      let down = Double(pixel.y) + 0.5 - 12.5
      let distance = hypot(across, down) / hypot(18, 12.5)
      return pixel.light * exp2(stops * smooth((distance - start) / (1 - start)))
    }
  }

  /// Stops from metered grey, which is half a stop below 18 % (ISO 12232).
  static func zone(
    _ parameter: Parameter, _ amount: Double, stops most: Double? = nil, from start: Double,
    to end: Double
  ) -> Case {
    Case(
      [(parameter, [amount])],
      inWorking { p in
        let stops = log2(luminance(p) / (0.18 / 2.0.squareRoot()))
        return p * exp2((most ?? amount) * smooth((stops - start) / (end - start)))
      })
  }

  static let zones =
    [0.1, 0.5, 4].map { contrast in
      Case(
        [(.contrast, [contrast])],
        inWorking { p in
          p * pow(luminance(p) / (0.18 / 2.0.squareRoot()), contrast - 1)
        })
    }
    + [
      zone(.whites, -1, from: -0.5, to: 2.5), zone(.whites, 0.6, from: -0.5, to: 2.5),
      zone(.blacks, 1, stops: 1.5, from: -1, to: -5),
      zone(.blacks, 0.4, stops: 0.6, from: -1, to: -5),
    ]
    + [-1.0, -0.3].map { amount in
      Case(
        [(.blacks, [amount])],
        inWorking { p in
          let (light, grey) = (luminance(p), 0.18 / 2.0.squareRoot())
          let rest = max(0, 1 - light / grey)
          return p * (max(0, light + 0.012 * amount * rest * rest) / light)
        })
    }

  /// Oklab from linear sRGB with the numbers that its author publishes (B. Ottosson, 2020 and
  /// 2021).
  static func oklab(_ p: SIMD3<Double>) -> SIMD3<Double> {
    let l = cbrt(0.4122214708 * p.x + 0.5363325363 * p.y + 0.0514459929 * p.z)
    let m = cbrt(0.2119034982 * p.x + 0.6806995451 * p.y + 0.1073969566 * p.z)
    let s = cbrt(0.0883024619 * p.x + 0.2817188376 * p.y + 0.6299787005 * p.z)
    return SIMD3(
      0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s)
  }

  static func linear(oklab lab: SIMD3<Double>) -> SIMD3<Double> {
    let l = pow(lab.x + 0.3963377774 * lab.y + 0.2158037573 * lab.z, 3)
    let m = pow(lab.x - 0.1055613458 * lab.y - 0.0638541728 * lab.z, 3)
    let s = pow(lab.x - 0.0894841775 * lab.y - 1.2914855480 * lab.z, 3)
    return SIMD3(
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)
  }

  static let chromas = [
    (0.0, 0.0, 0.0), (0.4, 0, 0), (4, 0, 0), (1, -1, 0), (1, 1, 0), (1, 0, -180), (1, 0, 35),
    (0.7, 0.5, -120),
  ].map { saturation, vibrance, hue in
    Case([(.saturation, [saturation]), (.vibrance, [vibrance]), (.hue, [hue])]) { pixel in
      let lab = oklab(pixel.light)
      let relative = hypot(lab.y, lab.z) / lab.x / 0.1
      let factor = saturation * (1 + vibrance / (1 + relative * relative))
      let (c, s) = (cos(hue * .pi / 180), sin(hue * .pi / 180))
      return linear(
        oklab: SIMD3(lab.x, factor * (c * lab.y - s * lab.z), factor * (s * lab.y + c * lab.z)))
    }
  }

  /// The sRGB code value of light (IEC 61966-2-1), and the inverse.
  static func code(_ light: Double) -> Double {
    light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
  static func light(code: Double) -> Double {
    code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4)
  }

  static func each(
    _ curve: @escaping @Sendable (Double) -> Double
  ) -> @Sendable (Pixel) -> SIMD3<Double> {
    inWorking { SIMD3(curve($0.x), curve($0.y), curve($0.z)) }
  }

  static let curves =
    [0.2, 0.6, 1.8, 5].map { gamma in Case([(.gamma, [gamma])], each { pow($0, 1 / gamma) }) }
    + [
      Case([(.toneCurve, [0, 1, 1, 0])], each { light(code: 1 - code($0)) }),
      Case([(.toneCurve, [0, 0.3, 1, 0.7])], each { light(code: 0.3 + 0.4 * code($0)) }),
      Case(
        [(.toneCurve, [0, 0, 0.25, 0.1, 0.75, 0.9, 1, 1])],
        each { light(code: bent(code($0))) }),
      Case(
        [(.toneCurveRed, [0, 1, 1, 0])],
        inWorking { SIMD3(light(code: 1 - code($0.x)), $0.y, $0.z) }),
      Case(
        [(.toneCurveGreen, [0, 0.3, 1, 0.7])],
        inWorking { SIMD3($0.x, light(code: 0.3 + 0.4 * code($0.y)), $0.z) }),
      Case(
        [(.toneCurveBlue, [0, 0, 0.25, 0.1, 0.75, 0.9, 1, 1])],
        inWorking { SIMD3($0.x, $0.y, light(code: bent(code($0.z)))) }),
      // Gamma precedes the curve of all channels, which precedes the curve of each.
      Case(
        [
          (.gamma, [1.3]), (.toneCurve, [0, 0.2, 1, 0.9]), (.toneCurveRed, [0, 0.1, 1, 0.8]),
          (.toneCurveBlue, [0, 0, 0.25, 0.1, 0.75, 0.9, 1, 1]),
        ],
        inWorking { p in
          func shared(_ value: Double) -> Double { 0.2 + 0.7 * code(pow(value, 1 / 1.3)) }
          return SIMD3(
            light(code: 0.1 + 0.7 * shared(p.x)), light(code: shared(p.y)),
            light(code: bent(shared(p.z))))
        }),
    ]

  /// The curve through 0,0 0.25,0.1 0.75,0.9 1,1, as Bézier curves between the points.
  ///
  /// The slopes at 0.25 and 0.75 are the harmonic mean of 0.4 and 1.6: 0.64. At the ends, they are
  /// 0.4.
  static func bent(_ x: Double) -> Double {
    func piece(
      _ left: Double, _ right: Double, _ y: (Double, Double), _ slope: (Double, Double)
    ) -> Double {
      let third = (right - left) / 3
      var points = [y.0, y.0 + third * slope.0, y.1 - third * slope.1, y.1]
      let t = (x - left) / (right - left)
      // De Casteljau.
      while points.count > 1 {
        points = zip(points, points.dropFirst()).map { $0 + t * ($1 - $0) }
      }
      return points[0]
    }
    return x < 0.25
      ? piece(0, 0.25, (0, 0.1), (0.4, 0.64))
      : x < 0.75
        ? piece(0.25, 0.75, (0.1, 0.9), (0.64, 0.64)) : piece(0.75, 1, (0.9, 1), (0.64, 0.4))
  }

  /// Working light to add at luminance ¼, with Oklab chroma 0.15, for brightness √Y weighted by √Y
  /// − Y.
  static func tone(hue: Double, amount: Double) -> SIMD3<Double> {
    let angle = hue * .pi / 180
    let color =
      toRec2020
      * linear(oklab: SIMD3(cbrt(0.25), 0.15 * amount * cos(angle), 0.15 * amount * sin(angle)))
    return 4 * (color - luminance(color))
  }

  static let tonings = [
    (1.0, 250.0, 0.0, 70.0, 0.0), (0, 250, 1, 70, 0), (0.7, 0, 1, 180, -1), (1, 300, 0.4, 90, 1),
  ].map { shadow, shadowHue, highlight, highlightHue, balance in
    Case(
      [
        (.shadowToning, [shadow]), (.shadowHue, [shadowHue]), (.highlightToning, [highlight]),
        (.highlightHue, [highlightHue]), (.toningBalance, [balance]),
      ],
      inWorking { p in
        let bright = luminance(p).squareRoot()
        let share = smooth((bright - (0.5 + 0.4 * balance - 0.35)) / 0.7)
        return p + (bright - luminance(p))
          * ((1 - share) * tone(hue: shadowHue, amount: shadow)
            + share * tone(hue: highlightHue, amount: highlight))
      })
  }

  static let fades = [0.3, 1].map { amount in
    Case([(.fade, [amount]), (.fadeColor, [1, 0.5, 0.1])]) { pixel in
      let color = SIMD3(1, light(code: 0.5), light(code: 0.1))
      return pixel.light + amount * (color - pixel.light)
    }
  }
}
