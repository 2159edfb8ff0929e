/// The layout of a frame's samples in planes.
public struct YCbCrLayout: Sendable, Hashable {
  /// The number of pixels that share a chroma sample.
  public enum Subsampling: String, Sendable, Hashable, Codable, CaseIterable {
    case yuv420, yuv422, yuv444
    /// Rows share chroma but columns do not: the layout of a rotated 4:2:2 JPEG.
    case yuv440
    /// Four pixels of a row share chroma: DV of 60 fields.
    case yuv411
    /// Four pixels of four rows share chroma, as in FourCC YVU9.
    case yuv410
    /// Four pixels of two rows share chroma: what JPEGs call 4:1:0.
    case yuv4x2
    /// Four rows share chroma: the layout of a rotated 4:1:1 JPEG.
    case yuv441
    /// Luma only.
    case grey

    /// Pixels across that share a chroma sample: 1, 2 or 4.
    public var across: Int {
      switch self {
      case .yuv420, .yuv422: 2
      case .yuv411, .yuv410, .yuv4x2: 4
      case .yuv444, .yuv440, .yuv441, .grey: 1
      }
    }

    /// Rows that share a chroma sample: 1, 2 or 4.
    public var down: Int {
      switch self {
      case .yuv420, .yuv440, .yuv4x2: 2
      case .yuv410, .yuv441: 4
      case .yuv444, .yuv422, .yuv411, .grey: 1
      }
    }
  }

  /// The arrangement of Cb and Cr.
  public enum Arrangement: String, Sendable, Hashable, CaseIterable {
    /// Three planes: Y, Cb, Cr.
    case planar
    /// Three planes: Y, Cr, Cb.
    case planarSwapped
    /// Two planes: Y, and pairs of Cb and Cr.
    case pairs
    /// Two planes: Y, and pairs of Cr and Cb.
    case pairsSwapped
    /// One plane of 4:2:2: Y, Cb, Y and Cr of two pixels.
    case yuyv
    /// One plane of 4:2:2: Cb, Y, Cr and Y.
    case uyvy
    /// One plane of 4:2:2: Y, Cr, Y and Cb.
    case yvyu
    /// One plane of R, G and B.
    case rgb
    /// One plane of B, G and R.
    case bgr
    /// One plane with an opacity.
    case rgba, bgra, argb, abgr
  }

  /// The name on the command line and in reports.
  public let name: String
  /// The number of pixels that share a chroma sample.
  public let subsampling: Subsampling
  /// The arrangement of Cb and Cr.
  public let arrangement: Arrangement
  /// Bits of a sample, 8 to 16.
  public let depth: Int
  /// Whether the value fills the upper bits of its two bytes (P010) rather than the lower ones
  /// (I010).
  public let isHigh: Bool
  /// Whether the first of two bytes is the upper one.
  public let isBigEndian: Bool
  /// Whether Y, Cb and Cr contain G, B and R, as with `YCbCrMatrix.identity`.
  public let isRGB: Bool
  /// Whether each pixel has an opacity: in a separate plane, the last one, or next to its colour.
  public let hasAlpha: Bool

  /// Creates a layout with any name, including layouts that are not in `all`.
  ///
  /// - Parameters:
  ///   - depth: Bits of a sample, 8 to 16. Other values are a programming error.
  ///   - isHigh: Whether the value fills the upper bits of two bytes. It has no effect at 8 bits.
  ///   - isBigEndian: Whether the first of two bytes is the most significant.
  ///   - isRGB: Whether three planes contain G, B and R. For single planes, it follows from the
  ///     arrangement.
  ///   - hasAlpha: Whether a plane of opacities follows. For single planes, it follows from the
  ///     arrangement, unless this is false because the opacity is unused.
  public init(
    name: String, _ subsampling: Subsampling, _ arrangement: Arrangement, depth: Int = 8,
    isHigh: Bool = false, isBigEndian: Bool = false, isRGB: Bool = false, hasAlpha: Bool? = nil
  ) {
    precondition((8...16).contains(depth), "8 to 16 bits")
    self.name = name
    self.subsampling = subsampling
    self.arrangement = arrangement
    self.depth = depth
    self.isHigh = isHigh
    self.isBigEndian = isBigEndian && depth > 8
    self.isRGB = isRGB || arrangement.order.contains("r")
    self.hasAlpha = hasAlpha ?? arrangement.order.contains("a")
  }

  /// Bytes of a sample.
  public var bytesPerSample: Int { depth > 8 ? 2 : 1 }

  /// Unused bits below the value.
  public var shift: Int { isHigh ? 8 * bytesPerSample - depth : 0 }

  /// The number of planes in a frame: 1 for grey and for packed samples, 2 for pairs of Cb and Cr,
  /// or else 3, and one more for opacities.
  public var planeCount: Int {
    if arrangement.isPacked { return 1 }
    let colors = subsampling == .grey ? 1 : arrangement.isPlanar ? 3 : 2
    return colors + (hasAlpha ? 1 : 0)
  }

  /// Whether the kernels that convert rows support it. Pixels of other layouts are read separately.
  var suitsKernels: Bool {
    !arrangement.isPacked && !isBigEndian && subsampling.across < 4 && subsampling.down < 4
  }

  /// The largest code value.
  public var maximum: Int { (1 << depth) - 1 }
}

extension YCbCrLayout.Arrangement {
  /// The order of samples in a packed plane, or an empty text for several planes. 4:2:2 lists two
  /// pixels.
  var order: String {
    switch self {
    case .planar, .planarSwapped, .pairs, .pairsSwapped: ""
    case .yuyv: "yuyv"
    case .uyvy: "uyvy"
    case .yvyu: "yvyu"
    case .rgb: "rgb"
    case .bgr: "bgr"
    case .rgba: "rgba"
    case .bgra: "bgra"
    case .argb: "argb"
    case .abgr: "abgr"
    }
  }

  /// Whether one plane holds all samples.
  var isPacked: Bool { !order.isEmpty }
  /// Whether Cr comes before Cb, in planes or in pairs.
  var isSwapped: Bool { self == .planarSwapped || self == .pairsSwapped }
  /// Whether Cb and Cr have separate planes.
  var isPlanar: Bool { self == .planar || self == .planarSwapped }
}
