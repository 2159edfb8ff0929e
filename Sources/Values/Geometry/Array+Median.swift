extension [Double] {
  /// The middle number, or the mean of the middle two. The array must not be empty.
  package var median: Double {
    let sorted = self.sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
