internal import BromideCodecs
public import BromideDevelop
public import BromideValues

/// A picture with colours that show its exposure.
///
/// The zones are the same as in ARRI's cameras, in percent of the signal. Everything between them
/// is grey.
public struct FalseColor: Sendable {
  /// A range of the signal with its colour.
  public struct Zone: Sendable, Hashable {
    /// The signal in percent: the lower bound belongs to the zone, the upper bound does not.
    public let range: Range<Double>
    /// Red, green and blue in sRGB.
    public let color: SIMD3<UInt8>
    /// A few words for a legend.
    public let name: String
  }

  /// The zones from dark to bright.
  public static let zones = [
    Zone(range: -Double.infinity..<2.5, color: [110, 40, 140], name: "black"),
    Zone(range: 2.5..<4, color: [30, 80, 220], name: "near black"),
    Zone(range: 38..<42, color: [40, 170, 60], name: "middle grey"),
    Zone(range: 52..<56, color: [245, 150, 170], name: "skin, a stop over grey"),
    Zone(range: 97..<99, color: [250, 225, 40], name: "near white"),
    Zone(range: 99..<Double.infinity, color: [220, 40, 30], name: "white"),
  ]

  /// Returns the zone of a signal in percent, or `nil` between zones.
  public static func zone(of percent: Double) -> Int? {
    zones.firstIndex { $0.range.contains(percent) }
  }

  /// The colour of a signal in percent.
  static func color(of percent: Double) -> SIMD3<UInt8> {
    if let zone = zone(of: percent) { return zones[zone].color }
    return SIMD3(repeating: UInt8((2.55 * min(max(percent, 0), 100)).rounded()))
  }

  /// The picture, upright.
  public let image: ImageBuffer<UInt8>
  /// The fraction of its pixels in each zone, 0…1.
  public let shares: [Double]

  /// - Parameters:
  ///   - sampler: The picture.
  ///   - longEdge: The maximum number of pixels along an edge. Larger pictures use single pixels.
  /// - Throws: `DevelopError.unsupported` if a raw cannot be developed.
  public init(_ sampler: PointSampler, longEdge: Int) throws(DevelopError) {
    let signal = sampler.scopeSignal
    let luma = try sampler.luma(longEdge: longEdge)
    var image = ImageBuffer<UInt8>(size: luma.size, channels: 3)
    var counts = [Int](repeating: 0, count: Self.zones.count)
    for (i, code) in luma.codes.enumerated() {
      let percent = signal.percent(of: code)
      if let zone = Self.zone(of: percent) { counts[zone] += 1 }
      let color = Self.color(of: percent)
      for c in 0..<3 { image[i % luma.size.width, i / luma.size.width, c] = color[c] }
    }
    self.image = image
    shares = counts.map { Double($0) / Double(luma.size.area) }
  }
}

extension PointSampler {
  /// The luma codes, at 8 bits, of a reduced picture, row after row.
  fileprivate func luma(longEdge: Int) throws(DevelopError) -> (size: Size, codes: [Double]) {
    let coding = scopeSignal.coding
    if case .raw(let raw) = pixels {
      let picture = try raw.picture(
        of: UInt16.self, .uint16, space: .srgb, longEdge: longEdge)
      let codes = (0..<picture.size.area).map { i in
        let (x, y, last) = (i % picture.width, i / picture.width, picture.channels - 1)
        return coding.encode(
          SIMD3(
            Double(picture[x, y, 0]), Double(picture[x, y, last / 2]), Double(picture[x, y, last]))
            / 65535
        ).x
      }
      return (picture.size, codes)
    }
    let scale = min(1, Double(longEdge) / Double(size.longEdge))
    let small = Size(
      width: max(1, Int((Double(size.width) * scale).rounded())),
      height: max(1, Int((Double(size.height) * scale).rounded())))
    let codes = (0..<small.area).map { i in
      let place = NormalizedPoint(
        x: (Double(i % small.width) + 0.5) / Double(small.width),
        y: (Double(i / small.width) + 0.5) / Double(small.height))
      let (x, y) = place.storedPixel(orientation, in: storedSize)
      if case .frame(let frame, _) = pixels, !frame.layout.isRGB, let frameReader {
        return frameReader.codes(x: x, y: y).x / Double(1 << (frame.layout.depth - 8))
      }
      return coding.encode(encoded(x: x, y: y)).x
    }
    return (small, codes)
  }
}
