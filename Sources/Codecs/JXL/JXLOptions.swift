internal import CBromideCodecs

/// Options for writing a JPEG XL.
public struct JXLOptions: Sendable, Hashable, Codable {
  /// The range of `quality`.
  public static let qualities = 1...100

  /// 1 to 100. 90 is a Butteraugli distance of 1, which few people can see. 100 is lossless.
  public var quality: Int
  /// The effort: libjxl's effort 1, 2 or 3 without loss, and 3, 4 or 7 with loss.
  public var effort: CodingEffort
  /// Light above white, or `nil` for a picture that ends at white.
  public var highRange: HighRange?

  /// - Parameter quality: 1 to 100. 100 is lossless.
  public init(quality: Int = 90, effort: CodingEffort = .fast) {
    precondition(Self.qualities.contains(quality), "a quality from 1 to 100")
    self.quality = quality
    self.effort = effort
  }

  /// Options for a picture without loss.
  public static let lossless = JXLOptions(quality: 100)

  /// Whether the samples are stored exactly.
  public var isLossless: Bool { quality == 100 }

  /// The Butteraugli distance, as libjxl's own program derives it from a quality.
  var distance: Double {
    let quality = Double(quality)
    if isLossless { return 0 }
    if quality >= 30 { return (10 + 9 * (100 - quality)) / 100 }
    return 53 / 3000 * quality * quality - 23 / 20 * quality + 25
  }

  /// libjxl's number of the effort.
  package var libraryEffort: Int {
    switch (isLossless, effort) {
    case (true, .fast): 1
    case (true, .balanced): 2
    case (true, .small), (false, .fast): 3
    case (false, .balanced): 4
    case (false, .small): 7
    }
  }
}

/// The libjxl that encodes.
public enum JXLEncoderVersion {
  /// `libjxl 0.7.0`, or `nil` if it is not installed. This loads the library.
  public static var text: String? {
    let version = bromide_jxl_encoder_version()
    guard version > 0 else { return nil }
    return "libjxl \(version / 1_000_000).\(version / 1000 % 1000).\(version % 1000)"
  }

  /// Whether the library reads the picture in pieces.
  static var encodesChunks: Bool { bromide_jxl_encodes_chunks() != 0 }
}
