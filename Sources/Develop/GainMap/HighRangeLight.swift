internal import BromideLibc
public import BromideValues

/// Adds the light above white to the rows of a picture, and encodes them with a curve of BT.2100.
///
/// Light H of 1 is the white of the picture without this light, which has 203 cd/m² (ITU-R
/// BT.2408-7). H = (S + k) · 2^gain − k, where S is the light of that picture (see `GainMap`).
public struct HighRangeLight: Sendable {
  private let map: GainMap
  private let curve: HighRangeCurve
  /// The most light.
  private let most: Float
  /// The factor of each of the map's codes.
  private let factors: [Float]
  private let codes: LightCodes
  /// The luminance of (1, 0, 0), (0, 1, 0) and (0, 0, 1).
  private let luminance: SIMD3<Float>

  /// - Parameters:
  ///   - map: A gain for each pixel of the picture.
  ///   - space: The space of the rows. Its primaries are those of the codes.
  public init(_ map: GainMap, curve: HighRangeCurve, space: RGBSpace) {
    self.map = map
    self.curve = curve
    most = Float(exp2(map.headroom))
    factors = (0...255).map { Float(exp2(Double($0) / 255 * map.headroom)) }
    codes = LightCodes(curve)
    luminance = SIMD3<Float>(space.toXYZ.rows[1])
  }

  /// Replaces floats by codes of 16 bits, which fill the first half of the bytes.
  ///
  /// - Parameters:
  ///   - bytes: Complete rows without gaps: display-linear light, 1 is white.
  ///   - rows: The numbers of the rows in the picture.
  ///   - channels: 1 to 4. With 2 and 4, the last one is alpha.
  public func encode(
    _ bytes: UnsafeMutableRawBufferPointer, rows: Range<Int>, channels: Int
  ) {
    let width = map.size.width
    let light = unsafe bytes.assumingMemoryBound(to: Float.self)
    let colors = channels <= 2 ? 1 : 3
    unsafe map.codes.withUnsafeBufferPointer { gains in
      for pixel in 0..<rows.count * width {
        let start = pixel * channels
        let factor = unsafe factors[Int(gains[rows.lowerBound * width + pixel])]
        var color = SIMD3<Float>()
        for channel in 0..<colors { color[channel] = unsafe light[start + channel] }
        if colors == 1 { color = SIMD3(repeating: color[0]) }
        let alpha: Float = channels % 2 == 0 ? unsafe light[start + channels - 1] : 1
        let offset = Float(GainMap.offset)
        color = ((color + offset) * factor - offset).clamped(
          lowerBound: SIMD3(), upperBound: SIMD3(repeating: most))
        if curve == .hlg { color *= sceneFactor(color) }
        for channel in 0..<colors { unsafe store(codes[color[channel]], bytes, start + channel) }
        if channels % 2 == 0 {
          unsafe store(UInt16(65535 * min(max(alpha, 0), 1) + 0.5), bytes, start + channels - 1)
        }
      }
    }
  }

  /// Codes are never behind the floats that are read next.
  private func store(_ code: UInt16, _ bytes: UnsafeMutableRawBufferPointer, _ index: Int) {
    unsafe bytes.storeBytes(of: code, toByteOffset: 2 * index, as: UInt16.self)
  }

  /// The scene light for each unit of display light: the inverse of BT.2100's OOTF for a peak of
  /// 1000 cd/m² and a system gamma of 1.2, so that white has the code 0.75.
  private func sceneFactor(_ color: SIMD3<Float>) -> Float {
    let white = Float(HighRangeCurve.white / HighRangeCurve.hlgDisplay)
    let display = (color * luminance).sum() * white
    return display > 0 ? white * powf(display, -1 / 6) : 0
  }
}

/// The 16-bit codes of light, from a table with 1024 steps per stop. The error is below 0.01 code
/// above 2⁻²⁰.
private struct LightCodes: Sendable {
  private static let steps = 1024
  private static let shift = 13
  private static let lowest = Float(exp2(-20.0))
  private static let stops = 28
  private let table: [Float]

  init(_ curve: HighRangeCurve) {
    let function = curve == .pq ? TransferFunction.pq : .hlg
    table = (0...Self.stops * Self.steps).map { index in
      let (stop, step) = (index / Self.steps, index % Self.steps)
      let light = Double(Self.lowest) * exp2(Double(stop)) * (1 + Double(step) / Double(Self.steps))
      return Float(65535 * min(function.encode(light), 1))
    }
  }

  /// - Parameter light: At least 0, and below 256.
  subscript(light: Float) -> UInt16 {
    guard light > Self.lowest else {
      return UInt16(table[0] * max(light, 0) / Self.lowest + 0.5)
    }
    let place = light.bitPattern - Self.lowest.bitPattern
    let index = min(Int(place >> UInt32(Self.shift)), table.count - 2)
    let share = Float(place & (1 << UInt32(Self.shift) - 1)) / Float(1 << Self.shift)
    return UInt16(table[index] + share * (table[index + 1] - table[index]) + 0.5)
  }
}
