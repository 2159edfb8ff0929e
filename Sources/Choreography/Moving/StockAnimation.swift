internal import Tweening

/// What an item comes in with: a state to start from, left for its own place and look.
public enum StockAnimation: Hashable, Sendable {
  /// Invisible at first.
  case fadeIn
  /// Moves in this direction to its place. In the stage's units: slightly 10, moderately 30,
  /// severely 50; `by` −1 000 000 to 1 000 000.
  case slide(SlideDirection, Amount)
  /// Turned at first, clockwise where y grows downwards. Slightly π/4, moderately π/2, severely π;
  /// `by` in degrees, −1 000 000 to 1 000 000. Turns back the whole way, also by more than a turn.
  case spin(Amount)
  /// Smaller at first: slightly .9, moderately .7, severely .5; `by` the scale itself, 0 to 1.
  case expand(Amount)
  /// Larger at first: slightly 1.1, moderately 1.3, severely 1.5; `by` the scale itself, 1 to 1000.
  case contract(Amount)
  /// Both halves of the area run together and spring back, at their own times.
  case collide(Collision)
  /// Any parameter by its name, from a value to a value, −1e9 to 1e9.
  case custom(String, from: Double, to: Double)
}

/// Where something moves to.
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

/// How much, in three named sizes or as a number whose meaning the animation says.
public enum Amount: Hashable, Sendable {
  case slightly
  case moderately
  case severely
  /// A number with the same sign as the named sizes have.
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
