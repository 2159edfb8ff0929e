internal import BromideLibc

/// The mapping from scene-linear to display-linear light.
public enum ToneMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// The film-like curve of a ``Look``, the same for every photo.
  case standard
  /// No curve: scene-linear values are clipped to 0…1.
  case linear
}

/// A film-like curve from scene-linear to display-linear light: a toe, a straight middle, a
/// shoulder.
///
/// f(x) = min(1, (a·x² + b·x) / (c·x² + d·x + 1)) for x ≥ 0, and 0 below. It takes a few
/// multiplications and one division per value, without a table or a branch. It applies to the
/// largest and the smallest component of a colour in linear Rec. 2020. The middle component is
/// interpolated between them, which keeps the hue.
public struct ToneCurve: Sendable, Hashable, Codable {
  /// Factor of x² in the numerator.
  public var a: Double
  /// Factor of x in the numerator, which is the slope at black.
  public var b: Double
  /// Factor of x² in the denominator.
  public var c: Double
  /// Factor of x in the denominator.
  public var d: Double

  /// A curve with these factors. The caller ensures that it rises.
  public init(a: Double, b: Double, c: Double, d: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
  }

  /// The display-linear light, 0…1, of scene-linear light `x`, where 1 is the sensor's saturation.
  public func callAsFunction(_ x: Double) -> Double {
    guard x > 0 else { return 0 }
    return min(1, (a * x + b) * x / ((c * x + d) * x + 1))
  }

  /// The slope of the curve at `x` ≥ 0, before it is clipped at 1.
  public func slope(at x: Double) -> Double {
    let bottom = (c * x + d) * x + 1
    return (((a * d - b * c) * x + 2 * a) * x + b) / (bottom * bottom)
  }

  /// The light that the curve makes `y`, 0 ..< 1.
  ///
  /// y (c x² + d x + 1) = a x² + b x has one positive solution, as a > c.
  package func inverse(_ y: Double) -> Double {
    let (p, q) = (a - c * y, b - d * y)
    return ((q * q + 4 * p * y).squareRoot() - q) / (2 * p)
  }
}

extension ToneCurve {
  /// The curve for every photo, fixed by four conditions:
  ///
  /// 1. f(1) = 1: saturated stays white.
  /// 2. f′(1) = 0.22: highlights roll off gently.
  /// 3. f(g) = 0.181 at g = `pictureGrey`: as bright as pictures from cameras and raw converters.
  /// 4. The slope of log f over log x at g is 1.35, the contrast of these pictures in the middle
  ///    tones.
  ///
  /// It was fitted to embedded pictures from cameras of three makers and a raw converter, which
  /// agree on one curve. The mean CIEDE2000 of six photos falls from 5.6 (with `classic`) to 2.6.
  ///
  /// The conditions give f′(0) = 0.33 (the toe) and a largest slope of 2.56 near x = 0.10. The
  /// denominator c·x² + d·x + 1 is at least 1 for x ≥ 0, so it is never 0. Because a > c, the
  /// quotient stays above 1 for all x > 1 and needs no other clipping.
  public static let standard = ToneCurve(
    grey: pictureGrey, displayGrey: displayGrey, contrast: 1.35, slopeAtWhite: 0.22)

  /// A flat curve, as a start for grading: slope 1 at `pictureGrey`, and 0.3 at white.
  public static let flat = ToneCurve(
    grey: pictureGrey, displayGrey: displayGrey, contrast: 1, slopeAtWhite: 0.3)

  /// The first curve that Bromide had: metered grey, not `pictureGrey`, becomes `displayGrey`,
  /// with slope 1.3, and 0.2 at white.
  public static let classic = ToneCurve(
    grey: meteredGrey, displayGrey: displayGrey, contrast: 1.3, slopeAtWhite: 0.2)

  /// The light that becomes `displayGrey`: 0.41 EV below metered grey, as cameras expose the middle
  /// of their pictures.
  public static let pictureGrey = meteredGrey * exp2(-0.41)

  /// A metered 18 % grey relative to saturation: ISO 12232 (saturation-based speed) leaves half a
  /// stop above a white of 100 %, so it is 0.18/√2 = 0.127, which is 2.97 stops below saturation.
  public static let meteredGrey = 0.18 / 2.squareRoot()

  /// Linear light of metered grey on a display: 0.181, from sRGB code value 118 of 255 (ISO 12232,
  /// standard output sensitivity).
  public static let displayGrey = TransferFunction.srgb.decode(118.0 / 255)

  /// Creates the curve through (0, 0), (grey, displayGrey) and (1, 1) with a given log-log slope at
  /// grey and slope at 1.
  ///
  /// Multiplied by the denominator, all four conditions are linear in a, b, c, d. Not every set of
  /// conditions gives a rising curve, but the conditions above do.
  init(grey g: Double, displayGrey t: Double, contrast: Double, slopeAtWhite s: Double) {
    let slope = contrast * t / g
    // Each row holds the factors of a, b, c and d, and the right-hand side.
    let solution = LinearSystem.solution([
      [1, 1, -1, -1, 1],
      [2, 1, -2 - s, -1 - s, s],
      [g * g, g, -t * g * g, -t * g, t],
      [2 * g, 1, -2 * t * g - slope * g * g, -t - slope * g, slope],
    ])
    self.init(a: solution[0], b: solution[1], c: solution[2], d: solution[3])
  }
}
