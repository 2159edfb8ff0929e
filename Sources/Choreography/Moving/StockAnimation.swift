internal import Tweening

/// An animation that brings in an item: a state from which it moves to its normal position and
/// look.
public enum StockAnimation: Hashable, Sendable {
  /// Starts invisible.
  case fadeIn
  /// Moves in this direction to its position. The distance in the stage's units is 10 (slightly),
  /// 30 (moderately) or 50 (severely). `by` accepts −1 000 000 to 1 000 000.
  case slide(SlideDirection, Amount)
  /// Starts turned, clockwise if y grows downwards: by π/4 (slightly), π/2 (moderately) or π
  /// (severely). `by` accepts degrees, −1 000 000 to 1 000 000. The item turns back completely,
  /// even several turns.
  case spin(Amount)
  /// Starts smaller: at .9 (slightly), .7 (moderately) or .5 (severely). `by` is the scale, 0 to 1.
  case expand(Amount)
  /// Starts larger: at 1.1 (slightly), 1.3 (moderately) or 1.5 (severely). `by` is the scale, 1 to
  /// 1000.
  case contract(Amount)
  /// Both halves of the area collide and spring back. The collision sets the times.
  case collide(Collision)
  /// Moves the parameter with this name from one value to another, −1e9 to 1e9.
  case custom(String, from: Double, to: Double)
}

/// The direction of a movement.
public enum SlideDirection: String, Sendable, CaseIterable {
  /// It starts lower.
  case up
  /// It starts higher.
  case down
  /// It starts farther right.
  case left
  /// It starts farther left.
  case right
}

/// An amount: one of three named sizes, or a number. Its meaning depends on the animation.
public enum Amount: Hashable, Sendable {
  case slightly
  case moderately
  case severely
  /// A number with the same sign as the named sizes.
  case by(Double)

  func value(_ slightly: Double, _ moderately: Double, _ severely: Double) -> Double {
    switch self {
    case .slightly: slightly
    case .moderately: moderately
    case .severely: severely
    case .by(let value): value
    }
  }
}
