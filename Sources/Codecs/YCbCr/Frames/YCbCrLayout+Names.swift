/// The named layouts, with Bromide's and ffmpeg's names.
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
      case .yuv411: depth == 8 ? "i411" : "i411p\(bits)"
      case .yuv410: depth == 8 ? "yuv410p" : "yuv410p\(bits)"
      case .yuv4x2: depth == 8 ? "i4x2" : "i4x2p\(bits)"
      case .yuv441: depth == 8 ? "i441" : "i441p\(bits)"
      case .grey: depth == 8 ? "i400" : "y\(bits)"
      }
    return YCbCrLayout(name: name, subsampling, .planar, depth: depth)
  }

  /// The video layouts that the vectorised converters support. Bromide can also write them.
  public static let named: [YCbCrLayout] =
    [nv12, nv21, nv16, nv61, nv24, nv42, p010, p012, p016, p210, p216, p410, p416, yv12]
    + [8, 9, 10, 12, 14, 16].flatMap { depth in
      usual.map { planar($0, depth: depth) }
    }

  private static let usual: [Subsampling] = [.yuv420, .yuv422, .yuv444, .yuv440, .grey]

  /// All named layouts.
  public static let all: [YCbCrLayout] = named + single + rare + transparent + bigEndian

  /// All samples in one plane.
  private static let single: [YCbCrLayout] =
    [.yuyv, .uyvy, .yvyu].map { YCbCrLayout(name: $0.rawValue, .yuv422, $0) }
    + [
      (Arrangement.rgb, "rgb24", "rgb48"), (.bgr, "bgr24", "bgr48"), (.rgba, "rgba", "rgba64"),
      (.bgra, "bgra", "bgra64"), (.argb, "argb", nil), (.abgr, "abgr", nil),
    ].flatMap { arrangement, short, long in
      [YCbCrLayout(name: short, .yuv444, arrangement)]
        + (long.map { [YCbCrLayout(name: $0, .yuv444, arrangement, depth: 16)] } ?? [])
    }
    + [(Arrangement.rgba, "rgb0"), (.bgra, "bgr0"), (.argb, "0rgb"), (.abgr, "0bgr")].map {
      YCbCrLayout(name: $1, .yuv444, $0, hasAlpha: false)
    }

  /// Chroma shared by four pixels, and planes of G, B and R.
  private static let rare: [YCbCrLayout] =
    [.yuv411, .yuv410, .yuv4x2, .yuv441].map { planar($0, depth: 8) }
    + [8, 9, 10, 12, 14, 16].map {
      YCbCrLayout(name: $0 == 8 ? "gbrp" : "gbrp\($0)", .yuv444, .planar, depth: $0, isRGB: true)
    }

  /// Planes followed by a plane of opacities.
  private static let transparent: [YCbCrLayout] =
    [(Subsampling.yuv420, "yuva420p"), (.yuv422, "yuva422p"), (.yuv444, "yuva444p")]
    .flatMap { subsampling, name in
      [8, 9, 10, 12, 16].map {
        YCbCrLayout(
          name: $0 == 8 ? name : "\(name)\($0)", subsampling, .planar, depth: $0, hasAlpha: true)
      }
    }
    + [8, 10, 12, 16].map {
      YCbCrLayout(
        name: $0 == 8 ? "gbrap" : "gbrap\($0)", .yuv444, .planar, depth: $0, isRGB: true,
        hasAlpha: true)
    }

  /// Layouts with two bytes per sample, with the most significant byte first.
  private static let bigEndian: [YCbCrLayout] = (named + single + rare + transparent)
    .filter { $0.bytesPerSample == 2 }
    .map {
      YCbCrLayout(
        name: $0.name + "be", $0.subsampling, $0.arrangement, depth: $0.depth, isHigh: $0.isHigh,
        isBigEndian: true, isRGB: $0.isRGB, hasAlpha: $0.hasAlpha)
    }

  /// ffmpeg's names of pixel formats, without the order of bytes.
  private static let aliases: [String: String] = [
    "yuv420p": "i420", "yuvj420p": "i420", "yuv422p": "i422", "yuvj422p": "i422",
    "yuv444p": "i444", "yuvj444p": "i444", "yuv440p": "i440", "yuvj440p": "i440", "gray": "i400",
    "gray8": "i400", "grey": "i400", "yuv411p": "i411", "yuvj411p": "i411",
    "yuyv422": "yuyv", "yuy2": "yuyv", "uyvy422": "uyvy", "yvyu422": "yvyu",
    "yuv420p9": "i009", "yuv422p9": "i209", "yuv444p9": "i409", "gray9": "y09",
    "yuv420p14": "i014", "yuv422p14": "i214", "yuv444p14": "i414", "gray14": "y14",
    "yuv420p10": "i010", "yuv422p10": "i210", "yuv444p10": "i410", "gray10": "y10",
    "yuv420p12": "i012", "yuv422p12": "i212", "yuv444p12": "i412", "gray12": "y12",
    "yuv420p16": "i016", "yuv422p16": "i216", "yuv444p16": "i416", "gray16": "y16",
    "yuv440p10": "i440p10", "yuv440p12": "i440p12",
  ]

  /// Creates the layout with the given name, Bromide's or ffmpeg's, ignoring case. Returns `nil` if
  /// the name is unknown.
  public init?(name: String) {
    let word = name.lowercased()
    func named(_ name: some StringProtocol) -> YCbCrLayout? {
      let own = Self.aliases[String(name)] ?? String(name)
      return Self.all.first { $0.name == own }
    }
    // ffmpeg ends the names of two bytes by their order.
    let (stem, order) = (word.dropLast(2), word.suffix(2))
    let found =
      named(word)
      ?? (order == "le" || order == "be"
        ? named(stem).flatMap { layout in
          layout.bytesPerSample == 1
            ? nil : order == "le" ? layout : named(layout.name + "be")
        } : nil)
    guard let found else { return nil }
    self = found
  }
}
