/// The number of times that something runs.
public enum Repetition: Hashable, Sendable {
  /// This many runs in all; fewer than 1 count as 1.
  case times(Int)
  case forever

  /// A single run.
  public static let once = Repetition.times(1)

  /// The number of runs; infinite for `forever`.
  @inlinable var count: Double {
    switch self {
    case .times(let count): Double(max(1, count))
    case .forever: .infinity
    }
  }
}

extension Double {
  /// This number as a duration: negative and NaN count as 0.
  @inlinable var asDuration: Double { self > 0 ? self : 0 }
}
