import BromideValues
import Foundation
import Testing

@testable import BromidePhotos

/// Crops of Camera Raw against its published numbers, and against corners that are turned one by one.
@Suite struct SensorCropTests {
  /// “What is the formula for converting crop coordinates when a photo gets angled?”: the rectangle
  /// 0.4, 0.3 to 0.9, 0.8, angled by −10°, keeps its size and its centre. Width and height of the
  /// numbers both give proportions of 1.5056, which a photo of 4288×2848 pixels has.
  @Test func publishedNumbers() throws {
    let angled = SensorCrop(
      left: 0.374965, top: 0.36916, right: 0.925035, bottom: 0.73084, angle: -10)
    let window = try #require(angled.window(size: (4288, 2848), orientation: .upright))
    for (found, expected) in [
      (window.x, 0.4), (window.y, 0.3), (window.width, 0.5), (window.height, 0.5),
    ] {
      #expect(abs(found - expected) < 1e-5, "\(window)")
    }
    #expect(window.rotation == 10)
  }

  /// For every orientation, a corner of the picture's window corresponds to the crop's corner in
  /// the stored picture. The test rotates the window's corners around its middle against the
  /// picture's rotation, and looks them up like pixels.
  @Test(arguments: Orientation.allCases)
  func cornersMatchTheCrop(_ orientation: Orientation) throws {
    let stored = Size(width: 600, height: 400)
    let upright = orientation.upright(stored)
    let (width, height) = (Double(upright.width), Double(upright.height))
    for angle in [0.0, 7, -23, 45] {
      // A rectangle of 200×120 pixels about (350, 180), turned clockwise on screen.
      let radians = angle * .pi / 180
      func corner(_ x: Double, _ y: Double) -> SIMD2<Double> {
        SIMD2(350 + x * cos(radians) - y * sin(radians), 180 + x * sin(radians) + y * cos(radians))
      }
      let (first, last) = (corner(-100, -60), corner(100, 60))
      let crop = SensorCrop(
        left: first.x / 600, top: first.y / 400, right: last.x / 600, bottom: last.y / 400,
        angle: angle)
      let window = try #require(crop.window(size: (600, 400), orientation: orientation))
      #expect(abs(window.width * width * window.height * height - 200 * 120) < 1e-6)
      // All four corners of both must be the same places.
      let middle = SIMD2(
        (window.x + window.width / 2) * width, (window.y + window.height / 2) * height)
      let turn = -window.rotation * .pi / 180
      var shown: [SIMD2<Double>] = []
      for (across, down) in [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)] {
        let (x, y) = (across * window.width * width, down * window.height * height)
        let place = middle + SIMD2(x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn))
        shown.append(Self.stored(place, orientation, upright, stored))
      }
      for expected in [(-100.0, -60.0), (100, -60), (100, 60), (-100, 60)].map(corner) {
        let nearest = shown.map { ($0 - expected) * ($0 - expected) }.map { $0.sum() }.min() ?? 1
        #expect(nearest < 1e-12, "\(orientation) \(angle)° \(expected) \(shown)")
      }
    }
  }

  /// A place of the upright picture in the stored one, by the pixels that `Orientation` maps.
  private static func stored(
    _ place: SIMD2<Double>, _ orientation: Orientation, _ upright: Size, _ stored: Size
  ) -> SIMD2<Double> {
    func pixel(_ x: Int, _ y: Int) -> SIMD2<Double> {
      let at = orientation.storedPosition(x: x, y: y, in: stored)
      return SIMD2(Double(at.x) + 0.5, Double(at.y) + 0.5)
    }
    // The map is affine: three pixels tell it.
    let origin = pixel(0, 0)
    let (across, down) = (pixel(1, 0) - origin, pixel(0, 1) - origin)
    return origin + (place.x - 0.5) * across + (place.y - 0.5) * down
  }

  @Test func cornersOfNoRectangle() {
    let wrong = SensorCrop(left: 0.6, top: 0.2, right: 0.4, bottom: 0.8)
    #expect(wrong.window(size: (3, 2), orientation: .upright) == nil)
  }
}
