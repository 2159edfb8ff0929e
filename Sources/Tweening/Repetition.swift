/// How often something runs.
public enum Repetition: Hashable, Sendable {
  /// So many times in all; fewer than 1 counts as 1.
  case times(Int)
  case forever

  /// A single run.
  public static let once = Repetition.times(1)

  /// The number of runs, infinite for ever.
  @inlinable var count: Double {
    switch self {
    case .times(let count): Double(max(1, count))
    case .forever: .infinity
    }
  }
}

extension Double {
  /// A duration as given: negative and NaN count as 0.
  @inlinable var asDuration: Double { self > 0 ? self : 0 }
}
