internal import BromideValues

extension ToneMeter {
  /// Computes the cells in double precision, place by place.
  func reference(_ image: SensorImage, _ layout: ToneLayout) -> ToneCells {
    var cells = layout.cells
    for row in 0..<layout.rows {
      let rows = layout.placeRows(of: row)
      var first = 0
      for column in 0..<layout.columns {
        let end = layout.ends[column]
        var (sum, camera) = (0.0, SIMD3<Double>())
        for y in rows {
          for place in first..<end {
            let value = Self.camera(of: image, x: place * layout.step, y: y)
            sum += stops(value)
            camera += value
          }
        }
        let count = Double((end - first) * rows.count)
        let index = row * layout.columns + column
        cells.stops[index] = Float(sum / count)
        cells.camera[index] = SIMD3<Float>(camera / count)
        first = end
      }
    }
    return cells
  }

  /// Returns the camera values of a place, 1 at saturation.
  private static func camera(of image: SensorImage, x: Int, y: Int) -> SIMD3<Double> {
    if case .xtrans(let mosaic) = image { return mosaic.cell(x: 3 * x, y: 3 * y).mean }
    let levels = image.toneLevels
    func value(_ sample: UInt16, _ level: Int) -> Double {
      (Double(sample) - Double(levels[level].black)) * Double(levels[level].scale)
    }
    switch image {
    case .mosaic(let mosaic):
      let (dx, dy) = (mosaic.pattern.redX, mosaic.pattern.redY)
      func site(_ level: Int, _ dx: Int, _ dy: Int) -> Double {
        value(mosaic.samples[2 * x + dx, 2 * y + dy], level)
      }
      let green = (site(1, 1 - dx, dy) + site(2, dx, 1 - dy)) / 2
      return SIMD3(site(0, dx, dy), green, site(3, 1 - dx, 1 - dy))
    case .xtrans: preconditionFailure("X-Trans was read above")
    case .linear(let linear):
      func channel(_ c: Int) -> UInt16 {
        linear.samples[x * linear.channels + min(c, linear.channels - 1), y]
      }
      return SIMD3(value(channel(0), 0), value(channel(1), 1), value(channel(2), 3))
    }
  }
}
