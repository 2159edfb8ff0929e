/// The layout of a frame's samples in planes.
public struct YCbCrLayout: Sendable, Hashable {
  /// The number of pixels that share a chroma sample.
  public enum Subsampling: String, Sendable, Hashable, Codable, CaseIterable {
    case yuv420, yuv422, yuv444
    /// Rows share chroma but columns do not: the layout of a rotated 4:2:2 JPEG.
    case yuv440
    /// Luma only.
    case grey

    /// Pixels across that share a chroma sample.
    public var across: Int { self == .yuv420 || self == .yuv422 ? 2 : 1 }
    /// Rows that share a chroma sample.
    public var down: Int { self == .yuv420 || self == .yuv440 ? 2 : 1 }
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

  /// Creates a layout with any name, including layouts that are not in `named`.
  ///
  /// - Parameters:
  ///   - depth: Bits of a sample, 8 to 16; other values are a programming error.
  ///   - isHigh: Whether the value fills the upper bits of two bytes; has no effect at 8 bits.
  public init(
    name: String, _ subsampling: Subsampling, _ arrangement: Arrangement, depth: Int = 8,
    isHigh: Bool = false
  ) {
    precondition((8...16).contains(depth), "8 to 16 bits")
    self.name = name
    self.subsampling = subsampling
    self.arrangement = arrangement
    self.depth = depth
    self.isHigh = isHigh
  }

  /// Bytes of a sample; samples of 16 bits are little-endian.
  public var bytesPerSample: Int { depth > 8 ? 2 : 1 }

  /// Unused bits below the value.
  public var shift: Int { isHigh ? 8 * bytesPerSample - depth : 0 }

  /// Number of planes of a frame: 1 for grey, 2 if Cb and Cr come in pairs, 3 otherwise.
  public var planeCount: Int {
    if subsampling == .grey { return 1 }
    return arrangement == .pairs || arrangement == .pairsSwapped ? 2 : 3
  }

  /// The largest code value.
  public var maximum: Int { (1 << depth) - 1 }
}

extension YCbCrLayout {
  /// 4:2:0, 8 bits: Y, and pairs of Cb and Cr.
  public static let nv12 = YCbCrLayout(name: "nv12", .yuv420, .pairs)
  /// 4:2:0, 8 bits: Y, and pairs of Cr and Cb.
  public static let nv21 = YCbCrLayout(name: "nv21", .yuv420, .pairsSwapped)
  /// 4:2:2, 8 bits: Y, and pairs of Cb and Cr.
  public static let nv16 = YCbCrLayout(name: "nv16", .yuv422, .pairs)
  /// 4:4:4, 8 bits: Y, and pairs of Cb and Cr.
  public static let nv24 = YCbCrLayout(name: "nv24", .yuv444, .pairs)
  /// 4:2:2, 8 bits: Y, and pairs of Cr and Cb.
  public static let nv61 = YCbCrLayout(name: "nv61", .yuv422, .pairsSwapped)
  /// 4:4:4, 8 bits: Y, and pairs of Cr and Cb.
  public static let nv42 = YCbCrLayout(name: "nv42", .yuv444, .pairsSwapped)
  /// 4:2:0, 10 bits in the upper part of two bytes: Y, and pairs of Cb and Cr.
  public static let p010 = YCbCrLayout(name: "p010", .yuv420, .pairs, depth: 10, isHigh: true)
  /// 4:2:0, 12 bits in the upper part of two bytes: Y, and pairs of Cb and Cr.
  public static let p012 = YCbCrLayout(name: "p012", .yuv420, .pairs, depth: 12, isHigh: true)
  /// 4:2:0, 16 bits: Y, and pairs of Cb and Cr.
  public static let p016 = YCbCrLayout(name: "p016", .yuv420, .pairs, depth: 16, isHigh: true)
  /// 4:2:2, 10 bits in the upper part of two bytes: Y, and pairs of Cb and Cr.
  public static let p210 = YCbCrLayout(name: "p210", .yuv422, .pairs, depth: 10, isHigh: true)
  /// 4:2:2, 16 bits: Y, and pairs of Cb and Cr.
  public static let p216 = YCbCrLayout(name: "p216", .yuv422, .pairs, depth: 16, isHigh: true)
  /// 4:4:4, 10 bits in the upper part of two bytes: Y, and pairs of Cb and Cr.
  public static let p410 = YCbCrLayout(name: "p410", .yuv444, .pairs, depth: 10, isHigh: true)
  /// 4:4:4, 16 bits: Y, and pairs of Cb and Cr.
  public static let p416 = YCbCrLayout(name: "p416", .yuv444, .pairs, depth: 16, isHigh: true)
  /// 4:2:0, 8 bits: planes of Y, Cr and Cb.
  public static let yv12 = YCbCrLayout(name: "yv12", .yuv420, .planarSwapped)
  /// 4:2:0, 8 bits: planes of Y, Cb and Cr.
  public static let i420 = planar(.yuv420, depth: 8)
  /// 4:2:2, 8 bits: planes of Y, Cb and Cr.
  public static let i422 = planar(.yuv422, depth: 8)
  /// 4:4:4, 8 bits: planes of Y, Cb and Cr.
  public static let i444 = planar(.yuv444, depth: 8)
  /// Grey, 8 bits: a plane of Y.
  public static let i400 = planar(.grey, depth: 8)

  /// Three planes, or one for grey: I420, I422, I444 and I400, and with more bits I010, I210, I410,
  /// Y10 and so on.
  public static func planar(_ subsampling: Subsampling, depth: Int) -> YCbCrLayout {
    let bits = depth < 10 ? "0\(depth)" : "\(depth)"
    let name =
      switch subsampling {
      case .yuv420: depth == 8 ? "i420" : "i0\(bits)"
      case .yuv422: depth == 8 ? "i422" : "i2\(bits)"
      case .yuv444: depth == 8 ? "i444" : "i4\(bits)"
      case .yuv440: depth == 8 ? "i440" : "i440p\(bits)"
      case .grey: depth == 8 ? "i400" : "y\(bits)"
      }
    return YCbCrLayout(name: name, subsampling, .planar, depth: depth)
  }

  /// All layouts with a name of their own.
  public static let named: [YCbCrLayout] =
    [nv12, nv21, nv16, nv61, nv24, nv42, p010, p012, p016, p210, p216, p410, p416, yv12]
    + [8, 9, 10, 12, 14, 16].flatMap { depth in
      Subsampling.allCases.map { planar($0, depth: depth) }
    }

  /// ffmpeg's names of pixel formats.
  private static let aliases: [String: String] = [
    "yuv420p": "i420", "yuvj420p": "i420", "yuv422p": "i422", "yuvj422p": "i422",
    "yuv444p": "i444", "yuvj444p": "i444", "yuv440p": "i440", "yuvj440p": "i440", "gray": "i400",
    "gray8": "i400", "grey": "i400",
    "yuv420p9le": "i009", "yuv422p9le": "i209", "yuv444p9le": "i409", "gray9le": "y09",
    "yuv420p14le": "i014", "yuv422p14le": "i214", "yuv444p14le": "i414", "gray14le": "y14",
    "yuv420p10le": "i010", "yuv422p10le": "i210", "yuv444p10le": "i410", "gray10le": "y10",
    "yuv420p12le": "i012", "yuv422p12le": "i212", "yuv444p12le": "i412", "gray12le": "y12",
    "yuv420p16le": "i016", "yuv422p16le": "i216", "yuv444p16le": "i416", "gray16le": "y16",
    "yuv440p10le": "i440p10", "yuv440p12le": "i440p12",
    "p010le": "p010", "p012le": "p012", "p016le": "p016", "p210le": "p210", "p216le": "p216",
    "p410le": "p410", "p416le": "p416",
  ]

  /// Creates the layout with the given name, Bromide's or ffmpeg's, in any case; nil if the name is
  /// unknown.
  public init?(name: String) {
    let word = name.lowercased()
    let own = Self.aliases[word] ?? word
    guard let match = Self.named.first(where: { $0.name == own }) else { return nil }
    self = match
  }
}
