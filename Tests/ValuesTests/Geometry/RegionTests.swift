import BromideValues
import TestSupport
import Testing

/// Regions compared with the sets of their pixels.
@Suite struct RegionTests {
  private struct Pixel: Hashable {
    var x: Int
    var y: Int
  }

  private func pixels(_ region: Region) -> Set<Pixel> {
    var pixels: Set<Pixel> = []
    guard !region.isEmpty else { return pixels }
    for (x, y) in Places(x: region.x..<region.endX, y: region.y..<region.endY) {
      pixels.insert(Pixel(x: x, y: y))
    }
    return pixels
  }

  private static let regions = [
    Region(x: 0, y: 0, width: 1, height: 1), Region(x: -3, y: 2, width: 5, height: 4),
    Region(x: 4, y: -6, width: 2, height: 7), Region(Size(width: 8, height: 3)),
  ]

  @Test(arguments: regions, [(0, 0), (1, 1), (3, 0), (0, 2), (4, 7)])
  func grownRegionReachesToTheMargin(region: Region, margin: (x: Int, y: Int)) {
    var expected: Set<Pixel> = []
    for pixel in pixels(region) {
      for (x, y) in Places(
        x: pixel.x - margin.x...pixel.x + margin.x, y: pixel.y - margin.y...pixel.y + margin.y)
      {
        expected.insert(Pixel(x: x, y: y))
      }
    }
    let grown = region.grown(x: margin.x, y: margin.y)
    #expect(pixels(grown) == expected)
    #expect(grown.grown(x: -margin.x, y: -margin.y) == region)
    if margin.x == margin.y { #expect(region.grown(by: margin.x) == grown) }
  }

  @Test(arguments: regions)
  func regionsShrinkUntilTheyAreEmpty(region: Region) {
    let margin = (max(region.width, region.height) + 1) / 2
    #expect(region.grown(by: -margin).isEmpty)
  }

  @Test(arguments: regions, regions)
  func intersectionAndContainment(a: Region, b: Region) {
    #expect(pixels(a.intersection(b)) == pixels(a).intersection(pixels(b)))
    #expect(a.contains(b) == pixels(a).isSuperset(of: pixels(b)))
  }
}
