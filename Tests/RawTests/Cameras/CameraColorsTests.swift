import BromideCodecs
import BromideValues
import CBromideLibRaw
import TestSupport
import Testing

@testable import BromideRaw

extension MakerRaw {
  /// The decoded photo of this file.
  func photo() throws -> RawPhoto {
    return try decoded(file())
  }
}

/// The source of a photo's colours.
@Suite struct CameraColorsTests {
  private static let samples = SensorSamples.varied(Size(width: 240, height: 60), bits: 14)
  private static let nikon = MakerRaw.nikonWithNote(
    samples, shorts: [0x003D: [1008, 1008, 1008, 1008]], balance: (2, 1.5))

  @Test func theTableComesFirst() throws {
    let photo = try Self.nikon.taken(by: "NIKON Z 8").photo()
    #expect(photo.matrixSource == .table)
    #expect(photo.guessedColors == nil)
    let row = try #require(CameraTable.camera(make: "NIKON CORPORATION", model: "NIKON Z 8"))
    #expect(photo.profile.calibrations == row.calibrations)
    #expect(photo.profile.calibrations.count == 2)
    #expect(photo.profile.asShotMultipliers == SIMD3(2, 1, 1.5))
  }

  /// A camera that LibRaw knows with numbers that were corrected later.
  @Test func theTableCorrectsLibRaw() throws {
    let photo = try Self.nikon.taken(by: "NIKON Z 7").photo()
    #expect(photo.matrixSource == .table)
    #expect(photo.profile.calibrations.last?.colorMatrix[0, 0] == 1.3705)
  }

  @Test func listedModelsUseLibRawsMatrix() throws {
    for photo in try [
      Self.nikon.photo(), MakerRaw.packed(Self.samples, .sonyWords).taken(by: "ILCE-7M2").photo(),
      MakerRaw.pentax(Self.samples).photo(),
    ] {
      #expect(photo.matrixSource == .libraw, "\(photo.metadata.model ?? "")")
      #expect(photo.profile.calibrations.count == 1)
      #expect(photo.guessedColors == nil)
    }
  }

  @Test func coloursOfInventedModelsAreGuessed() throws {
    // No LibRaw has a name that this one begins with.
    let photo = try Self.nikon.taken(by: "NIKON Q 99").photo()
    #expect(photo.matrixSource == .guessed(.sRGB))
    #expect(photo.profile.calibrations.isEmpty)
    #expect(
      photo.guessedColors
        == "colours of NIKON Q 99 are guessed: no matrix is known; Bromide uses camera values as sRGB"
    )
  }

  /// LibRaw silently takes it for an older model.
  @Test func aSimilarNameIsAGuess() throws {
    let photo = try MakerRaw.packed(Self.samples, .sonyWords).taken(by: "DSC-RX1R9").photo()
    #expect(photo.matrixSource == .guessed(.similarName))
    #expect(photo.profile.calibrations.count == 1)
    #expect(
      photo.guessedColors
        == "colours of DSC-RX1R9 are guessed: no matrix is known; Bromide uses LibRaw's matrix for a camera with a similar name"
    )
  }

  @Test func dngUsesItsEmbeddedColors() throws {
    var options = DNGOptions()
    options.metadata.model = "NIKON Z 8"
    let file = DNGWriter.file(Self.samples, options)
    let photo = try decoded(file)
    #expect(photo.matrixSource == .dng)
    #expect(photo.profile.calibrations.map(\.colorMatrix[0, 0]) != [0])
  }

  // MARK: The maker's own matrix

  /// Camera white stays white, and the file's matrix leads from there to sRGB.
  @Test func unknownModelsUseTheMakersMatrix() throws {
    let recorded = Matrix3x3(
      SIMD3(1.54, -0.42, -0.12), SIMD3(-0.18, 1.38, -0.20), SIMD3(0.02, -0.29, 1.27))
    let numbers = recorded.rows.flatMap { row in (0..<3).map { Int((row[$0] * 8192).rounded()) } }
    let raw = MakerRaw.pentax(Self.samples).taken(by: "PENTAX K-99")
      .withPentaxColors(matrix: numbers, daylight: [16_384, 8192, 8192, 12_288])
    let photo = try raw.photo()
    #expect(photo.matrixSource == .file)
    let balance = try photo.profile.resolve(.multipliers(2, 1, 1.5))
    #expect(abs(balance.temperature - 6504) < 30)
    let found = photo.profile.matrix(for: balance, to: .linearSRGB)
    for ((row, expected), i) in product(zip(found.rows, recorded.rows), 0..<3) {
      #expect(abs(row[i] - expected[i]) < 0.01, "\(found)")
    }
    // One that is none: rows that do not keep white.
    let insane = MakerRaw.pentax(Self.samples).taken(by: "PENTAX K-99")
      .withPentaxColors(matrix: numbers.map { $0 / 2 }, daylight: [16_384, 8192, 8192, 12_288])
    guard case .guessed = try insane.photo().matrixSource else {
      Issue.record("a matrix that loses white is used")
      return
    }
    // For listed models, LibRaw's colours are used.
    let listed = MakerRaw.pentax(Self.samples)
      .withPentaxColors(matrix: numbers, daylight: [16_384, 8192, 8192, 12_288])
    #expect(try listed.photo().matrixSource == .libraw)
  }

  @Test func saneMatrices() {
    #expect(CameraColors.isSane(Matrix3x3(diagonal: SIMD3(1, 1, 1))))
    #expect(!CameraColors.isSane(Matrix3x3(diagonal: SIMD3(1, 1.05, 1))))
    #expect(!CameraColors.isSane(Matrix3x3(SIMD3(2.6, -1.6, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))))
    #expect(
      !CameraColors.isSane(Matrix3x3(SIMD3(1, 0.9, -0.9), SIMD3(0.9, 1, -0.9), SIMD3(0, 0, 1))))
  }

  // MARK: No colours

  @Test func monochromeSensorsDoNotHaveAMatrix() throws {
    let photo = try MakerRaw.pentax(Self.samples).taken(
      by: "PENTAX K-3 Mark III Monochrome", make: "RICOH IMAGING COMPANY, LTD."
    ).photo()
    #expect(photo.profile.isMonochrome)
    #expect(photo.matrixSource == .none)
    let image = try #require(photo.image.asLinear)
    #expect(image.channels == 1)
  }
}

/// Names as LibRaw lists them.
@Suite struct ListedCamerasTests {
  private func listed(_ make: String, _ model: String, in list: ListedCameras = .here) -> Bool {
    list.contains([CameraKey(make: make, model: model)])
  }

  @Test func entriesMatchSeveralNames() {
    let list = ListedCameras([
      "Canon EOS 77D / 9000D", "Canon EOS 250D / 200D II / Rebel SL3 / Kiss X10",
      "Canon PowerShot S2 IS (CHDK hack)", "Leica M (Typ 240)", "FujiFilm F500EXR / F505EXR",
      "FujiFilm HS10/HS11", "Kodak DCS Pro SLR/c", "Imacon Ixpress 96, 96C", "Nikon Z 6",
    ])
    for (make, model) in [
      ("Canon", "EOS 77D"), ("Canon", "Canon EOS 9000D"), ("Canon", "EOS 200D II"),
      ("Canon", "EOS Rebel SL3"), ("Canon", "EOS Kiss X10"), ("Canon", "PowerShot S2 IS"),
      ("Leica Camera AG", "M (Typ 240)"), ("FUJIFILM", "F505EXR"), ("FUJIFILM", "HS11"),
      ("Kodak", "DCS Pro SLR/c"), ("Imacon", "Ixpress 96C"), ("NIKON CORPORATION", "NIKON Z 6"),
    ] {
      #expect(listed(make, model, in: list), "\(make) \(model)")
    }
    for (make, model) in [
      ("Canon", "EOS 77"), ("Canon", "EOS 77D II"), ("Nikon", "Z 6_2"), ("Nikon", "Z"),
      ("Canon", "PowerShot S2"), ("", ""), ("Canon", ""),
    ] {
      #expect(!listed(make, model, in: list), "\(make) \(model)")
    }
  }

  /// Cameras that every LibRaw since 0.20 lists, and models that are never listed.
  @Test func installedLibRawListsCameras() {
    #expect(LibRawHandle.listedCameras.count > 1000)
    for (make, model) in [
      ("NIKON CORPORATION", "NIKON D500"), ("NIKON CORPORATION", "NIKON Z 6"),
      ("SONY", "ILCE-7M2"), ("Panasonic", "DC-S1"), ("PENTAX Corporation", "PENTAX K200D"),
      ("Canon", "Canon EOS R"), ("OLYMPUS CORPORATION", "E-410"), ("FUJIFILM", "X-T2"),
      ("Kodak", "DC50"), ("Nikon", "D1"), ("Canon", "EOS D30"), ("Canon", "EOS 30D"),
      ("Nikon", "D5000"),
    ] {
      #expect(listed(make, model), "\(make) \(model)")
    }
    for (make, model) in [
      ("NIKON CORPORATION", "NIKON Z 99"), ("SONY", "ILCE-99Z"), ("SONY", "ILCE"), ("", ""),
    ] {
      #expect(!listed(make, model), "\(make) \(model)")
    }
  }
}
