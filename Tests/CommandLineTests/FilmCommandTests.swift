import BromideValues
import Foundation
import TestSupport
import Testing

/// `bromide render -o film.mp4`, which ffmpeg makes.
@Suite struct FilmCommandTests {
  private let scene = RenderTree.fresh
  private var tree: CommandTree { scene.tree }

  private func writeSound() throws {
    try tree.write(RenderTree.squareWave(seconds: 1), to: "sound.wav")
  }

  /// Replaces ffmpeg with a program.
  private func run(pretending script: String, _ arguments: String...) throws -> CommandRun {
    try tree.write(program: "#!/bin/sh\n\(script)\n", to: "bin/ffmpeg")
    return try tree.run(["render"] + arguments, environment: ["PATH": tree.path("bin")])
  }

  @Test(.enabled(if: ForeignProgram.ffmpeg != nil, "ffmpeg is not installed"))
  func aFilmHoldsTheFrames() throws {
    try scene.zoom(frames: 5)
    #expect(try scene.render("zoom.yaml", "-o", "f").status == 0)
    try scene.render(
      "zoom.yaml", "-o", "z.mkv", "--codec", "ffv1", "-j", "3", status: 0, errors: "5 rendered")
    try ForeignProgram.ffmpeg?.run([
      "-loglevel", "error", "-i", tree.path("z.mkv"), "-sws_flags",
      "accurate_rnd+full_chroma_int+full_chroma_inp", "-f", "rawvideo", "-pix_fmt", "rgb24",
      tree.path("z.rgb"),
    ])
    let found = try tree.read("z.rgb")
    let frames = try (0..<5).flatMap { try scene.pixels("f/\($0).png") }
    #expect(found.count == frames.count)
    #expect(zip(found, frames).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
    // An existing file stays if Bromide did not write it.
    try tree.write([1, 2, 3], to: "mine.mkv")
    #expect(try scene.render("zoom.yaml", "-o", "mine.mkv").status == 1)
    #expect(try tree.read("mine.mkv") == [1, 2, 3])
    #expect(tree.entries().filter { $0.hasPrefix(".") } == [])
  }

  @Test(.needsFilms, arguments: ["mp4", "mov", "webm"])
  func filmsAreTagged(suffix: String) throws {
    try scene.zoom(frames: 5)
    try writeSound()
    let name = "z.\(suffix)"
    try scene.render("zoom.yaml", "-o", name, "--audio", "sound.wav", "--fps", "5", status: 0)
    let text = try ForeignProgram("ffprobe")!.run([
      "-v", "error", "-count_frames", "-show_streams", "-show_format", tree.path(name),
    ])
    for tag in [
      "color_space=bt709", "color_primaries=bt709", "color_transfer=bt709", "color_range=tv",
      "pix_fmt=yuv420p", "nb_read_frames=5", "r_frame_rate=5/1", "width=96", "codec_type=audio",
      "nb_streams=2",
    ] {
      #expect(text.contains(tag), "\(tag) in\n\(text)")
    }
  }

  /// Before, ffprobe did not find the colour codes of ProRes.
  @Test(.needsFilms) func proResIsTagged() throws {
    try scene.zoom(frames: 2)
    #expect(try scene.render("zoom.yaml", "-o", "z.mov", "--codec", "prores").status == 0)
    let text = try ForeignProgram("ffprobe")!.run([
      "-v", "error", "-show_streams", tree.path("z.mov"),
    ])
    for tag in ["color_space=bt709", "color_primaries=bt709", "color_transfer=bt709"] {
      #expect(text.contains(tag), "\(tag) in\n\(text)")
    }
  }

  @Test(.enabled(if: ForeignProgram.ffmpeg != nil, "ffmpeg is not installed"))
  func photosOfOddSizeAndGIFs() throws {
    try scene.photo("n/a.dng", size: Size(width: 101, height: 67))
    try scene.photo("n/b.dng", exposure: 0, size: Size(width: 101, height: 67))
    try scene.render("n", "-o", "n.mp4", status: 0)
    try scene.render(
      "n", "-o", "n2.mp4", "--size", "101x67", status: 64, errors: "use --size 100x66")
    #expect(try scene.render("n", "-o", "n.gif", "--size", "51x33").status == 0)
    #expect(try tree.read("n.gif").starts(with: Array("GIF89a".utf8)))
  }

  /// The palette contains the colours of the last frame. Before, the last frame of a GIF had the
  /// colours of the frame before it.
  @Test(
    .enabled(if: ForeignProgram.ffmpeg != nil, "ffmpeg is not installed"),
    arguments: [("2040c0", [32, 64, 192]), ("000000", [0, 0, 0]), ("ffffff", [255, 255, 255])])
  func theLastFrameOfAGIFKeepsItsColour(hex: String, color: [Int]) throws {
    try tree.write(
      "size: 16x16\nfps: 10\nsources:\n  - {color: '#c02020', frames: 2}\n  - {color: '#\(hex)', frames: 1}\n",
      to: "t.yaml")
    try scene.render("t.yaml", "-o", "t.gif", status: 0)
    try ForeignProgram.ffmpeg?.run([
      "-v", "error", "-i", tree.path("t.gif"), "-f", "rawvideo", "-pix_fmt", "rgb24",
      tree.path("t.rgb"),
    ])
    let bytes = try tree.read("t.rgb")
    try #require(bytes.count == 3 * 16 * 16 * 3)
    for (value, expected) in zip(bytes.suffix(3), color) {
      #expect(abs(Int(value) - expected) <= 3, "\(bytes.suffix(3)) of \(color)")
    }
  }

  /// An animated WebP and AVIF: ffmpeg's or ImageMagick's frames are close to frames in a folder.
  @Test(.enabled(if: ForeignProgram.ffmpeg != nil, "ffmpeg is not installed"))
  func filmsOfPictureFormats() throws {
    try scene.zoom(frames: 4)
    #expect(try scene.render("zoom.yaml", "-o", "f").status == 0)
    let still = try scene.pixels("f/3.png")
    for name in ["z.webp", "z.avif"] {
      try scene.render("zoom.yaml", "-o", name, "--video-quality", "95", status: 0)
      let bytes = try tree.read(name)
      let head = String(decoding: bytes.prefix(200).map { $0 < 128 ? $0 : 46 }, as: UTF8.self)
      #expect(head.contains(name == "z.webp" ? "ANIM" : "ftypavi"), "\(head)")
      try scene.render(
        "zoom.yaml", "-o", name, "--audio", "zoom.yaml", "-y", status: 64,
        errors: "--audio does not apply to a .\(name.suffix(4))")
    }
    // The tag of sRGB (H.273, 8.2), as in still AVIFs. Before, it was BT.709's, and viewers that
    // convert by tags showed lighter greys.
    if let avifdec = WholeFormatCommandTests.avifdec {
      let words = try avifdec.run(["--info", tree.path("z.avif")])
      #expect(words.contains("Transfer Char. : 13"), "\(words)")
    }
    // ffmpeg before 7 writes animated WebPs but cannot read them.
    if let magick = ForeignProgram.imageMagick {
      try magick.run([tree.path("z.webp") + "[3]", "-depth", "8", "rgb:" + tree.path("w.rgb")])
      let shown = try tree.read("w.rgb")
      #expect(shown.count == still.count)
      let difference = zip(shown, still).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
      #expect(Double(difference) / Double(still.count) < 4)
    }
    try scene.render(
      "zoom.yaml", "-o", "d.webp", "--depth", "16", status: 64,
      errors: "--depth 16 does not apply to a WebP")
  }

  /// A film includes the timeline's sound. Formats without sound cause an error.
  @Test(.needsFilms) func aTimelineHasSound() throws {
    try scene.zoom(frames: 5, more: "audio: sound.wav")
    try scene.render("zoom.yaml", "-o", "z.mp4", status: 64, errors: "audio: cannot find sound.wav")
    try writeSound()
    #expect(try scene.render("zoom.yaml", "-o", "z.mp4").status == 0)
    let text = try ForeignProgram("ffprobe")!.run([
      "-v", "error", "-show_streams", tree.path("z.mp4"),
    ])
    #expect(text.contains("codec_type=audio"), "\(text)")
    for output in ["z.gif", "f"] {
      try scene.render("zoom.yaml", "-o", output, status: 0, errors: "Bromide skips the audio")
    }
  }

  /// The film in TestImages: ten seconds of picture and sound, with moving and fading frames.
  @Test(.needsFilms) func theHolidayIsAFilm() throws {
    let path = Package.testImages + "/timelines/holiday.yaml"
    #expect(try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").count < 30)
    try scene.render(path, "-o", "h.mp4", "--size", "96x54", status: 0, errors: "250 rendered")
    let text = try ForeignProgram("ffprobe")!.run([
      "-v", "error", "-count_frames", "-show_streams", "-show_format", tree.path("h.mp4"),
    ])
    for tag in ["nb_read_frames=250", "codec_type=audio", "duration=10.0"] {
      #expect(text.contains(tag), "\(tag) in\n\(text)")
    }
  }

  @Test(.enabled(if: ForeignProgram.ffmpeg != nil, "ffmpeg is not installed"))
  func aFolderBecomesAFilm() throws {
    try scene.sequence(3)
    try scene.render(
      "in", "--ken-burns", "--duration", "2s", "--crossfade", "5f", "--title", "Three", "--size",
      "96x64", "-o", "k.mp4", status: 0, errors: "50 rendered")
    let plan = try scene.render("in", "--ken-burns", "--duration", "2s", "--crossfade", "5f", "-n")
    #expect(plan.text.contains("p2.dng") && plan.text.contains("crop"), "\(plan.text)")
    for (arguments, words) in [
      (["in", "--title", "a", "-n"], "requires --ken-burns"),
      (["in/p0.dng", "--ken-burns", "-n"], "pictures of a folder"),
      (["in", "--ken-burns", "--duration", "1s", "-n"], "too short for fades of 25"),
      (["in", "--motion-blur", "900deg", "-n"], "0deg to 720deg"),
      (["in/p0.dng", "--blend", "mix", "-n"], "requires a sequence or a clip"),
      (["in", "--blend", "mix", "-n"], "has no effect"),
    ] {
      try tree.run(["render"] + arguments, status: 64, errors: words)
    }
  }

  @Test func withoutFFmpegAPipeIsNamed() throws {
    try scene.zoom(frames: 2)
    try tree.run(
      ["render", "zoom.yaml", "-o", "z.mp4"], environment: ["PATH": "/nowhere"], status: 64,
      errors: "z.mp4 needs ffmpeg, which is not on the path",
      "--y4m - | ffmpeg -f yuv4mpegpipe -i - -c:v libx264")
    #expect(!tree.exists("z.mp4"))
    // A shell would end the command at the semicolons of a GIF's filter.
    try tree.run(
      ["render", "zoom.yaml", "-o", "z.gif"], environment: ["PATH": "/nowhere"], status: 64,
      errors: "-filter_complex 'scale=", "=sierra2_4a' -loop 0")
  }

  /// The error includes ffmpeg's message, and a failed film is removed.
  @Test func failuresAreNamed() throws {
    try scene.zoom(frames: 20, size: "192x128")
    for script in [
      "echo 'Unknown encoder libx264' >&2; exit 1",
      "cat >/dev/null; echo 'Unknown encoder libx264' >&2; exit 1",
      "for i in 1 2 3 4; do echo 'Svt[info]: version' >&2; done; echo 'Unknown encoder libx264' >&2; exit 1",
    ] {
      try run(pretending: script.replacing("cat", with: "/bin/cat"), "zoom.yaml", "-o", "z.mp4")
        .expect(1, "ffmpeg says: Unknown encoder libx264")
      #expect(tree.entries() == ["bin", "hero.dng", "zoom.yaml"])
    }
  }

  /// ffmpeg's messages about its output use the name that the user set.
  @Test func wordsAreAboutTheFilm() throws {
    try scene.zoom(frames: 3)
    try run(
      pretending: "/bin/cat >/dev/null; for last; do :; done; echo \"$last: no space\" >&2; exit 1",
      "zoom.yaml", "-o", "z.mp4"
    ).expect(1, "ffmpeg says: z.mp4: no space")
  }

  /// A killed short film cannot be continued. The next run reports this and removes the old file.
  @Test(.enabled(if: ForeignProgram.ffmpeg != nil, "ffmpeg is not installed"))
  func killedFilmsBeginAgain() throws {
    try scene.zoom(frames: 3)
    try tree.write([1, 2, 3], to: ".bromide-0123456789abcdef.part")
    try scene.render(
      "zoom.yaml", "-o", "z.mp4", status: 0, errors: "begins at its first frame again")
    #expect(tree.entries() == ["hero.dng", "z.mp4", "zoom.yaml"])
    let again = try scene.render("zoom.yaml", "-o", "z.mp4", "-y")
    #expect(again.status == 0 && !again.errors.contains("killed"), "\(again.errors)")
    try scene.render(
      "zoom.yaml", "-o", "z.mp4", "--shard", "1/3", status: 64, errors: "--shard requires a folder")
  }

  /// ffmpeg gets options to keep its memory between frames and to configure x264.
  @Test func ffmpegGetsMemoryAndEncoderOptions() throws {
    try scene.zoom(frames: 3)
    _ = try self.run(
      pretending: """
        /bin/cat >/dev/null
        echo "$MALLOC_MMAP_THRESHOLD_ $MALLOC_TRIM_THRESHOLD_ $MALLOC_TOP_PAD_ $*" > words
        """, "zoom.yaml", "-o", "z.mp4")
    let words = try tree.text("words")
    #expect(words.hasPrefix("33554432 4294967296 67108864 "), "\(words)")
    #expect(
      words.contains("-preset veryfast -crf 18 -x264-params subme=1:stitchable=1 "), "\(words)")
  }

  @Test(arguments: [
    (["-o", "f", "--codec", "h264"], "--codec belongs to a film"),
    (["-o", "f.webm", "--codec", "h264"], "a .webm cannot contain h264; use --codec vp9, av1"),
    (["-o", "f.gif", "--fps", "59.94"], "these are 60000/1001; use --fps 50"),
    (["-o", "f.gif", "--audio", "zoom.yaml"], "--audio does not apply to a .gif"),
    (["-o", "f.mp4", "--audio", "gone.mp3"], "--audio gone.mp3: there is no such file"),
    (
      ["-o", "f.mkv", "--codec", "ffv1", "--video-quality", "50"], "--video-quality does not apply"
    ),
    (["-o", "f.mp4", "--video-quality", "0"], "expected whole numbers from 1 to 100"),
    (["-o", "f.mp4", "--quality", "90"], "--quality does not apply to -o f.mp4"),
    (["-o", "f.mp4", "--space", "rec2020"], "a film requires the primaries of BT.709"),
  ])
  func wrongUsageIsExplained(_ arguments: [String], _ words: String) throws {
    try scene.zoom(frames: 2)
    try tree.run(["render", "zoom.yaml"] + arguments, status: 64, errors: words)
  }
}
