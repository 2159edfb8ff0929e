import BromideValues
import Foundation

extension ProfileStepsTests {
  /// The numbers of a table, and how they are read by the book.
  struct NaiveTable {
    let dims: (h: Int, s: Int, v: Int)
    var numbers: [Double]

    init(_ h: Int, _ s: Int, _ v: Int, _ entry: (Double, Double, Double) -> [Double]) {
      dims = (h, s, v)
      numbers = []
      for iv in 0..<v {
        for ih in 0..<h {
          for i in 0..<s {
            numbers += entry(
              360 * Double(ih) / Double(h), Double(i) / Double(s - 1),
              v > 1 ? Double(iv) / Double(v - 1) : 0
            ).map { Double(Float($0)) }
          }
        }
      }
    }

    func table() throws -> ColorTable {
      try ColorTable(
        hues: dims.h, saturations: dims.s, values: dims.v, numbers: numbers.map { Float($0) })
    }

    /// The weight of each entry: products of triangles around it.
    func callAsFunction(_ p: SIMD3<Double>) -> SIMD3<Double> {
      let (hi, lo) = (p.max(), p.min())
      var hue = 0.0
      if hi > lo {
        let angle = atan2(3.0.squareRoot() * (p.y - p.z), 2 * p.x - p.y - p.z)
        // The hexagon's hue, from the sector of the angle.
        switch (angle * 180 / .pi + 360).truncatingRemainder(dividingBy: 360) {
        case ..<60: hue = 60 * (p.y - lo) / (hi - lo)
        case ..<120: hue = 120 - 60 * (p.x - lo) / (hi - lo)
        case ..<180: hue = 120 + 60 * (p.z - lo) / (hi - lo)
        case ..<240: hue = 240 - 60 * (p.y - lo) / (hi - lo)
        case ..<300: hue = 240 + 60 * (p.x - lo) / (hi - lo)
        default: hue = 360 - 60 * (p.z - lo) / (hi - lo)
        }
      }
      let saturation = hi > 0 ? (hi - lo) / hi : 0
      var found = SIMD3<Double>()
      for v in 0..<dims.v {
        for h in 0..<dims.h {
          for s in 0..<dims.s {
            var along = abs(hue * Double(dims.h) / 360 - Double(h))
            along = min(along, Double(dims.h) - along)
            let weight =
              max(0, 1 - along) * max(0, 1 - abs(saturation * Double(dims.s - 1) - Double(s)))
              * (dims.v == 1 ? 1 : max(0, 1 - abs(min(hi, 1) * Double(dims.v - 1) - Double(v))))
            let at = 3 * ((v * dims.h + h) * dims.s + s)
            found += weight * SIMD3(numbers[at], numbers[at + 1], numbers[at + 2])
          }
        }
      }
      let turned = (hue + found.x + 720).truncatingRemainder(dividingBy: 360)
      let (value, chroma) = (hi * found.z, min(1, saturation * found.y))
      func component(_ center: Double) -> Double {
        let far = abs((turned - center + 540).truncatingRemainder(dividingBy: 360) - 180)
        return value * (1 - chroma * min(max(far / 60 - 1, 0), 1))
      }
      return SIMD3(component(0), component(120), component(240))
    }
  }
}

/// A natural cubic spline. A dense system, solved by elimination, gives its slopes.
struct NaiveSpline {
  let points: [SIMD2<Double>]
  let slopes: [Double]

  init(_ points: [SIMD2<Double>]) {
    let n = points.count
    var rows = [[Double]](repeating: [Double](repeating: 0, count: n + 1), count: n)
    for i in 0..<n {
      // Equal second derivatives on both sides, and 0 at the ends.
      if i > 0 {
        let d = points[i] - points[i - 1]
        rows[i][i - 1] += 1 / d.x
        rows[i][i] += 2 / d.x
        rows[i][n] += 3 * d.y / (d.x * d.x)
      }
      if i < n - 1 {
        let d = points[i + 1] - points[i]
        rows[i][i] += 2 / d.x
        rows[i][i + 1] += 1 / d.x
        rows[i][n] += 3 * d.y / (d.x * d.x)
      }
    }
    for i in 0..<n {
      for j in 0..<n where j != i {
        let factor = rows[j][i] / rows[i][i]
        for k in 0...n { rows[j][k] -= factor * rows[i][k] }
      }
    }
    self.points = points
    slopes = (0..<n).map { rows[$0][n] / rows[$0][$0] }
  }

  /// Hermite's form.
  func callAsFunction(_ x: Double) -> Double {
    let i = max(points.lastIndex { $0.x <= x && $0.x < 1 } ?? 0, 0)
    let d = points[i + 1] - points[i]
    let t = (x - points[i].x) / d.x
    let (a, b) = (slopes[i] * d.x, slopes[i + 1] * d.x)
    let cubic = t * t * t
    let square = t * t
    return (2 * cubic - 3 * square + 1) * points[i].y + (cubic - 2 * square + t) * a
      + (3 * square - 2 * cubic) * points[i + 1].y + (cubic - square) * b
  }
}
