internal import BromideLibc
public import BromideValues

/// The formulas in double precision.
extension SampleOpcode {
  /// Returns the gain at a position of the image, or `nil` for an opcode without a smooth gain.
  public func gain(at place: SIMD2<Double>, plane: Int) -> Double? {
    switch effect {
    case .radialGain(let factors, let center, let radius):
      let way = (place - center) / radius
      let square = (way * way).sum()
      return 1 + factors.reversed().reduce(0) { ($0 + $1) * square }
    case .gainMap(let map): return map.gain(at: place, plane: max(0, plane - self.plane))
    case .table, .polynomial, .rows, .columns: return nil
    }
  }

  /// Returns the corrected value of a sample.
  ///
  /// - Parameters:
  ///   - value: The sample before correction. `white` is saturation.
  ///   - x: Its column.
  ///   - y: Its row.
  ///   - plane: Its plane.
  ///   - middle: The offset from column and row to the middle of the sample.
  ///   - white: The value of a saturated sample.
  ///   - ceiling: The value of a clipped sample. Gains and sums do not exceed it, and do not change
  ///     clipped samples.
  func corrected(
    _ value: Double, x: Int, y: Int, plane: Int, middle: Double, white: Double, ceiling: Double
  ) -> Double {
    guard (self.plane..<self.plane + planes).contains(plane),
      area.contains(Region(x: x, y: y, width: 1, height: 1)), (y - area.y) % rowPitch == 0,
      (x - area.x) % columnPitch == 0
    else { return value }
    let place = SIMD2(Double(x) + middle, Double(y) + middle)
    func held(_ value: Double) -> Double { min(max(value, 0), ceiling) }
    func gained(_ gain: Double) -> Double {
      value < ceiling ? held(value * max(gain, 0)) : value
    }
    func mapped(_ map: (Double) -> Double) -> Double {
      let t = value / white
      return held(min(max(map(min(max(t, 0), 1)), 0), 1) * white * max(t, 1))
    }
    func number(_ number: Float, scales: Bool) -> Double {
      scales
        ? gained(Double(number))
        : value < ceiling ? held(value + Double(number) * white) : value
    }
    switch effect {
    case .radialGain, .gainMap: return gained(gain(at: place, plane: plane) ?? 1)
    case .table(let codes):
      return mapped { Double(codes[min(Int($0 * 65_535 + 0.5), codes.count - 1)]) / 65_535 }
    case .polynomial(let factors):
      return mapped { t in factors.reversed().reduce(0) { $0 * t + $1 } }
    case .rows(let numbers, let scales):
      return number(numbers[(y - area.y) / rowPitch], scales: scales)
    case .columns(let numbers, let scales):
      return number(numbers[(x - area.x) / columnPitch], scales: scales)
    }
  }
}

extension OpcodeGainMap {
  /// Returns the gain at a position of the image.
  func gain(at place: SIMD2<Double>, plane: Int) -> Double {
    let last = SIMD2(Double(size.width - 1), Double(size.height - 1))
    let at = ((place - origin) / spacing).clamped(lowerBound: SIMD2(), upperBound: last)
    let column = min(Int(at.x), max(0, size.width - 2))
    let row = min(Int(at.y), max(0, size.height - 2))
    let share = at - SIMD2(Double(column), Double(row))
    func point(_ x: Int, _ y: Int) -> Double {
      let (x, y) = (min(x, size.width - 1), min(y, size.height - 1))
      return Double(gains[(y * size.width + x) * planes + min(plane, planes - 1)])
    }
    let upper = point(column, row) * (1 - share.x) + point(column + 1, row) * share.x
    let lower = point(column, row + 1) * (1 - share.x) + point(column + 1, row + 1) * share.x
    return upper * (1 - share.y) + lower * share.y
  }
}
