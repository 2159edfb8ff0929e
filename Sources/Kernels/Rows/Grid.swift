internal import BromideValues

/// Values of a rectangle, addressed by positions in the picture. The demosaic references use it.
struct Grid {
  private let region: Region
  private var values: [Double] = []

  init(_ region: Region, _ value: (Int, Int) -> Double) {
    self.region = region
    values.reserveCapacity(region.width * region.height)
    for y in region.y..<region.endY {
      for x in region.x..<region.endX { values.append(value(x, y)) }
    }
  }

  subscript(x: Int, y: Int) -> Double {
    values[(y - region.y) * region.width + x - region.x]
  }
}
