internal import BromideLibc
public import BromideValues

/// The path of bright light to white, after a tone curve that keeps hues.
///
/// The light p ≥ 0 has the components m1 ≥ m2 ≥ m3. The curve f gives q1 = f(m1), q3 = f(m3), and
/// q2 at the same relative position between them. Then:
///
/// 1. s = ½ smoothstep(−1, 1, log2 m1), so from m1 = ½ to 2, and q2 += s·(f(m2) − q2). Each channel
///    of a bright colour thus follows its curve more closely. With a weight of 1, red would turn by
///    57° towards yellow at +3 EV. With ½, it turns by 17°.
/// 2. k = smoothstep(0, 3, log2 Y), so from luminance Y = 1 to 8, and q += k·(q1 − q) for all
///    three.
///
/// The path uses luminance, because the largest component alone would make a blue lamp of luminance
/// 0.06 white, 14 times as bright, with an edge of one pixel. The measurements used lamps, a sunset
/// and photos: see Documentation/look.md.
public struct PathToWhite: Sendable, Hashable {
  /// Luminance of red, green and blue. They sum to 1.
  public let weights: SIMD3<Double>

  /// Creates the path for light in a space's primaries.
  public init(in space: RGBSpace) {
    weights = space.toXYZ.rows[1]
  }

  /// Returns the pixel after the path.
  ///
  /// - Parameters:
  ///   - toned: The pixel after the curve.
  ///   - light: The pixel before the curve, without negative components.
  ///   - curve: The curve.
  func callAsFunction(
    _ toned: SIMD3<Double>, light: SIMD3<Double>, curve: (Double) -> Double
  ) -> SIMD3<Double> {
    let (most, least) = (light.max(), light.min())
    var q = toned
    if most > 0.5 {
      let share = 0.5 * smooth((log2(most) + 1) / 2)
      for c in 0..<3 where light[c] < most && light[c] > least {
        q[c] += share * (curve(light[c]) - q[c])
      }
    }
    let luminance = (light * weights).sum()
    guard luminance > 1 else { return q }
    return q + smooth(log2(luminance) / 3) * (q.max() - q)
  }

  var floats: (Float, Float, Float) { (Float(weights.x), Float(weights.y), Float(weights.z)) }
}
