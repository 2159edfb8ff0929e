/// Arithmetic that reports overflow, for sizes from files.
public enum Checked {
  /// Returns the product, or `nil` if it does not fit in an `Int` or a factor is negative.
  public static func product(_ factors: Int...) -> Int? {
    var result = 1
    for factor in factors {
      guard factor >= 0 else { return nil }
      let (value, overflow) = result.multipliedReportingOverflow(by: factor)
      guard !overflow else { return nil }
      result = value
    }
    return result
  }

  /// Returns the sum, or `nil` if it does not fit in an `Int` or a term is negative.
  public static func sum(_ terms: Int...) -> Int? {
    var result = 0
    for term in terms {
      guard term >= 0 else { return nil }
      let (value, overflow) = result.addingReportingOverflow(term)
      guard !overflow else { return nil }
      result = value
    }
    return result
  }
}
