/// A named curve over normalised time: a value with a name, parameters, and a text form.
///
/// ```swift
/// let curve = try Curve.easeOut(2.5)
/// curve(0.25)             // the share of the way after a quarter of the time
/// curve.slope(at: 0.25)   // the speed there
/// "\(curve)"              // easeOut(2.5), which Curve(parsing:) reads back
/// ```
///
/// Every curve is exactly 0 at 0 and 1 at 1, and continuous, unless its definition says otherwise:
/// `steps` and `hold` jump, `shake`, `reversed` and `mirrored` end at 0, `decay` falls from 1, and
/// `scaled`, `clamped` and `custom` end wherever their definition takes them. Between the ends,
/// values are not limited to 0…1. Before 0 and after 1 a curve keeps its end values; NaN gives NaN.
///
/// Evaluation allocates nothing. Equality compares names and parameters, and for `custom` curves
/// the identity of the function.
public struct Curve: Easing {
  let spelling: Spelling
  let form: Form

  init(_ spelling: Spelling, _ form: Form) {
    self.spelling = spelling
    self.form = form
  }

  /// The name in the text form, `easeOut` for `easeOut(2.5)`; of a custom curve, the name it was
  /// given.
  public var name: String {
    if case .custom(let custom) = form { return custom.name }
    return spelling.rawValue
  }

  /// The value at normalised time `u`.
  public func callAsFunction(_ u: Double) -> Double {
    if u > 0 && u < 1 { return form.value(u) }
    return u.isNaN ? u : u >= 1 ? form.end : form.start
  }

  /// The derivative at normalised time `u`: analytic, except for custom curves that were given
  /// none.
  ///
  /// Where a curve has a corner (the floor of `bounce`, the seam of `compose`) it is the slope
  /// ahead; `steps` and `hold` have slope 0. It is infinite at the steep ends of `circular` curves,
  /// of powers below 1, and of Béziers that start or end vertically.
  public func slope(at u: Double) -> Double {
    form.slope(u >= 1 ? 1 : u <= 0 ? 0 : u)
  }
}

extension Curve: Hashable {
  /// Whether both have the same name and equal parameters.
  public static func == (a: Curve, b: Curve) -> Bool {
    a.spelling == b.spelling && a.form.arguments == b.form.arguments
  }

  /// Hashes the name and the parameters.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(spelling)
    hasher.combine(form.arguments)
  }
}
