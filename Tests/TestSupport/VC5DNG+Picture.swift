public import BromideValues
internal import Foundation

extension VC5DNG {
  /// The coefficients of a mosaic RGGB, as an encoder makes them: what is decoded is close to it.
  ///
  /// - Parameters:
  ///   - samples: Linear samples, row after row.
  ///   - white: The sample that is 1.
  public init(size: Size, samples: [UInt16], white: Int, quanta: [Int] = VC5DNG.heroQuanta) {
    self.init(size: size)
    self.quanta = [[Int]](repeating: quanta, count: 4)
    options.white = white
    for (channel, plane) in Self.planes(size, samples, white).enumerated() {
      bands[channel] = Self.transformed(plane, quanta)
    }
  }

  /// Numbers in rows.
  private struct Plane {
    var width: Int
    var height: Int
    var values: [Int]

    var transposed: Plane {
      var other = Plane(width: height, height: width, values: values)
      for y in 0..<height {
        for x in 0..<width { other.values[x * height + y] = values[y * width + x] }
      }
      return other
    }
  }

  /// The green and the differences from it, on the logarithmic curve.
  private static func planes(_ size: Size, _ samples: [UInt16], _ white: Int) -> [Plane] {
    let curve = (0...65_535).map { sample in
      min(Int(4095 * log(112 * Double(sample) / Double(white) + 1) / log(113)), 4095)
    }
    let (width, height) = (size.width / 2, size.height / 2)
    var planes = [Plane](
      repeating: Plane(
        width: width, height: height, values: [Int](repeating: 0, count: width * height)),
      count: 4)
    for y in 0..<height {
      for x in 0..<width {
        func site(_ dx: Int, _ dy: Int) -> Int {
          curve[Int(samples[(2 * y + dy) * size.width + 2 * x + dx])]
        }
        let (one, two) = (site(1, 0), site(0, 1))
        let green = (one + two) >> 1
        let i = y * width + x
        planes[0].values[i] = green
        planes[1].values[i] = (site(0, 0) - green + 4096) >> 1
        planes[2].values[i] = (site(1, 1) - green + 4096) >> 1
        planes[3].values[i] = (one - two + 4096) >> 1
      }
    }
    return planes
  }

  private static func transformed(_ plane: Plane, _ quanta: [Int]) -> [[Int]] {
    var bands = [[Int]](repeating: [], count: 10)
    var low = plane
    for level in (0..<3).reversed() {
      if level < 2 { low.values = low.values.map { ($0 + 3) >> 2 } }
      let (left, right) = split(low)
      let (above, below) = (split(left.transposed), split(right.transposed))
      for (i, plane) in [below.low, above.high, below.high].enumerated() {
        let band = 3 * level + 1 + i
        bands[band] = plane.transposed.values.map { quantised($0, quanta[band]) }
      }
      low = above.low.transposed
      low.values = low.values.map { max($0, 0) }
    }
    bands[0] = low.values
    return bands
  }

  /// The halves of rows.
  private static func split(_ plane: Plane) -> (low: Plane, high: Plane) {
    let width = (plane.width + 1) / 2
    var low = Plane(
      width: width, height: plane.height, values: [Int](repeating: 0, count: width * plane.height))
    var high = low
    for y in 0..<plane.height {
      func x(_ i: Int) -> Int { plane.values[y * plane.width + min(i, plane.width - 1)] }
      func sum(_ i: Int) -> Int { x(2 * i) + x(2 * i + 1) }
      for i in 0..<width {
        low.values[y * width + i] = sum(i)
        let difference = x(2 * i) - x(2 * i + 1)
        high.values[y * width + i] =
          switch i {
          case 0: (5 * x(0) - 11 * x(1) + 4 * sum(1) - sum(2) + 4) >> 3
          case width - 1:
            (sum(i - 2) - 4 * sum(i - 1) + 11 * x(2 * i) - 5 * x(2 * i + 1) + 4) >> 3
          default: difference + (sum(i + 1) - sum(i - 1) + 4) >> 3
          }
      }
    }
    return (low, high)
  }

  /// The magnitude nearest to a coefficient, with its sign.
  private static func quantised(_ value: Int, _ quantum: Int) -> Int {
    let expected = Double(abs(value)) / Double(max(quantum, 1))
    var magnitude = min(Int(expected.rounded()), 255)
    func expanded(_ m: Int) -> Double { Double(m + 768 * m * m * m / (255 * 255 * 255)) }
    while magnitude > 0,
      abs(expanded(magnitude - 1) - expected) <= abs(expanded(magnitude) - expected)
    {
      magnitude -= 1
    }
    return value < 0 ? -magnitude : magnitude
  }
}
