internal import BromideValues

/// A plane of values with repeated edges.
struct ReferencePlane {
  let size: Size
  var values: [Double]

  init(_ size: Size, _ values: [Double]) {
    self.size = size
    self.values = values
  }

  private init(_ size: Size, _ value: (Int, Int) -> Double) {
    self.size = size
    var values: [Double] = []
    values.reserveCapacity(size.area)
    for y in 0..<size.height { for x in 0..<size.width { values.append(value(x, y)) } }
    self.values = values
  }

  subscript(_ x: Int, _ y: Int) -> Double {
    values[min(max(y, 0), size.height - 1) * size.width + min(max(x, 0), size.width - 1)]
  }

  func with(_ other: ReferencePlane, _ combine: (Double, Double) -> Double) -> ReferencePlane {
    ReferencePlane(size, zip(values, other.values).map(combine))
  }

  /// Means of 2×2 values.
  var halved: ReferencePlane {
    ReferencePlane(Size(width: (size.width + 1) / 2, height: (size.height + 1) / 2)) { x, y in
      (self[2 * x, 2 * y] + self[2 * x + 1, 2 * y] + self[2 * x, 2 * y + 1]
        + self[2 * x + 1, 2 * y + 1]) / 4
    }
  }

  /// Returns the plane at double size, with weights of 3 : 1 along both axes.
  func doubled(to size: Size) -> ReferencePlane {
    ReferencePlane(size) { x, y in
      let (i, j) = (x / 2, y / 2)
      let (u, v) = (i + (x % 2 == 0 ? -1 : 1), j + (y % 2 == 0 ? -1 : 1))
      return (9 * self[i, j] + 3 * self[u, j] + 3 * self[i, v] + self[u, v]) / 16
    }
  }

  /// Returns the plane from the origin at another size, with repeated or cropped edges.
  func resized(_ size: Size) -> ReferencePlane { ReferencePlane(size) { x, y in self[x, y] } }

  /// Returns the plane with each value repeated for 2×2 values.
  func repeated(to size: Size) -> ReferencePlane {
    ReferencePlane(size) { x, y in self[x / 2, y / 2] }
  }

  func convolved(_ weights: [Double], step: Int) -> ReferencePlane {
    let reach = weights.count / 2
    func sum(_ value: (Int) -> Double) -> Double {
      weights.indices.reduce(0) { $0 + weights[$1] * value(($1 - reach) * step) }
    }
    let across = ReferencePlane(size) { x, y in sum { self[x + $0, y] } }
    return ReferencePlane(size) { x, y in sum { across[x, y + $0] } }
  }

  func smoothed(step: Int) -> ReferencePlane {
    convolved([1, 4, 6, 4, 1].map { $0 / 16 }, step: step)
  }

  var mean5: ReferencePlane { convolved(Array(repeating: 0.2, count: 5), step: 1) }

  var weighted3: ReferencePlane { convolved([0.25, 0.5, 0.25], step: 1) }

  /// Returns the extreme of 3×3 values.
  func extreme(_ choose: (Double, Double) -> Double) -> ReferencePlane {
    ReferencePlane(size) { x, y in
      var value = self[x, y]
      for v in y - 1...y + 1 { for u in x - 1...x + 1 { value = choose(value, self[u, v]) } }
      return value
    }
  }

  /// Returns the plane with more columns on both sides, which repeat the outermost.
  func widened(_ columns: Int) -> ReferencePlane {
    ReferencePlane(Size(width: size.width + 2 * columns, height: size.height)) { x, y in
      self[x - columns, y]
    }
  }

  func narrowed(_ columns: Int) -> ReferencePlane {
    ReferencePlane(Size(width: size.width - 2 * columns, height: size.height)) { x, y in
      values[y * (size.width) + x + columns]
    }
  }
}
