internal import Tweening

/// An animation by which an item comes in: a state from which it moves to its own place and look.
public enum StockAnimation: Hashable, Sendable {
  /// Starts invisible.
  case fadeIn
  /// Moves in this direction to its place. In the stage's units: slightly 10, moderately 30,
  /// severely 50; `by` −1 000 000 to 1 000 000.
  case slide(SlideDirection, Amount)
  /// Starts turned, clockwise where y grows downwards. Slightly π/4, moderately π/2, severely π;
  /// `by` in degrees, −1 000 000 to 1 000 000. It turns back all the way, even several turns.
  case spin(Amount)
  /// Starts smaller: slightly .9, moderately .7, severely .5; `by` the scale itself, 0 to 1.
  case expand(Amount)
  /// Starts larger: slightly 1.1, moderately 1.3, severely 1.5; `by` the scale itself, 1 to 1000.
  case contract(Amount)
  /// Both halves of the area run together and spring back, in times of their own.
  case collide(Collision)
  /// Moves any parameter, given by its name, from one value to another, −1e9 to 1e9.
  case custom(String, from: Double, to: Double)
}

/// The direction in which something moves.
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

/// An amount: one of three named sizes, or a number whose meaning depends on the animation.
public enum Amount: Hashable, Sendable {
  case slightly
  case moderately
  case severely
  /// A number of the same sign as the named sizes.
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
