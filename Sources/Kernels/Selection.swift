extension [Double] {
  /// The value that would stand at a place if all were sorted, without sorting them: those before the place are not larger,
  /// those behind it not smaller (Hoare's FIND, 1961).
  ///
  /// - Complexity: O(`count`) for nearly all orders; a photo that is made to have another one costs a sort.
  mutating func select(_ place: Int) -> Double {
    var (low, high) = (0, count - 1)
    var rounds = 0
    while low < high {
      rounds += 1
      if rounds > Self.mostRounds {
        sort()
        break
      }
      let pivot = self[place]
      var (i, j) = (low, high)
      while i <= j {
        while self[i] < pivot { i += 1 }
        while pivot < self[j] { j -= 1 }
        if i <= j {
          swapAt(i, j)
          i += 1
          j -= 1
        }
      }
      if j < place { low = i }
      if place < i { high = j }
    }
    return self[place]
  }

  /// Random orders of a million values take about 35.
  private static let mostRounds = 64

  /// The values at a place and at the next one, or the last, if all were sorted.
  func selected(_ place: Int) -> (here: Double, next: Double) {
    var values = self
    let here = values.select(place)
    return (here, values.dropFirst(place + 1).min() ?? here)
  }
}
