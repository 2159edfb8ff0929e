/// The number of times that something runs.
public enum Repetition: Hashable, Sendable {
  /// The total number of runs. Less than 1 is treated as 1.
  case times(Int)
  case forever

  /// A single run.
  public static let once = Repetition.times(1)

  /// The number of runs, infinite for `forever`.
  @inlinable var count: Double {
    switch self {
    case .times(let count): Double(max(1, count))
    case .forever: .infinity
    }
  }
}

extension Double {
  /// This number as a duration. Negative numbers and NaN become 0.
  @inlinable var asDuration: Double { self > 0 ? self : 0 }
}
