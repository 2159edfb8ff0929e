import BromideKernels
import BromideValues
import Foundation
import TestSupport
import Testing

@testable import BromideDevelop

/// Local tone in finished pictures.
@Suite struct LocalToneTests {
  private static func toned(_ change: (inout DevelopRecipe) -> Void = { _ in }) -> DevelopRecipe {
    recipe {
      $0.sample = .uint16
      $0.filters[.shadows] = [1.5]
      $0.filters[.highlights] = [-1]
      $0.filters[.clarity] = [0.8]
      change(&$0)
    }
  }

  /// Light from 8 stops below `light` to it, in patches of several sizes.
  static func scene(_ size: Size, light: Double = 1) -> Mosaic {
    var generator = SeededGenerator(seed: 2)
    return mosaic(size) { x, y in
      let patch = Double((x / 40 + y / 30) % 4) * -2
      let detail = Double((x / 5 + y / 7) % 3) * -0.5
      let noise = Double.random(in: 0.97...1.03, using: &generator)
      return SIMD3(0.4, 0.9, 0.6) * light * exp2(patch + detail) * noise
    }
  }

  /// The complete filter, from samples to code values, in double precision.
  @Test func picturesAreTheFormula() throws {
    let size = Size(width: 36, height: 25)
    var samples = ImageBuffer<UInt16>(size: size, channels: 3)
    for (x, y) in Places(x: 0..<36, y: 0..<25) {
      let light = FilterFormulaTests.light(x: x, y: y)
      for c in 0..<3 { samples[x, y, c] = UInt16((light[c] * 60_000).rounded()) }
    }
    let source = DevelopSource(
      image: .linear(LinearImage(samples: samples.plane, channels: 3, white: 60_000)),
      profile: CameraProfile(calibrations: [], asShotMultipliers: SIMD3(1, 1, 1)),
      defaultCrop: Region(size))
    func light(_ x: Int, _ y: Int) -> SIMD3<Double> {
      SIMD3(Double(samples[x, y, 0]), Double(samples[x, y, 1]), Double(samples[x, y, 2])) / 60_000
    }
    func stops(_ p: SIMD3<Double>) -> Double {
      let light = FilterFormulaTests.luminance(FilterFormulaTests.toRec2020 * p)
      return log2(max(light / (0.18 / 2.0.squareRoot()), 1 / 1024.0))
    }
    // A pixel is a cell here, and the reach of 8 in 256 cells is 1 in 36.
    let e = (0..<25).map { y in (0..<36).map { x in stops(light(x, y)) } }
    let m = ToneGridTests.boxes(e, reach: 1)
    let squares = ToneGridTests.boxes(e.map { $0.map { $0 * $0 } }, reach: 1)
    let a = zip(m, squares).map { m, s in zip(m, s).map { ($1 - $0 * $0) / ($1 - $0 * $0 + 0.5) } }
    let b = zip(m, a).map { m, a in zip(m, a).map { (1 - $1) * $0 } }
    let (slope, offset) = (ToneGridTests.boxes(a, reach: 1), ToneGridTests.boxes(b, reach: 1))
    for (shadows, highlights, clarity, exposure) in [
      (2.0, 0.0, 0.0, 0.0), (-2, 0, 0, 0), (0, 2, 0, 0), (0, -2, 0, 0), (0, 0, 1, 0), (0, 0, -1, 0),
      (1.5, -1, 0.5, -1.5), (1.5, -1, 0.5, 1),
    ] {
      let picture = try develop(
        source,
        recipe {
          $0.highlightMode = .clip
          $0.tone = .linear
          $0.space = .linearSRGB
          $0.sample = .uint16
          $0.exposure = exposure
          $0.filters[.shadows] = [shadows]
          $0.filters[.highlights] = [highlights]
          $0.filters[.clarity] = [clarity]
        })
      func smooth(_ value: Double) -> Double {
        let t = min(max(value, 0), 1)
        return t * t * (3 - 2 * t)
      }
      for (x, y) in Places(x: 0..<36, y: 0..<25) {
        let base = slope[y][x] * e[y][x] + offset[y][x] + exposure
        let own = e[y][x] + exposure
        let d = own - base
        let gain =
          shadows * smooth(base / -4) + highlights * smooth(base / 3)
          + clarity * d * exp(-(d / 0.8) * (d / 0.8)) * smooth((own + 6) / 3)
          * (1 - smooth((own - 1.5) / 1.5))
        let expected = (light(x, y) * exp2(gain + exposure))
          .clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1))
        for c in 0..<3 {
          let code = expected[c] * 65_535
          #expect(abs(Double(picture[x, y, c]) - code) < 1 + 2e-4 * code, "\(x) \(y) \(c)")
        }
      }
    }
  }

  @Test(arguments: [0, 1, 2, 3, 4])
  func pixelsDoNotDependOnPieces(index: Int) throws {
    let recipe = [
      Self.toned(), Self.toned { $0.size = SizeRequest(bounds: .longEdge(77)) },
      Self.toned { $0.filters[.rotation] = [17] }, Self.toned { $0.demosaic = .half },
      Self.toned {
        $0.filters[.zoom] = [3]
        $0.size = SizeRequest(bounds: .longEdge(250), enlarge: true)
        $0.filters[.sharpen] = [1]
      },
    ][index]
    let scene = Self.scene(Size(width: 340, height: 260))
    for orientation in [Orientation.upright, .rightTop, .bottomLeft] {
      let source = source(
        scene, crop: Region(x: 8, y: 4, width: 320, height: 250), orientation: orientation)
      let whole = try develop(source, recipe, .baseline)
      for width in [16, 100] {
        #expect(try develop(source, recipe, .baseline, stripWidth: width) == whole)
      }
      let developer = try Developer(source, recipe: recipe, instructionSet: .baseline)
      #expect(developer.picture(order: (0..<developer.bandCount).reversed()) == whole)
      let taller = try Developer(
        source, recipe: recipe, instructionSet: .baseline, leastBandArea: 20_000)
      #expect(taller.picture() == whole)
    }
  }

  /// A window has the pixels of the full picture, because the base is not measured on the shown
  /// part.
  @Test func windowsShowTheSamePixels() throws {
    let source = source(Self.scene(Size(width: 340, height: 260)))
    let whole = try develop(source, Self.toned())
    let window = try develop(source, Self.toned { $0.filters[.crop] = [0.25, 0.5, 0.5, 0.25] })
    #expect(window.size == Size(width: 170, height: 65))
    let plain = try develop(source, recipe { $0.sample = .uint16 })
    var changed = 0
    for (x, y, c) in Places(x: 0..<170, y: 0..<65).channels(3) {
      // Grid positions are rounded to single precision from other origins.
      #expect(abs(window[x, y, c] - whole[85 + x, 130 + y, c]) <= 2, "\(x) \(y)")
      changed += whole[85 + x, 130 + y, c] == plain[85 + x, 130 + y, c] ? 0 : 1
    }
    #expect(changed > 25_000)
  }

  /// A zoom in small steps: where the sensor's pixels are shown, their gain stays.
  @Test func aZoomDoesNotShimmer() throws {
    let source = source(Self.scene(Size(width: 340, height: 260)))
    // The gain at a sensor position by interpolation of a smooth base, from the plan only.
    func gain(_ zoom: Double, at place: SIMD2<Double>) throws -> Double {
      let recipe = Self.toned {
        $0.filters[.zoom] = [zoom]
        $0.size = SizeRequest(bounds: .longEdge(200), enlarge: true)
      }
      let plan = try DevelopPlan(source, recipe: recipe)
      let base = try #require(
        try DevelopPlan.toneBase(
          of: source, recipe: recipe, balance: plan.whiteBalance, geometry: plan.geometry))
      // The output pixel with the nearest centre, shifted to the exact position.
      let cell = SIMD2(place.x / 2 - 0.5, place.y / 2 - 0.5)
      let pixel = (cell - base.origin) / SIMD2(base.across.x, base.down.y)
      let moved = ToneBase(
        columns: base.columns, rows: base.rows, cells: base.cells,
        origin: base.origin + pixel * SIMD2(base.across.x, base.down.y), across: base.across,
        down: base.down)
      let kernel = LocalToneKernel(
        moved, weights: FilterContext.luminance, grey: 0.127, exposure: 0, shadows: 1.5,
        highlights: -1, clarity: 0.8)
      return kernel.formula(SIMD3(repeating: 0.02), x: 0, y: 0).x
    }
    for place in [SIMD2(150.3, 120.8), SIMD2(171, 131), SIMD2(190.25, 100)] {
      let gains = try [1, 1.01, 1.3, 2, 2.01].map { try gain($0, at: place) }
      #expect(gains.max()! / gains.min()! - 1 < 1e-9)
    }
  }

  @Test func framesOfADemosaicedPhotoAreTheSame() throws {
    // No demosaic overshoots white, where the photo's codes end.
    let source = source(
      Self.scene(Size(width: 200, height: 150), light: 0.5),
      crop: Region(x: 6, y: 4, width: 180, height: 140))
    let recipes = [
      Self.toned(), Self.toned { $0.filters[.crop] = [0.3, 0.3, 0.5, 0.5] },
      Self.toned { $0.exposure = -0.5 },
    ]
    let photo = try DemosaicedPhoto(source, for: recipes)
    let scratch = photo.makeScratch()
    for tile in 0..<photo.tileCount { photo.make(tile: tile, scratch: scratch) }
    for recipe in recipes {
      let frame = try Developer(photo, recipe: recipe).picture()
      let own = try develop(source, recipe)
      #expect(frame.size == own.size)
      for (x, y, c) in own.size.places.channels(3) {
        // Light is stored in codes of its square root. In the darkest parts, half a code is up
        // to 20 of these codes after gains of 2.1 and 2.8 and the curve, which is a power of
        // light there.
        let code = own[x, y, c]
        #expect(abs(frame[x, y, c] - code) <= 20 + code / 1000, "\(x) \(y) \(c)")
      }
    }
  }

  /// A photo keeps its measurements if other parts of it change, but not if its image changes.
  @Test func newImageIsMeasured() throws {
    var changed = source(Self.scene(Size(width: 120, height: 90)))
    let before = try develop(changed, Self.toned())
    var bright = Self.scene(Size(width: 120, height: 90))
    bright.levels.white = 4000
    changed.image = .mosaic(bright)
    #expect(try develop(changed, Self.toned()) == develop(source(bright), Self.toned()))
    #expect(try develop(changed, Self.toned()) != before)
  }

  /// Detail of a third of a stop in a dark surface next to a light one. It becomes brighter and
  /// keeps its contrast, but a curve on single pixels would flatten it.
  @Test func shadowsKeepDetail() throws {
    let scene = mosaic(Size(width: 512, height: 384)) { x, y in
      let detail = (x / 2 + y / 2) % 2 == 0 ? 1.0 : 1.26
      return SIMD3(1 / 2.1, 1, 1 / 1.55) * (x < 256 ? 0.01 * detail : 0.3)
    }
    func stops(_ shadows: Double) throws -> (Double, Double) {
      let picture = try develop(
        source(scene),
        recipe {
          $0.demosaic = .half
          $0.tone = .linear
          $0.space = .linearSRGB
          $0.sample = .uint16
          $0.filters[.shadows] = [shadows]
        })
      let (dark, light) = (picture[40, 90, 1], picture[41, 90, 1])
      return (log2(Double(dark)), log2(Double(light)))
    }
    let (before, after) = (try stops(0), try stops(2))
    #expect(after.0 - before.0 > 1.7)
    #expect(abs((after.1 - after.0) - (before.1 - before.0)) < 0.03)
  }
}
