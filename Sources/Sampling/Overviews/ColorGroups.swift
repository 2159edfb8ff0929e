/// Groups of similar colours, by k-means in Oklab (S. P. Lloyd, “Least squares quantization in
/// PCM”, 1982). It is deterministic: the same colours in the same order give the same groups.
struct ColorGroups {
  /// A group of colours.
  struct Group {
    /// The mean of its members, L, a and b of Oklab.
    var center: SIMD3<Double>
    /// The sum of its members' weights.
    var weight: Double
    /// The index of the member nearest to the mean, the first of equals.
    var nearest: Int
  }

  /// The groups, the heaviest first.
  private(set) var groups: [Group] = []

  /// Colours closer than this in Oklab are merged. It is about the smallest difference that you can
  /// see side by side.
  static let leastDistance = 0.02

  /// The maximum number of rounds if the groups do not settle. Pictures need a few dozen.
  private static let mostTurns = 100

  /// - Parameters:
  ///   - colors: L, a and b of Oklab, each with a weight. Colours with weight 0 are ignored.
  ///   - count: The requested number of groups. There are fewer groups if there are fewer colours.
  init(_ colors: [(lab: SIMD3<Double>, weight: Double)], count: Int) {
    let cells = Self.cells(colors)
    var centers = Self.seeds(cells, count: count)
    guard !centers.isEmpty else { return }
    var members = [Int](repeating: -1, count: cells.count)
    for _ in 0..<Self.mostTurns {
      let next = cells.map { Self.nearest(centers, to: $0.lab) }
      if next == members { break }
      members = next
      var sums = [(lab: SIMD3<Double>, weight: Double)](
        repeating: (SIMD3(), 0), count: centers.count)
      for (cell, group) in zip(cells, members) {
        sums[group].lab += cell.weight * cell.lab
        sums[group].weight += cell.weight
      }
      for (i, sum) in sums.enumerated() where sum.weight > 0 { centers[i] = sum.lab / sum.weight }
    }
    var found = centers.map { Group(center: $0, weight: 0, nearest: -1) }
    for (cell, group) in zip(cells, members) { found[group].weight += cell.weight }
    var least = [Double](repeating: .infinity, count: centers.count)
    for (i, color) in colors.enumerated() where color.weight > 0 {
      let group = Self.nearest(centers, to: color.lab)
      let distance = Self.distance2(color.lab, centers[group])
      if distance < least[group] { (least[group], found[group].nearest) = (distance, i) }
    }
    groups = found.filter { $0.nearest >= 0 }.sorted {
      $0.weight != $1.weight ? $0.weight > $1.weight : $0.nearest < $1.nearest
    }
  }

  /// Returns the mean colours of cells of Oklab's cube, 0.01 wide. A picture has a few thousand
  /// cells.
  private static func cells(
    _ colors: [(lab: SIMD3<Double>, weight: Double)]
  ) -> [(lab: SIMD3<Double>, weight: Double)] {
    var places: [SIMD3<Int>: Int] = [:]
    var cells: [(lab: SIMD3<Double>, weight: Double)] = []
    for (lab, weight) in colors where weight > 0 {
      let steps = (100 * lab).rounded(.down)
      let cell = SIMD3(Int(steps.x), Int(steps.y), Int(steps.z))
      let index = places[cell] ?? cells.count
      if index == cells.count {
        places[cell] = index
        cells.append((SIMD3(), 0))
      }
      cells[index].lab += weight * lab
      cells[index].weight += weight
    }
    return cells.map { ($0.lab / $0.weight, $0.weight) }
  }

  /// Returns the heaviest colour, then repeatedly the colour with the largest weight times squared
  /// distance from the chosen ones. Small vivid areas can therefore compete with large dull ones.
  private static func seeds(
    _ cells: [(lab: SIMD3<Double>, weight: Double)], count: Int
  ) -> [SIMD3<Double>] {
    guard count > 0, let heaviest = cells.indices.max(by: { cells[$0].weight < cells[$1].weight })
    else { return [] }
    var centers = [cells[heaviest].lab]
    var distances = cells.map { distance2($0.lab, centers[0]) }
    while centers.count < count {
      let far = cells.indices.filter { distances[$0] >= leastDistance * leastDistance }
      guard
        let next = far.max(by: {
          cells[$0].weight * distances[$0] < cells[$1].weight * distances[$1]
        })
      else { break }
      centers.append(cells[next].lab)
      for i in cells.indices {
        distances[i] = min(distances[i], distance2(cells[i].lab, cells[next].lab))
      }
    }
    return centers
  }

  private static func nearest(_ centers: [SIMD3<Double>], to lab: SIMD3<Double>) -> Int {
    var (best, least) = (0, Double.infinity)
    for (i, center) in centers.enumerated() {
      let distance = distance2(center, lab)
      if distance < least { (best, least) = (i, distance) }
    }
    return best
  }

  private static func distance2(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    let gap = a - b
    return (gap * gap).sum()
  }
}
