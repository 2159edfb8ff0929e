internal import BromideValues

/// The tags of a camera profile, except matrices, in a DNG or in a separate file. Values are not
/// checked, so tests can write nonsense.
public struct DNGProfile: Sendable, Hashable {
  /// A map over hue, saturation and value.
  public struct Table: Sendable, Hashable {
    /// The recorded numbers of hues, saturations and values.
    public var dims: [Int]
    /// Shift in degrees and two factors an entry: value slowest, then hue, then saturation.
    public var numbers: [Float]

    /// A table of numbers.
    public init(dims: [Int], numbers: [Float]) {
      self.dims = dims
      self.numbers = numbers
    }

    /// Creates a table whose entries are a function of hue in degrees, and saturation and value in
    /// 0…1.
    public init(
      _ hues: Int, _ saturations: Int, _ values: Int,
      _ entry: (_ hue: Double, _ saturation: Double, _ value: Double) -> SIMD3<Double>
    ) {
      dims = [hues, saturations, values]
      numbers = []
      for v in 0..<values {
        for h in 0..<hues {
          for s in 0..<saturations {
            let found = entry(
              360 * Double(h) / Double(hues), Double(s) / Double(saturations - 1),
              values > 1 ? Double(v) / Double(values - 1) : 0)
            numbers += [Float(found.x), Float(found.y), Float(found.z)]
          }
        }
      }
    }
  }

  /// ProfileName.
  public var name: String?
  /// ProfileHueSatMapData1 and 2. The first one sets the dimensions.
  public var hueSatMaps: [Table] = []
  /// ProfileHueSatMapEncoding.
  public var hueSatMapEncoding: Int?
  /// ProfileLookTableData.
  public var lookTable: Table?
  /// ProfileLookTableEncoding.
  public var lookTableEncoding: Int?
  /// ProfileToneCurve: alternating x and y.
  public var toneCurve: [Float]?
  /// BaselineExposureOffset in stops.
  public var exposureOffset: Double?
  /// ProfileGainTableMap.
  public var gainTable: DNGGainTable?

  /// A profile without any tag.
  public init() {}

  /// Adds the fields.
  func fill(_ directory: inout TIFFDirectory, order: ByteOrder) {
    directory[50_936] = name.map { .ascii($0) }
    directory[50_937] = hueSatMaps.first.map { .longs($0.dims) }
    for (index, map) in hueSatMaps.enumerated() {
      directory[50_938 + index] = .floats(map.numbers)
    }
    directory[50_940] = toneCurve.map { .floats($0) }
    directory[50_981] = lookTable.map { .longs($0.dims) }
    directory[50_982] = lookTable.map { .floats($0.numbers) }
    directory[51_107] = hueSatMapEncoding.map { .longs([$0]) }
    directory[51_108] = lookTableEncoding.map { .longs([$0]) }
    directory[51_109] = exposureOffset.map {
      .signedRationals([DNGRational($0, denominator: 100)])
    }
    if let gainTable {
      directory[gainTable.number == nil ? 52_525 : 52_544] = .undefined(gainTable.bytes(order))
    }
  }

  /// The bytes of a camera profile's file, a `.dcp`.
  ///
  /// - Parameters:
  ///   - camera: UniqueCameraModel.
  ///   - calibrations: One or two, or none.
  public func file(
    camera: String?, calibrations: [DNGColor.Calibration] = [], order: ByteOrder = .little
  ) -> [UInt8] {
    var root = TIFFDirectory()
    root[50_708] = camera.map { .ascii($0) }
    for (index, calibration) in calibrations.enumerated() {
      root[50_721 + index] = DNGOptions.value(calibration.colorMatrix)
      root[50_778 + index] = .shorts([calibration.illuminant])
      root[50_964 + index] = calibration.forwardMatrix.map(DNGOptions.value)
    }
    fill(&root, order: order)
    return TIFFWriter.file(root, order: order, magic: 0x4352)
  }
}

/// A ProfileGainTableMap, or with a type of numbers a ProfileGainTableMap2.
public struct DNGGainTable: Sendable, Hashable {
  /// The types of version 2's gains.
  public enum Number: Int, Sendable, Hashable, CaseIterable {
    case bytes
    case words
    case halves
    case floats
  }

  /// Points side by side.
  public var columns = 1
  /// Rows of points.
  public var rows = 1
  /// Gains of each point.
  public var count = 1
  /// Distance of points, horizontally and vertically, in fractions of the area.
  public var spacing = SIMD2<Double>(1, 1)
  /// Place of the first point.
  public var origin = SIMD2<Double>(0, 0)
  /// Weights of red, green, blue, least and most in brightness.
  public var weights: [Float] = [0, 0, 0, 0, 1]
  /// The type of version 2's gains, or `nil` for version 1.
  public var number: Number?
  /// Version 2's power of brightness.
  public var gamma: Float = 1
  /// The gains for the smallest and largest integer of version 2.
  public var range: (least: Float, most: Float) = (0, 4)
  /// Gains row after row, of each point together.
  public var gains: [Float] = [1]

  /// One point with the gain 1.
  public init() {}

  func bytes(_ order: ByteOrder) -> [UInt8] {
    func long(_ value: Int) -> [UInt8] { order.bytes(value) }
    func double(_ value: Double) -> [UInt8] { order.bytes(value.bitPattern, 8) }
    func float(_ value: Float) -> [UInt8] { order.bytes(value.bitPattern) }
    var bytes = long(rows) + long(columns)
    bytes += double(spacing.y) + double(spacing.x) + double(origin.y) + double(origin.x)
    bytes += long(count) + weights.flatMap(float)
    guard let type = self.number else { return bytes + gains.flatMap(float) }
    bytes += long(type.rawValue) + float(gamma) + float(range.least) + float(range.most)
    for gain in gains {
      let share = (gain - range.least) / (range.most - range.least)
      switch type {
      case .bytes: bytes += [UInt8((share * 255).rounded())]
      case .words: bytes += order.bytes(UInt16((share * 65535).rounded()), 2)
      case .halves: bytes += order.bytes(Self.half(gain), 2)
      case .floats: bytes += float(gain)
      }
    }
    return bytes
  }

  /// IEEE 754's binary16 of a number from 2⁻¹⁴ to 65504, cut off.
  private static func half(_ value: Float) -> UInt64 {
    value == 0
      ? 0
      : UInt64(Int(value.exponent) + 15) << 10 | UInt64((value.significand - 1) * 1024)
  }

  /// Whether both have the same bytes.
  public static func == (left: DNGGainTable, right: DNGGainTable) -> Bool {
    left.bytes(.little) == right.bytes(.little)
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes(.little)) }
}
