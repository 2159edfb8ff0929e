import BromideKernels
import BromideValues
import Foundation
import TestSupport

/// A sky with stars on a worn sensor: hot sites must go, stars must stay.
struct WornSky {
  let size: Size
  /// Light for each site.
  private(set) var light: [Double]
  private var isStar: [Bool]
  private var stars: [(x: Int, y: Int)] = []
  private var hot: Set<Int> = []

  /// - Parameters:
  ///   - reach: Sites on each side of a star that it lights.
  ///   - excess: Powers of ten by which hot sites exceed the noise.
  init(
    _ size: Size, stars: Int, reach: Int, hot: Int, excess: ClosedRange<Double>, noise: NoiseModel
  ) {
    var random = SeededGenerator(seed: 4)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    func place(_ length: Int) -> Int { Int.random(in: 8..<length - 8, using: &random) }
    self.size = size
    let sky = (0..<size.area).map {
      0.03 + 0.02 * sin(Double($0 % size.width) / 50) * cos(Double($0 / size.width) / 70)
    }
    light = sky
    isStar = [Bool](repeating: false, count: size.area)
    self.stars = (0..<stars).map { _ in (x: place(size.width), y: place(size.height)) }
    for star in self.stars {
      let (dx, dy, sigma) = (number(-0.5...0.5), number(-0.5...0.5), number(0.55...0.9))
      let brightness = pow(10, number(-1.5...0))
      for (x, y) in Places(x: star.x - reach...star.x + reach, y: star.y - reach...star.y + reach) {
        let (u, v) = (Double(x - star.x) - dx, Double(y - star.y) - dy)
        light[y * size.width + x] += brightness * exp(-(u * u + v * v) / (2 * sigma * sigma))
        isStar[y * size.width + x] = true
      }
    }
    while self.hot.count < hot {
      let at = place(size.height) * size.width + place(size.width)
      guard !isStar[at] else { continue }
      light[at] += noise.variance(sky[at]).squareRoot() * pow(10, number(excess))
      self.hot.insert(at)
    }
  }

  /// Counts hot sites that a search missed, sites of the plain sky that it names, and stars that it
  /// touches.
  func judged(_ found: [SensorDefect]) -> (missed: Int, wrong: Int, touched: Int) {
    let places = found.map { $0.y * size.width + $0.x }
    return (
      hot.subtracting(places).count, places.count { !hot.contains($0) && !isStar[$0] },
      stars.count { star in found.contains { abs($0.x - star.x) < 4 && abs($0.y - star.y) < 4 } }
    )
  }
}

/// Defects at a ninth of the sites and at three corners, with random replacements.
func randomDefects(_ size: Size) -> [SensorDefect] {
  var random = SeededGenerator(seed: 6)
  let places = Set((0..<size.area / 9).map { _ in Int.random(in: 0..<size.area, using: &random) })
  return places.union([0, size.width - 1, size.area - 2]).sorted().map {
    SensorDefect(
      x: $0 % size.width, y: $0 / size.width, replacement: .random(in: 0..<16000, using: &random),
      isDead: false)
  }
}
