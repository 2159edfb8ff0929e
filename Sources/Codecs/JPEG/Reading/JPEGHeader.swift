public import BromideValues
internal import CBromideCodecs

/// The contents of a JPEG before its pixels.
public struct JPEGHeader: Sendable, Hashable, Codable {
  /// The size as stored, before orientation.
  public let size: Size
  /// A planar or grey layout with 8 bits, subsampled by the file's sampling factors.
  public var layout: YCbCrLayout { .planar(subsampling, depth: 8) }
  /// Whether the components are R, G and B, according to an Adobe marker or their numbers. `tags`
  /// then has the matrix `.identity`.
  public var isRGB: Bool { tags.matrix == .identity }
  /// Whether the components are CMYK or YCCK. Use `JPEGInks` to read them. `layout` is then
  /// meaningless.
  public let isCMYK: Bool
  /// The colour description in the file.
  public let tags: YCbCrProperties
  /// The orientation in the Exif tag 0x0112, if present.
  public let orientation: Orientation?
  /// The Exif block, starting at its TIFF header. Empty if missing.
  public let exif: [UInt8]
  /// The embedded ICC profile. Empty if missing.
  public let profile: [UInt8]
  private let subsampling: YCbCrLayout.Subsampling
  /// The transform in an Adobe marker: 0 for no transform, 1 for YCbCr.
  public let adobeTransform: Int?
  /// Whether the pixels are coded in progressive scans.
  public let isProgressive: Bool

  @unsafe init(_ facts: bromide_jpeg_facts) throws(JPEGError) {
    size = unsafe Size(width: Int(facts.width), height: Int(facts.height))
    isCMYK = unsafe [CInt(BROMIDE_JPEG_CMYK), CInt(BROMIDE_JPEG_YCCK)].contains(facts.color_space)
    let subsampling = isCMYK ? .yuv444 : try unsafe Self.subsampling(facts)
    self.subsampling = subsampling
    let isRGB = unsafe facts.color_space == CInt(BROMIDE_JPEG_RGB)
    if isRGB, subsampling != .yuv444 {
      throw .unsupportedSampling(unsafe Self.factors(facts) + " for RGB")
    }
    exif = unsafe Array(UnsafeBufferPointer(start: facts.exif, count: facts.exif_count))
    profile = unsafe Array(UnsafeBufferPointer(start: facts.profile, count: facts.profile_count))
    orientation = ExifOrientation.find(exif)
    adobeTransform = unsafe facts.adobe_transform < 0 ? nil : Int(facts.adobe_transform)
    isProgressive = unsafe facts.is_progressive != 0
    tags = YCbCrProperties(matrix: isRGB ? .identity : nil, space: ExifColorSpace.find(exif))
  }

  private static func subsampling(
    _ facts: bromide_jpeg_facts
  ) throws(JPEGError) -> YCbCrLayout.Subsampling {
    switch unsafe facts.color_space {
    case CInt(BROMIDE_JPEG_GREY): return .grey
    case CInt(BROMIDE_JPEG_YCC), CInt(BROMIDE_JPEG_RGB): break
    default: throw unsafe .unsupportedColor("\(facts.components) components of unknown meaning")
    }
    let (across, down) = unsafe (facts.across, facts.down)
    let isLumaWhole = unsafe across.0 == facts.most_across && down.0 == facts.most_down
    let isChromaEqual = across.1 == across.2 && down.1 == down.2
    guard isLumaWhole, isChromaEqual, across.0 % across.1 == 0, down.0 % down.1 == 0 else {
      throw .unsupportedSampling(unsafe factors(facts))
    }
    switch (across.0 / across.1, down.0 / down.1) {
    case (1, 1): return .yuv444
    case (2, 1): return .yuv422
    case (2, 2): return .yuv420
    case (1, 2): return .yuv440
    case (4, 1): return .yuv411
    case (4, 2): return .yuv4x2
    case (4, 4): return .yuv410
    case (1, 4): return .yuv441
    default: throw .unsupportedSampling(unsafe factors(facts))
    }
  }

  private static func factors(_ facts: bromide_jpeg_facts) -> String {
    let (across, down) = unsafe (facts.across, facts.down)
    return "\(across.0)x\(down.0) \(across.1)x\(down.1) \(across.2)x\(down.2)"
  }
}
