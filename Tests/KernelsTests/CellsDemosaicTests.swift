import BromideKernels
import BromideLibc
import BromideValues
import TestSupport
import Testing

/// Properties of cells' pixels, in addition to `DemosaicTests` for every kernel.
@Suite struct CellsDemosaicTests {
  private static let levels = SensorLevels(black: 0, white: 65535)
  private static let gains = SIMD3<Float>(1, 1, 1)

  /// The pixels of a picture that a formula gives.
  private func pixels(
    _ kernel: DemosaicKernel, of size: Size, _ pattern: BayerPattern,
    light: (_ x: Double, _ y: Double) -> SIMD3<Double>
  ) -> [SIMD3<Float>] {
    let mosaic = DemosaicCase.mosaic(
      width: size.width, height: size.height, pattern: pattern, levels: Self.levels
    ) { x, y in
      UInt16((65535 * light(Double(x), Double(y))[pattern.color(x: x, y: y).rawValue]).rounded())
    }
    let input = DemosaicInput(mosaic: mosaic, gains: Self.gains, ceiling: .infinity)
    return DemosaicCase.pixels(kernel, input, by: .best)
  }

  /// Slopes with a different direction in each colour. A pixel shows every colour at its cell's
  /// centre. A shift of 0.02 sites would change 10⁻⁴ of the range, and half a 16-bit code is 10⁻⁵.
  @Test(arguments: BayerPattern.allCases) func cellsHaveCentredColours(pattern: BayerPattern) {
    func light(_ x: Double, _ y: Double) -> SIMD3<Double> {
      SIMD3(0.1 + 0.005 * x + 0.004 * y, 0.8 - 0.005 * x + 0.001 * y, 0.6 - 0.005 * y)
    }
    let size = Size(width: 60, height: 44)
    let made = pixels(.cells, of: size, pattern, light: light)
    for (x, y) in Places(x: 2..<28, y: 2..<20) {
      let expected = light(2 * Double(x) + 0.5, 2 * Double(y) + 0.5)
      let apart = SIMD3<Double>(made[y * 30 + x]) - expected
      #expect(max(apart.max(), -apart.min()) < 3e-5, "\(x) \(y)")
    }
  }

  /// A grey zone plate, as fine as the sensor can hold towards its sides: cells have less colour
  /// than RCD has there after both are reduced to a third.
  @Test func aZonePlateStaysGreyer() {
    let side = 240
    func light(_ x: Double, _ y: Double) -> SIMD3<Double> {
      let (x, y) = (x - 119.3, y - 119.6)
      return SIMD3(repeating: 0.5 + 0.4 * cos(Double.pi * (x * x + y * y) / 240))
    }
    func colour(_ kernel: DemosaicKernel) -> Double {
      let made = pixels(kernel, of: Size(width: side, height: side), .rggb, light: light)
      let width = side / kernel.sitesInPixel
      // Means of 6×6 sites, which are complete pixels of both kernels.
      let box = 6 / kernel.sitesInPixel
      var sum = 0.0
      for (x, y) in Places(x: 2..<side / 6 - 2, y: 2..<side / 6 - 2) {
        var mean = SIMD3<Double>()
        for (dy, dx) in product(0..<box, 0..<box) {
          mean += SIMD3<Double>(made[(y * box + dy) * width + x * box + dx])
        }
        mean /= Double(box * box)
        sum += (mean.x - mean.y) * (mean.x - mean.y) + (mean.z - mean.y) * (mean.z - mean.y)
      }
      return sum.squareRoot()
    }
    let (cells, rcd, half) = (colour(.cells), colour(.rcd), colour(.half))
    #expect(cells < rcd)
    #expect(cells < half)
  }
}
