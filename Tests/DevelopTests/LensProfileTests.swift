import BromideKernels
import BromideValues
import Synchronization
import TestSupport
import Testing

@testable import BromideDevelop

/// Lens data from a database in developments: each part compared with the same part in the file.
@Suite struct LensProfileTests {
  private static let size = LensTests.size

  private static let profile: LensProfile = {
    var profile = LensProfile(name: "Acme 50mm f/2")
    let radii = (0..<129).map { Double($0) / 128 }
    profile.distortion = radii.map { 1 - 0.04 * $0 * $0 }
    profile.lateralColor = (radii.map { _ in 1.002 }, radii.map { 1 - 0.002 * $0 })
    profile.vignetting = radii.map { 1 + 0.8 * $0 * $0 }
    return profile
  }()

  private static func texture(_ x: Int, _ y: Int, _ c: Int) -> Double {
    0.25 + 0.1 * Double((x / 9 + y / 7) % 3) + 0.05 * Double(c)
  }

  private static let full = LensTests.linear(size, texture)
  private static let bayer = SensorImage.mosaic(
    mosaic(size, levels: SensorLevels(black: 0, white: 60_000)) { x, y in
      SIMD3(texture(x, y, 0), texture(x, y, 1), texture(x, y, 2))
    })

  private func photo(
    _ image: SensorImage, knows knowledge: LensKnowledge? = .known(profile),
    mosaic: [EmbeddedOptics.Opcode] = [], linear: [EmbeddedOptics.Opcode] = []
  ) -> DevelopSource {
    var photo = LensTests.photo(image, mosaic: mosaic, linear: linear)
    if let knowledge { photo.lens = LensLookup { knowledge } }
    return photo
  }

  private func recipe(
    _ lens: OpticsSettings.Lens, ca: OpticsSettings.LateralColorChoice = .none,
    demosaic: DemosaicMethod = .auto
  ) -> DevelopRecipe {
    LensTests.lens {
      $0.optics.lens = lens
      $0.optics.lateralColor = ca
      $0.demosaic = demosaic
    }
  }

  private func warp(_ part: LensProfile.Part) throws -> EmbeddedOptics.Opcode {
    .warp(try #require(Self.profile.warp(part, for: Self.size)))
  }

  private var gain: EmbeddedOptics.Opcode {
    get throws { .samples(try #require(Self.profile.gain(for: Self.size))) }
  }

  /// All of its data, compared with a file that contains the same: shading first, then colours,
  /// then lines.
  @Test func databaseCorrectsLikeTheFile() throws {
    let (gain, lateral, distortion) = (try gain, try warp(.lateralColor), try warp(.distortion))
    let known = try develop(photo(Self.full), recipe(.lensfun))
    let given = photo(Self.full, knows: nil, linear: [gain, lateral, distortion])
    #expect(try known == develop(given, recipe(.embedded)))
    #expect(try known != develop(photo(Self.full), recipe(.none)))
    let knownMosaic = try develop(photo(Self.bayer), recipe(.lensfun))
    let givenMosaic = photo(Self.bayer, knows: nil, mosaic: [gain], linear: [lateral, distortion])
    #expect(try knownMosaic == develop(givenMosaic, recipe(.embedded)))
    for image in [Self.full, Self.bayer] {
      let plain = try develop(photo(image, knows: nil), recipe(.none))
      #expect(try develop(photo(image), recipe(.embedded)) == plain)
      #expect(try develop(photo(image), recipe(.none)) == plain)
    }
  }

  private func parts(_ photo: DevelopSource, _ recipe: DevelopRecipe) -> [String] {
    photo.lensCorrections(recipe).names(warps: true)
  }

  /// For each part, the file has priority, and the database supplies missing parts. `lensfun`
  /// replaces the file.
  @Test func theFileComesFirst() throws {
    let (gain, lateral, distortion) = (try gain, try warp(.lateralColor), try warp(.distortion))
    for (linear, missing) in [
      ([], ["lateral colour", "distortion", "vignetting"]),
      ([gain], ["lateral colour", "distortion"]), ([distortion], ["lateral colour", "vignetting"]),
      ([lateral], ["distortion", "vignetting"]), ([gain, lateral, distortion], []),
    ] as [([EmbeddedOptics.Opcode], [String])] {
      let photo = photo(Self.bayer, linear: linear)
      #expect(parts(photo, recipe(.auto, ca: .auto, demosaic: .bilinear)) == missing)
      #expect(parts(photo, recipe(.lensfun)) == ["lateral colour", "distortion", "vignetting"])
      let replaced = photo.lensCorrections(recipe(.lensfun))
      #expect(replaced.file.isEmpty && replaced.warps.count == 2)
      #expect(parts(photo, recipe(.embedded)).isEmpty && parts(photo, recipe(.none)).isEmpty)
    }
    // Corrections other than lens corrections stay the file's.
    let table = EmbeddedOptics.Opcode.samples(
      SampleOpcode(.polynomial([0, 0.5]), area: Region(Self.size)))
    let kept = photo(Self.full, linear: [table, gain]).lensCorrections(recipe(.lensfun))
    #expect(kept.file.linear == [table])
  }

  /// If the demosaic aligns colours, or if their correction is off, no warp is needed.
  @Test func bayerMosaicsCorrectColoursWithoutAWarp() throws {
    let all = ["lateral colour", "distortion", "vignetting"]
    let without = ["distortion", "vignetting"]
    let bayer = photo(Self.bayer)
    for lens in [OpticsSettings.Lens.auto, .lensfun] {
      #expect(parts(bayer, recipe(lens, ca: .auto)) == without)
      #expect((bayer.lensCorrections(recipe(lens, ca: .auto)).color == nil) == (lens == .auto))
      #expect(parts(bayer, recipe(lens, ca: .auto, demosaic: .bilinear)) == all)
      #expect(parts(bayer, recipe(lens, ca: .fixed(red: 1.001, blue: 1))) == without)
    }
    #expect(parts(bayer, recipe(.auto, ca: .auto, demosaic: .cells)) == without)
    #expect(parts(bayer, recipe(.auto, ca: .none)) == without)
    #expect(parts(bayer, recipe(.lensfun, ca: .none)) == all)
    for recipe in [
      recipe(.auto, ca: .none), recipe(.auto, ca: .fixed(red: 1.001, blue: 1)),
      recipe(.auto, ca: .auto, demosaic: .bilinear), recipe(.embedded, ca: .auto),
    ] { #expect(bayer.lensCorrections(recipe).color == nil) }
    // The file's correction has priority.
    let given = photo(Self.bayer, linear: [try warp(.lateralColor)])
    #expect(given.lensCorrections(recipe(.auto, ca: .auto)).color == nil)
    #expect(given.lensCorrections(recipe(.lensfun, ca: .auto)).color != nil)
  }

  /// Samples keep the positions of the recorded picture.
  @Test func samplesKeepTheirPlaces() {
    var sampled = photo(Self.bayer)
    sampled.lensMovesPixels = false
    for recipe in [recipe(.auto, ca: .auto), recipe(.lensfun)] {
      #expect(parts(sampled, recipe) == ["vignetting"])
      #expect(sampled.lensCorrections(recipe).warps.isEmpty)
      #expect(sampled.lensCorrections(recipe).color == nil)
    }
  }

  @Test func reportsNameTheSourceOfCorrections() throws {
    func report(_ photo: DevelopSource, _ recipe: DevelopRecipe) throws -> OpticsReport? {
      try Developer(photo, recipe: recipe).opticsReport
    }
    let auto = recipe(.auto, ca: .auto, demosaic: .bilinear)
    let known = try #require(try report(photo(Self.bayer), auto))
    #expect(known.lens == "Acme 50mm f/2" && known.embedded == nil && known.lensUnknown == nil)
    #expect(known.lensfun == ["lateral colour", "distortion", "vignetting"])
    // Other programs' developments are possibly corrected already.
    let developed = try #require(try report(photo(Self.full), recipe(.auto, ca: .auto)))
    #expect(developed.lens == nil && developed.lensfun == nil)
    #expect(developed.lensUnknown == "others developed the photo, and may have corrected it")
    var damaged = Self.profile
    damaged.distortion = Self.profile.distortion?.map { _ in .nan }
    damaged.check(for: Self.size)
    let left = try #require(try report(photo(Self.full, knows: .known(damaged)), recipe(.lensfun)))
    #expect(left.lensfun == ["lateral colour", "vignetting"])
    #expect(left.ignored == ["lensfun's distortion (no lens's)"])
    for (lens, reported) in [
      (OpticsSettings.Lens.lensfun, true), (.auto, true), (.embedded, false),
    ] {
      let unknown = LensKnowledge.unknown(reason: "nobody knows")
      let report = try report(photo(Self.bayer, knows: unknown), recipe(lens))
      #expect(report?.lensUnknown == (reported ? "nobody knows" : nil))
    }
  }

  /// It is looked up once for all callers, and only if it is needed.
  @Test func aLensIsLookedUpOnce() throws {
    let count = Mutex(0)
    let lookup = LensLookup {
      count.withLock { $0 += 1 }
      return .known(Self.profile)
    }
    var photo = LensTests.photo(Self.full)
    photo.lens = lookup
    _ = try develop(photo, recipe(.embedded))
    #expect(count.withLock { $0 } == 0)
    #expect(lookup.mayWarp)
    lookup.begin()
    lookup.begin()
    _ = try develop(photo, recipe(.auto))
    _ = try develop(photo, recipe(.lensfun))
    #expect(count.withLock { $0 } == 1)
    let flat = LensLookup { .unknown(reason: "") }
    _ = flat.knowledge
    #expect(lookup.mayWarp && !flat.mayWarp)
    let remembered = LensLookup(
      remembered: { .unknown(reason: "") }, find: { .known(Self.profile) })
    #expect(!remembered.mayWarp)
  }
}
