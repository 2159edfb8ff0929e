import BromideKernels
import BromideSystem
import BromideValues
import TestSupport
import Testing

@testable import BromideDevelop

/// A reading from another photo, used instead of a measurement.
@Suite struct LockedReadingTests {
  /// The mosaic of `OpticsStageTests`, without recorded values.
  private static func photo(_ size: Size = Size(width: 300, height: 250)) -> DevelopSource {
    var source = OpticsStageTests.source(size)
    source.optics = OpticsReading()
    return source
  }

  private static var other: OpticsReading {
    var reading = OpticsReading()
    reading.noise = NoiseModel(a: 2e-3, b: 1e-5)
    reading.radius = 0.9
    reading.lateralColor = LateralColor(
      red: LateralShift([-1.5, 0.4, 0, 0, 0]), blue: LateralShift([1, 0, 0, 0.1, 0]))
    return reading
  }

  /// With a lock on its own measurement, a photo stays unchanged. With another lock, it matches a
  /// file with these values.
  @Test func aReadingTakesTheMeasurementsPlace() throws {
    let own = Self.photo()
    let plain = try develop(own, OpticsStageTests.recipe())
    let found = try #require(Self.photo().opticsReading())
    var locked = Self.photo()
    locked.lockedOptics = found
    #expect(try develop(locked, OpticsStageTests.recipe()) == plain)
    #expect(locked.measures.foundLateralColor == nil, "measured, although it is known")

    locked = Self.photo()
    locked.lockedOptics = Self.other
    var given = Self.photo()
    given.optics = Self.other
    let moved = try develop(locked, OpticsStageTests.recipe())
    #expect(try develop(given, OpticsStageTests.recipe()) == moved)
    #expect(moved != plain)
  }

  @Test func aReadingDoesNotDependOnThreads() throws {
    let alone = try #require(Self.photo().opticsReading(.baseline))
    for threads in [2, 5] {
      #expect(Self.photo().opticsReading(.best, crew: Crew(threads: threads)) == alone)
    }
    #expect(alone.noise != nil && alone.radius != nil && alone.lateralColor != nil)
    let linear = LensTests.photo(LensTests.linear(Size(width: 40, height: 30)) { _, _, _ in 0.2 })
    #expect(linear.opticsReading() == nil)
  }

  /// The file has priority, then the lock, then a measurement. The report names the source.
  @Test func reportNamesTheSourceOfTheReading() throws {
    func report(_ source: DevelopSource) throws -> OpticsReport {
      let developer = try Developer(source, recipe: OpticsStageTests.recipe())
      _ = developer.picture()
      return try #require(developer.opticsReport)
    }
    var photo = Self.photo()
    let measured = try report(photo)
    #expect(measured.noiseFrom == "measured" && measured.radiusFrom == "measured")
    photo = Self.photo()
    photo.lockedOptics = Self.other
    photo.optics.noise = NoiseModel(a: 1e-4, b: 0)
    let mixed = try report(photo)
    #expect(mixed.noise == photo.optics.noise && mixed.noiseFrom == "file")
    #expect(mixed.radius == 0.9 && mixed.radiusFrom == "locked")
    #expect(mixed.lateralColor == Self.other.lateralColor && mixed.lateralColorFrom == "locked")
  }

  /// A photo that is demosaiced once for many frames is corrected there, at the scale of its
  /// largest frame.
  @Test func demosaicedPhotosAreCorrected() throws {
    let source = Self.photo()
    var corrected = OpticsStageTests.recipe { $0 = .onSensor }
    corrected.size = SizeRequest(bounds: .longEdge(240))
    var small = corrected
    small.size = SizeRequest(bounds: .longEdge(100))
    for recipes in [[corrected], [small, corrected]] {
      let photo = try DemosaicedPhoto(source, for: recipes)
      let scratch = photo.makeScratch()
      for tile in 0..<photo.tileCount { photo.make(tile: tile, scratch: scratch) }
      let kept = try Developer(photo, recipe: corrected).picture()
      let own = try develop(source, corrected)
      // The difference comes from 16-bit codes in between.
      let far = zip(kept.bytes, own.bytes).map { abs(Int($0) - Int($1)) }.max()
      #expect((far ?? 9) <= 1)
      corrected.optics = .none
      let plain = try develop(source, corrected)
      #expect(zip(plain.bytes, own.bytes).contains { abs(Int($0) - Int($1)) > 2 })
      corrected.optics = .onSensor
    }
  }
}
