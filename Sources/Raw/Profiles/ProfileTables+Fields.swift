package import BromideValues

/// The tags of a camera profile (DNG specification 1.7, chapters 4 and 6).
enum ProfileTag {
  static let uniqueCameraModel: UInt16 = 50_708
  static let colorMatrices: [UInt16] = [50_721, 50_722]
  static let illuminants: [UInt16] = [50_778, 50_779]
  static let illuminantData: [UInt16] = [52_533, 52_534]
  static let cameraSignature: UInt16 = 50_931
  static let profileSignature: UInt16 = 50_932
  static let name: UInt16 = 50_936
  static let hueSatMapDims: UInt16 = 50_937
  static let hueSatMaps: [UInt16] = [50_938, 50_939]
  static let toneCurve: UInt16 = 50_940
  static let forwardMatrices: [UInt16] = [50_964, 50_965]
  static let lookTableDims: UInt16 = 50_981
  static let lookTable: UInt16 = 50_982
  static let hueSatMapEncoding: UInt16 = 51_107
  static let lookTableEncoding: UInt16 = 51_108
  static let exposureOffset: UInt16 = 51_109
  static let gainTable: UInt16 = 52_525
  static let gainTable2: UInt16 = 52_544
  static let thirdMatrix: UInt16 = 52_531
  static let rgbTables: UInt16 = 52_543
  static let dynamicRange: UInt16 = 52_551
}

extension ProfileTables {
  /// Reads a profile from fields. Invalid parts are skipped, and a finding describes the error. The
  /// dimensions of tables are checked before their numbers are read.
  ///
  /// - Parameter field: Returns a field by its tag, or `nil` if the file does not have it.
  package init(_ field: (UInt16) -> ProfileField?) {
    self.init()
    name = field(ProfileTag.name)?.text
    func part<Part>(_ part: String, _ read: () throws(ProfileError) -> Part?) -> Part? {
      do throws(ProfileError) { return try read() } catch {
        findings.append("its \(part): \(error.reason)")
        return nil
      }
    }
    hueSatMaps =
      part("HueSatMap") { () throws(ProfileError) in
        try Self.hueSatMaps(field)
      } ?? []
    lookTable = part("LookTable") { () throws(ProfileError) in
      try Self.table(
        ProfileTag.lookTable, dims: ProfileTag.lookTableDims,
        encoding: ProfileTag.lookTableEncoding, field)
    }
    toneCurve = part("ToneCurve") { () throws(ProfileError) in
      try field(ProfileTag.toneCurve).map { field throws(ProfileError) in try Self.curve(field) }
    }
    gainTable = part("GainTableMap") { () throws(ProfileError) in
      if let second = field(ProfileTag.gainTable2) { return try GainTable(second, version: 2) }
      return try field(ProfileTag.gainTable).map { field throws(ProfileError) in
        try GainTable(field, version: 1)
      }
    }
    exposureOffset =
      part("BaselineExposureOffset") { () throws(ProfileError) in
        guard let stops = try field(ProfileTag.exposureOffset)?.numbers(1)[0] else { return nil }
        guard abs(stops) <= Self.mostStops else {
          throw ProfileError("\(stops) EV; expected \(-Self.mostStops) to \(Self.mostStops)")
        }
        return stops
      } ?? 0
    findings += Self.unsupportedParts(field)
  }

  /// Returns clauses about parts that change colours and that Bromide cannot apply.
  private static func unsupportedParts(_ field: (UInt16) -> ProfileField?) -> [String] {
    var clauses: [String] = []
    let hasTwo = ProfileTag.colorMatrices.allSatisfy { field($0) != nil }
    if hasTwo, (0..<2).contains(where: { CalibrationLight.chromaticity($0, field) == nil }) {
      clauses.append("its ColorMatrix2: the light of a calibration is unknown")
    }
    if field(ProfileTag.thirdMatrix) != nil {
      clauses.append("its ColorMatrix3: a third light is not supported")
    }
    if field(ProfileTag.rgbTables) != nil { clauses.append("its RGBTables: not supported") }
    // A SHORT of the version, a SHORT of the range, and a FLOAT.
    if let range = try? field(ProfileTag.dynamicRange)?.data(8),
      range.unsigned(at: 2, count: 2) == 1
    {
      clauses.append("its ProfileDynamicRange: HDR profiles are not supported")
    }
    return clauses
  }

  /// The largest valid number of stops.
  private static let mostStops = 20.0

  private static func hueSatMaps(
    _ field: (UInt16) -> ProfileField?
  ) throws(ProfileError) -> [ColorTable] {
    var maps: [ColorTable] = []
    for tag in ProfileTag.hueSatMaps {
      guard
        let map = try table(
          tag, dims: ProfileTag.hueSatMapDims, encoding: ProfileTag.hueSatMapEncoding, field)
      else { break }
      maps.append(map)
    }
    return maps
  }

  private static func table(
    _ tag: UInt16, dims: UInt16, encoding: UInt16, _ field: (UInt16) -> ProfileField?
  ) throws(ProfileError) -> ColorTable? {
    guard let data = field(tag) else { return nil }
    guard let dims = field(dims) else { throw ProfileError("its dimensions are missing") }
    // Integers of up to 32 bits. A fraction or NaN is not a valid dimension.
    let sides = try dims.numbers(3).map { Int(exactly: $0) ?? 0 }
    let count = try ColorTable.count(hues: sides[0], saturations: sides[1], values: sides[2])
    let code = try field(encoding)?.numbers(1)[0] ?? 0
    guard let encoding = Int(exactly: code).flatMap(ColorTable.Encoding.init(rawValue:)) else {
      throw ProfileError("an encoding of \(code); expected 0 or 1")
    }
    return try ColorTable(
      hues: sides[0], saturations: sides[1], values: sides[2], encoding: encoding,
      numbers: try data.floats(count))
  }

  private static func curve(_ field: ProfileField) throws(ProfileError) -> SplineCurve {
    guard field.count.isMultiple(of: 2), (4...2 * SplineCurve.most).contains(field.count) else {
      throw ProfileError(
        "\(field.count) numbers; expected 2 to \(SplineCurve.most) pairs")
    }
    let numbers = try field.numbers(field.count)
    return try SplineCurve(
      stride(from: 0, to: numbers.count, by: 2).map { SIMD2(numbers[$0], numbers[$0 + 1]) })
  }
}
