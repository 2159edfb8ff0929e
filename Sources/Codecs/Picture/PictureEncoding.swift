public import BromideValues

/// A format with its options.
public enum PictureEncoding: Sendable, Hashable, Codable {
  /// A PNG, with the effort to make it small.
  case png(CodingEffort)
  /// A JPEG, with its quality and subsampling.
  case jpeg(JPEGOptions)
  /// A TIFF, with the compression of its strips.
  case tiff(TIFFCompression)
  /// A JPEG XL, with its quality and effort.
  case jxl(JXLOptions)
  /// An AVIF, with its quality, bits, subsampling and effort.
  case avif(AVIFOptions)
  /// A WebP, with its quality.
  case webp(WebPOptions)

  /// Creates a format's default encoding.
  public init(_ format: PictureFormat) {
    switch format {
    case .png: self = .png(.balanced)
    case .jpeg: self = .jpeg(JPEGOptions())
    case .tiff: self = .tiff(.balanced)
    case .jxl: self = .jxl(JXLOptions())
    case .avif: self = .avif(AVIFOptions())
    case .webp: self = .webp(WebPOptions())
    }
  }

  /// The format.
  public var format: PictureFormat {
    switch self {
    case .png: .png
    case .jpeg: .jpeg
    case .tiff: .tiff
    case .jxl: .jxl
    case .avif: .avif
    case .webp: .webp
    }
  }

  /// The default sample format. A lossy JPEG XL and an AVIF of 10 or 12 bits have the same size for
  /// any samples, so they use the samples with more precision.
  public var usualSample: SampleFormat {
    switch self {
    case .png, .jpeg, .webp: .uint8
    case .tiff: .uint16
    case .jxl(let options): options.isLossless ? .uint8 : .uint16
    case .avif(let options): options.bits == 8 ? .uint8 : .uint16
    }
  }

  /// The stops above white that the picture can show, or `nil` if it ends at white.
  public var headroom: Double? {
    if case .jpeg(let options) = self { options.headroom } else { highRange?.headroom }
  }

  /// Light above white in the samples, or `nil`. A JPEG has a gain map instead.
  public var highRange: HighRange? {
    switch self {
    case .png, .jpeg, .tiff, .webp: nil
    case .jxl(let options): options.highRange
    case .avif(let options): options.highRange
    }
  }

  /// The same format with the fastest options.
  public var quickest: PictureEncoding {
    switch self {
    case .png: .png(.fast)
    case .jpeg, .jxl, .avif, .webp: self
    case .tiff: .tiff(.fast)
    }
  }

  /// The same format with the best options for a drawing. A drawing deflates to a hundredth, so the
  /// slowest effort takes little time.
  public var forDrawing: PictureEncoding {
    switch self {
    case .png: .png(.small)
    case .jpeg, .jxl, .avif, .webp: self
    case .tiff: .tiff(.small)
    }
  }
}
