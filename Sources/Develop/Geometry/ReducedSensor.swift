package import BromideValues

/// A sensor image reduced to a few thousand pixels of camera red, green and blue, for measurements
/// over an entire photo. Do not display it, because colours of a mosaic are offset by half a pixel.
package struct ReducedSensor: Sendable {
  /// Columns and rows.
  package let size: Size
  /// Means of boxes in row order, from 0 (black) to 1 (saturation), before any white balance. They
  /// are not finite if the black level equals the white level.
  package let pixels: [SIMD3<Double>]

  /// Reduces a region to at most `longEdge` pixels. Returns `nil` for a picture with one channel,
  /// and for a region below 2×2 (X-Trans: 3×3) or outside the picture.
  ///
  /// It reads at most `rowsInBox` rows of a box, evenly spread.
  ///
  /// - Complexity: O(width · longEdge · rowsInBox).
  package init?(_ image: SensorImage, region: Region, longEdge: Int) {
    let least = image.filters?.period == XTransPattern.period ? 3 : 2
    guard image.channels == 3, region.size.shortEdge >= least, Region(image.size).contains(region)
    else { return nil }
    let whole: Size
    switch image {
    case .mosaic: whole = Size(width: region.width / 2, height: region.height / 2)
    case .xtrans: whole = Size(width: region.width / 3, height: region.height / 3)
    case .linear: whole = region.size
    }
    let scale = max(1, Double(whole.longEdge) / Double(longEdge))
    size = Size(
      width: max(1, Int((Double(whole.width) / scale).rounded())),
      height: max(1, Int((Double(whole.height) / scale).rounded())))
    let grid = Grid(
      columns: Self.edges(size.width, of: whole.width),
      rows: Self.edges(size.height, of: whole.height))
    switch image {
    case .mosaic(let mosaic): pixels = Self.means(of: mosaic, region: region, grid)
    case .xtrans(let mosaic): pixels = Self.means(of: mosaic, region: region, grid)
    case .linear(let linear): pixels = Self.means(of: linear, region: region, grid)
    }
  }

  /// Where boxes begin, and the end of the last one.
  private struct Grid {
    let columns: [Int]
    let rows: [Int]

    /// The rows of a box that are read.
    func read(_ box: Int) -> StrideTo<Int> {
      let (first, end) = (rows[box], rows[box + 1])
      return stride(from: first, to: end, by: (end - first + rowsInBox - 1) / rowsInBox)
    }
  }

  private static let rowsInBox = 4

  private static func edges(_ count: Int, of length: Int) -> [Int] {
    (0...count).map { $0 * length / count }
  }

  private static func means(of mosaic: Mosaic, region: Region, _ grid: Grid) -> [SIMD3<Double>] {
    var blacks = BlackSums(mosaic, region: region, columns: grid.columns)
    let white = Double(mosaic.levels.white)
    var result: [SIMD3<Double>] = []
    let width = grid.columns.count - 1
    for box in 0..<grid.rows.count - 1 {
      // Light above black, and the range between black and white, for each column of boxes.
      var light = [SIMD3<Double>](repeating: .zero, count: width)
      var range = light
      for y in grid.read(box) {
        for dy in 0..<2 {
          let row = region.y + 2 * y + dy
          for dx in 0..<2 {
            let color = mosaic.pattern.color(x: region.x + dx, y: row).rawValue
            let black = blacks.sums(row: row, parity: dx)
            for x in 0..<width {
              let columns = grid.columns[x]..<grid.columns[x + 1]
              let sum = unsafe Self.sum(
                mosaic.samples.base + row * mosaic.samples.stride + region.x + dx, columns)
              light[x][color] += sum - black[x]
              range[x][color] += Double(columns.count) * white - black[x]
            }
          }
        }
      }
      for x in 0..<width { result.append(light[x] / range[x]) }
    }
    return result
  }

  /// Returns the sum of every second sample. A row has fewer than 65 536.
  private static func sum(_ row: UnsafePointer<UInt16>, _ columns: Range<Int>) -> Double {
    var sum: UInt32 = 0
    for x in columns { sum &+= UInt32(unsafe row[2 * x]) }
    return Double(sum)
  }

  /// Averages cells of 3×3 sites. Colours and black levels repeat after a few cells of a row, so
  /// sums over cells at that interval have one colour and one black level in each of a cell's three
  /// columns.
  private static func means(
    of mosaic: XTransMosaic, region: Region, _ grid: Grid
  ) -> [SIMD3<Double>] {
    let white = Double(mosaic.levels.white)
    let blackWidth = mosaic.levels.blackPatternSize.width
    // Cells after which both repeat: colours do after two, black levels after as many sites as
    // their pattern is wide.
    let period = 2 * (blackWidth.isMultiple(of: 3) ? blackWidth / 3 : blackWidth)
    var result: [SIMD3<Double>] = []
    let width = grid.columns.count - 1
    for box in 0..<grid.rows.count - 1 {
      var light = [SIMD3<Double>](repeating: .zero, count: width)
      var range = light
      for y in grid.read(box) {
        for row in region.y + 3 * y..<region.y + 3 * y + 3 {
          for phase in 0..<period {
            let sites = (0..<3).map { dx in
              let x = region.x + 3 * phase + dx
              return (
                color: mosaic.pattern.color(x: x, y: row).rawValue,
                black: Double(mosaic.levels.black(x: x, y: row))
              )
            }
            for x in 0..<width {
              // The first cell of the box in this phase.
              let start = grid.columns[x]
              let first = start + (phase - start % period + period) % period
              let (sums, count) = unsafe Self.sums(
                mosaic.samples.base + row * mosaic.samples.stride + region.x,
                stride(from: first, to: grid.columns[x + 1], by: period))
              for (dx, site) in sites.enumerated() {
                light[x][site.color] += Double(sums[dx]) - count * site.black
                range[x][site.color] += count * (white - site.black)
              }
            }
          }
        }
      }
      for x in 0..<width { result.append(light[x] / range[x]) }
    }
    return result
  }

  /// Returns sums of the three samples of cells in a row, and the number of cells.
  private static func sums(
    _ row: UnsafePointer<UInt16>, _ cells: StrideTo<Int>
  ) -> (SIMD3<UInt32>, count: Double) {
    var (sums, count) = (SIMD3<UInt32>(), 0)
    for cell in cells {
      let (a, b, c) = unsafe (row[3 * cell], row[3 * cell + 1], row[3 * cell + 2])
      sums &+= SIMD3(UInt32(a), UInt32(b), UInt32(c))
      count += 1
    }
    return (sums, Double(count))
  }

  private static func means(
    of linear: LinearImage, region: Region, _ grid: Grid
  ) -> [SIMD3<Double>] {
    let gains = linear.appliedGains
    let scale =
      1 / (Double(linear.white) * SIMD3(Double(gains.x), Double(gains.y), Double(gains.z)))
    var result: [SIMD3<Double>] = []
    let width = grid.columns.count - 1
    for box in 0..<grid.rows.count - 1 {
      var sums = [SIMD3<UInt64>](repeating: .zero, count: width)
      let rows = grid.read(box)
      for y in rows {
        let row = unsafe linear.samples.base + (region.y + y) * linear.samples.stride
        for box in 0..<width {
          var sum = SIMD3<UInt64>.zero
          for x in grid.columns[box]..<grid.columns[box + 1] {
            let pixel = unsafe row + 3 * (region.x + x)
            sum &+= unsafe SIMD3(UInt64(pixel[0]), UInt64(pixel[1]), UInt64(pixel[2]))
          }
          sums[box] &+= sum
        }
      }
      let count = rows.reduce(0) { count, _ in count + 1 }
      for x in 0..<width {
        let area = Double(count * (grid.columns[x + 1] - grid.columns[x]))
        result.append(SIMD3<Double>(sums[x]) / area * scale)
      }
    }
    return result
  }
}

/// The black levels of boxes, summed over the sites of one row and parity.
private struct BlackSums {
  private let mosaic: Mosaic
  private let region: Region
  private let columns: [Int]
  /// By row of the black pattern, and parity of the column.
  private var known: [[Double]?]

  init(_ mosaic: Mosaic, region: Region, columns: [Int]) {
    self.mosaic = mosaic
    self.region = region
    self.columns = columns
    known = Array(repeating: nil, count: 2 * mosaic.levels.blackPatternSize.height)
  }

  mutating func sums(row: Int, parity: Int) -> [Double] {
    let key = 2 * (row % mosaic.levels.blackPatternSize.height) + parity
    if let sums = known[key] { return sums }
    let sums = (0..<columns.count - 1).map { box in
      (columns[box]..<columns[box + 1]).reduce(0.0) { sum, x in
        sum + Double(mosaic.levels.black(x: region.x + 2 * x + parity, y: row))
      }
    }
    known[key] = sums
    return sums
  }
}
