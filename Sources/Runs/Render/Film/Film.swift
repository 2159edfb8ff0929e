public import BromidePhotos
internal import BromideSystem
public import BromideTimelines
public import BromideValues
public import SystemPackage

/// A video that ffmpeg encodes from the frames: its file and settings.
public struct Film: Sendable, Hashable {
  /// The file.
  public private(set) var path: FilePath
  /// The container, from the file's suffix.
  public let format: FilmFormat
  /// The video codec.
  public var codec: FilmCodec
  /// The quality from 1 (smallest) to 100 (no visible loss), or `nil` for the default, and for
  /// codecs without this setting.
  public var quality: Int?
  /// The audio, cut at the end of the frames.
  public var sound: TimelineSound?

  /// The default quality.
  public static let standardQuality = 65

  /// Creates a video with the format's default codec, or returns `nil` if the path has no suffix of
  /// a video.
  public init?(_ path: FilePath) {
    guard let format = FilmFormat(suffixOf: path) else { return nil }
    self.path = path
    self.format = format
    codec = format.codecs[0]
  }

  /// Returns the same video with a different file.
  func moved(to path: FilePath) -> Film {
    var film = self
    film.path = path
    return film
  }

  /// Returns the largest size within another size that the codec supports.
  public func fitting(_ size: Size) -> Size {
    guard codec.needsEvenSides else { return size }
    return Size(width: max(2, size.width & ~1), height: max(2, size.height & ~1))
  }

  /// Returns the error if the video is not supported with these frames on this machine, with a fix,
  /// or `nil` if it is.
  ///
  /// - Parameters:
  ///   - depth: Bits per sample.
  ///   - rate: Frames per second.
  ///   - context: The time limit of ffprobe.
  public func complaint(
    size: Size, depth: Int, rate: FrameRate, _ context: RunContext
  ) -> FilmComplaint? {
    if !format.codecs.contains(codec) {
      return .value(
        "a .\(format.rawValue) cannot contain \(codec.rawValue)", setting: "codec",
        values: format.codecs.map(\.rawValue).joined(separator: ", "))
    }
    if let highest = codec.highestRate, rate.value > Double(highest) {
      return .value(
        "a \(codec.rawValue) shows at most \(highest) frames per second, and these are \(rate.text)",
        setting: "fps", values: "\(highest)")
    }
    if depth > 8, codec == .gif {
      return .setting("depth 16 does not apply to a GIF, which has 256 colours a frame")
    }
    if depth > 8, codec == .webp {
      return .setting("depth 16 does not apply to a WebP, whose samples have 8 bits")
    }
    if sound != nil, format.soundCodec == nil {
      return .setting("audio does not apply to a .\(format.rawValue), which is silent")
    }
    if quality != nil, !codec.hasQuality {
      return .setting(
        "video-quality does not apply to \(codec.rawValue), which has one quality")
    }
    if let sound, (try? FileSystem.status(sound.path))?.kind != .file {
      return .setting("audio \(sound.path): there is no such file")
    }
    if let sound, FilmProbe.isInstalled, !FilmProbe.hasSound(sound.path, context) {
      return .sound("audio: ffprobe cannot find sound in \(sound.path)")
    }
    if let sound, sound.start > 0, let length = FilmProbe.seconds(of: sound.path, context),
      length <= sound.start
    {
      return .sound(
        "audio: from \(sound.start)s is beyond the end of \(sound.path), which has \(length)s")
    }
    let fit = fitting(size)
    if fit != size {
      return .value(
        "\(codec.rawValue) needs even sides, and the frames have \(size) pixels",
        setting: "size", values: "\(fit.width)x\(fit.height)")
    }
    return FilmWriter.program == nil ? missingProgram : nil
  }

  /// Returns a sentence if the sound ends before the frames, or `nil` if it is long enough or its
  /// length is unknown.
  ///
  /// - Parameters:
  ///   - seconds: The length of the video.
  ///   - context: The time limit of ffprobe.
  public func silence(seconds: Double, _ context: RunContext) -> String? {
    // Lengths of MP3s without an index are estimates.
    guard let sound, let length = FilmProbe.seconds(of: sound.path, context),
      length - sound.start < seconds - 0.1
    else { return nil }
    let texts = [length - sound.start, seconds].map { "\(($0 * 10).rounded() / 10)" }
    return
      "\(sound.path) ends after \(texts[0]) s, and the film after \(texts[1]) s, so its end is silent"
  }

  /// The complaint if ffmpeg is missing.
  var missingProgram: FilmComplaint {
    let arguments = arguments(to: path, depth: 8, seconds: 0).drop { $0 != "-f" }
    return .noProgram(path, arguments: arguments.map(Self.shellWord).joined(separator: " "))
  }

  /// Quotes an argument for a shell if necessary, for example a filter with a semicolon.
  private static func shellWord(_ argument: String) -> String {
    argument.contains(#/[^\w@%+=:,./-]/#)
      ? "'\(argument.replacing("'", with: "'\\''"))'" : argument
  }

  /// Returns ffmpeg's arguments for reading Y4M from standard input.
  ///
  /// - Parameters:
  ///   - output: The file that ffmpeg writes.
  ///   - depth: Bits per sample.
  ///   - rate: Frames per second, or `nil` to use the rate that ffmpeg guesses. For 119.88 frames
  ///     per second, it guesses 120.
  ///   - seconds: The length of the video.
  ///   - text: The text that identifies the video for a later run, or `nil` to omit it.
  func arguments(
    to output: FilePath, depth: Int, rate: FrameRate? = nil, seconds: Double,
    text: FrameText? = nil
  ) -> [String] {
    Self.quiet + ["-f", "yuv4mpegpipe", "-i", "-"] + soundArguments(seconds: seconds)
      + codec.arguments(quality: quality ?? Self.standardQuality, depth: depth)
      + tail(to: output, rate: rate, text: text)
  }

  /// Returns ffmpeg's arguments for joining parts without encoding them again.
  ///
  /// - Parameters:
  ///   - list: A list of the parts for ffmpeg's demuxer `concat`.
  ///   - output: The file that ffmpeg writes.
  ///   - rate: Frames per second.
  ///   - seconds: The length of the video.
  ///   - text: The text that identifies the video for a later run.
  func joining(
    _ list: FilePath, to output: FilePath, rate: FrameRate, seconds: Double, text: FrameText
  ) -> [String] {
    // The demuxer rounds the start of each part to microseconds, and Matroska to milliseconds. The
    // filter moves all times back to the frame grid.
    let grid = "*TB*\(rate.numerator)/\(rate.denominator))*\(rate.denominator)/\(rate.numerator)/TB"
    return Self.quiet + ["-f", "concat", "-i", "file:" + list.reversible]
      + soundArguments(seconds: seconds)
      + ["-c:v", "copy", "-bsf:v", "setts=pts=round(PTS\(grid):dts=round(DTS\(grid)"]
      + (codec == .h265 ? ["-tag:v", "hvc1"] : [])
      + tail(to: output, rate: rate, text: text)
  }

  private static let quiet = ["-hide_banner", "-loglevel", "error", "-y"]

  /// Options for the sound, which is the second input.
  private func soundArguments(seconds: Double) -> [String] {
    guard let sound, let codec = format.soundCodec else { return [] }
    var arguments = sound.start > 0 ? ["-ss", "\(sound.start)"] : []
    arguments += ["-i", "file:" + sound.path.reversible, "-map", "0:v:0", "-map", "1:a:0"] + codec
    var filters: [String] = []
    if sound.volume != 1 { filters.append("volume=\(sound.volume)") }
    if sound.fade > 0 {
      filters += [
        "afade=t=in:d=\(sound.fade)",
        "afade=t=out:st=\(max(0, seconds - sound.fade)):d=\(sound.fade)",
      ]
    }
    if !filters.isEmpty { arguments += ["-af", filters.joined(separator: ",")] }
    return arguments + ["-t", "\(seconds)"]
  }

  /// Options for the container, and the output.
  private func tail(to output: FilePath, rate: FrameRate?, text: FrameText?) -> [String] {
    var arguments = rate.map { ["-r", "\($0.numerator)/\($0.denominator)"] } ?? []
    if codec.isTagged {
      // Players of films ignore the transfer. Viewers convert AVIFs by it, and the codes are sRGB's.
      let transfer = format == .avif ? "iec61966-2-1" : "bt709"
      arguments += [
        "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", transfer, "-color_range",
        "tv",
      ]
    }
    if format == .mp4 || format == .mov { arguments += ["-movflags", "+faststart"] }
    arguments += FilmMark.arguments(text, format)
    return arguments + ["-f", format.muxer, "file:" + output.reversible]
  }
}
