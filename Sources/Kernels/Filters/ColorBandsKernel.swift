internal import BromideLibc
public import BromideValues
internal import CBromideKernels

/// Hue, saturation and luminance of eight hue bands, in Oklab.
///
/// A colour belongs to the two bands next to its hue, weighted by smoothstep of the angle between
/// them. s, l and the rotation are the bands' amounts with these weights. g = smoothstep(C / 0.06)
/// protects greys. The hue rotates by g · rotation. Chroma is multiplied by 1 + g·s, and for s > 0
/// by 1 + g·s·(1 − min(C / 0.35, 1)²). Lightness changes by L += 0.55·g·l·L·(1 − L). To keep the
/// order of hues, a band rotates by at most 30°, or 0.6 of the distance to its neighbour if that is
/// less.
public struct ColorBandsKernel: PointKernel {
  /// The change of a band. Each number is −1…1.
  public struct Band: Sendable, Hashable {
    /// Fraction of the maximum rotation, towards the next band.
    public var hue: Double
    /// Share of chroma.
    public var saturation: Double
    /// Fraction of the maximum lightness change.
    public var luminance: Double

    /// Fractions of the maximum changes.
    public init(hue: Double, saturation: Double, luminance: Double) {
      (self.hue, self.saturation, self.luminance) = (hue, saturation, luminance)
    }
  }

  /// The Oklab hues of the bands in degrees: red, orange, yellow, green, aqua, blue, purple and
  /// magenta.
  public static let hues: [Double] = [29, 55, 105, 142, 195, 262, 298, 330]

  private let bands: [Band]
  private let oklab: OklabMatrices
  private let table: [Float]

  static let grey = 0.06
  static let strong = 0.35

  /// - Parameters:
  ///   - space: The space of the pixels, with a D65 white.
  ///   - bands: One for each of `hues`.
  public init(space: RGBSpace, bands: [Band]) {
    precondition(bands.count == Self.hues.count, "a change for each band")
    self.bands = bands
    oklab = OklabMatrices(space)
    var table: [Float] = []
    for i in 0...Int(BROMIDE_HUES) {
      // Start at −b. a is at 1, b at 2 and −a at 3.
      let place = 4 * Double(i) / Double(BROMIDE_HUES)
      let b = place <= 2 ? place - 1 : 3 - place
      let a = (1 - abs(b)) * (place <= 2 ? 1 : -1)
      let change = Self.change(at: atan2(b, a) * 180 / .pi, bands)
      table += [Float(change.x * .pi / 180), Float(change.y), Float(change.z)]
    }
    self.table = table
  }

  /// Returns the rotation in degrees, and the shares of chroma and lightness, for a hue in degrees.
  private static func change(at hue: Double, _ bands: [Band]) -> SIMD3<Double> {
    for i in hues.indices {
      let next = (i + 1) % hues.count
      let place = turn(from: hues[i], to: hue) / turn(from: hues[i], to: hues[next])
      guard place < 1 else { continue }
      let share = smooth(place)
      return (1 - share) * change(i, bands[i]) + share * change(next, bands[next])
    }
    return SIMD3()
  }

  private static func change(_ i: Int, _ band: Band) -> SIMD3<Double> {
    let (before, after) = (hues[(i + 7) % 8], hues[(i + 1) % 8])
    let gap = band.hue > 0 ? turn(from: hues[i], to: after) : turn(from: before, to: hues[i])
    return SIMD3(band.hue * min(30, 0.6 * gap), band.saturation, band.luminance)
  }

  /// Degrees from one hue up to another, 0 ..< 360.
  private static func turn(from: Double, to: Double) -> Double {
    let turn = (to - from).truncatingRemainder(dividingBy: 360)
    return turn < 0 ? turn + 360 : turn
  }

  /// Returns the pixel with its bands changed. Ignores the position.
  public func formula(_ pixel: SIMD3<Double>, x: Int, y: Int) -> SIMD3<Double> {
    let lab = oklab.lab(pixel)
    let (l, a, b) = (lab.x, lab.y, lab.z)
    let chroma = hypot(a, b)
    let coloured = smooth(chroma / Self.grey)
    let change = Self.change(at: atan2(b, a) * 180 / .pi, bands)
    let angle = coloured * change.x * .pi / 180
    let strong = min(chroma / Self.strong, 1)
    let factor = 1 + coloured * change.y * (change.y > 0 ? 1 - strong * strong : 1)
    return oklab.pixel(
      SIMD3(
        l + 0.55 * coloured * change.z * l * (1 - l),
        factor * (cos(angle) * a - sin(angle) * b), factor * (sin(angle) * a + cos(angle) * b)))
  }

  /// Runs the compiled form in place on the first `count` pixels of a row.
  @unsafe public func run(
    _ set: InstructionSet, _ row: PlanarPointers, x: Int, y: Int, count: Int
  ) {
    unsafe table.withUnsafeBufferPointer { table in
      var values = unsafe bromide_bands(
        oklab: oklab.values, hues: table.baseAddress, grey: Float(1 / Self.grey),
        strong: Float(1 / Self.strong))
      unsafe bromide_bands_row(set.code, &values, row.red, row.green, row.blue, count)
    }
  }
}
