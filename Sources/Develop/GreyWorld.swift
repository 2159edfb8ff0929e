internal import Pixels

/// The mean colour of a picture, for the white balance that makes it grey.
///
/// It is measured at about 65 000 places on a regular grid. Places where a channel is clipped or
/// hardly above black say nothing about the colour of the light and are left out.
enum GreyWorld {
  /// Mean camera values, 0…1 between black and white; nil if no place is usable.
  static func mean(of image: SensorImage, in region: Region) -> SIMD3<Double>? {
    switch image {
    case .mosaic(let mosaic):
      mean(
        Size(width: region.width / 2, height: region.height / 2),
        pixel: { x, y in cell(mosaic, x: region.x + 2 * x, y: region.y + 2 * y) })
    case .linear(let linear):
      mean(
        region.size,
        pixel: { x, y in
          var value = SIMD3<Double>()
          for c in 0..<3 {
            let sample = linear.samples[
              (region.x + x) * linear.channels + min(c, linear.channels - 1), region.y + y]
            value[c] = Double(sample) / Double(linear.white * linear.appliedGains[c])
          }
          return value
        })
    }
  }

  private static func mean(
    _ size: Size, pixel: (Int, Int) -> SIMD3<Double>
  ) -> SIMD3<Double>? {
    let step = max(1, Int((Double(max(size.area, 1)) / 65_536).squareRoot()))
    var sum = SIMD3<Double>()
    var count = 0
    for y in stride(from: 0, to: size.height, by: step) {
      for x in stride(from: 0, to: size.width, by: step) {
        let value = pixel(x, y)
        guard value.max() < clipped, value.min() > dark else { continue }
        sum += value
        count += 1
      }
    }
    return count == 0 ? nil : sum / Double(count)
  }

  /// The colour of a 2×2 cell: red, the mean of the greens, and blue. It is clipped if any site is.
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

  private static let clipped = 0.98
  /// One code value of a 10-bit sensor, which is as large as its noise.
  private static let dark = 0.001
}
