internal import CBromideCodecs

/// Options for writing an AVIF.
public struct AVIFOptions: Sendable, Hashable, Codable {
  /// The range of `quality`.
  public static let qualities = 1...100
  /// The possible values of `bits`.
  public static let depths = [8, 10, 12]

  /// 1 to 100, on libavif's scale. Always lossy.
  public var quality: Int
  /// The bits of a stored sample: 8, 10 or 12. 8 bits cause errors that are larger than the errors
  /// of the coding.
  public var bits: Int
  /// How many luma samples share one chroma sample. `auto` is 4:4:4.
  public var subsampling: JPEGSubsampling
  /// The effort: aom's speed 10, 8 or 6.
  public var effort: CodingEffort
  /// Light above white, which needs 10 or 12 bits, or `nil` for a picture that ends at white.
  public var highRange: HighRange?

  /// - Parameters:
  ///   - quality: 1 to 100.
  ///   - bits: 8, 10 or 12.
  public init(
    quality: Int = 80, bits: Int = 10, subsampling: JPEGSubsampling = .auto,
    effort: CodingEffort = .balanced
  ) {
    precondition(Self.qualities.contains(quality), "a quality from 1 to 100")
    precondition(Self.depths.contains(bits), "8, 10 or 12 bits")
    self.quality = quality
    self.bits = bits
    self.subsampling = subsampling
    self.effort = effort
  }

  /// The subsampling to use.
  public var effectiveSubsampling: JPEGSubsampling { subsampling == .auto ? .full : subsampling }

  /// The options with the effective value of `auto`.
  package var withEffectiveSubsampling: AVIFOptions {
    var options = self
    options.subsampling = effectiveSubsampling
    return options
  }

  /// aom's number of the effort.
  var speed: Int {
    switch effort {
    case .fast: 10
    case .balanced: 8
    case .small: 6
    }
  }
}

/// The libavif and the aom that encode.
public enum AVIFVersion {
  /// `libavif 0.11.1 with aom 3.6.0`, or `nil` if they are not installed. This loads the libraries.
  public static var text: String? {
    guard let version = unsafe bromide_avif_version(),
      let codec = unsafe bromide_avif_codec_version()
    else { return nil }
    return unsafe "libavif \(String(cString: version)) with aom \(String(cString: codec))"
  }

  /// The number in the library's file name that fits the build: 15.
  package static var interface: Int { Int(bromide_avif_interface()) }
}
