public import SystemPackage

/// A video format of ffmpeg, named by its suffix.
public enum FilmFormat: String, Sendable, Hashable, CaseIterable {
  case mp4, mov, mkv, webm, gif, webp, avif

  /// Returns the format of a path's suffix.
  public init?(suffixOf path: FilePath) {
    guard let suffix = path.extension?.lowercased() else { return nil }
    self.init(rawValue: suffix)
  }

  /// ffmpeg's name of the container.
  var muxer: String { self == .mkv ? "matroska" : rawValue }

  /// The codecs that the container supports, the default first.
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

  /// Whether the container supports audio.
  public var hasSound: Bool { soundCodec != nil }

  /// The audio codec, or `nil` without audio.
  var soundCodec: [String]? {
    switch self {
    case .mp4, .mov, .mkv: ["-c:a", "aac", "-b:a", "192k"]
    case .webm: ["-c:a", "libopus", "-b:a", "160k"]
    case .gif, .webp, .avif: nil
    }
  }
}

/// A video codec.
public enum FilmCodec: String, Sendable, Hashable, CaseIterable {
  case h264, h265, av1, vp9, prores, ffv1, gif, webp

  /// Whether the width and height must be even, because two rows and columns share chroma.
  var needsEvenSides: Bool { [.h264, .h265, .av1, .vp9].contains(self) }

  /// Whether the codec has a quality setting.
  var hasQuality: Bool { [.h264, .h265, .av1, .vp9, .webp].contains(self) }

  /// Whether the codec stores all chroma samples.
  var keepsChroma: Bool { [.ffv1, .gif, .webp].contains(self) }

  /// Whether the codec stores colour tags. Other codecs use sRGB.
  var isTagged: Bool { ![.gif, .webp].contains(self) }

  /// The highest frame rate, or `nil` without a limit. A GIF counts hundredths of a second, and
  /// players show a frame of one hundredth for ten.
  var highestRate: Int? { self == .gif ? 50 : nil }

  /// Supported bits per sample, lowest first.
  var depths: [Int] {
    switch self {
    case .gif, .webp: [8]
    case .prores: [10]
    case .h264, .h265, .av1, .vp9, .ffv1: [8, 10]
    }
  }

  /// ffmpeg's filter from the received codes to R′G′B′.
  private static let rgb =
    "scale=in_color_matrix=bt709:in_range=tv:flags=accurate_rnd+full_chroma_int"

  /// Returns ffmpeg's options.
  ///
  /// - Parameter quality: The quality from 1 to 100. At 100, the constant rate factor is 0, and
  ///   lower values increase it up to the codec's maximum.
  func arguments(quality: Int, depth: Int) -> [String] {
    func factor(_ largest: Int) -> String {
      "\(Int((Double(100 - quality) * Double(largest) / 100).rounded()))"
    }
    let deep = depth == 8 ? "" : "10le"
    switch self {
    case .h264:
      // At this rate factor, the quality is within 0.2 dB of `medium`, in a third of the time. One
      // search round less for half pixels (`subme`) saves another third. With `stitchable`, the
      // headers do not depend on the frames, so that parts can be joined.
      return [
        "-c:v", "libx264", "-preset", "veryfast", "-crf", factor(51), "-x264-params",
        "subme=1:stitchable=1",
        "-pix_fmt", "yuv420p\(deep)",
      ]
    case .h265:
      // x265 finds weights of predictions (`weightp`) from the motion that another thread has found
      // so far, so the pictures depend on timing. Without weights, fades, exposure ramps and flicker
      // of 8 % are up to 7 % smaller at this rate factor, and within 0.05 dB.
      return [
        "-c:v", "libx265", "-preset", "fast", "-crf", factor(51), "-pix_fmt", "yuv420p\(deep)",
        "-tag:v", "hvc1", "-x265-params", "log-level=error:weightp=0",
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
      // ProRes decoders use tags in its frames. The encoder does not set them.
      return [
        "-c:v", "prores_ks", "-profile:v", "hq", "-pix_fmt", "yuv422p10le", "-bsf:v",
        "prores_metadata=color_primaries=bt709:color_trc=bt709:colorspace=bt709",
      ]
    case .ffv1: return ["-c:v", "ffv1", "-level", "3", "-pix_fmt", "yuv444p\(deep)"]
    case .webp:
      // Start from R′G′B′, because WebP uses the matrix of BT.601.
      return [
        "-vf", Self.rgb + ",format=bgra", "-c:v", "libwebp_anim", "-quality", "\(quality)", "-loop",
        "0",
      ]
    case .gif:
      // With `diff`, `palettegen` counts the pixels of a frame that change in the next frame, so it
      // never counts the last frame. The black and the white frame after it let it count all colours.
      return [
        "-filter_complex",
        "\(Self.rgb),format=rgb24,split[a][b];[a]tpad=stop=1:color=black,tpad=stop=1:color=white,palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=sierra2_4a",
        "-loop",
        "0",
      ]
    }
  }
}
