/// A named curve over normalised time: a value with a name, parameters, and a text form.
///
/// ```swift
/// let curve = try Curve.easeOut(2.5)
/// curve(0.25)             // the fraction of the distance after a quarter of the time
/// curve.slope(at: 0.25)   // the speed there
/// "\(curve)"              // easeOut(2.5), which Curve(parsing:) reads back
/// ```
///
/// By default, curves are continuous, exactly 0 at 0 and exactly 1 at 1. The exceptions: `steps`
/// and `hold` jump. `shake`, `reversed` and `mirrored` end at 0. `decay` falls from 1. The ends of
/// `scaled`, `clamped` and `custom` depend on their definition. Between the ends, values can be
/// outside 0…1. Before 0 and after 1, a curve keeps its end values. NaN gives NaN.
///
/// Evaluation does not allocate memory. Equality compares names and parameters. For `custom` curves
/// it compares the identity of the function.
public struct Curve: Easing {
  let spelling: Spelling
  let form: Form

  init(_ spelling: Spelling, _ form: Form) {
    self.spelling = spelling
    self.form = form
  }

  /// The name in the text form, for example `easeOut` in `easeOut(2.5)`. For a custom curve, the
  /// name from its initialiser.
  public var name: String {
    if case .custom(let custom) = form { return custom.name }
    return spelling.rawValue
  }

  /// Returns the value at normalised time `u`.
  public func callAsFunction(_ u: Double) -> Double {
    if u > 0 && u < 1 { return form.value(u) }
    return u.isNaN ? u : u >= 1 ? form.end : form.start
  }

  /// Returns the derivative at normalised time `u`.
  ///
  /// It is analytic, except for custom curves without a derivative. At a corner (the floor of
  /// `bounce`, the seam of `compose`) it is the slope after the corner. `steps` and `hold` have
  /// slope 0. The slope is infinite at the steep ends of `circular` curves, powers below 1, and
  /// Béziers that start or end vertically.
  public func slope(at u: Double) -> Double {
    form.slope(u >= 1 ? 1 : u <= 0 ? 0 : u)
  }
}

extension Curve: Hashable {
  /// Returns whether both have the same name and equal parameters.
  public static func == (a: Curve, b: Curve) -> Bool {
    a.spelling == b.spelling && a.form.arguments == b.form.arguments
  }

  /// Hashes the name and the parameters.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(spelling)
    hasher.combine(form.arguments)
  }
}
