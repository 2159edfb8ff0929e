internal import BromidePhotos
internal import BromideSystem
internal import SystemPackage

/// The text of a `FrameText` in a video's comment. It shows a later run that Bromide wrote the
/// video, and its content.
enum FilmMark {
  /// Returns ffmpeg's arguments for writing the comment, or an empty array if the format does not
  /// support it.
  static func arguments(_ text: FrameText?, _ format: FilmFormat) -> [String] {
    guard let text, format.hasComment else { return [] }
    return ["-metadata", "comment=\(text.text)"]
  }

  /// Reads the comment, or returns `nil` if Bromide did not write the video or ffprobe is missing.
  static func read(_ path: FilePath, _ context: RunContext) -> FrameText? {
    FilmProbe.entry("format_tags=comment", of: path, context).flatMap { FrameText($0) }
  }
}

/// Reads facts about a video or audio file with ffprobe.
enum FilmProbe {
  /// Whether ffprobe is installed.
  static var isInstalled: Bool { PipedProcess.find("ffprobe") != nil }

  /// Returns whether a file contains sound. `false` without ffprobe.
  static func hasSound(_ path: FilePath, _ context: RunContext) -> Bool {
    entry("stream=codec_type", of: path, context, ["-select_streams", "a:0"])?.hasPrefix("audio")
      ?? false
  }

  /// Returns the duration, or `nil` if it is unknown or ffprobe is missing.
  static func seconds(of path: FilePath, _ context: RunContext) -> Double? {
    entry("format=duration", of: path, context).flatMap { Double($0) }
  }

  /// Returns the number of frames in the video stream, or `nil` if it is unknown or ffprobe is
  /// missing.
  static func frames(of path: FilePath, _ context: RunContext) -> Int? {
    entry(
      "stream=nb_read_packets", of: path, context, ["-count_packets", "-select_streams", "v:0"]
    )
    .flatMap { Int($0) }
  }

  /// Returns whether a video has this number of frames and is complete, so that ffprobe reads all
  /// packets without a complaint.
  static func isComplete(_ path: FilePath, frames: Int, _ context: RunContext) -> Bool {
    guard
      let read = lines(
        "stream=nb_read_packets", of: path, context, ["-v", "error", "-count_packets"])
    else { return false }
    return read.complaints.isEmpty && read.lines.first == "\(frames)"
  }

  /// Returns the value that ffprobe prints for an entry.
  static func entry(
    _ name: String, of path: FilePath, _ context: RunContext, _ options: [String] = []
  ) -> String? {
    lines(name, of: path, context, ["-v", "quiet"] + options)?.lines.joined()
  }

  /// Returns the lines that ffprobe prints for an entry, and its complaints.
  private static func lines(
    _ name: String, of path: FilePath, _ context: RunContext, _ options: [String]
  ) -> (lines: [Substring], complaints: String)? {
    guard let program = PipedProcess.find("ffprobe"),
      let process = try? PipedProcess(
        program: program,
        arguments: options + [
          "-show_entries", name, "-of", "default=nw=1:nk=1", "file:" + path.reversible,
        ], pipe: .output, reading: path, timeout: context.timeout)
    else { return nil }
    let bytes = try? process.readAll(atMost: 1 << 16)
    guard process.end() == .exit(status: 0), let bytes else { return nil }
    return (String(decoding: bytes, as: UTF8.self).split(separator: "\n"), process.complaints)
  }
}

extension FilmFormat {
  /// Whether the format supports a text comment.
  var hasComment: Bool { [.mp4, .mov, .mkv, .webm].contains(self) }

  /// Whether a video can be joined from parts. The pictures of a GIF share colours, and ffmpeg does
  /// not read animated WebPs.
  var hasParts: Bool { hasComment }
}
