public import JPEGCoding
public import PNGCoding
public import TIFFCoding

/// A format and how it is written; each format has options of its own.
public enum PictureEncoding: Sendable, Hashable, Codable {
  /// A PNG, and the effort spent on making it small.
  case png(PNGCompression)
  /// A JPEG, its quality and subsampling.
  case jpeg(JPEGOptions)
  /// A TIFF, and how its strips are coded.
  case tiff(TIFFCompression)

  /// The standard way to write a format.
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

  /// Stops of light above white that a gain map may add; nil without one.
  public var headroom: Double? {
    if case .jpeg(let options) = self { options.headroom } else { nil }
  }

  /// The same format written as quickly as possible.
  public var quickest: PictureEncoding {
    switch self {
    case .png: .png(.fast)
    case .jpeg: self
    case .tiff: .tiff(.fast)
    }
  }

  /// The same format with the effort that a drawing deserves: it deflates to a hundredth, so the slowest takes little time.
  public var forDrawing: PictureEncoding {
    switch self {
    case .png: .png(.small)
    case .jpeg: self
    case .tiff: .tiff(.small)
    }
  }
}
