import BromideDevelop
import BromideSampling
import BromideValues
import TestSupport
import Testing

/// A turned picture is sampled like the same picture turned beforehand, also exactly between
/// pixels.
@Suite struct TurnedPictureTests {
  static let sizes = [
    Size(width: 8, height: 6), Size(width: 7, height: 4), Size(width: 5, height: 9),
  ]

  /// The stored picture, and the same turned upright pixel by pixel.
  private func pictures(
    _ size: Size, _ orientation: Orientation
  ) -> (stored: PointSampler, upright: PointSampler) {
    let image = noisePicture(size)
    var turned = ImageBuffer<UInt8>(size: orientation.upright(size), channels: 3)
    for (x, y) in Places(x: 0..<turned.width, y: 0..<turned.height) {
      let (i, j) = orientation.storedPosition(x: x, y: y, in: size)
      for c in 0..<3 { turned[x, y, c] = image[i, j, c] }
    }
    return (
      PointSampler(.eight(image), space: .srgb, orientation: orientation),
      PointSampler(.eight(turned), space: .srgb)
    )
  }

  /// Every edge, centre and corner of every pixel.
  private func places(_ size: Size) -> [NormalizedPoint] {
    (0...2 * size.height).flatMap { j in
      (0...2 * size.width).map { i in
        NormalizedPoint(
          x: Double(i) / Double(2 * size.width), y: Double(j) / Double(2 * size.height))
      }
    }
  }

  @Test(arguments: Orientation.allCases, sizes)
  func pointsBetweenPixelsUseTheUprightPicture(orientation: Orientation, size: Size) throws {
    let (stored, upright) = pictures(size, orientation)
    let windows = [
      SampleWindow(), SampleWindow(side: .pixels(2)), SampleWindow(side: .pixels(3)),
      SampleWindow(side: .pixels(4), shape: .round), SampleWindow(side: .fraction(0.25)),
      SampleWindow(side: .pixels(2), lookup: .bilinear),
    ]
    for place in places(upright.size) {
      #expect(try stored.rgb(at: place) == upright.rgb(at: place))
      for window in windows {
        let (a, b) = (
          try stored.sample(at: place.x, place.y, window),
          try upright.sample(at: place.x, place.y, window)
        )
        #expect(a.pixelX == b.pixelX && a.pixelY == b.pixelY && a.count == b.count)
        #expect(difference(a.light, b.light) < 1e-12, "\(place) \(window)")
      }
    }
  }

  /// A raw and the picture that it becomes, read at the same ties.
  @Test(arguments: Orientation.allCases) func rawSamplesMatchDevelopedPixels(
    orientation: Orientation
  ) throws {
    let source = RawSamplingTests.source(Size(width: 36, height: 29), orientation: orientation)
    var recipe = DevelopRecipe()
    recipe.sample = .uint16
    let image = try Developer(source, recipe: recipe).picture(of: UInt16.self)
    let sampler = try PointSampler(raw: source, recipe: recipe)
    let readout = SampleReadout(.encoded(.srgb), from: sampler.space)
    for k in 0...10 {
      let (x, y) = (Double(k) / 10, 0.5)
      let (i, j) = NormalizedPoint(x: x, y: y).pixel(in: image.size)
      let value = try #require(readout.value(sampler.sample(at: x, y)))
      let code = SIMD3(Double(image[i, j, 0]), Double(image[i, j, 1]), Double(image[i, j, 2]))
      #expect(difference(value / 255 * 65535, code) <= 2.5, "\(x),\(y)")
    }
  }
}
