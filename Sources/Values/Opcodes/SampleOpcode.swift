/// A correction of samples by position and value: DNG's opcodes 3 and 7 to 13 (DNG 1.6, chapter 7,
/// "Opcode List Processing").
public struct SampleOpcode: Sendable, Hashable, Codable {
  /// The effect on a sample, where 0 is black and 1 is white.
  public enum Effect: Sendable, Hashable, Codable {
    /// Multiplies by 1 + k₀r² + k₁r⁴ + … + k₄r¹⁰ (FixVignetteRadial). r is the distance from a
    /// centre, relative to the distance of the farthest corner.
    case radialGain([Double], center: SIMD2<Double>, radius: Double)
    /// Multiplies by a map's gain (GainMap).
    case gainMap(OpcodeGainMap)
    /// Looks up the value in at most 65536 entries (MapTable). Larger values use the last entry.
    case table([UInt16])
    /// Replaces v with Σ cᵢvⁱ (MapPolynomial).
    case polynomial([Double])
    /// Adds a number for each row (DeltaPerRow), or multiplies by it (ScalePerRow).
    case rows([Float], scales: Bool)
    /// Adds a number for each column (DeltaPerColumn), or multiplies by it (ScalePerColumn).
    case columns([Float], scales: Bool)
  }

  /// The effect.
  public var effect: Effect
  /// The rectangle to correct, in pixels of the image.
  public var area: Region
  /// The first plane to correct. A mosaic has one plane.
  public var plane: Int
  /// The number of planes to correct, starting at `plane`.
  public var planes: Int
  /// The distance between corrected rows, starting at the area's first row.
  public var rowPitch: Int
  /// The distance between corrected columns, starting at the area's first column.
  public var columnPitch: Int

  /// Creates a correction of a rectangle, by default for every sample of all planes.
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

  /// The name in the DNG specification.
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

/// A grid of gains over an image, bilinear between its points and constant outside them.
public struct OpcodeGainMap: Sendable, Hashable, Codable {
  /// The number of points, across and down.
  public var size: Size
  /// The number of gains at each point: 1 for all planes, or one per plane. Further planes use the
  /// last gain.
  public var planes: Int
  /// The position of the first point, in pixels of the image. 0 is the left or upper edge of the
  /// first pixel.
  public var origin: SIMD2<Double>
  /// The distance between points, in pixels, above 0.
  public var spacing: SIMD2<Double>
  /// The gains: plane by plane for each point, row by row.
  public var gains: [Float]

  /// Creates a grid with a gain for each plane of each point.
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
