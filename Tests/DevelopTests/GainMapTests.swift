import BromideKernels
import BromideValues
import Foundation
import TestSupport
import Testing

@testable import BromideDevelop

/// The light above a picture's white, as gains for displays that can show it.
@Suite struct GainMapTests {
  private static let looks: [Look?] = [nil, .standard, .flat, .classic]

  /// The line joins the curve without a step or a bend, and is never below it.
  @Test(arguments: looks)
  func brightLightFollowsALineThatTouchesTheCurve(_ look: Look?) {
    let highlights = ExtendedHighlights(look)
    let curve: (Double) -> Double = look?.curve.map { curve in { curve($0) } } ?? { min($0, 1) }
    for step in 1...2000 {
      let light = Double(step) / 250
      #expect(highlights.slope * light >= curve(light) * (1 - 1e-4), "\(light)")
      let expected =
        light > highlights.start
        ? max(0, log2((highlights.slope * light + 1 / 64) / (curve(light) + 1 / 64))) : 0
      #expect(abs(highlights.stops(light) - expected) < 1e-12)
    }
    #expect(highlights.stops(highlights.start * 1.001) < 2e-3)
    if let look, let curve = look.curve {
      let bend = curve.slope(at: highlights.start) - highlights.slope
      #expect(abs(bend) < 0.02 * highlights.slope)
    } else {
      #expect(highlights.start == 1 && highlights.slope == 1)
    }
  }

  /// Grey steps in linear light, each a plateau.
  private static func steps(_ levels: [Double], exposure: Double = 0) -> DevelopSource {
    let step = 32
    let size = Size(width: step * levels.count, height: 48)
    let samples = ImageBuffer<UInt16>(size: size, channels: 3) { x, y, c in
      UInt16((levels[x / step] * 60_000).rounded())
    }
    return linearSource(samples)
  }

  @Test(arguments: looks, InstructionSet.available)
  func codesAreTheStopsOfTheLight(_ look: Look?, _ instructionSet: InstructionSet) throws {
    let levels = [0, 0.02, 0.1, 0.3, 0.6, 0.99]
    let source = Self.steps(levels)
    let exposure = 1.5
    let recipe = recipe {
      $0.exposure = exposure
      $0.tone = look == nil ? .linear : .standard
      $0.look = look ?? .standard
      // This affects the finished picture only, so the light does not change.
      $0.filters[.fade] = [0.3]
    }
    let size = try Developer(source, recipe: recipe).outputSize
    let headroom = 2.5
    let map = try GainMap(
      of: source, recipe: recipe, picture: size, headroom: headroom,
      instructionSet: instructionSet)
    #expect(map.size == Size(width: (size.width + 3) / 4, height: (size.height + 3) / 4))
    let highlights = ExtendedHighlights(recipe.rendering)
    for (index, level) in levels.enumerated() {
      let stops = highlights.stops(level * exp2(exposure))
      let code = (255 * min(stops / headroom, 1)).rounded()
      let found = map.codes[map.size.width * (map.size.height / 2) + index * 8 + 4]
      #expect(abs(Double(found) - code) <= 1, "\(level): \(found), not \(code)")
    }
    #expect(map.codes[0] == 0)
    #expect(map.mostStops > 1)
  }

  /// A photo with all light below white has no gain, and neither has black.
  @Test func darkPhotosGetZeroGain() throws {
    let source = Self.steps([0, 0.01, 0.05])
    let map = try GainMap(
      of: source, recipe: DevelopRecipe(), picture: Size(width: 96, height: 48), headroom: 2)
    #expect(map.mostStops == 0)
  }

  /// The map shows the same crop and rotation as the picture.
  @Test func mapsFollowTheWindow() throws {
    var source = source(busyMosaic(Size(width: 200, height: 120)))
    source.orientation = .rightTop
    let recipe = recipe {
      $0.exposure = 1
      $0.filters[.crop] = [0.1, 0.2, 0.5, 0.5]
    }
    let size = try Developer(source, recipe: recipe).outputSize
    let map = try GainMap(of: source, recipe: recipe, picture: size, headroom: 2)
    #expect(map.size == Size(width: (size.width + 3) / 4, height: (size.height + 3) / 4))
    #expect(map.mostStops > 0.5)
    // The bright spots of picture and map agree.
    let picture = try develop(source, recipe)
    func brightest(_ size: Size, _ value: (Int, Int) -> Int) -> SIMD2<Double> {
      var (sum, weight) = (SIMD2<Double>(0, 0), 0.0)
      for (x, y) in size.places where value(x, y) > 200 {
        sum += SIMD2(
          (Double(x) + 0.5) / Double(size.width), (Double(y) + 0.5) / Double(size.height))
        weight += 1
      }
      return sum / max(weight, 1)
    }
    let top = Int(map.codes.max() ?? 0)
    let a = brightest(picture.size) { picture[$0, $1, 1] == 255 ? 255 : 0 }
    let b = brightest(map.size) { Int(map.codes[$1 * map.size.width + $0]) > top * 3 / 4 ? 255 : 0 }
    #expect(abs(a.x - b.x) < 0.06 && abs(a.y - b.y) < 0.06, "\(a) \(b)")
  }
}
