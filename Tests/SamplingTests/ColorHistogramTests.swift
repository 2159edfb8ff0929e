import BromideSampling
import BromideValues
import TestSupport
import Testing

/// Counts of codes, compared with a simple count.
@Suite struct ColorHistogramTests {
  private func counted(_ image: ImageBuffer<UInt8>, _ region: Region, step: Int = 1) -> [[Int]] {
    var counts = [[Int]](repeating: [Int](repeating: 0, count: 256), count: 3)
    for y in stride(from: region.y, to: region.endY, by: step) {
      for (x, c) in product(stride(from: region.x, to: region.endX, by: step), 0..<3) {
        counts[c][Int(image[x, y, c])] += 1
      }
    }
    return counts
  }

  /// A picture's codes survive the conversion to light and back.
  @Test(arguments: [Size(width: 1, height: 1), Size(width: 67, height: 41)])
  func countsCodesOfThePicture(size: Size) throws {
    let image = noisePicture(size)
    let sampler = PointSampler(.eight(image), space: .srgb)
    let histogram = try #require(
      sampler.histogram(of: Region(size), in: .encoded(.srgb), scratch: sampler.makeScratch()))
    #expect(histogram.counts == counted(image, Region(size)))
    #expect(histogram.count == size.area && histogram.step == 1)
  }

  /// A rectangle of the upright picture, in a picture that is stored rotated.
  @Test func rectangleOfATurnedPicture() throws {
    let image = noisePicture(Size(width: 40, height: 30))
    let sampler = PointSampler(.eight(image), space: .srgb, orientation: .rightTop)
    let region = Region(x: 3, y: 5, width: 11, height: 21)
    var counts = [[Int]](repeating: [Int](repeating: 0, count: 256), count: 3)
    for (x, y) in region.places {
      let (i, j) = Orientation.rightTop.storedPosition(x: x, y: y, in: image.size)
      for c in 0..<3 { counts[c][Int(image[i, j, c])] += 1 }
    }
    let histogram = try #require(
      sampler.histogram(of: region, in: .encoded(.srgb), scratch: sampler.makeScratch()))
    #expect(histogram.counts == counts)
  }

  /// Five million pixels: every second of every second row.
  @Test func largePicturesAreCountedInPart() throws {
    let size = Size(width: 2501, height: 2000)
    let image = noisePicture(size)
    let sampler = PointSampler(.eight(image), space: .srgb)
    let histogram = try #require(
      sampler.histogram(of: Region(size), in: .encoded(.srgb), scratch: sampler.makeScratch()))
    #expect(histogram.step == 2 && histogram.count == 1251 * 1000)
    #expect(histogram.counts == counted(image, Region(size), step: 2))
  }

  @Test func transparentPixelsDoNotCount() throws {
    var image = noisePicture(Size(width: 8, height: 8), channels: 4)
    for y in 0..<8 { for x in 0..<8 { image[x, y, 3] = x < 3 ? 0 : 1 } }
    let sampler = PointSampler(.eight(image), space: .srgb)
    let histogram = try #require(
      sampler.histogram(
        of: Region(image.size), in: .encoded(.srgb), scratch: sampler.makeScratch()))
    #expect(histogram.counts == counted(image, Region(x: 3, y: 0, width: 5, height: 8)))
  }

  @Test func quantilesAreLeastCodes() throws {
    var image = ImageBuffer<UInt8>(size: Size(width: 4, height: 1), channels: 3)
    for ((x, code), c) in product([10, 20, 20, 250].enumerated(), 0..<3) {
      image[x, 0, c] = UInt8(code)
    }
    let sampler = PointSampler(.eight(image), space: .srgb)
    let histogram = try #require(
      sampler.histogram(
        of: Region(image.size), in: .encoded(.srgb), scratch: sampler.makeScratch()))
    #expect(
      [0, 0.25, 0.26, 0.75, 0.76, 1].map { histogram.quantile($0, channel: 1) } == [
        10, 10, 20, 20, 250, 250,
      ])
    #expect(histogram.share(of: 20, channel: 0) == 0.5)
  }
}
