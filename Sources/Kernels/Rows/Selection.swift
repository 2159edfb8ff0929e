extension [Double] {
  /// Returns the value at an index of the sorted array, without sorting. Afterwards, values before
  /// the index are not larger, and values after it are not smaller (Hoare's FIND, 1961).
  ///
  /// - Complexity: O(`count`) for nearly all orders. A photo made to have a bad order costs a sort.
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

  /// Returns the values at an index and at the next index (or the last) of the sorted array.
  func selected(_ place: Int) -> (here: Double, next: Double) {
    var values = self
    let here = values.select(place)
    return (here, values.dropFirst(place + 1).min() ?? here)
  }
}
