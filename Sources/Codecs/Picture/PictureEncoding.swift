/// A format with its options.
public enum PictureEncoding: Sendable, Hashable, Codable {
  /// A PNG, with the effort to make it small.
  case png(PNGCompression)
  /// A JPEG, with its quality and subsampling.
  case jpeg(JPEGOptions)
  /// A TIFF, with the compression of its strips.
  case tiff(TIFFCompression)

  /// Creates a format's default encoding.
  public init(_ format: PictureFormat) {
    switch format {
    case .png: self = .png(.balanced)
    case .jpeg: self = .jpeg(JPEGOptions())
    case .tiff: self = .tiff(.balanced)
    }
  }

  /// The format.
  public var format: PictureFormat {
    switch self {
    case .png: .png
    case .jpeg: .jpeg
    case .tiff: .tiff
    }
  }

  /// The stops above white that a gain map can add, or `nil` without a gain map.
  public var headroom: Double? {
    if case .jpeg(let options) = self { options.headroom } else { nil }
  }

  /// The same format with the fastest options.
  public var quickest: PictureEncoding {
    switch self {
    case .png: .png(.fast)
    case .jpeg: self
    case .tiff: .tiff(.fast)
    }
  }

  /// The same format with the best options for a drawing. A drawing deflates to a hundredth, so the
  /// slowest effort takes little time.
  public var forDrawing: PictureEncoding {
    switch self {
    case .png: .png(.small)
    case .jpeg: self
    case .tiff: .tiff(.small)
    }
  }
}
