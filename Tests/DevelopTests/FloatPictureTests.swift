import BromideValues
import TestSupport
import Testing

@testable import BromideDevelop

/// Pictures of floats contain the same light as 16-bit pictures, and light outside their range.
@Suite struct FloatPictureTests {
  static let size = Size(width: 130, height: 90)

  @Test(arguments: [RGBSpace.srgb, .displayP3, .prophoto], [ToneMode.standard, .linear])
  func floatsAreTheLightOfSixteenBits(space: RGBSpace, tone: ToneMode) throws {
    let source = source(busyMosaic(Self.size))
    let light = try floats(source) {
      $0.space = space
      $0.tone = tone
    }
    // The same primaries with linear light, where colours are not compressed either.
    let codes = try develop(
      source,
      recipe {
        $0.space = space.linearLight
        $0.tone = tone
        $0.sample = .uint16
      })
    #expect(codes.size == light.size)
    var compared = 0
    for (x, y, c) in Places(x: 0..<light.width, y: 0..<light.height).channels(3) {
      let code = codes[x, y, c]
      guard code > 0, code < 65535 else { continue }
      compared += 1
      #expect(abs(Double(light[x, y, c]) * 65535 - Double(code)) < 1.5)
    }
    #expect(compared > light.size.area)
  }

  @Test func floatsKeepLightOutsideZeroToOne() throws {
    // A red outside all screens' gamuts, next to grey.
    let scene = mosaic(Self.size) { x, _ in
      x % 40 < 20 ? SIMD3(0.9, 0.02, 0.02) : SIMD3(0.4, 0.5, 0.4)
    }
    let source = source(scene)
    let plain = try floats(source) { $0.tone = .linear }
    let raised = try floats(source) {
      $0.tone = .linear
      $0.exposure = 3
    }
    var brightest: Float = 0
    var darkest: Float = 0
    for (x, y, c) in Places(x: 0..<plain.width, y: 0..<plain.height).channels(3) {
      brightest = max(brightest, raised[x, y, c])
      darkest = min(darkest, raised[x, y, c])
      #expect(abs(raised[x, y, c] - 8 * plain[x, y, c]) < 1e-4)
    }
    #expect(brightest > 3)
    #expect(darkest < 0)
  }

  @Test(arguments: Orientation.allCases)
  func turnedFloatsAreTheStoredOnes(orientation: Orientation) throws {
    let scene = busyMosaic(Self.size)
    for opacity in [1, 0.5] {
      let stored = try floats(source(scene, orientation: orientation)) {
        $0.orientation = .keep
        $0.filters[.opacity] = [opacity]
      }
      let upright = try floats(source(scene, orientation: orientation)) {
        $0.filters[.opacity] = [opacity]
      }
      #expect(upright.size == orientation.upright(stored.size))
      #expect(upright.channels == (opacity < 1 ? 4 : 3))
      for (x, y) in Places(x: 0..<upright.width, y: 0..<upright.height) {
        let from = orientation.storedPosition(x: x, y: y, in: stored.size)
        for c in 0..<upright.channels {
          #expect(upright[x, y, c] == stored[from.x, from.y, c])
        }
      }
    }
  }

  private func floats(
    _ source: DevelopSource, _ change: (inout DevelopRecipe) -> Void
  ) throws -> ImageBuffer<Float> {
    let recipe = recipe {
      change(&$0)
      $0.sample = .float32
    }
    return try Developer(source, recipe: recipe).picture(of: Float.self)
  }
}
