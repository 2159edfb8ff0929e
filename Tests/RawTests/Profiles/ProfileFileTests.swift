import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// Camera profiles' files, as the generator writes them and damaged.
@Suite struct ProfileFileTests {
  static let matrix = Matrix3x3(
    SIMD3(0.7546, -0.1435, -0.0929), SIMD3(-0.3846, 1.1488, 0.2692), SIMD3(-0.0332, 0.1209, 0.637))

  /// A file can contain ratios without a value.
  @Test func ratiosOverZeroAreNotFinite() throws {
    let bytes: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 0]
    for type in [5, 10] as [UInt16] {
      let numbers = try ProfileField(type: type, count: 2, isBigEndian: false) { bytes }.numbers(2)
      #expect(numbers[0] == .infinity && numbers[1].isNaN, "\(numbers)")
    }
    let negative = try ProfileField(type: 10, count: 1, isBigEndian: true) {
      [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]
    }.numbers(1)
    #expect(negative == [-.infinity])
  }

  static func profile() -> DNGProfile {
    var profile = DNGProfile()
    profile.name = "Made up"
    let first = DNGProfile.Table(12, 3, 1) { (hue: Double, s: Double, v: Double) in
      SIMD3<Double>(hue / 36, 1 + s / 4, 1 - s / 8)
    }
    let second = DNGProfile.Table(12, 3, 1) { (hue: Double, s: Double, v: Double) in
      SIMD3<Double>(-hue / 36, 1, 1 + s / 8)
    }
    profile.hueSatMaps = [first, second]
    profile.lookTable = DNGProfile.Table(6, 2, 4) { (hue: Double, s: Double, v: Double) in
      SIMD3<Double>(5, 1 + s * v / 2, 1)
    }
    profile.lookTableEncoding = 1
    profile.toneCurve = [0, 0, 0.25, 0.4, 1, 1]
    profile.exposureOffset = -0.35
    return profile
  }

  private static let calibrations = [
    DNGColor.Calibration(illuminant: 17, colorMatrix: matrix, forwardMatrix: matrix),
    DNGColor.Calibration(illuminant: 21, colorMatrix: Matrix3x3(diagonal: SIMD3(1, 2, 3))),
  ]

  private func read(_ bytes: [UInt8]) throws -> ProfileFile {
    try ProfileFile(bytes: bytes, path: "p.dcp")
  }

  @Test(arguments: ByteOrder.allCases)
  func everyPartIsRead(order: ByteOrder) throws {
    let profile = Self.profile()
    let file = try read(
      profile.file(camera: "Bromide Synthetic", calibrations: Self.calibrations, order: order))
    #expect(file.camera == "Bromide Synthetic" && file.tables.name == "Made up")
    #expect(file.lights.count == 2)
    #expect(file.lights[0].illuminant == Illuminant.standardA.chromaticity)
    #expect(abs(file.lights[0].colorMatrix.rows[0].x - 0.7546) < 1e-9)
    #expect(file.lights[0].forwardMatrix != nil && file.lights[1].forwardMatrix == nil)
    let tables = file.tables
    #expect(tables.hueSatMaps.count == 2 && tables.findings.isEmpty)
    let map = tables.hueSatMaps[0]
    #expect(map.hues == 12 && map.saturations == 3 && map.values == 1 && map.encoding == .linear)
    // Saturation varies fastest.
    #expect(map.entries[3 * 4 + 2] == SIMD4(Float(120.0 / 36) / 60, 1.25, 0.875, 0))
    let look = try #require(tables.lookTable)
    #expect(look.encoding == .sRGB && look.values == 4)
    // Value varies slowest.
    #expect(look.entries[3 * 12 + 1] == SIMD4(5.0 / 60, 1.5, 1, 0))
    #expect(
      tables.toneCurve?.points == [SIMD2(0, 0), SIMD2(0.25, Double(Float(0.4))), SIMD2(1, 1)])
    #expect(abs(tables.exposureOffset + 0.35) < 1e-9)
  }

  @Test func equalBytesAreEqualProfiles() throws {
    let bytes = Self.profile().file(camera: "A")
    #expect(try read(bytes) == read(bytes))
    #expect(try read(bytes) != read(Self.profile().file(camera: "B")))
  }

  static let numbers: [DNGGainTable.Number?] = [nil] + DNGGainTable.Number.allCases

  @Test(arguments: ByteOrder.allCases, numbers)
  func gainTablesAreRead(order: ByteOrder, number: DNGGainTable.Number?) throws {
    var table = DNGGainTable()
    (table.columns, table.rows, table.count) = (3, 2, 4)
    table.spacing = SIMD2(0.25, 0.5)
    table.origin = SIMD2(0.125, 0.0625)
    table.weights = [0.25, 0.5, 0.25, 0, 0]
    table.number = number
    table.gamma = 0.5
    table.gains = (0..<24).map { 4 * Float($0 * 11) / 255 }
    var profile = DNGProfile()
    profile.gainTable = table
    let read = try #require(try read(profile.file(camera: nil, order: order)).tables.gainTable)
    #expect(read.columns == 3 && read.rows == 2 && read.count == 4)
    #expect(read.origin == table.origin && read.spacing == table.spacing)
    #expect(read.weights == [0.25, 0.5, 0.25, 0, 0])
    #expect(read.gamma == (number == nil ? 1 : 0.5))
    let precision: Float = number == .halves ? 1e-3 : 1e-6
    for (own, expected) in zip(read.gains, table.gains) {
      #expect(abs(own - expected) <= precision * (1 + expected))
    }
  }

  // MARK: Files that lie

  @Test func truncatedFilesFailOrKeepAllTables() throws {
    let bytes = Self.profile().file(camera: "A", calibrations: Self.calibrations)
    let whole = try read(bytes)
    for count in stride(from: 0, to: bytes.count, by: 7) {
      if let cut = try? read(Array(bytes.prefix(count))) {
        // The data after the cut were not part of the profile: names or the last link.
        #expect(cut.tables.hueSatMaps == whole.tables.hueSatMaps, "\(count)")
        #expect(cut.tables.lookTable == whole.tables.lookTable, "\(count)")
      }
    }
    #expect(throws: ProfileError.self) { try read([]) }
  }

  static let absurdDimensions: [([Int], String)] = [
    ([0, 2, 1], "dimensions of 0×2×1"), ([361, 2, 1], "expected 1 to 360 hues"),
    ([12, 3, 2], "216 are expected"), ([4_294_967_295, 4_294_967_295, 64], "dimensions of"),
    ([12, 3], "2 numbers where 3"),
  ]

  @Test(arguments: absurdDimensions)
  func absurdDimensionsAreRejected(dims: [Int], reason: String) {
    var profile = Self.profile()
    profile.hueSatMaps[0].dims = dims
    let error = #expect(throws: ProfileError.self) { try read(profile.file(camera: nil)) }
    #expect(error?.reason.contains("HueSatMap") == true, "\(String(describing: error))")
    #expect(error?.reason.contains(reason) == true, "\(String(describing: error))")
  }

  @Test func invalidNumbersAreRejected() {
    var broken: [(DNGProfile, String)] = []
    func add(_ part: String, _ change: (inout DNGProfile) -> Void) {
      var profile = Self.profile()
      change(&profile)
      broken.append((profile, part))
    }
    add("HueSatMap") { $0.hueSatMaps[1].numbers[7] = .nan }
    add("HueSatMap") { $0.hueSatMapEncoding = 2 }
    add("LookTable") { $0.lookTable?.numbers[4] = -1 }
    add("LookTable") { $0.lookTableEncoding = 7 }
    add("ToneCurve") { $0.toneCurve = [0, 0, 1] }
    add("ToneCurve") { $0.toneCurve = [0, 0, .infinity, 1] }
    add("BaselineExposureOffset") { $0.exposureOffset = 99 }
    add("GainTableMap") {
      $0.gainTable = DNGGainTable()
      $0.gainTable?.columns = 1 << 20
      $0.gainTable?.rows = 1 << 20
    }
    add("GainTableMap") {
      $0.gainTable = DNGGainTable()
      $0.gainTable?.count = 0
    }
    for (profile, part) in broken {
      let error = #expect(throws: ProfileError.self) { try read(profile.file(camera: nil)) }
      #expect(error?.reason.contains(part) == true, "\(part): \(String(describing: error))")
    }
  }

  /// A field of four thousand million values, and a directory that names itself as the next one.
  @Test func countsThatExceedTheFileAreRejected() throws {
    var bytes = Self.profile().file(camera: nil)
    let entries = Int(bytes[8])
    for index in 0..<entries where bytes[10 + 12 * index] == 0xFA {
      // 50938, HueSatMap 1.
      for k in 0..<4 { bytes[10 + 12 * index + 4 + k] = 0xFF }
    }
    let error = #expect(throws: ProfileError.self) { try read(bytes) }
    #expect(error?.reason.contains("4294967295 numbers where 108") == true, "\(error!)")
    var circle = Self.profile().file(camera: nil)
    circle[10 + 12 * entries] = 8
    #expect(try read(circle).tables == read(Self.profile().file(camera: nil)).tables)
  }

  @Test func otherFilesAreRejectedByName() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("GIF89a, not a profile".utf8), as: "a.dcp")
    for (name, reason) in [
      ("a.dcp", "does not begin as a .dcp or .icc"),
      ("none.dcp", "cannot be read"), ("", "is not a file"),
    ] {
      let error = #expect(throws: ProfileError.self) {
        try ProfileFile(path: FilePath(folder(name)))
      }
      #expect(error?.reason.contains(reason) == true, "\(name): \(String(describing: error))")
      #expect(error?.reason.contains(folder.path) == true)
    }
    let photo = SyntheticPhoto(.chart, size: Size(width: 16, height: 16)).file()
    #expect(throws: ProfileError.self) { try read(photo) }
  }
}
