import BromideValues
import TestSupport
import Testing

@testable import BromideRaw

/// The form of the table, and its values for cameras with known numbers.
@Suite struct CameraTableTests {
  private func find(_ make: String, _ model: String) throws -> Camera {
    try #require(CameraTable.camera(make: make, model: model), "\(make), \(model)")
  }

  // MARK: Form

  @Test func rowsAreInOrderAndNamedOnce() {
    let cameras = CameraTable.all
    #expect(cameras.count >= 123)
    let names = cameras.map { "\($0.maker) \($0.name)" }
    #expect(Set(names).count == names.count)
    let keys = CameraTable.lines.map { Set(CameraTable.keys($0)) }
    #expect(keys.map(\.count).reduce(0, +) == keys.reduce(into: Set()) { $0.formUnion($1) }.count)
    let makers = cameras.map(\.maker)
    #expect(zip(makers, makers.dropFirst()).allSatisfy { $0.lowercased() <= $1.lowercased() })
    #expect(cameras.allSatisfy { !$0.make.isEmpty && !$0.model.isEmpty })
  }

  /// Each row is found by the names in it, and only cameras of which no number is public lack a matrix.
  @Test func everyRowIsFound() throws {
    for camera in CameraTable.all {
      for model in [camera.model] + camera.aliases {
        #expect(CameraTable.camera(make: camera.make, model: model) == camera, "\(model)")
      }
      if let minor = camera.librawMinor { #expect((20...22).contains(minor)) }
    }
    let without = CameraTable.all.filter { $0.daylightMatrix == nil }.map(\.name)
    #expect(without == ["X2D II 100C", "IQ3 100MP Trichr"])
    #expect(CameraTable.all.allSatisfy { $0.tungstenMatrix == nil || $0.daylightMatrix != nil })
  }

  /// White has positive values in every channel, and stays white: a digit that is missing shows here.
  @Test func matricesGiveWhite() throws {
    let d65 = SIMD3(0.95047, 1, 1.08883)
    let a = SIMD3(1.09850, 1, 0.35585)
    // A sensor without an infrared filter has other multipliers.
    let infrared = ["iXU-RS1000 NIR"]
    for camera in CameraTable.all where !infrared.contains(camera.name) {
      for (matrix, white) in [(camera.daylightMatrix, d65), (camera.tungstenMatrix, a)] {
        guard let matrix else { continue }
        let camera = camera.name
        let response = matrix * white
        #expect(response.min() > 0.1 && response.max() < 4, "\(camera): \(response)")
        let multipliers = response.y / response
        #expect((0.4...4.5).contains(multipliers.x), "\(camera): \(multipliers)")
        #expect((0.4...6.5).contains(multipliers.z), "\(camera): \(multipliers)")
        let toSRGB = try #require(Self.toSRGB(matrix, white: d65), "\(camera)")
        #expect(toSRGB.determinant > 0.3, "\(camera)")
        for row in toSRGB.rows { #expect(abs(row.sum() - 1) < 1e-9, "\(camera)") }
        for channel in 0..<3 {
          #expect((0.7...2.9).contains(toSRGB[channel, channel]), "\(camera): \(toSRGB)")
        }
      }
    }
  }

  @Test func levelsAreApart() {
    for (camera, bits) in product(CameraTable.all, [12, 14, 16]) {
      guard let white = camera.white?.value(bits: bits) else { continue }
      #expect(white >= 1000 && white <= 65_535, "\(camera.name)")
      #expect((camera.black?.value(bits: bits) ?? 0) < white / 3, "\(camera.name)")
    }
  }

  /// Areas of rows that name a size lie inside it.
  @Test func areasAreInsideTheirPictures() {
    for camera in CameraTable.all {
      for area in camera.activeAreas + camera.pictures {
        let raw = Size(width: area.rawWidth ?? 12_000, height: area.rawHeight ?? 9000)
        let region = area.edges.region(in: raw)
        #expect(!region.isEmpty, "\(camera.name): \(region)")
        #expect(Region(raw).contains(region), "\(camera.name): \(region) in \(raw)")
      }
      for masks in camera.maskedAreas {
        #expect((1...8).contains(masks.regions.count), "\(camera.name)")
        for region in masks.regions {
          #expect(!region.isEmpty, "\(camera.name): \(region)")
          if let size = masks.rawSize { #expect(Region(size).contains(region), "\(camera.name)") }
        }
      }
    }
  }

  // MARK: Numbers

  @Test(arguments: CameraFacts.all)
  func testCameras(_ facts: CameraFacts) throws {
    let matrix = try #require(try find(facts.make, facts.model).daylightMatrix)
    let numbers = matrix.rows.flatMap { row in (0..<3).map { (row[$0] * 10_000).rounded() } }
    #expect(numbers == facts.matrix)
    let white = SIMD3(0.95047, 1, 1.08883)
    let response = matrix * white
    #expect(abs(response.y / response.x - facts.red) < 6e-5)
    #expect(abs(response.y / response.z - facts.blue) < 6e-5)
    let toSRGB = try #require(Self.toSRGB(matrix, white: white))
    for i in 0..<9 { #expect(abs(toSRGB[i / 3, i % 3] - facts.toSRGB[i]) < 6e-4, "\(toSRGB)") }
  }

  /// Balanced camera to linear sRGB: (diag(1 / r) · C · S)⁻¹, with r = C · white.
  private static func toSRGB(_ matrix: Matrix3x3, white: SIMD3<Double>) -> Matrix3x3? {
    // IEC 61966-2-1's primaries, with the white of these numbers.
    let primaries: [SIMD2<Double>] = [SIMD2(0.64, 0.33), SIMD2(0.30, 0.60), SIMD2(0.15, 0.06)]
    let xyz = primaries.map { p -> SIMD3<Double> in
      let z: Double = 1 - p.x - p.y
      return SIMD3(p.x, p.y, z) / p.y
    }
    let columns = Matrix3x3(xyz[0], xyz[1], xyz[2]).transposed
    guard let inverse = columns.inverse else { return nil }
    let fromSRGB = columns * Matrix3x3(diagonal: inverse * white)
    // Under A, the transformed white is white.
    let response = matrix * fromSRGB * SIMD3(1, 1, 1)
    return (Matrix3x3(diagonal: 1 / response) * matrix * fromSRGB).inverse
  }

  // MARK: Names

  @Test func alphaSevenFourDiffersFromAlphaSeven() throws {
    let matrix = try #require(try find("SONY", "ILCE-7M4").daylightMatrix)
    #expect(matrix[0, 0] != 0.5271)
    #expect(CameraTable.camera(make: "SONY", model: "ILCE-7") == nil)
  }

  @Test func theXT4HasItsSign() throws {
    #expect(try find("FUJIFILM", "X-T4").daylightMatrix?[2, 0] == -0.058)
  }

  /// Cameras with names that begin the same way have different matrices.
  @Test(arguments: [
    ("Canon", "Canon EOS R50 V", "Canon EOS R50"), ("NIKON CORPORATION", "NIKON Z f", "NIKON Z fc"),
    ("OM Digital Solutions", "OM-1MarkII", "OM-1"), ("Canon", "Canon EOS R5m2", "Canon EOS R5"),
  ])
  func namesMustMatchCompletely(make: String, model: String, other: String) throws {
    let (one, two) = (try find(make, model), try find(make, other))
    #expect(one.name != two.name)
    #expect(one.daylightMatrix != two.daylightMatrix)
  }

  @Test func oneCameraHasManyNames() throws {
    let expected = try find("Canon", "Canon EOS M50m2")
    #expect(expected.name == "EOS M50 Mark II")
    for model in ["Canon EOS Kiss M2", "Canon EOS KISS M2", "canon eos m50 mark ii"] {
      #expect(try find("Canon", model) == expected)
    }
    #expect(try find("Canon", "Canon EOS R5m2").name == "EOS R5 Mark II")
    #expect(try find("Canon", "Canon EOS R5 Mark II").name == "EOS R5 Mark II")
  }

  @Test func blanksAndCaseDoNotCount() throws {
    let expected = try find("NIKON CORPORATION", "NIKON Z 8")
    for (make, model) in [
      ("  nikon corporation ", "NIKON Z 8"), ("Nikon", "Z 8\0\0"),
      ("NIKON  CORPORATION", " nikon z8"), ("NIKON", "Nikon Z_8 "),
    ] {
      #expect(try find(make, model) == expected)
    }
    for model in ["NIKON Z 8 II", "NIKON Z 88", "NIKON Z", "Z 8+", "", "NIKON"] {
      #expect(CameraTable.camera(make: "NIKON CORPORATION", model: model) == nil, "\(model)")
    }
    #expect(CameraTable.camera(make: "SONY", model: "ILCE-99Z") == nil)
    #expect(CameraTable.camera(make: "Canon", model: "NIKON Z 8") == nil)
  }

  @Test func keysDropCompanySuffixes() {
    func key(_ make: String, _ model: String) -> String {
      let key = CameraKey(make: make, model: model)
      return "\(key.maker)/\(key.model)"
    }
    #expect(key("OM Digital Solutions", "OM-1MarkII") == "om system/om1markii")
    #expect(key("OLYMPUS IMAGING CORP.  ", "E-M10MarkIV") == "olympus/em10markiv")
    #expect(key("RICOH IMAGING COMPANY, LTD.", "PENTAX KF") == "pentax/kf")
    #expect(key("RICOH IMAGING COMPANY, LTD.", "GR III") == "ricoh imaging/griii")
    #expect(key("PENTAX Corporation", "PENTAX K10D") == "pentax/k10d")
    #expect(key("Phase One A/S", "P45+") == "phase one/p45+")
    #expect(key("Leica Camera AG", "LEICA Q3") == "leica/q3")
    #expect(key("NIKON CORPORATION", "NIKON Z 6_2") == "nikon/z62")
    #expect(key("Corporation", "X") == "corporation/x")
    #expect(key("", "") == "/")
  }

  @Test func monochrome() throws {
    let camera = try find("RICOH IMAGING COMPANY, LTD.", "PENTAX K-3 Mark III Monochrome")
    #expect(camera.filters == .none)
    #expect(try find("FUJIFILM", "X-T5").filters == .xTrans)
    #expect(try find("OM Digital Solutions", "TG-7").filters == .bayer(.grbg))
  }

  // MARK: Parts

  @Test func twoLightsAreOrdered() throws {
    let two = try find("NIKON CORPORATION", "NIKON Z 9").calibrations
    #expect(
      two.map(\.illuminant) == [Illuminant.standardA.chromaticity, Illuminant.d65.chromaticity])
    let one = try find("SONY", "ILCE-7M4").calibrations
    #expect(one.map(\.illuminant) == [Illuminant.d65.chromaticity])
    #expect(try find("Hasselblad", "X2D II 100C").calibrations.isEmpty)
  }

  @Test func areasFollowTheRawSize() throws {
    let r10 = try find("Canon", "Canon EOS R10")
    #expect(
      r10.activeArea(in: Size(width: 6192, height: 4060))
        == Region(x: 168, y: 52, width: 6000, height: 4000))
    #expect(r10.activeArea(in: Size(width: 640, height: 480)) == nil)
    #expect(
      r10.maskedAreas(in: Size(width: 6192, height: 4060))
        == [Region(x: 20, y: 38, width: 118, height: 4014)])
    #expect(r10.maskedAreas(in: Size(width: 640, height: 480)).isEmpty)
    let x2d = try find("Hasselblad", "X2D 100C")
    #expect(
      x2d.activeArea(in: Size(width: 11_904, height: 8842))
        == Region(x: 124, y: 92, width: 11_664, height: 8750))
    let gfx = try find("FUJIFILM", "GFX100S")
    #expect(
      gfx.activeArea(in: Size(width: 11_808, height: 8754))
        == Region(x: 0, y: 2, width: 11_662, height: 8746))
    let z9 = try find("NIKON CORPORATION", "NIKON Z 9")
    #expect(
      z9.picture(in: Size(width: 8280, height: 5520))
        == Region(x: 12, y: 8, width: 8256, height: 5504))
    #expect(z9.activeArea(in: Size(width: 8280, height: 5520)) == nil)
    #expect(
      try find("SONY", "ILCE-7M4").activeArea(in: Size(width: 7040, height: 4688))
        == Region(x: 0, y: 0, width: 7028, height: 4688))
  }

  @Test func levelsFollowTheBits() throws {
    let z9 = try find("NIKON CORPORATION", "NIKON Z 9")
    #expect(z9.white?.value(bits: 14) == 15_520)
    #expect(z9.white?.value(bits: 12) == 3880)
    #expect(z9.black?.value(bits: 12) == nil)
    #expect(try find("SONY", "ILCE-1").black?.value(bits: 16) == 512)
  }
}
