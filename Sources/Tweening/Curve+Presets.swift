extension Curve {
  /// u: constant speed.
  public static let linear = Curve(.linear, .linear)
  /// u²
  public static let quadraticIn = family(.quadraticIn, .quadratic, .in)
  /// 1 − (1 − u)²
  public static let quadraticOut = family(.quadraticOut, .quadratic, .out)
  /// `quadraticIn`, then `quadraticOut`, each over half the time and half the distance.
  public static let quadraticInOut = family(.quadraticInOut, .quadratic, .inOut)
  /// u³
  public static let cubicIn = family(.cubicIn, .cubic, .in)
  /// 1 − (1 − u)³
  public static let cubicOut = family(.cubicOut, .cubic, .out)
  /// `cubicIn`, then `cubicOut`, each over half the time and half the distance.
  public static let cubicInOut = family(.cubicInOut, .cubic, .inOut)
  /// u⁴
  public static let quarticIn = family(.quarticIn, .quartic, .in)
  /// 1 − (1 − u)⁴
  public static let quarticOut = family(.quarticOut, .quartic, .out)
  /// `quarticIn`, then `quarticOut`, each over half the time and half the distance.
  public static let quarticInOut = family(.quarticInOut, .quartic, .inOut)
  /// u⁵
  public static let quinticIn = family(.quinticIn, .quintic, .in)
  /// 1 − (1 − u)⁵
  public static let quinticOut = family(.quinticOut, .quintic, .out)
  /// `quinticIn`, then `quinticOut`, each over half the time and half the distance.
  public static let quinticInOut = family(.quinticInOut, .quintic, .inOut)
  /// 1 − cos(πu/2)
  public static let sineIn = family(.sineIn, .sine, .in)
  /// sin(πu/2)
  public static let sineOut = family(.sineOut, .sine, .out)
  /// (1 − cos πu)/2
  public static let sineInOut = family(.sineInOut, .sine, .inOut)
  /// (2^(10u) − 1)/1023. Penner's 2^(10(u − 1)) starts at 0.001, but this one starts at 0.
  public static let exponentialIn = family(.exponentialIn, .exponential, .in)
  /// 1 − exponentialIn(1 − u).
  public static let exponentialOut = family(.exponentialOut, .exponential, .out)
  /// `exponentialIn`, then `exponentialOut`, each over half the time and half the distance.
  public static let exponentialInOut = family(.exponentialInOut, .exponential, .inOut)
  /// 1 − √(1 − u²)
  public static let circularIn = family(.circularIn, .circular, .in)
  /// √(1 − (1 − u)²)
  public static let circularOut = family(.circularOut, .circular, .out)
  /// `circularIn`, then `circularOut`, each over half the time and half the distance.
  public static let circularInOut = family(.circularInOut, .circular, .inOut)
  /// u²(2.70158u − 1.70158): first moves back by a tenth of the distance.
  public static let backIn = family(.backIn, .back, .in)
  /// 1 − backIn(1 − u): overshoots by a tenth of the distance and returns.
  public static let backOut = family(.backOut, .back, .out)
  /// Moves back by a tenth of the distance, then overshoots by a tenth and returns.
  ///
  /// It does not consist of two halves of `backIn` and `backOut`, because they would overshoot by
  /// only a twentieth. As in Penner's equations, the pull is 1.525 times as strong. The first half
  /// is ½x²((p + 1)x − p) with x = 2u and p = 1.70158 · 1.525.
  public static let backInOut = family(.backInOut, .back, .inOut)
  /// 1 − elasticOut(1 − u): swings around the start with growing amplitude, then moves to the end.
  public static let elasticIn = family(.elasticIn, .elastic, .in)
  /// 1 − e(u)·cos(2πu/0.3): arrives early and swings. The envelope e falls from 1 to 0 like
  /// 2^(−10u).
  ///
  /// Penner's envelope 2^(−10u) is still 0.001 at the end, but this one is 0.
  public static let elasticOut = family(.elasticOut, .elastic, .out)
  /// Swings around the start with growing amplitude, moves to the end, and swings there.
  ///
  /// It does not consist of two halves of `elasticIn` and `elasticOut`. As in Penner's equations,
  /// the period is 0.45 of each half's time instead of 0.3, so each half swings fewer times.
  public static let elasticInOut = family(.elasticInOut, .elastic, .inOut)
  /// 1 − bounceOut(1 − u): bounces with growing height, then jumps to the end.
  public static let bounceIn = family(.bounceIn, .bounce, .in)
  /// Falls to the end and bounces there three times, in the four parabolas of AHEasing.
  ///
  /// They touch the floor at 4/11, 8/11, 0.9 and 1 of the time. Penner's parabolas touch it at
  /// 4/11, 8/11, 10/11 and 1, and their heights differ. The curves differ by up to 0.05, most at
  /// 6/11.
  public static let bounceOut = family(.bounceOut, .bounce, .out)
  /// `bounceIn`, then `bounceOut`, each over half the time and half the distance.
  public static let bounceInOut = family(.bounceInOut, .bounce, .inOut)
  /// A short name for `backOut`.
  public static let back = family(.back, .back, .out)
  /// A short name for `elasticOut`.
  public static let elastic = family(.elastic, .elastic, .out)
  /// A short name for `bounceOut`.
  public static let bounce = family(.bounce, .bounce, .out)

  /// (1 − cos πu)/2, the classic cosine ramp. Equal to `sineInOut`.
  public static let cosine = Curve(.cosine, .cosine)
  /// Stays at 0 and jumps to 1 exactly at the end.
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
