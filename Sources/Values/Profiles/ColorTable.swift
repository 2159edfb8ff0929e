/// A map over hue, saturation and value: a camera profile's HueSatMap or LookTable.
///
/// Colours are linear ProPhoto RGB, read as hexcone HSV. Between the entries, a colour is
/// interpolated in all three dimensions, with hue as a circle. The entry rotates its hue and
/// multiplies value and saturation, which is limited to 1 (DNG specification 1.7,
/// ProfileHueSatMapData1). Light above 1 uses the entry of 1 and keeps its excess. If the camera
/// clipped, the map of white applies.
public struct ColorTable: Sendable, Hashable, Codable {
  /// How value is read before it is looked up and multiplied.
  public enum Encoding: Int, Sendable, Hashable, Codable {
    /// As linear light.
    case linear = 0
    /// The sRGB code of the value, 0…1.
    case sRGB = 1
  }

  /// Entries over a turn of hue, from red towards yellow.
  public let hues: Int
  /// Entries over saturation, from 0 to 1.
  public let saturations: Int
  /// Entries over value, from 0 to 1. One entry applies to all values.
  public let values: Int
  /// How value is read.
  public let encoding: Encoding
  /// Hue shift in sixths of a turn, factors of saturation and of value, and 0. Value varies
  /// slowest, then hue, then saturation.
  public let entries: [SIMD4<Float>]

  /// The accepted dimensions. The largest table has 70 MB.
  public static let accepted = (hues: 1...360, saturations: 2...256, values: 1...64)
  /// Largest shift of hue, in degrees: more would be a turn too many.
  static let mostDegrees: Float = 360
  /// Profiles do not multiply saturation or value by a thousand. Larger numbers mean damage.
  static let mostFactor: Float = 1000

  /// A table from a file's numbers: for each entry a shift in degrees and two factors.
  ///
  /// - Throws: `ProfileError` for dimensions outside `accepted`, another count of numbers, or
  ///   numbers that are not finite, negative factors, shifts of more than a turn, and factors above
  ///   1000.
  public init(
    hues: Int, saturations: Int, values: Int, encoding: Encoding = .linear, numbers: [Float]
  ) throws(ProfileError) {
    let count = try Self.count(hues: hues, saturations: saturations, values: values)
    guard numbers.count == count else {
      throw ProfileError("\(numbers.count) numbers, but its dimensions require \(count)")
    }
    var entries: [SIMD4<Float>] = []
    entries.reserveCapacity(count / 3)
    for start in stride(from: 0, to: count, by: 3) {
      let (shift, saturation, value) = (numbers[start], numbers[start + 1], numbers[start + 2])
      guard abs(shift) <= Self.mostDegrees, (0...Self.mostFactor).contains(saturation),
        (0...Self.mostFactor).contains(value)
      else {
        throw ProfileError(
          "entry \(start / 3) is \(shift)°, \(saturation), \(value); expected a turn at most, and factors of 0 to \(Int(Self.mostFactor))"
        )
      }
      entries.append(SIMD4(shift / 60, saturation, value, 0))
    }
    self.init(
      hues: hues, saturations: saturations, values: values, encoding: encoding, entries: entries)
  }

  private init(
    hues: Int, saturations: Int, values: Int, encoding: Encoding, entries: [SIMD4<Float>]
  ) {
    self.hues = hues
    self.saturations = saturations
    self.values = values
    self.encoding = encoding
    self.entries = entries
  }

  /// Returns the number of values in a table with these dimensions.
  ///
  /// - Throws: `ProfileError` for dimensions outside `accepted`.
  public static func count(hues: Int, saturations: Int, values: Int) throws(ProfileError) -> Int {
    let most = accepted
    guard most.hues.contains(hues), most.saturations.contains(saturations),
      most.values.contains(values)
    else {
      throw ProfileError(
        "dimensions of \(hues)×\(saturations)×\(values); expected \(text(most.hues)) hues, \(text(most.saturations)) saturations, \(text(most.values)) values"
      )
    }
    return 3 * hues * saturations * values
  }

  private static func text(_ range: ClosedRange<Int>) -> String {
    "\(range.lowerBound) to \(range.upperBound)"
  }

  /// Whether the number of entries matches the dimensions.
  var isSound: Bool {
    (try? Self.count(hues: hues, saturations: saturations, values: values)) == entries.count * 3
  }

  /// Whether the table has no effect.
  public var isIdentity: Bool { entries.allSatisfy { $0 == SIMD4(0, 1, 1, 0) } }

  /// Returns a mix of this table and `share` of another table with the same dimensions.
  ///
  /// - Returns: `nil` if their dimensions or encodings differ.
  public func mixed(with other: ColorTable, share: Double) -> ColorTable? {
    guard hues == other.hues, saturations == other.saturations, values == other.values,
      encoding == other.encoding
    else { return nil }
    if share <= 0 { return self }
    if share >= 1 { return other }
    let (own, its) = (Float(1 - share), Float(share))
    return ColorTable(
      hues: hues, saturations: saturations, values: values, encoding: encoding,
      entries: zip(entries, other.entries).map { own * $0 + its * $1 })
  }
}

extension ColorTable {
  /// Applies the table to linear ProPhoto RGB. Components below 0 are treated as 0.
  public func callAsFunction(_ light: SIMD3<Double>) -> SIMD3<Double> {
    let p = light.replacing(with: 0, where: .!(light .> 0))
    let (most, range) = (p.max(), p.max() - p.min())
    var hue = 0.0
    if range > 0 {
      if p.x == most {
        hue = (p.y - p.z) / range
      } else if p.y == most {
        hue = 2 + (p.z - p.x) / range
      } else {
        hue = 4 + (p.x - p.y) / range
      }
      if hue < 0 { hue += 6 }
    }
    let saturation = most > 0 ? range / most : 0
    let excess = max(most, 1)
    var value = most / excess
    if encoding == .sRGB { value = TransferFunction.srgb.encode(value) }
    let entry = entry(hue: hue, saturation: saturation, value: value)
    value *= entry.z
    if encoding == .sRGB { value = TransferFunction.srgb.decode(min(value, 1)) }
    let turned = (hue + entry.x + 12).truncatingRemainder(dividingBy: 6)
    return value * excess * Self.color(hue: turned, saturation: min(saturation * entry.y, 1))
  }

  /// The interpolated entry: hue in sixths of a turn, saturation and read value in 0…1.
  private func entry(hue: Double, saturation: Double, value: Double) -> SIMD3<Double> {
    let (h, s, v) = (
      Place(hue * Double(hues) / 6, last: hues - 1),
      Place(saturation * Double(saturations - 1), last: saturations - 2),
      Place(value * Double(values - 1), last: max(values - 2, 0))
    )
    func at(_ h: Int, _ s: Int, _ v: Int) -> SIMD3<Double> {
      let entry = entries[(v * hues + h % hues) * saturations + s]
      return SIMD3(Double(entry.x), Double(entry.y), Double(entry.z))
    }
    func mix(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ share: Double) -> SIMD3<Double> {
      a + share * (b - a)
    }
    func layer(_ v: Int) -> SIMD3<Double> {
      mix(
        mix(at(h.first, s.first, v), at(h.first + 1, s.first, v), h.share),
        mix(at(h.first, s.first + 1, v), at(h.first + 1, s.first + 1, v), h.share), s.share)
    }
    return values > 1 ? mix(layer(v.first), layer(v.first + 1), v.share) : layer(0)
  }

  /// A position between two entries. The first is at most `last`.
  private struct Place {
    let first: Int
    let share: Double

    init(_ place: Double, last: Int) {
      first = min(Int(place), last)
      share = place - Double(first)
    }
  }

  /// Returns a colour with value 1. Hue is in sixths of a turn.
  private static func color(hue: Double, saturation: Double) -> SIMD3<Double> {
    func component(_ distance: Double) -> Double {
      1 - saturation * min(max(distance - 1, 0), 1)
    }
    return SIMD3(
      component(min(hue, 6 - hue)), component(abs(hue - 2)), component(abs(hue - 4)))
  }
}
