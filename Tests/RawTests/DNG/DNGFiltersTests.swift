import BromideCodecs
import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// The description of a file's raw picture, or the fault in words.
func describe(_ dng: TinyDNG) -> Result<DNGPicture?, DNGFault> {
  let file = TIFFDirectories(TIFFBytes(Array(dng.data())))!
  return Result { () throws(DNGFault) in try DNGReader.picture(file) }
}

/// Returns the error about a file, or `nil` if it is valid.
func fault(_ dng: TinyDNG) -> String? {
  guard case .failure(let fault) = describe(dng) else { return nil }
  switch fault {
  case .unsupported(let words), .damaged(let words): return words
  }
}

/// The meaning of the filters in a DNG's mosaic.
@Suite struct DNGFiltersTests {
  /// A mosaic with a pattern in letters. `/` separates its rows.
  private func mosaic(_ pattern: String, planes: [UInt8]? = nil) -> TinyDNG {
    let rows = pattern.split(separator: "/")
    var dng = TinyDNG(width: 48, height: 48, red: 1, green: 2, blue: 3)
    dng.pattern = rows.joined().map {
      UInt8("RGBCMYW".firstIndex(of: $0)!.utf16Offset(in: "RGBCMYW"))
    }
    dng.fields[33421] = .short([UInt16(rows.count), UInt16(rows[0].count)])
    if let planes { dng.fields[50710] = .bytes(planes) }
    return dng
  }

  @Test(arguments: [
    ("RG/GB", DNGPicture.Filters.mosaic(.bayer(.rggb))), ("BG/GR", .mosaic(.bayer(.bggr))),
    ("GR/BG", .mosaic(.bayer(.grbg))),
    ("GB/RG", .mosaic(.bayer(.gbrg))), ("RGRG/GBGB", .mosaic(.bayer(.rggb))),
    ("RG/GB/RG/GB", .mosaic(.bayer(.rggb))),
    ("GRGR/BGBG/GRGR/BGBG", .mosaic(.bayer(.grbg))),
    ("RGRGRG/GBGBGB/RGRGRG/GBGBGB/RGRGRG/GBGBGB", .mosaic(.bayer(.rggb))),
    ("RRGG/RRGG/GGBB/GGBB", .quad(.rggb, x: 0, y: 0)),
    ("BBGG/BBGG/GGRR/GGRR", .quad(.bggr, x: 0, y: 0)),
    ("RGGR/GBBG/GBBG/RGGR", .quad(.bggr, x: 1, y: 1)),
    ("RGGR/RGGR/GBBG/GBBG", .quad(.grbg, x: 1, y: 0)),
  ])
  func knownPatterns(pattern: String, filters: DNGPicture.Filters) throws {
    #expect(try describe(mosaic(pattern)).get()?.filters == filters)
  }

  @Test(arguments: [
    "G", "RGB/GBR/BRG", "RRGG/GGBB", "RG/RG/GB/GB", "RG/GR", "RG/BG", "GG/RB", "RG/GC",
    "RRRGGG/RRRGGG/RRRGGG/GGGBBB/GGGBBB/GGGBBB", "RGBW/GBWR/BWRG/WRGB", "WR/GB",
  ])
  func othersAreRejectedByName(pattern: String) throws {
    #expect(try #require(fault(mosaic(pattern))).contains(pattern))
  }

  @Test(arguments: 2...9) func layoutsOfOtherGridsAreRejected(layout: UInt16) throws {
    var dng = mosaic("RG/GB")
    dng.fields[50711] = .short([layout])
    #expect(try #require(fault(dng)).contains("CFALayout \(layout)"))
  }

  @Test func mosaicWithoutPatternIsRejected() throws {
    var dng = mosaic("RG/GB")
    dng.pattern = []
    dng.fields[262] = .short([32_803])
    #expect(try #require(fault(dng)).contains("CFAPattern"))
    dng = mosaic("RG/GB")
    dng.fields[33421] = .short([3, 3])
    #expect(try #require(fault(dng)).contains("4 filters for a pattern of 3×3"))
  }

  /// Planes in another order change matrices, never the colours of sites.
  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 0, 2], [2, 0, 1]] as [[UInt8]])
  func planesComeInAnyOrder(planes: [UInt8]) throws {
    func turned(_ rows: [[Int32]]) -> TinyDNG.Value {
      .signedRational(planes.flatMap { rows[Int($0)].map { ($0, 100) } })
    }
    var dng = mosaic("RG/GB", planes: planes)
    let neutral: [UInt32] = [50, 100, 80]
    dng.fields[50721] = turned([[110, -30, -10], [-50, 140, 10], [-5, 20, 60]])
    dng.fields[50728] = .rational(planes.map { (neutral[Int($0)], 100) })
    dng.fields[50727] = .rational(planes.map { (90 + 10 * UInt32($0), 100) })
    let photo = try decoded(dng.data())
    let mosaic = try #require(photo.image.asMosaic)
    #expect(mosaic.pattern == .rggb)
    let matrix = try #require(photo.profile.calibrations.first?.colorMatrix)
    #expect(abs(matrix[0, 0] - 1.1) < 1e-6 && abs(matrix[1, 0] + 0.5) < 1e-6)
    #expect(abs(matrix[2, 1] - 0.2) < 1e-6)
    let multipliers = try #require(photo.profile.asShotMultipliers)
    #expect(abs(multipliers.x - 2) < 1e-5 && abs(multipliers.z - 1.25) < 1e-5)
    #expect(abs(photo.profile.analogBalance.x - 0.9) < 1e-6)
  }

  /// Blocks of one filter become one site with the sum of their light. Incomplete blocks at the
  /// edges are skipped.
  @Test(arguments: [(0, 0), (1, 0), (1, 1)]) func blocksAreBinned(shift: (x: Int, y: Int)) throws {
    var dng = TinyDNG(width: 48, height: 40, red: 0, green: 0, blue: 0)
    func block(_ x: Int, _ y: Int) -> (x: Int, y: Int) { ((x + shift.x) / 2, (y + shift.y) / 2) }
    dng.samples = (0..<48 * 40).map { i in
      let place = block(i % 48, i / 48)
      return UInt16(64 + place.x * 8 + place.y * 5 + i % 2)
    }
    dng.pattern = (0..<16).map { i in
      let place = block(i % 4, i / 4)
      return UInt8(BayerPattern.rggb.color(x: place.x, y: place.y).rawValue)
    }
    dng.patternSize = 4
    dng.fields[50714] = .long([64])
    dng.fields[50717] = .long([1023])
    dng.fields[50719] = .long([4, 4])
    dng.fields[50720] = .long([40, 32])
    let folder = try TemporaryFolder()
    let file = try RawFile(path: FilePath(folder.write(dng.data(), as: "a.dng")), cameras: nil)
    let photo = try file.decode()
    let mosaic = try #require(photo.image.asMosaic)
    #expect(mosaic.size == Size(width: (48 - shift.x) / 4 * 2, height: (40 - shift.y) / 4 * 2))
    #expect(file.size == mosaic.size && file.header.defaultCrop == photo.defaultCrop)
    #expect(photo.defaultCrop.width >= 19 && photo.defaultCrop.height >= 15)
    #expect(mosaic.levels == SensorLevels(black: 256, white: 4092))
    #expect(mosaic.pattern == BayerPattern.rggb.shifted(x: shift.x, y: shift.y))
    for (x, y) in [(0, 0), (3, 2), (15, 12)] {
      let light = (x + shift.x) * 8 + (y + shift.y) * 5
      #expect(Int(mosaic.samples[x, y]) == 256 + 4 * light + 2, "\(x), \(y)")
    }
    #expect(throws: RawError.self) {
      try RawFile(path: FilePath(folder("a.dng")), cameras: nil).decode(interpolation: .ahd)
    }
  }

  /// Light that four filters see comes back as the same colour in XYZ.
  @Test func fourColorsUseTheirMatrix() throws {
    let rows: [[Double]] = [
      [-0.2, 0.7, 0.4], [0.1, 0.6, 0.05], [0.3, 0.08, 0.24], [-0.4, 1.2, 0.2],
    ]
    let xyz = [0.30, 0.26, 0.17]
    func seen(_ light: [Double]) -> [Double] {
      rows.map { zip($0, light).reduce(0) { $0 + $1.0 * $1.1 } }
    }
    let neutral = seen([0.9505, 1, 1.089])
    let values = seen(xyz).map { $0 / neutral.max()! }
    // Planes cyan, yellow, magenta, green, at the sites in another order.
    let sites = [1, 3, 0, 2]
    var dng = TinyDNG(width: 24, height: 20, red: 0, green: 0, blue: 0)
    dng.samples = (0..<24 * 20).map { i in
      UInt16((values[sites[(i / 24 % 2) * 2 + i % 2]] * 60_000).rounded())
    }
    dng.pattern = sites.map { [3, 5, 4, 1][$0] }
    dng.fields[50710] = .bytes([3, 5, 4, 1])
    dng.fields[50717] = .long([60_000])
    dng.fields[50721] = .signedRational(
      rows.joined().map { (Int32(($0 * 10_000).rounded()), 10_000) })
    dng.fields[50728] = .rational(
      neutral.map { (UInt32(($0 / neutral.max()! * 1e6).rounded()), 1_000_000) })
    let photo = try decoded(dng.data())
    let image = try #require(photo.image.asLinear)
    let toXYZ = try #require(photo.profile.calibrations.first?.colorMatrix.inverse)
    for (x, y) in [(0, 0), (1, 0), (7, 8), (23, 19)] {
      let pixel = SIMD3(
        Double(image.samples[3 * x, y]), Double(image.samples[3 * x + 1, y]),
        Double(image.samples[3 * x + 2, y]))
      let found = toXYZ * pixel
      // Up to one factor, which is white's.
      for c in 0..<3 { #expect(abs(found[c] / found.y - xyz[c] / xyz[1]) < 2e-3, "\(x), \(y)") }
    }
    dng.fields[50721] = nil
    #expect(try #require(fault(dng)).contains("ColorMatrix1"))
  }
}
