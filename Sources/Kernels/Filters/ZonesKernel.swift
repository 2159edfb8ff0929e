internal import BromideLibc
internal import CBromideKernels

/// Contrast, and the brightness of parts of the tonal range, in stops from grey.
///
/// s = log2(luminance / grey) becomes s·contrast, then passes through each zone: s + amount ·
/// smoothstep((s − start) / (end − start)). Luminance y below grey then becomes max(0, y − black ·
/// (1 − y/grey)²), so that dark tones reach black. All components get the gain of luminance, which
/// keeps hue and saturation. Luminance below 1e-9 is treated as 1e-9.
public struct ZonesKernel: PointKernel {
  /// A part of the tonal range: no effect up to `start`, full effect from `end`.
  public struct Zone: Sendable, Hashable {
    /// Beginning of the transition, in stops from grey.
    public var start: Double
    /// End of the transition, in stops from grey. Must differ from `start`.
    public var end: Double
    /// Stops to add.
    public var amount: Double

    /// Creates a zone. All values are in stops, and `start` and `end` are relative to grey.
    public init(start: Double, end: Double, amount: Double) {
      self.start = start
      self.end = end
      self.amount = amount
    }
  }

  private let weights: SIMD3<Double>
  private let grey: Double
  private let contrast: Double
  private let zones: [Zone]
  private let black: Double
  private let gains: OctaveTable

  private static let least = 1e-9
  /// The table's luminance range: from below the minimum to 14 stops above white. Beyond it gains
  /// are constant.
  private static let octaves = -30..<14

  /// - Parameters:
  ///   - weights: The luminance of red, green and blue.
  ///   - grey: The luminance that contrast leaves unchanged.
  ///   - black: Light to subtract at luminance 0, falling to 0 at grey. Must be 0 or more.
  public init(
    weights: SIMD3<Double>, grey: Double, contrast: Double, zones: [Zone], black: Double = 0
  ) {
    self.weights = weights
    self.grey = grey
    self.contrast = contrast
    self.zones = zones
    self.black = black
    gains = OctaveTable(Self.octaves) {
      Self.gain($0, grey: grey, contrast: contrast, zones: zones, black: black)
    }
  }

  /// Returns all components times the gain for the pixel's luminance. Ignores the position.
  public func formula(_ pixel: SIMD3<Double>, x: Int, y: Int) -> SIMD3<Double> {
    let light = max(luminance(pixel, weights), Self.least)
    return pixel * Self.gain(light, grey: grey, contrast: contrast, zones: zones, black: black)
  }

  private static func gain(
    _ light: Double, grey: Double, contrast: Double, zones: [Zone], black: Double
  ) -> Double {
    let stops = log2(light / grey)
    var out = stops * contrast
    for zone in zones {
      out += zone.amount * smooth((out - zone.start) / (zone.end - zone.start))
    }
    let gain = exp2(out - stops)
    let raised = light * gain
    guard black > 0, raised < grey else { return gain }
    let rest = 1 - raised / grey
    return max(0, raised - black * rest * rest) / light
  }

  /// Runs the compiled form in place on the first `count` pixels of a row, with gains from a table.
  @unsafe public func run(
    _ set: InstructionSet, _ row: PlanarPointers, x: Int, y: Int, count: Int
  ) {
    unsafe gains.withC { table in
      var values = unsafe bromide_gain(
        weights: weights.floats, least: Float(Self.least),
        most: Float(exp2(Double(Self.octaves.upperBound))).nextDown, gains: table)
      unsafe bromide_gain_row(set.code, &values, row.red, row.green, row.blue, count)
    }
  }
}
