import BromideKernels
import BromideSystem
import BromideValues
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import BromideDevelop

/// Lateral colour of X-Trans photos, measured and corrected by a warp, through the complete
/// development.
@Suite struct XTransLateralTests {
  static let size = Size(width: 780, height: 620)
  /// Inwards at the corners, so that all content stays inside.
  static let lens = LateralColor(
    red: LateralShift([2, -1.3, 0.36, 0.1, -0.05]), blue: LateralShift([-1, 0.6, 0, 0, 0]))

  /// A grey scene of waves, thrown by a lens.
  static func photo(_ lens: LateralColor) -> DevelopSource {
    let middle = SIMD2(Double(size.width), Double(size.height)) / 2
    let half = (middle * middle).sum().squareRoot()
    func light(_ place: SIMD2<Double>, _ shift: LateralShift) -> Double {
      let p = place + shift.shift(at: (place - middle) / half)
      let bent = p.x + 9 * sin(p.y / 37)
      let waves =
        sin(0.41 * bent + 0.13 * p.y) + sin(0.27 * p.y - 0.33 * bent) + sin(0.5 * p.y + 0.1 * bent)
      return 0.4 + 0.08 * waves
    }
    return XTransTests.photo(size, origin: 7) { x, y in
      let place = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
      return SIMD3(0.5 * light(place, lens.red), light(place, .none), 0.7 * light(place, lens.blue))
    }
  }

  static let still = LateralColor(red: .none, blue: .none)

  static func recipe(_ choice: OpticsSettings.LateralColorChoice) -> DevelopRecipe {
    XTransOpticsTests.recipe { $0.lateralColor = choice }
  }

  /// Root mean square of a channel's distance, inside.
  static func distance(_ a: Picture, _ b: Picture, channel: Int) -> Double {
    var sum = 0.0
    for (x, y) in Places(x: 20..<size.width - 20, y: 20..<size.height - 20) {
      let d = Double(a[x, y, channel]) - Double(b[x, y, channel])
      sum += d * d
    }
    return sum.squareRoot()
  }

  /// Red and blue get closer to an ideal lens by at least 3 dB. A locked reading gives the same
  /// picture.
  @Test func redAndBlueComeTogether() throws {
    let thrown = Self.photo(Self.lens)
    let truth = try develop(Self.photo(Self.still), Self.recipe(.none))
    let left = try develop(thrown, Self.recipe(.none))
    let developer = try Developer(thrown, recipe: Self.recipe(.auto))
    let corrected = developer.picture()
    for channel in [0, 2] {
      let ratio =
        Self.distance(left, truth, channel: channel)
        / Self.distance(corrected, truth, channel: channel)
      #expect(ratio > 1.4, "\(channel): \(ratio)")
    }
    let report = try #require(developer.opticsReport)
    #expect(report.lateralColorFrom == "measured")
    let found = try #require(report.lateralColor)
    for radius in [0.3, 0.6] {
      #expect(abs(found.red.alongRadius(radius) - Self.lens.red.alongRadius(radius)) < 0.06)
    }
    var locked = Self.photo(Self.lens)
    locked.lockedOptics.lateralColor = found
    let again = try Developer(locked, recipe: Self.recipe(.auto))
    #expect(again.picture() == corrected)
    #expect(again.opticsReport?.lateralColorFrom == "locked")
    // Bands of any size show the same.
    #expect(try develop(locked, Self.recipe(.auto), stripWidth: 90) == corrected)
  }

  /// A photo without an error stays unchanged, byte for byte. Small pictures and cells are not
  /// corrected.
  @Test func zeroShiftKeepsEveryBit() throws {
    let still = Self.photo(Self.still)
    #expect(try develop(still, Self.recipe(.auto)) == develop(still, Self.recipe(.none)))
    let thrown = Self.photo(Self.lens)
    func small(_ choice: OpticsSettings.LateralColorChoice, _ method: DemosaicMethod) throws
      -> Picture
    {
      var recipe = Self.recipe(choice)
      recipe.size = SizeRequest(bounds: .longEdge(70))
      recipe.demosaic = method
      return try develop(thrown, recipe)
    }
    for method in [DemosaicMethod.xtrans, .half] {
      #expect(try small(.auto, method) == small(.none, method))
    }
  }

  /// A photo is measured once, by the crew, and only if its picture shows the error.
  @Test func onlyEnabledCorrectionsAreMeasured() throws {
    let calls = Atomic(0)
    let crew = Crew(size: 1) { _, body in
      calls.add(1, ordering: .relaxed)
      body()
    }
    func isMeasured(
      _ change: (inout DevelopSource, inout DevelopRecipe) -> Void = { _, _ in }
    ) throws -> Bool {
      var source = Self.photo(Self.lens)
      var recipe = Self.recipe(.auto)
      change(&source, &recipe)
      for _ in 0..<2 { _ = try Developer(source, recipe: recipe, crew: crew) }
      return source.measures.lateralColor.existing?.found != nil
    }
    #expect(try isMeasured())
    #expect(calls.load(ordering: .relaxed) == 1)
    #expect(try isMeasured { $1.size = SizeRequest(bounds: .longEdge(390)) })
    #expect(calls.load(ordering: .relaxed) == 2)
    let apart = OpcodeWarp(
      model: .rectilinear,
      planes: [1.002, 1, 0.999].map { OpcodeWarp.Plane(radial: [$0]) },
      center: SIMD2(390, 310), radius: 498)
    #expect(
      try !isMeasured {
        $0.embedded.linear = [.warp(apart)]
        $1.optics.lens = .auto
      })
    // Half of the size, less than a quarter with cells, and less than an eighth with any demosaic.
    #expect(
      try !isMeasured {
        $1.demosaic = .half
        $1.size = SizeRequest(bounds: .longEdge(390))
      })
    #expect(try !isMeasured { $1.size = SizeRequest(bounds: .longEdge(190)) })
    #expect(
      try !isMeasured {
        $1.demosaic = .xtrans
        $1.size = SizeRequest(bounds: .longEdge(90))
      })
    #expect(try !isMeasured { source, _ in source.lensMovesPixels = false })
    #expect(try !isMeasured { source, _ in source.lockedOptics.lateralColor = Self.lens })
    #expect(try !isMeasured { $1.optics.lateralColor = .fixed(red: 1.001, blue: 0.999) })
    #expect(calls.load(ordering: .relaxed) == 2)
    // This also applies to a photo that is demosaiced once for many pictures.
    let source = Self.photo(Self.lens)
    let kept = try DemosaicedPhoto(source, for: [Self.recipe(.auto)], crew: crew)
    _ = try Developer(kept, recipe: Self.recipe(.auto))
    #expect(calls.load(ordering: .relaxed) == 3)
    #expect(source.measures.lateralColor.existing?.found != nil)
  }

  /// `--ca R,B` corrects these magnifications.
  @Test func setMagnificationsAreApplied() throws {
    let half =
      Double(
        Self.size.width * Self.size.width + Self.size.height * Self.size.height
      ).squareRoot() / 2
    let lens = LateralColor(
      red: LateralShift(magnification: 0.997, halfDiagonal: half),
      blue: LateralShift(magnification: 0.998, halfDiagonal: half))
    let truth = try develop(Self.photo(Self.still), Self.recipe(.none))
    let left = try develop(Self.photo(lens), Self.recipe(.none))
    let developer = try Developer(
      Self.photo(lens), recipe: Self.recipe(.fixed(red: 0.997, blue: 0.998)))
    let corrected = developer.picture()
    #expect(developer.opticsReport?.lateralColorFrom == "set")
    for channel in [0, 2] {
      let ratio =
        Self.distance(left, truth, channel: channel)
        / Self.distance(corrected, truth, channel: channel)
      #expect(ratio > 1.4, "\(channel): \(ratio)")
    }
  }

  /// The table of a warp's factors moves positions like its formula, including the offset.
  @Test func theTableIsTheFormula() {
    let warp = OpcodeWarp(
      model: .rectilinear,
      planes: [
        OpcodeWarp.Plane(radial: [1.001, -0.0004, 0.0002], offset: SIMD2(0.0003, -0.0002)),
        OpcodeWarp.Plane(radial: [1]),
      ], center: SIMD2(390, 310), radius: 498)
    for plane in 0..<2 {
      let map = WarpMap(warp, plane: plane)
      for place in [SIMD2(0.0, 0), SIMD2(390, 310), SIMD2(700, 20.5), SIMD2(3000, -900)] {
        let apart = map.source(of: place) - warp.source(of: place, plane: plane)
        #expect((apart * apart).sum().squareRoot() < 1e-4, "\(place) \(plane)")
      }
    }
    #expect(warp.source(of: SIMD2(390, 310), plane: 0) != SIMD2(390, 310))
  }

  /// The measurement does not depend on the number of threads or the instruction set.
  @Test func aPhotoIsMeasuredOnce() async throws {
    let source = Self.photo(Self.lens)
    let guide = OpticsGuide(source)
    let found = await withTaskGroup(of: LateralColor?.self) { group in
      for _ in 0..<4 { group.addTask { guide.lateralColor(.best) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(found).count == 1 && found[0] != nil)
    #expect(OpticsGuide(Self.photo(Self.lens)).lateralColor(.baseline) == found[0])
    #expect(found[0]?.red != LateralShift.none)
  }
}
