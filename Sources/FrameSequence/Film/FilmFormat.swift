public import SystemPackage

/// A kind of film that ffmpeg writes, by its suffix.
public enum FilmFormat: String, Sendable, Hashable, CaseIterable {
  case mp4, mov, mkv, webm, gif, webp, avif

  /// The format that a path's suffix names.
  public init?(suffixOf path: FilePath) {
    guard let suffix = path.extension?.lowercased() else { return nil }
    self.init(rawValue: suffix)
  }

  /// ffmpeg's name of the container.
  var muxer: String { self == .mkv ? "matroska" : rawValue }

  /// The codecs that it can hold, its own standard first.
  public var codecs: [FilmCodec] {
    switch self {
    case .mp4: [.h264, .h265, .av1]
    case .mov: [.h264, .h265, .prores]
    case .mkv: [.h264, .h265, .av1, .vp9, .prores, .ffv1]
    case .webm: [.vp9, .av1]
    case .gif: [.gif]
    case .webp: [.webp]
    case .avif: [.av1]
    }
  }

  /// Whether it can hold sound.
  public var hasSound: Bool { soundCodec != nil }

  /// The codec of its sound; nil if it has none.
  var soundCodec: [String]? {
    switch self {
    case .mp4, .mov, .mkv: ["-c:a", "aac", "-b:a", "192k"]
    case .webm: ["-c:a", "libopus", "-b:a", "160k"]
    case .gif, .webp, .avif: nil
    }
  }
}

/// A way to code the pictures of a film.
public enum FilmCodec: String, Sendable, Hashable, CaseIterable {
  case h264, h265, av1, vp9, prores, ffv1, gif, webp

  /// Whether pictures need even sides, as chroma is shared by two rows and columns.
  var needsEvenSides: Bool { [.h264, .h265, .av1, .vp9].contains(self) }

  /// Whether a quality changes anything.
  var hasQuality: Bool { [.h264, .h265, .av1, .vp9, .webp].contains(self) }

  /// Whether it holds every chroma sample.
  var keepsChroma: Bool { [.ffv1, .gif, .webp].contains(self) }

  /// Whether it states the meaning of its codes; the others are sRGB.
  var isTagged: Bool { ![.gif, .webp].contains(self) }

  /// Bits of a sample that it may have, the fewest first.
  var depths: [Int] {
    switch self {
    case .gif, .webp: [8]
    case .prores: [10]
    case .h264, .h265, .av1, .vp9, .ffv1: [8, 10]
    }
  }

  /// ffmpeg's filter from the codes that it is sent to R′G′B′.
  private static let rgb =
    "scale=in_color_matrix=bt709:in_range=tv:flags=accurate_rnd+full_chroma_int"

  /// ffmpeg's options.
  ///
  /// - Parameter quality: 1 to 100, by which the constant rate factor falls from the codec's largest to 0.
  func arguments(quality: Int, depth: Int) -> [String] {
    func factor(_ largest: Int) -> String {
      "\(Int((Double(100 - quality) * Double(largest) / 100).rounded()))"
    }
    let deep = depth == 8 ? "" : "10le"
    switch self {
    case .h264:
      // As good as `medium` at this rate factor to within 0.2 dB, in a third of the time. Movement to the half of a pixel by one
      // round less (`subme`) takes a third of that time away, too.
      return [
        "-c:v", "libx264", "-preset", "veryfast", "-crf", factor(51), "-x264-params", "subme=1",
        "-pix_fmt", "yuv420p\(deep)",
      ]
    case .h265:
      return [
        "-c:v", "libx265", "-preset", "fast", "-crf", factor(51), "-pix_fmt", "yuv420p\(deep)",
        "-tag:v", "hvc1", "-x265-params", "log-level=error",
      ]
    case .av1:
      return [
        "-c:v", "libsvtav1", "-preset", "8", "-crf", factor(63), "-pix_fmt", "yuv420p\(deep)",
      ]
    case .vp9:
      return [
        "-c:v", "libvpx-vp9", "-b:v", "0", "-crf", factor(63), "-row-mt", "1", "-deadline", "good",
        "-cpu-used", "4", "-pix_fmt", "yuv420p\(deep)",
      ]
    case .prores:
      // Readers of ProRes go by the tags of its frames, which the encoder leaves unknown.
      return [
        "-c:v", "prores_ks", "-profile:v", "hq", "-pix_fmt", "yuv422p10le", "-bsf:v",
        "prores_metadata=color_primaries=bt709:color_trc=bt709:colorspace=bt709",
      ]
    case .ffv1: return ["-c:v", "ffv1", "-level", "3", "-pix_fmt", "yuv444p\(deep)"]
    case .webp:
      // From R′G′B′, as a WebP's own matrix is that of BT.601.
      return [
        "-vf", Self.rgb + ",format=bgra", "-c:v", "libwebp_anim", "-quality", "\(quality)", "-loop",
        "0",
      ]
    case .gif:
      return [
        "-filter_complex",
        "\(Self.rgb),format=rgb24,split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=sierra2_4a",
        "-loop",
        "0",
      ]
    }
  }
}
