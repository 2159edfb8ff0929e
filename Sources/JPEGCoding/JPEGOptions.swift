/// How a JPEG is written.
public struct JPEGOptions: Sendable, Hashable, Codable {
  /// The range of `quality`.
  public static let qualities = 1...100

  /// 1 to 100, on the scale of the Independent JPEG Group: what cjpeg and ImageMagick call quality, and read back. 100 still
  /// loses.
  public var quality: Int
  /// How many luma samples share one of chroma.
  public var subsampling: JPEGSubsampling
  /// Stops of light above white that a gain map may add; nil for a JPEG without one.
  public var headroom: Double?

  /// The range of `headroom`.
  public static let headrooms = 0.5...6.0

  /// - Parameters:
  ///   - quality: 1 to 100.
  ///   - headroom: In `headrooms`, or nil.
  public init(
    quality: Int = 92, subsampling: JPEGSubsampling = .auto, headroom: Double? = nil
  ) {
    precondition(Self.qualities.contains(quality), "a quality from 1 to 100")
    precondition(headroom.map { Self.headrooms.contains($0) } ?? true, "a headroom in range")
    self.quality = quality
    self.subsampling = subsampling
    self.headroom = headroom
  }

  /// The subsampling that is meant: `auto` is 4:4:4 from quality 90 on, where it wins at equal size, else 4:2:0.
  public var effectiveSubsampling: JPEGSubsampling {
    guard subsampling == .auto else { return subsampling }
    return quality >= 90 ? .full : .quarter
  }
}

/// How many luma samples share one of chroma.
public enum JPEGSubsampling: String, Sendable, Hashable, Codable, CaseIterable {
  /// The one that suits the quality.
  case auto
  /// 4:4:4, one each.
  case full = "444"
  /// 4:2:2, two side by side.
  case half = "422"
  /// 4:2:0, two by two.
  case quarter = "420"

  /// Luma samples to each chroma sample, horizontally and vertically.
  var factors: (across: Int, down: Int) {
    switch self {
    case .auto, .full: (1, 1)
    case .half: (2, 1)
    case .quarter: (2, 2)
    }
  }
}
