import BromideLibc
import BromideValues
import TestSupport
import Testing

@testable import BromideDevelop

@Suite struct PictureResamplerTests {
  /// The weights of Keys's cubic, stretched if the picture shrinks, with repeated edges.
  private static func weights(_ length: Int, _ count: Int, _ index: Int) -> [Double] {
    let step = Double(length) / Double(count)
    let stretch = max(1, step)
    let centre = (Double(index) + 0.5) * step - 0.5
    var weights = [Double](repeating: 0, count: length)
    for place in Int(centre - 2 * stretch) - 1...Int(centre + 2 * stretch) + 1 {
      let t = abs(Double(place) - centre) / stretch
      let weight =
        t < 1
        ? 1.5 * t * t * t - 2.5 * t * t + 1
        : t < 2 ? -0.5 * t * t * t + 2.5 * t * t - 4 * t + 2 : 0
      weights[min(max(place, 0), length - 1)] += weight
    }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }

  @Test(arguments: [(7, 5, 3, 2), (5, 3, 11, 8), (40, 20, 13, 7), (1, 9, 4, 4), (3, 1, 1, 1)])
  func pixelsAreWeightedSums(_ width: Int, _ height: Int, _ newWidth: Int, _ newHeight: Int) {
    let noise = SeededNoise(seed: 5)
    let values = (0..<width * height * 4).map { Float(noise.bits($0, 2) % 1000) / 1000 }
    let picture = PictureResampler.resampled(
      values, size: Size(width: width, height: height), channels: 4,
      to: Size(width: newWidth, height: newHeight))
    for y in 0..<newHeight {
      let down = Self.weights(height, newHeight, y)
      for x in 0..<newWidth {
        let across = Self.weights(width, newWidth, x)
        for c in 0..<4 {
          var sum = 0.0
          for row in 0..<height {
            for column in 0..<width {
              sum += down[row] * across[column] * Double(values[(row * width + column) * 4 + c])
            }
          }
          #expect(abs(Double(picture[x, y, c]) - sum) < 1e-5, "\(x) \(y) \(c)")
        }
      }
    }
  }

  @Test func theSameSizeKeepsValues() {
    let values = (0..<15 * 4).map { Float($0) / 61 }
    let size = Size(width: 5, height: 3)
    let picture = PictureResampler.resampled(values, size: size, channels: 4, to: size)
    #expect(picture.values == values)
  }
}
