internal import BromideValues

/// Single cells of a sensor image on a regular grid: for statistics that a mean would spoil.
enum SensorCells {
  /// Returns at most about 65 536 cells of camera red, green and blue, from 0 (black) to 1
  /// (saturation), before any white balance. A cell with a clipped site is 1 in all channels.
  static func sampled(_ image: SensorImage, region: Region) -> [SIMD3<Double>] {
    switch image {
    case .mosaic(let mosaic):
      sampled(Size(width: region.width / 2, height: region.height / 2)) { x, y in
        cell(mosaic, x: region.x + 2 * x, y: region.y + 2 * y)
      }
    case .xtrans(let mosaic):
      sampled(Size(width: region.width / 3, height: region.height / 3)) { x, y in
        let (mean, most) = mosaic.cell(x: region.x + 3 * x, y: region.y + 3 * y)
        return most < clipped ? mean : SIMD3(repeating: 1)
      }
    case .linear(let linear):
      sampled(region.size) { x, y in
        var value = SIMD3<Double>()
        for c in 0..<3 {
          let sample = linear.samples[
            (region.x + x) * linear.channels + min(c, linear.channels - 1), region.y + y]
          value[c] = Double(sample) / Double(linear.white * linear.appliedGains[c])
        }
        return value
      }
    }
  }

  private static func sampled(
    _ size: Size, cell: (Int, Int) -> SIMD3<Double>
  ) -> [SIMD3<Double>] {
    let step = max(1, Int((Double(max(size.area, 1)) / 65_536).squareRoot()))
    var cells: [SIMD3<Double>] = []
    for y in stride(from: 0, to: size.height, by: step) {
      for x in stride(from: 0, to: size.width, by: step) { cells.append(cell(x, y)) }
    }
    return cells
  }

  /// The colour of a 2×2 cell: red, the mean of the greens, and blue.
  private static func cell(_ mosaic: Mosaic, x: Int, y: Int) -> SIMD3<Double> {
    var value = SIMD3<Double>()
    var most = 0.0
    for dy in 0..<2 {
      for dx in 0..<2 {
        let black = Double(mosaic.levels.black(x: x + dx, y: y + dy))
        let site =
          (Double(mosaic.samples[x + dx, y + dy]) - black) / (Double(mosaic.levels.white) - black)
        let color = mosaic.pattern.color(x: x + dx, y: y + dy)
        value[color.rawValue] += color == .green ? site / 2 : site
        most = max(most, site)
      }
    }
    return most < clipped ? value : SIMD3(repeating: 1)
  }

  private static let clipped = 0.95
}
