public import BromideValues

extension ColorChart {
  /// Finds the chart in a picture.
  ///
  /// Patches are flat parts of similar size on a lattice. Up to a quarter of them can be missing.
  /// The orientation follows from the colours. A mirrored chart is not found.
  ///
  /// - Parameter picture: 8-bit RGB in sRGB, ideally with a long edge of about 640 pixels.
  /// - Returns: The centres of the chart's corner patches, for `places(corners:)`. `nil` if there
  ///   is no chart, or if its colours do not determine the orientation.
  public func corners(in picture: ImageBuffer<UInt8>) -> [NormalizedPoint]? {
    guard picture.channels == 3 else { return nil }
    var best: ChartLattice?
    let smooth = FlatRegions.smoothed(picture)
    let ranges = FlatRegions.ranges(smooth)
    for contrast in [4, 6, 10, 16, 24] {
      let parts = FlatRegions(ranges, picture.size, contrast: contrast).parts
      guard let found = ChartLattice.best(of: self, parts) else { continue }
      if found.count > best?.count ?? 0 { best = found }
      if found.count == patches.count { break }
    }
    guard let best else { return nil }
    let readings = best.readings(of: self).map { corners in
      (corners, difference(smooth, corners))
    }.sorted { $0.1 < $1.1 }
    guard let first = readings.first, first.1 < Self.mostDifferent else { return nil }
    if readings.count > 1, readings[1].1 < Self.leastMargin * first.1 { return nil }
    return first.0.map { NormalizedPoint(pixelX: $0.x, y: $0.y, in: picture.size) }
  }

  /// The maximum mean CIEDE2000 of a chart. Light and white balance can be wrong.
  private static let mostDifferent = 30.0
  /// How much more the next way to hold the chart must differ.
  private static let leastMargin = 1.25

  /// The mean difference of the colours at the chart's positions, with the best exposure.
  private func difference(_ picture: ImageBuffer<UInt8>, _ corners: [SIMD2<Double>]) -> Double {
    let points = corners.map { NormalizedPoint(pixelX: $0.x, y: $0.y, in: picture.size) }
    guard let places = try? places(corners: points) else { return .infinity }
    let scale = LabScale()
    let expected = patches.map { scale.light(of: $0.reference) }
    let signal = SignalLight(.srgb)
    let lights = places.map { place in
      let (x, y) = place.clamped.pixel(in: picture.size)
      return signal.light(
        of: SIMD3(Double(picture[x, y, 0]), Double(picture[x, y, 1]), Double(picture[x, y, 2]))
          / 255)
    }
    let factor =
      zip(expected, lights).reduce(0) { $0 + ($1.0 * $1.1).sum() }
      / lights.reduce(1e-9) { $0 + ($1 * $1).sum() }
    return zip(lights, patches).reduce(0) {
      $0 + scale.lab(factor * $1.0).deltaE2000($1.1.reference)
    } / Double(patches.count)
  }
}

/// Flat parts on a lattice, like a chart's patches.
struct ChartLattice {
  /// Number of cells where a part was found.
  let count: Int
  /// Columns and rows in the picture's orientation.
  private let columns: Int
  private let rows: Int
  /// The eight factors of the projective map from columns and rows to pixels.
  private let map: [Double]

  /// Returns the possible orientations of the chart: its corners in pixels, clockwise from its top
  /// left.
  func readings(of chart: ColorChart) -> [[SIMD2<Double>]] {
    let corners = [(0, 0), (columns - 1, 0), (columns - 1, rows - 1), (0, rows - 1)].map {
      place(Double($0.0), Double($0.1))
    }
    let turns = columns == rows ? [0, 1, 2, 3] : columns == chart.columns ? [0, 2] : [1, 3]
    return turns.map { turn in (0..<4).map { corners[($0 + turn) % 4] } }
  }

  private func place(_ u: Double, _ v: Double) -> SIMD2<Double> {
    let w = map[6] * u + map[7] * v + 1
    return SIMD2(map[0] * u + map[1] * v + map[2], map[3] * u + map[4] * v + map[5]) / w
  }

  /// Returns the lattice with the most parts, or `nil` if each lattice misses more than a quarter
  /// of the chart.
  static func best(of chart: ColorChart, _ parts: [FlatRegions.Part]) -> ChartLattice? {
    guard parts.count >= 4, parts.count <= mostParts else { return nil }
    var best: ChartLattice?
    for seed in parts.indices {
      let pitch = Double(parts[seed].area).squareRoot()
      let near = parts.indices.filter { other in
        let ratio = Double(parts[other].area) / Double(parts[seed].area)
        let distance = length(parts[other].center - parts[seed].center)
        return other != seed && (0.4...2.5).contains(ratio) && distance < 2.5 * pitch
      }
      for right in near {
        for below in near {
          let u = parts[right].center - parts[seed].center
          let v = parts[below].center - parts[seed].center
          let cross = u.x * v.y - u.y * v.x
          // Rows turn clockwise from columns, about square, and columns go to the right.
          guard cross > 0.7 * length(u) * length(v), abs(u.y) <= u.x,
            (0.6...1.7).contains(length(u) / length(v))
          else { continue }
          let cells = grown(from: seed, u, v, parts)
          for (columns, rows) in [(chart.columns, chart.rows), (chart.rows, chart.columns)] {
            guard let found = fit(cells, columns, rows, parts), found.count > best?.count ?? 0
            else { continue }
            best = found
            if found.count == chart.patches.count { return best }
          }
        }
      }
    }
    return best
  }

  /// Pictures with more flat parts are of something else, and trying all would take long.
  private static let mostParts = 1500

  private static func length(_ v: SIMD2<Double>) -> Double { (v * v).sum().squareRoot() }

  /// Walks from cell to cell, each time by the step that led to the last one, and returns the parts
  /// met.
  private static func grown(
    from seed: Int, _ u: SIMD2<Double>, _ v: SIMD2<Double>, _ parts: [FlatRegions.Part]
  ) -> [SIMD2<Int>: Int] {
    var cells = [SIMD2(0, 0): seed]
    var steps = [SIMD2(0, 0): (u, v)]
    var queue = [SIMD2(0, 0)]
    var next = 0
    // Patches have about the same size, also in perspective.
    let areas = Double(parts[seed].area) * 0.3...Double(parts[seed].area) * 3.3
    var free = parts.indices.filter { $0 != seed && areas.contains(Double(parts[$0].area)) }
    let reach = 0.3 * min(length(u), length(v))
    while next < queue.count, cells.count < 400 {
      let cell = queue[next]
      next += 1
      guard let part = cells[cell], let (u, v) = steps[cell] else { continue }
      let from = parts[part].center
      for (move, step) in [
        (SIMD2(1, 0), u), (SIMD2(-1, 0), -u), (SIMD2(0, 1), v), (SIMD2(0, -1), -v),
      ] {
        let target = cell &+ move
        guard cells[target] == nil else { continue }
        let expected = from + step
        guard
          let found = free.min(by: {
            length(parts[$0].center - expected) < length(parts[$1].center - expected)
          }), length(parts[found].center - expected) < reach
        else { continue }
        free.removeAll { $0 == found }
        cells[target] = found
        let made = parts[found].center - from
        steps[target] =
          move.x != 0 ? ((u + Double(move.x) * made) / 2, v) : (u, (v + Double(move.y) * made) / 2)
        queue.append(target)
      }
    }
    return cells
  }

  /// Puts the chart where it covers the most cells, and fits the map to these cells.
  private static func fit(
    _ cells: [SIMD2<Int>: Int], _ columns: Int, _ rows: Int, _ parts: [FlatRegions.Part]
  ) -> ChartLattice? {
    let least = columns * rows * 3 / 4
    guard cells.count >= least else { return nil }
    func covered(_ corner: SIMD2<Int>) -> [SIMD2<Int>] {
      cells.keys.filter {
        let cell = $0 &- corner
        return cell.x >= 0 && cell.y >= 0 && cell.x < columns && cell.y < rows
      }
    }
    let lows = cells.keys.reduce(SIMD2(Int.max, Int.max)) { pointwiseMin($0, $1) }
    let highs = cells.keys.reduce(SIMD2(Int.min, Int.min)) { pointwiseMax($0, $1) }
    var (best, corner): ([SIMD2<Int>], SIMD2<Int>) = ([], lows)
    for y in min(lows.y, highs.y - rows + 1)...highs.y {
      for x in min(lows.x, highs.x - columns + 1)...highs.x {
        let found = covered(SIMD2(x, y))
        if found.count > best.count { (best, corner) = (found, SIMD2(x, y)) }
      }
    }
    guard best.count >= least else { return nil }
    var equations: [[Double]] = []
    // In order, so that sums end in the same digits.
    for cell in best.sorted(by: { ($0.y, $0.x) < ($1.y, $1.x) }) {
      guard let part = cells[cell] else { continue }
      let (u, v) = (Double(cell.x - corner.x), Double(cell.y - corner.y))
      let p = parts[part].center
      equations.append([u, v, 1, 0, 0, 0, -u * p.x, -v * p.x, p.x])
      equations.append([0, 0, 0, u, v, 1, -u * p.y, -v * p.y, p.y])
    }
    let map = LinearSystem.leastSquares(equations)
    guard map.allSatisfy(\.isFinite) else { return nil }
    let lattice = ChartLattice(count: best.count, columns: columns, rows: rows, map: map)
    // On a flat chart, all parts are at the positions of the map.
    let isFlat = best.allSatisfy { cell in
      guard let part = cells[cell].map({ parts[$0] }) else { return false }
      let place = lattice.place(Double(cell.x - corner.x), Double(cell.y - corner.y))
      return length(part.center - place) < 0.3 * Double(part.area).squareRoot()
    }
    return isFlat ? lattice : nil
  }
}
