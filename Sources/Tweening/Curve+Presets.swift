extension Curve {
  /// u: even speed.
  public static let linear = Curve(.linear, .linear)
  /// u²
  public static let quadraticIn = family(.quadraticIn, .quadratic, .in)
  /// 1 − (1 − u)²
  public static let quadraticOut = family(.quadraticOut, .quadratic, .out)
  /// `quadraticIn`, then `quadraticOut`, each over half the time and half the way.
  public static let quadraticInOut = family(.quadraticInOut, .quadratic, .inOut)
  /// u³
  public static let cubicIn = family(.cubicIn, .cubic, .in)
  /// 1 − (1 − u)³
  public static let cubicOut = family(.cubicOut, .cubic, .out)
  /// `cubicIn`, then `cubicOut`, each over half the time and half the way.
  public static let cubicInOut = family(.cubicInOut, .cubic, .inOut)
  /// u⁴
  public static let quarticIn = family(.quarticIn, .quartic, .in)
  /// 1 − (1 − u)⁴
  public static let quarticOut = family(.quarticOut, .quartic, .out)
  /// `quarticIn`, then `quarticOut`, each over half the time and half the way.
  public static let quarticInOut = family(.quarticInOut, .quartic, .inOut)
  /// u⁵
  public static let quinticIn = family(.quinticIn, .quintic, .in)
  /// 1 − (1 − u)⁵
  public static let quinticOut = family(.quinticOut, .quintic, .out)
  /// `quinticIn`, then `quinticOut`, each over half the time and half the way.
  public static let quinticInOut = family(.quinticInOut, .quintic, .inOut)
  /// 1 − cos(πu/2)
  public static let sineIn = family(.sineIn, .sine, .in)
  /// sin(πu/2)
  public static let sineOut = family(.sineOut, .sine, .out)
  /// (1 − cos πu)/2
  public static let sineInOut = family(.sineInOut, .sine, .inOut)
  /// (2^(10u) − 1)/1023. Penner's 2^(10(u − 1)) starts 0.001 above 0; this one starts at 0.
  public static let exponentialIn = family(.exponentialIn, .exponential, .in)
  /// 1 − exponentialIn(1 − u).
  public static let exponentialOut = family(.exponentialOut, .exponential, .out)
  /// `exponentialIn`, then `exponentialOut`, each over half the time and half the way.
  public static let exponentialInOut = family(.exponentialInOut, .exponential, .inOut)
  /// 1 − √(1 − u²)
  public static let circularIn = family(.circularIn, .circular, .in)
  /// √(1 − (1 − u)²)
  public static let circularOut = family(.circularOut, .circular, .out)
  /// `circularIn`, then `circularOut`, each over half the time and half the way.
  public static let circularInOut = family(.circularInOut, .circular, .inOut)
  /// u²(2.70158u − 1.70158): first draws back by a tenth of the way.
  public static let backIn = family(.backIn, .back, .in)
  /// 1 − backIn(1 − u): goes a tenth of the way too far and returns.
  public static let backOut = family(.backOut, .back, .out)
  /// Draws back by a tenth of the way, then goes a tenth too far and returns.
  ///
  /// Not two halves of `backIn` and `backOut`, which would go only a twentieth too far: as in
  /// Penner's equations the pull is 1.525 times as strong, so that the first half is
  /// ½x²((p + 1)x − p) with x = 2u and p = 1.70158 · 1.525.
  public static let backInOut = family(.backInOut, .back, .inOut)
  /// Swings ever further about the start, then leaves; 1 − elasticOut(1 − u).
  public static let elasticIn = family(.elasticIn, .elastic, .in)
  /// Arrives early and rings: 1 − e(u)·cos(2πu/0.3), with e falling from 1 to 0 as 2^(−10u) does.
  ///
  /// Penner's envelope 2^(−10u) is still 0.001 at the end; this one is 0 there.
  public static let elasticOut = family(.elasticOut, .elastic, .out)
  /// Swings ever further about the start, crosses over, and rings about the end.
  ///
  /// Not two halves of `elasticIn` and `elasticOut`: as in Penner's equations each half swings with
  /// the period 0.45 of its time instead of 0.3, and so fewer times.
  public static let elasticInOut = family(.elasticInOut, .elastic, .inOut)
  /// 1 − bounceOut(1 − u): ever larger bounces, then the leap to the end.
  public static let bounceIn = family(.bounceIn, .bounce, .in)
  /// Falls to the end and bounces there three times, in the four parabolas of AHEasing.
  ///
  /// They touch the floor at 4/11, 8/11, 0.9 and 1 of the time, where Penner's touch it at 4/11,
  /// 8/11, 10/11 and 1, and rise to other heights: the two differ by up to 0.05, most at 6/11.
  public static let bounceOut = family(.bounceOut, .bounce, .out)
  /// `bounceIn`, then `bounceOut`, each over half the time and half the way.
  public static let bounceInOut = family(.bounceInOut, .bounce, .inOut)
  /// `backOut` by its short name.
  public static let back = family(.back, .back, .out)
  /// `elasticOut` by its short name.
  public static let elastic = family(.elastic, .elastic, .out)
  /// `bounceOut` by its short name.
  public static let bounce = family(.bounce, .bounce, .out)

  /// (1 − cos πu)/2, the classic cosine ramp; `sineInOut` by its other name.
  public static let cosine = Curve(.cosine, .cosine)
  /// Stays at 0 and jumps to 1 at the very end.
  public static let hold = Curve(.hold, .hold)

  /// The Bézier (.42,0,1,1).
  public static let bezierEaseIn = Curve(
    .bezierEaseIn, .bezier(CubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)))
  /// The Bézier (0,0,.58,1).
  public static let bezierEaseOut = Curve(
    .bezierEaseOut, .bezier(CubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)))
  /// The Bézier (.42,0,.58,1).
  public static let bezierEaseInOut = Curve(
    .bezierEaseInOut, .bezier(CubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)))
  /// The Bézier (.25,.1,.25,1), which CSS calls `ease`.
  public static let bezierDefault = Curve(
    .bezierDefault, .bezier(CubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)))

  private static func family(
    _ spelling: Spelling, _ family: Family, _ direction: Direction
  ) -> Curve {
    Curve(spelling, .family(family, direction))
  }
}
