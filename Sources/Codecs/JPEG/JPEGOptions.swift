/// Options for writing a JPEG.
public struct JPEGOptions: Sendable, Hashable, Codable {
  /// The range of `quality`.
  public static let qualities = 1...100

  /// 1 to 100, on the scale of the Independent JPEG Group, which cjpeg and ImageMagick call quality
  /// and read back. 100 is still lossy.
  public var quality: Int
  /// How many luma samples share one chroma sample.
  public var subsampling: JPEGSubsampling
  /// The stops above white that a gain map can add, or `nil` for a JPEG without a gain map.
  public var headroom: Double?

  /// The range of `headroom`.
  public static let headrooms = 0.5...6.0

  /// - Parameters:
  ///   - quality: 1 to 100.
  ///   - headroom: In `headrooms`, or `nil`.
  public init(
    quality: Int = 92, subsampling: JPEGSubsampling = .auto, headroom: Double? = nil
  ) {
    precondition(Self.qualities.contains(quality), "a quality from 1 to 100")
    precondition(headroom.map { Self.headrooms.contains($0) } ?? true, "a headroom in range")
    self.quality = quality
    self.subsampling = subsampling
    self.headroom = headroom
  }

  /// The subsampling to use. `auto` becomes 4:4:4 at quality 90 or more, where it is better at
  /// equal size, and 4:2:0 below.
  public var effectiveSubsampling: JPEGSubsampling {
    guard subsampling == .auto else { return subsampling }
    return quality >= 90 ? .full : .quarter
  }
}

/// How many luma samples share one chroma sample.
public enum JPEGSubsampling: String, Sendable, Hashable, Codable, CaseIterable {
  /// The best one for the quality.
  case auto
  /// 4:4:4, one luma sample per chroma sample.
  case full = "444"
  /// 4:2:2, two luma samples in a row.
  case half = "422"
  /// 4:2:0, two by two luma samples.
  case quarter = "420"

  /// Luma samples per chroma sample, horizontally and vertically.
  var factors: (across: Int, down: Int) {
    switch self {
    case .auto, .full: (1, 1)
    case .half: (2, 1)
    case .quarter: (2, 2)
    }
  }
}
