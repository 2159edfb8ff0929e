internal import ArgumentParser
internal import BromideRuns
internal import BromideSystem
internal import BromideTimelines
internal import SystemPackage

/// Options for encoding a video with ffmpeg.
struct FilmOptions: ParsableArguments {
  @Option(choice: "Codec of a film", standard: "h264, .webm vp9, .avif av1")
  var codec: FilmCodec?

  @Option(
    help: ArgumentHelp(
      "Quality of a film, 1 to 100 (default: \(Film.standardQuality))", valueName: "n"),
    transform: NumberValue.whole(1...100))
  var videoQuality: Int?

  @Option(
    help: ArgumentHelp(
      "Add the sound of this file to the film",
      discussion: "The sound ends with the last frame.", valueName: "file"),
    completion: .file())
  var audio: String?

  /// The options that were set.
  var given: [String] {
    [
      codec.map { _ in "--codec" }, videoQuality.map { _ in "--video-quality" },
      audio.map { _ in "--audio" },
    ].compactMap(\.self)
  }

  /// Applies the options to a video.
  func apply(to film: inout Film) {
    film.codec = codec ?? film.codec
    film.quality = videoQuality
    film.sound = audio.map { TimelineSound(FilePath(reversible: $0)) }
  }
}
