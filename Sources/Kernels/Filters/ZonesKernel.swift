internal import CKernels

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Contrast and the brightness of parts of the tonal range, in stops from grey.
///
/// s = log2(luminance / grey) becomes s·contrast, and then goes through each zone:
/// s + amount · smoothstep((s − start) / (end − start)). All components get the gain 2^(new − old), so hue and
/// saturation stay. Luminance below 1e-9 counts as that.
public struct ZonesKernel: PointKernel {
  /// A part of the tonal range: nothing happens at `start` and before, all of it at `end` and beyond.
  public struct Zone: Sendable, Hashable {
    /// In stops from grey.
    public var start: Double
    /// In stops from grey; not equal to `start`.
    public var end: Double
    /// Stops to add.
    public var amount: Double

    /// A zone between two brightnesses in stops from grey; `amount` is in stops, too.
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

  /// - Parameters:
  ///   - weights: The luminance of red, green and blue.
  ///   - grey: The luminance that contrast leaves alone.
  ///   - zones: At most 4.
  public init(weights: SIMD3<Double>, grey: Double, contrast: Double, zones: [Zone]) {
    precondition(zones.count <= Int(BROMIDE_ZONES), "no more zones than the kernel has")
    self.weights = weights
    self.grey = grey
    self.contrast = contrast
    self.zones = zones
  }

  /// All components times the gain of the pixel's luminance; the place is ignored.
  public func formula(_ pixel: SIMD3<Double>, x: Int, y: Int) -> SIMD3<Double> {
    let stops = log2(max(luminance(pixel, weights), 1e-9) / grey)
    var out = stops * contrast
    for zone in zones {
      out += zone.amount * smooth((out - zone.start) / (zone.end - zone.start))
    }
    return pixel * exp2(out - stops)
  }

  /// Runs the compiled form on the first `count` pixels of a row, in place.
  @unsafe public func run(
    _ set: InstructionSet, _ row: PlanarPointers, x: Int, y: Int, count: Int
  ) {
    func zone(_ index: Int) -> bromide_zone {
      guard index < zones.count else { return bromide_zone(start: 0, slope: 0, amount: 0) }
      let zone = zones[index]
      return bromide_zone(
        start: Float(zone.start), slope: Float(1 / (zone.end - zone.start)),
        amount: Float(zone.amount))
    }
    var values = bromide_zones(
      weights: weights.floats, grey: Float(grey), contrast: Float(contrast),
      zones: (zone(0), zone(1), zone(2), zone(3)))
    unsafe bromide_zones_row(set.code, &values, row.red, row.green, row.blue, count)
  }
}
