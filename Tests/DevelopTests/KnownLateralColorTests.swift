import BromideKernels
import BromideValues
import TestSupport
import Testing

@testable import BromideDevelop

/// Lateral colour from a database, compared with a measurement on the mosaic.
@Suite struct KnownLateralColorTests {
  private typealias Scenes = MosaicCorrectionsTests
  private static let size = Scenes.size
  private static let half =
    Double(size.width * size.width + size.height * size.height).squareRoot() / 2

  /// A database table with a fraction of a lens's shifts.
  private static func profile(_ lens: LateralColor, share: Double = 1) -> LensProfile {
    func factors(_ shift: LateralShift) -> [Double] {
      (0..<129).map { step in
        let radius = Double(step) / 128
        var thrown = radius
        for _ in 0..<20 { thrown = radius - share * shift.alongRadius(thrown) / half }
        return step == 0 ? 1 - share * shift.coefficients[0] / half : thrown / radius
      }
    }
    var profile = LensProfile(name: "Acme 50mm f/2")
    profile.lateralColor = (factors(lens.red), factors(lens.blue))
    return profile
  }

  private func photo(_ mosaic: Mosaic, _ profile: LensProfile?) -> DevelopSource {
    var photo = source(mosaic)
    if let profile { photo.lens = LensLookup { .known(profile) } }
    return photo
  }

  private func optics(
    _ lens: OpticsSettings.Lens, _ color: OpticsSettings.LateralColorChoice = .auto
  ) -> DevelopRecipe {
    var recipe = Scenes.optics(color)
    recipe.optics.lens = lens
    return recipe
  }

  /// The table becomes the demosaic's five numbers, to within a fiftieth of a pixel.
  @Test func tablesBecomeShifts() throws {
    let found = try #require(Self.profile(Scenes.lens).lateralColor(for: Self.size))
    for step in 0...20 {
      let radius = Double(step) / 20
      for (shift, truth) in [(found.red, Scenes.lens.red), (found.blue, Scenes.lens.blue)] {
        #expect(abs(shift.alongRadius(radius) - truth.alongRadius(radius)) < 0.02)
      }
    }
    #expect(LensProfile(name: "").lateralColor(for: Self.size) == nil)
  }

  private func report(_ photo: DevelopSource, _ recipe: DevelopRecipe) throws -> OpticsReport {
    let developer = try Developer(photo, recipe: recipe)
    _ = developer.picture()
    return try #require(developer.opticsReport)
  }

  /// A measurement on the photo overrides a table for all lenses of its kind. It is as good as an
  /// exact table, and far better than a table with an error of 30 %.
  @Test func measurementOverridesTheDatabase() throws {
    let truth = try develop(source(Scenes.scene(Scenes.still)), Scenes.optics(.none))
    let thrown = Scenes.scene(Scenes.lens)
    let measured = try develop(source(thrown), Scenes.optics(.auto))
    let rest = Scenes.difference(measured, truth, channel: 0)
    for (share, least) in [(0.7, 2), (1, 0.9), (1.3, 2)] {
      let photo = photo(thrown, Self.profile(Scenes.lens, share: share))
      let known = try develop(photo, optics(.lensfun))
      #expect(Scenes.difference(known, truth, channel: 0) > least * rest, "\(share)")
      #expect(try develop(photo, optics(.auto)) == measured)
    }
    let photo = photo(thrown, Self.profile(Scenes.lens))
    #expect(try report(photo, optics(.auto)).lateralColorFrom == "measured")
    #expect(try report(photo, optics(.auto)).lens == nil)
    let named = try report(photo, optics(.lensfun))
    #expect(named.lateralColorFrom == "lensfun" && named.lensfun == ["lateral colour"])
    #expect(named.lens == "Acme 50mm f/2")
  }

  /// Shifts that the user sets override the database. The database overrides a reading of another
  /// photo only if it is set explicitly.
  @Test func fixedShiftsOverrideTheDatabase() throws {
    let thrown = Scenes.scene(Scenes.lens)
    let photo = photo(thrown, Self.profile(Scenes.lens))
    let given = OpticsSettings.LateralColorChoice.fixed(red: 1.001, blue: 1)
    #expect(
      try develop(photo, optics(.lensfun, given)) == develop(source(thrown), Scenes.optics(given))
    )
    var locked = photo
    locked.lockedOptics.lateralColor = Scenes.still
    let plain = try develop(source(thrown), Scenes.optics(.none))
    #expect(try develop(locked, optics(.auto)) == plain)
    #expect(try develop(locked, optics(.lensfun)) == develop(photo, optics(.lensfun)))
  }
}
