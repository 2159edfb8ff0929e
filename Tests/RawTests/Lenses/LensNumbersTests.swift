import BromideCodecs
import BromideValues
import Testing

@testable import BromideRaw

/// liblensfun's results for a lens's numbers, compared with the formulas of its manual in double
/// precision.
@Suite(.enabled(if: LensDatabase.isLibraryThere)) struct LensNumbersTests {
  private let fixture: DatabaseFixture

  init() throws { fixture = try DatabaseFixture() }

  private static let sizes = [
    Size(width: 6000, height: 4000), Size(width: 4000, height: 3000),
    Size(width: 3000, height: 4500),
  ]

  /// The dots of a grid in every quarter, in pixels of an image.
  private func dots(_ size: Size) -> [SIMD2<Double>] {
    (0...20).flatMap { row in
      (0...20).map { column in
        SIMD2(Double(column) * Double(size.width), Double(row) * Double(size.height)) / 20
      }
    }
  }

  /// The largest distance between a warp's dots and a formula's dots. The unit is half of the short
  /// edge of a 3:2 picture with the same diagonal, as the lenses were measured.
  private func error(
    _ warp: OpcodeWarp, _ size: Size, plane: Int, _ factor: (Double) -> Double
  ) -> Double {
    let middle = SIMD2(Double(size.width), Double(size.height)) / 2
    let unit = ((middle * middle).sum() / 3.25).squareRoot()
    return dots(size).map { dot in
      let way = (dot - middle) / unit
      let expected = middle + (dot - middle) * factor((way * way).sum().squareRoot())
      let off = warp.source(of: dot, plane: plane) - expected
      return (off * off).sum().squareRoot()
    }.max()!
  }

  private func profile(_ knowledge: LensKnowledge) throws -> LensProfile {
    try #require(knowledge.profile, "\(knowledge)")
  }

  @Test(arguments: sizes) func distortionFollowsItsModels(size: Size) throws {
    let models: [(String, Double, (Double) -> Double)] = [
      ("Acme 50mm f/1.8", 50, { 1 + 0.02 - 0.02 * $0 * $0 }),
      ("Acme 51mm f/2", 51, { 1 - 0.03 * $0 * $0 + 0.008 * $0 * $0 * $0 * $0 }),
      (
        "Acme 52mm f/2", 52,
        { 0.01 * $0 * $0 * $0 - 0.03 * $0 * $0 + 0.012 * $0 + 1 - 0.01 + 0.03 - 0.012 }
      ),
    ]
    for (name, focal, factor) in models {
      let found = try profile(fixture.knowledge(name, focal: focal, size: size))
      let warp = try #require(found.warp(.distortion, for: size))
      #expect(!warp.movesPlanesApart && warp.name == "distortion")
      #expect(error(warp, size, plane: 1, factor) < 0.1, "\(name)")
    }
  }

  @Test(arguments: sizes) func coloursComeTogetherByBothModels(size: Size) throws {
    let linear = try profile(fixture.knowledge("Acme 53mm f/2", focal: 53, size: size))
    let cubic = try profile(fixture.knowledge("Acme 52mm f/2", focal: 52, size: size))
    for (found, red, blue) in [
      (linear, { (_: Double) in 1.0004 }, { (_: Double) in 0.9997 }),
      (
        cubic, { 0.0001 * $0 * $0 + 0.0002 * $0 + 1.0003 },
        { -0.0002 * $0 * $0 + 0.0001 * $0 + 0.9996 }
      ),
    ] {
      let warp = try #require(found.warp(.lateralColor, for: size))
      #expect(warp.name == "lateral colour")
      #expect(error(warp, size, plane: 0, red) < 0.1)
      #expect(error(warp, size, plane: 1) { _ in 1 } < 1e-9)
      #expect(error(warp, size, plane: 2, blue) < 0.1)
    }
  }

  @Test(arguments: sizes) func gainsUndoTheShading(size: Size) throws {
    let found = try profile(fixture.knowledge("Acme 53mm f/2", focal: 53, size: size))
    #expect(found.parts == [.lateralColor, .vignetting])
    let gain = try #require(found.gain(for: size))
    let middle = SIMD2(Double(size.width), Double(size.height)) / 2
    guard case .gainMap(let map) = gain.effect else {
      Issue.record("\(gain.effect)")
      return
    }
    for (index, value) in map.gains.enumerated() {
      let (row, column) = index.quotientAndRemainder(dividingBy: map.size.width)
      let way = map.origin + SIMD2(Double(column), Double(row)) * map.spacing - middle
      let r = (way * way).sum() / (middle * middle).sum()
      let expected = 1 / (1 + r * (-0.4 + r * (0.15 - r * 0.05)))
      #expect(abs(Double(value) / expected - 1) < 0.0002, "\(index)")
    }
    // Without an f-number the shading is anybody's guess.
    let blind = try profile(
      fixture.knowledge("Acme 53mm f/2", focal: 53, size: size) { $0.fNumber = nil })
    #expect(blind.parts == [.lateralColor])
  }

  /// A smaller sensor uses the middle of the measurements from a larger one.
  @Test func aSmallerSensorSeesTheMiddle() throws {
    let size = Self.sizes[0]
    let found = try profile(
      fixture.knowledge("Acme 50mm f/1.8", focal: 50, size: size) { $0.model = "Acme Small" })
    let warp = try #require(found.warp(.distortion, for: size))
    #expect(error(warp, size, plane: 1) { 1.02 - 0.02 * $0 * $0 / 2.25 } < 0.1)
  }

  /// A distortion that folds the picture and numbers that are invalid are skipped and named.
  @Test func impossibleCorrectionsAreSkipped() throws {
    let folding = try profile(fixture.knowledge("Acme 90mm f/2", focal: 90))
    #expect(folding.parts.isEmpty && folding.damaged == [.distortion])
    let absurd = fixture.knowledge("Acme 92mm f/2", focal: 92)
    #expect(absurd.profile?.parts.isEmpty != false, "\(absurd)")
    let empty = fixture.knowledge("Acme 91mm f/2", focal: 91)
    #expect(empty == .unknown(reason: "lensfun has no measurements of Acme 91mm f/2"))
  }
}
