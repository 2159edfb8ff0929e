/// A correction of samples, each by its place and value alone: DNG's opcodes 3 and 7 to 13 (DNG 1.6,
/// chapter 7, "Opcode List Processing").
public struct SampleOpcode: Sendable, Hashable, Codable {
  /// What is done to a sample, of which 0 is black and 1 is white.
  public enum Effect: Sendable, Hashable, Codable {
    /// Multiplied by 1 + k₀r² + k₁r⁴ + … + k₄r¹⁰, where r is the distance from a centre, in units of the
    /// distance of the corner that is farthest from it (FixVignetteRadial).
    case radialGain([Double], center: SIMD2<Double>, radius: Double)
    /// Multiplied by a map's gain (GainMap).
    case gainMap(OpcodeGainMap)
    /// Looked up: 65536 values or fewer, of which the last one holds from there on (MapTable).
    case table([UInt16])
    /// Σ cᵢvⁱ (MapPolynomial).
    case polynomial([Double])
    /// Added to, or multiplied by, a number for each row (DeltaPerRow, ScalePerRow).
    case rows([Float], scales: Bool)
    /// The same for each column (DeltaPerColumn, ScalePerColumn).
    case columns([Float], scales: Bool)
  }

  /// The effect.
  public var effect: Effect
  /// The rectangle that is corrected, in pixels of the image.
  public var area: Region
  /// The first plane that is corrected; a mosaic has one.
  public var plane: Int
  /// How many planes are corrected from there on.
  public var planes: Int
  /// Every how many rows, from the area's first on.
  public var rowPitch: Int
  /// Every how many columns.
  public var columnPitch: Int

  /// An effect on a rectangle, by default on every sample of all planes.
  public init(
    _ effect: Effect, area: Region, plane: Int = 0, planes: Int = 3, rowPitch: Int = 1,
    columnPitch: Int = 1
  ) {
    precondition(rowPitch > 0 && columnPitch > 0, "pitches from 1")
    self.effect = effect
    self.area = area
    self.plane = plane
    self.planes = planes
    self.rowPitch = rowPitch
    self.columnPitch = columnPitch
  }

  /// DNG's name.
  public var name: String {
    switch effect {
    case .radialGain: "FixVignetteRadial"
    case .gainMap: "GainMap"
    case .table: "MapTable"
    case .polynomial: "MapPolynomial"
    case .rows(_, scales: false): "DeltaPerRow"
    case .columns(_, scales: false): "DeltaPerColumn"
    case .rows(_, scales: true): "ScalePerRow"
    case .columns(_, scales: true): "ScalePerColumn"
    }
  }
}

/// A grid of gains that lies over an image, bilinear between its points and constant beyond them.
public struct OpcodeGainMap: Sendable, Hashable, Codable {
  /// Points of the grid, across and down.
  public var size: Size
  /// Gains at each point: 1 for all planes, or one a plane, of which the last holds for further planes.
  public var planes: Int
  /// Where the first point lies, in pixels of the image: 0 is the left or upper edge of the first pixel.
  public var origin: SIMD2<Double>
  /// The way from point to point, in pixels, above 0.
  public var spacing: SIMD2<Double>
  /// Gains, plane by plane of each point, row after row.
  public var gains: [Float]

  /// A grid with a gain for each plane of each point.
  public init(
    size: Size, planes: Int = 1, origin: SIMD2<Double>, spacing: SIMD2<Double>, gains: [Float]
  ) {
    precondition(!size.isEmpty && planes > 0 && gains.count == size.area * planes, "all gains")
    precondition(spacing.min() > 0, "points apart from each other")
    self.size = size
    self.planes = planes
    self.origin = origin
    self.spacing = spacing
    self.gains = gains
  }
}
