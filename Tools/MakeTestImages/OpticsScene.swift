internal import BromideLibc
internal import BromideValues
internal import TestSupport

/// A photo with all errors of lenses and sensors: red and blue are magnified differently, points
/// are blurred, samples are noisy, and some sites are hot. `scripts/make-pictures` shows it before
/// and after correction.
///
/// Twigs are in front of a blue sky in the right half. The left half is a dark field of stars.
enum OpticsScene {
  static let size = Size(width: 2400, height: 1600)

  /// Magnifications of red, green and blue.
  private static let magnifications = [1.0011, 1, 0.9993]

  static var file: [UInt8] {
    var photo = SyntheticPhoto(scene(1), size: size)
    photo.noise = SensorNoise(fullWell: 6000, read: 4, seed: 8)
    // A slightly soft lens.
    photo.spread = 2
    photo.pointsPerSite = 3
    photo.options.metadata.iso = 800
    let colors = magnifications.map { magnification -> SensorSamples in
      var photo = photo
      photo.scene = scene(magnification)
      return photo.samples()
    }
    var samples = colors[1]
    for y in 0..<size.height {
      for x in 0..<size.width {
        let color = photo.filter(x: x, y: y)?.rawValue ?? 1
        samples.values[y * size.width + x] = colors[color].values[y * size.width + x]
      }
    }
    // Hot sites.
    let places = SeededNoise(seed: 77)
    for index in 0..<400 {
      let (x, y) = (Int(places.bits(index, 1) % 2400), Int(places.bits(index, 2) % 1600))
      let place = y * size.width + x
      let light = Double(photo.options.white) * (0.2 + 0.6 * places.uniform(index, 3))
      samples.values[place] = UInt16(max(Double(samples.values[place]), light))
    }
    return photo.file(of: samples)
  }

  /// The scene in one colour after magnification by the lens.
  private static func scene(_ magnification: Double) -> SyntheticScene {
    SyntheticScene("optics") { x, y in
      let (u, v) = (0.5 + (x - 0.5) / magnification, 0.5 + (y - 0.5) / magnification)
      return u < 0.4 ? stars(u, v) : twigs(u, v)
    }
  }

  /// Stars of a few sites, one in each cell of 60×60 at most.
  private static func stars(_ x: Double, _ y: Double) -> SIMD3<Double> {
    let (px, py) = (x * Double(size.width), y * Double(size.height))
    let noise = SeededNoise(seed: 12)
    var light = 0.004
    for cell in 0..<9 {
      let (column, row) = (Int(px / 60) + cell % 3 - 1, Int(py / 60) + cell / 3 - 1)
      guard noise.uniform(column, row) < 0.6 else { continue }
      let (dx, dy) = (
        px - 60 * (Double(column) + 0.2 + 0.6 * noise.uniform(column, row + 9999)),
        py - 60 * (Double(row) + 0.2 + 0.6 * noise.uniform(column + 9999, row))
      )
      let strength = noise.uniform(column + 5000, row + 5000)
      light += 0.7 * strength * strength * exp(-(dx * dx + dy * dy) / 1.6)
    }
    return SIMD3(1, 0.96, 0.9) * light
  }

  /// Dark lines in all directions in front of a sky that gets brighter downwards.
  private static func twigs(_ x: Double, _ y: Double) -> SIMD3<Double> {
    let (px, py) = (x * Double(size.width), y * Double(size.height))
    let sky = SIMD3(0.16, 0.3, 0.62) * (0.6 + 0.5 * y)
    // Lines are near the edges, and leave an area of clear sky.
    if abs(x - 0.62) < 0.1, abs(y - 0.5) < 0.2 { return sky }
    var open = 1.0
    for (index, angle) in [0.35, 1.1, 1.9, 2.7].enumerated() {
      let along = px * cos(angle) + py * sin(angle)
      let across = py * cos(angle) - px * sin(angle) + 22 * sin(along / (90 + 17 * Double(index)))
      let spacing = 74 + 12 * Double(index)
      let distance = abs(across - spacing * (across / spacing).rounded())
      let half = 1.6 + 1.2 * Double(index % 2) + 0.8 * sin(along / 61)
      open *= min(max(distance - half + 0.5, 0), 1)
    }
    return sky * open + SIMD3(0.05, 0.04, 0.03) * (1 - open)
  }
}
