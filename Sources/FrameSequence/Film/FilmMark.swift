internal import Platform
internal import SystemPackage

/// The text of a frame's kind in a film's comment, by which a later run knows that Bromide wrote the film, and of what.
enum FilmMark {
  /// ffmpeg's arguments that write it; none for formats without a comment.
  static func arguments(_ text: FrameText?, _ format: FilmFormat) -> [String] {
    guard let text, format.hasComment else { return [] }
    return ["-metadata", "comment=\(text.text)"]
  }

  /// Reads it; nil if Bromide did not write the film, or if there is no ffprobe to tell.
  static func read(_ path: FilePath) -> FrameText? {
    FilmProbe.entry("format_tags=comment", of: path).flatMap { FrameText($0) }
  }
}

/// Facts that ffprobe tells of a film or a sound.
enum FilmProbe {
  /// How long it is; nil if that is unknown, or if there is no ffprobe to tell.
  static func seconds(of path: FilePath) -> Double? {
    entry("format=duration", of: path).flatMap { Double($0) }
  }

  /// The value of an entry as ffprobe prints it.
  static func entry(_ name: String, of path: FilePath) -> String? {
    guard let program = PipedProcess.find("ffprobe"),
      let process = try? PipedProcess(
        program: program,
        arguments: [
          "-v", "quiet", "-show_entries", name, "-of", "default=nw=1:nk=1",
          "file:" + path.reversible,
        ], pipe: .output)
    else { return nil }
    let bytes = try? process.readAll(atMost: 1 << 16)
    guard process.end() == .exit(status: 0), let bytes else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").joined()
  }
}

extension FilmFormat {
  /// Whether a comment of text can be written into it.
  var hasComment: Bool { [.mp4, .mov, .mkv, .webm].contains(self) }
}
