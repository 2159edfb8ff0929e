/// How scene-linear values become display-linear ones.
public enum ToneMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// One fixed film-like curve, the same for every photo.
  case standard
  /// None: scene-linear values clipped to 0…1.
  case linear
}

/// A film-like curve from scene-linear to display-linear light: a toe, a straight middle, a shoulder.
///
/// f(x) = min(1, (a·x² + b·x) / (c·x² + d·x + 1)) for x ≥ 0, and 0 below. Two multiplications and one
/// division a value, no table, no branch. It is meant for the largest and the smallest component of a colour
/// in linear Rec. 2020, the middle one being interpolated between them, so that hues stay.
public struct ToneCurve: Sendable, Hashable, Codable {
  /// Factor of x² above the line.
  public var a: Double
  /// Factor of x above the line: the slope at black.
  public var b: Double
  /// Factor of x² below the line.
  public var c: Double
  /// Factor of x below the line.
  public var d: Double

  /// The curve with these factors; whether it rises is the caller's to see to.
  public init(a: Double, b: Double, c: Double, d: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
  }

  /// Display-linear light, 0…1, of scene-linear light `x`, where 1 is the sensor's saturation.
  public func callAsFunction(_ x: Double) -> Double {
    guard x > 0 else { return 0 }
    return min(1, (a * x + b) * x / ((c * x + d) * x + 1))
  }

  /// The slope of the curve at `x` ≥ 0, before it is clipped at 1.
  public func slope(at x: Double) -> Double {
    let bottom = (c * x + d) * x + 1
    return (((a * d - b * c) * x + 2 * a) * x + b) / (bottom * bottom)
  }
}

extension ToneCurve {
  /// The curve for every photo, fixed by four conditions:
  ///
  /// 1. f(1) = 1: saturated stays white.
  /// 2. f′(1) = 0.2: highlights roll off and do not break.
  /// 3. f(grey) = 0.181: a metered grey card comes out as bright as ISO 12232's standard output sensitivity wants it.
  /// 4. The slope of log f over log x at grey is 1.3: the contrast of an ordinary print in the middle tones.
  ///
  /// What follows from them: f′(0) = 0.81 (the toe), a largest slope of 1.95 near x = 0.18, c·x² + d·x + 1 ≥ 1 for x ≥ 0
  /// (never a division by 0), and a > c, so that the quotient stays above 1 for all x > 1 and needs no other clipping.
  public static let standard = ToneCurve(
    grey: meteredGrey, displayGrey: displayGrey, contrast: 1.3, slopeAtWhite: 0.2)

  /// A metered 18 % grey relative to saturation: ISO 12232 (saturation-based speed) leaves half a stop above a white
  /// of 100 %, so 0.18/√2 = 0.127, 2.97 stops below saturation.
  public static let meteredGrey = 0.18 / 2.squareRoot()

  /// Linear light of sRGB code value 118 of 255, which ISO 12232 (standard output sensitivity) gives metered grey: 0.181.
  public static let displayGrey = TransferFunction.srgb.decode(118.0 / 255)

  /// The curve through (0, 0), (grey, displayGrey) and (1, 1) with the given log-log slope at grey and slope at 1.
  ///
  /// Multiplied by the denominator, all four conditions are linear in a, b, c, d. Not every set of conditions gives
  /// a rising curve; `standard`'s does.
  init(grey g: Double, displayGrey t: Double, contrast: Double, slopeAtWhite s: Double) {
    let slope = contrast * t / g
    // Each row is (factors of a, b, c, d) and the right side.
    let solution = Self.solve([
      [1, 1, -1, -1, 1],
      [2, 1, -2 - s, -1 - s, s],
      [g * g, g, -t * g * g, -t * g, t],
      [2 * g, 1, -2 * t * g - slope * g * g, -t - slope * g, slope],
    ])
    self.init(a: solution[0], b: solution[1], c: solution[2], d: solution[3])
  }

  /// Gaussian elimination with partial pivoting of a system whose last column is the right side.
  private static func solve(_ system: [[Double]]) -> [Double] {
    var rows = system
    let count = rows.count
    for k in 0..<count {
      let pivot = (k..<count).max { abs(rows[$0][k]) < abs(rows[$1][k]) } ?? k
      rows.swapAt(k, pivot)
      for i in 0..<count where i != k {
        let factor = rows[i][k] / rows[k][k]
        for j in k...count { rows[i][j] -= factor * rows[k][j] }
      }
    }
    return (0..<count).map { rows[$0][count] / rows[$0][$0] }
  }
}
