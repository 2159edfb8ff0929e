internal import BromideKernels
internal import BromideValues

extension EmbeddedOptics {
  /// Whether the file names bad sites.
  var namesBadPixels: Bool {
    mosaic.contains { opcode in
      switch opcode {
      case .badValue, .badPlaces: true
      case .samples, .trim, .warp: false
      }
    }
  }

  /// The bad sites that the file names, each with the mean of the nearest good sites of its colour.
  ///
  /// - Complexity: O(sites) if bad sites are named by their value.
  func badPixels(of mosaic: Mosaic) -> [SensorDefect] {
    let size = mosaic.size
    // If more sites have the value, it does not mean "bad".
    let most = size.area / 16
    var bad: Set<Int> = []
    for opcode in self.mosaic {
      switch opcode {
      case .badPlaces(let regions):
        for region in regions.map({ $0.intersection(Region(size)) }) {
          for y in region.y..<max(region.y, region.endY) {
            for x in region.x..<max(region.x, region.endX) { bad.insert(y * size.width + x) }
          }
        }
      case .badValue(let value):
        let stride = mosaic.samples.stride
        for y in 0..<size.height where bad.count <= most {
          let row = unsafe mosaic.samples.base + y * stride
          for x in 0..<size.width where unsafe row[x] == value { bad.insert(y * size.width + x) }
        }
      case .samples, .trim, .warp: break
      }
    }
    guard bad.count <= most else { return [] }
    return bad.sorted().compactMap { site in
      let (y, x) = site.quotientAndRemainder(dividingBy: size.width)
      return mosaic.mean(around: x, y, without: bad).map {
        SensorDefect(x: x, y: y, replacement: $0, isDead: mosaic.samples[x, y] < $0)
      }
    }
  }
}

extension Mosaic {
  /// Returns the mean of the nearest good sites with the same colour, or `nil` if no good site is
  /// within 8.
  ///
  /// It searches rows, columns and diagonals.
  fileprivate func mean(around x: Int, _ y: Int, without bad: Set<Int>) -> UInt16? {
    for distance in 1...8 {
      var (sum, count) = (0, 0)
      for dy in [-distance, 0, distance] {
        for dx in [-distance, 0, distance] where (dx, dy) != (0, 0) {
          let (column, row) = (x + dx, y + dy)
          guard column >= 0, row >= 0, column < size.width, row < size.height,
            pattern.color(x: column, y: row) == pattern.color(x: x, y: y),
            !bad.contains(row * size.width + column)
          else { continue }
          sum += Int(samples[column, row])
          count += 1
        }
      }
      if count > 0 { return UInt16((sum + count / 2) / count) }
    }
    return nil
  }
}
