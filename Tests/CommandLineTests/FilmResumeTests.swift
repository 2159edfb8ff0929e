import Foundation
import TestSupport
import Testing

/// Films that a killed run left incomplete. The judge is ffmpeg: the decoded frames and their times
/// equal an uninterrupted film.
@Suite(.needsFilms) struct FilmResumeTests {
  private let scene = RenderTree.fresh
  private var tree: CommandTree { scene.tree }

  /// Runs the command with an ffmpeg that sends a signal to the command when it starts for the
  /// third time, and then works as usual.
  private func run(signal: String, _ arguments: String...) throws -> CommandRun {
    let real = try #require(ForeignProgram.ffmpeg?.path)
    try tree.write(
      """
      #!/bin/sh
      case "$*" in
      *-version*) ;;
      *)
        echo start >> starts
        if [ "$(wc -l < starts)" -eq 3 ]; then kill -\(signal) "$PPID"; fi ;;
      esac
      exec \(real) "$@"
      """, to: "bin/ffmpeg")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: tree.path("bin/ffmpeg"))
    try? FileManager.default.removeItem(atPath: tree.path("starts"))
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return try tree.run(
      ["render"] + arguments, environment: ["PATH": tree.path("bin") + ":" + path])
  }

  /// The hash and the time of each decoded frame, and of the sound.
  private func decoded(_ name: String) throws -> String {
    try ForeignProgram.ffmpeg!.run(["-v", "error", "-i", tree.path(name), "-f", "framemd5", "-"])
  }

  private func frameCount(_ name: String) throws -> Int? {
    Int(
      try ForeignProgram("ffprobe")!.run([
        "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
        "stream=nb_read_frames", "-of", "default=nw=1:nk=1", tree.path(name),
      ]).trimmingCharacters(in: .whitespacesAndNewlines))
  }

  private func parts(_ film: String) -> [String] {
    guard tree.exists(film + ".parts") else { return [] }
    return tree.entries(film + ".parts").filter { $0.hasSuffix(".part") && !$0.hasPrefix(".") }
  }

  /// Before, each of these began at its first frame.
  @Test(arguments: [
    ["z.mp4"], ["z.mov", "--fps", "24000/1001"], ["z.mkv", "--codec", "ffv1"], ["z.webm"],
    ["z.mp4", "--codec", "h265"], ["z.mkv", "--fps", "120000/1001"],
  ])
  func aKilledFilmContinues(output: [String]) throws {
    try scene.zoom(frames: 260)
    let (name, options) = (output[0], Array(output.dropFirst()))
    let whole = try tree.run(["render", "zoom.yaml", "-o", "whole-" + name] + options)
    try #require(whole.status == 0 && whole.errors.contains("260 rendered"), "\(whole.errors)")
    #expect(!tree.exists("whole-\(name).parts"))
    let killed = try run(
      signal: "KILL", "zoom.yaml", "-o", name, options.first ?? "-q", options.last ?? "-q")
    #expect(killed.signal == SIGKILL && !tree.exists(name), "\(killed.errors)")
    // The second part can be complete when the command gets the signal.
    let complete = parts(name).filter { !$0.contains("draft") }.count
    #expect((1...2).contains(complete), "\(parts(name))")
    let again = try tree.run(["render", "zoom.yaml", "-o", name] + options)
    let counts = complete == 1 ? "174 rendered, 86 current" : "87 rendered, 173 current"
    #expect(again.status == 0 && again.errors.contains(counts), "\(again.errors)")
    #expect(try decoded(name) == decoded("whole-" + name))
    #expect(try frameCount(name) == 260)
    #expect(!tree.exists(name + ".parts"))
    #expect(tree.entries().allSatisfy { !$0.hasPrefix(".") }, "\(tree.entries())")
    try tree.run(["render", "zoom.yaml", "-o", name] + options, errors: "0 rendered, 260 current")
  }

  /// Before, x265 encoded equal frames differently in up to half of its runs, so that resumed videos
  /// differed from others.
  @Test(arguments: ["h264", "h265"]) func equalFramesGiveEqualVideos(codec: String) throws {
    try scene.zoom(frames: 86)
    let videos = try (0..<8).map { run in
      let made = try scene.render("zoom.yaml", "-o", "\(run).mkv", "--codec", codec)
      try #require(made.status == 0, "\(made.errors)")
      return try ForeignProgram.ffmpeg!.run([
        "-v", "error", "-i", tree.path("\(run).mkv"), "-c", "copy", "-f", "md5", "-",
      ])
    }
    #expect(Set(videos).count == 1, "\(videos)")
  }

  /// A run that is killed during joining has all its parts, and sound is added at the end.
  @Test func killedJoiningContinues() throws {
    try scene.zoom(frames: 160)
    try tree.write(RenderTree.squareWave(seconds: 16), to: "sound.wav")
    let arguments = ["zoom.yaml", "--audio", "sound.wav", "-o"]
    #expect(try tree.run(["render"] + arguments + ["w.mp4"]).status == 0)
    let killed = try run(signal: "KILL", "zoom.yaml", "--audio", "sound.wav", "-o", "z.mp4")
    #expect(killed.signal == SIGKILL && parts("z.mp4").count == 2)
    try tree.run(["render"] + arguments + ["z.mp4"], status: 0, errors: "0 rendered, 160 current")
    #expect(try decoded("z.mp4") == decoded("w.mp4"))
    #expect(try frameCount("z.mp4") == 160)
  }

  /// Parts of other frames or settings are never used.
  @Test(arguments: [
    ["--video-quality", "30"], ["--exposure", "1"], ["--fps", "12"], ["--depth", "16"],
    ["--size", "48x32"], ["-y"],
  ])
  func partsOfOtherSettingsAreDeleted(options: [String]) throws {
    try tree.write(
      "{size: 96x64, fps: 10, sources: [{photo: hero.dng, duration: 260f}]}", to: "t.yaml")
    try scene.photo("hero.dng")
    let killed = try run(signal: "KILL", "t.yaml", "-o", "z.mp4")
    try #require(killed.signal == SIGKILL && !parts("z.mp4").isEmpty)
    try tree.run(["render", "t.yaml", "-o", "z.mp4"] + options, status: 0, errors: "260 rendered")
    try tree.run(["render", "t.yaml", "-o", "w.mp4"] + options, status: 0)
    #expect(try decoded("z.mp4") == decoded("w.mp4"))
    #expect(!tree.exists("z.mp4.parts"))
  }

  /// A part with replaced photos is rendered again, because the photos could be back.
  @Test func partsWithReplacedPhotosAreDrafts() throws {
    try scene.sequence(3)
    try tree.write("not a photo", to: "in/p1.dng")
    try tree.write(
      "{size: 48x32, sources: [{sequence: in/, order: name, duration: 160f, on-missing: hold}]}",
      to: "t.yaml")
    let killed = try run(signal: "KILL", "t.yaml", "-o", "z.mp4")
    #expect(killed.signal == SIGKILL, "\(killed.errors)")
    #expect(parts("z.mp4").count == 2 && parts("z.mp4").allSatisfy { $0.contains("-draft") })
    try scene.sequence(3)
    try scene.render("t.yaml", "-o", "z.mp4", status: 0, errors: "160 rendered")
  }

  @Test func interruptedRunsNameTheirParts() throws {
    try scene.zoom(frames: 260)
    let run = try run(signal: "INT", "zoom.yaml", "-o", "z.mp4")
    #expect(run.status == 130 && !tree.exists("z.mp4"), "\(run.errors)")
    #expect(
      run.errors.contains("Bromide keeps 2 complete parts of z.mp4 in z.mp4.parts"),
      "\(run.errors)")
    try scene.render("zoom.yaml", "-o", "z.mp4", status: 0, errors: "87 rendered, 173 current")
  }

  /// A damaged part causes an error instead of a shorter film.
  @Test func damagedPartsFail() throws {
    try scene.zoom(frames: 160)
    #expect(try run(signal: "KILL", "zoom.yaml", "-o", "z.mkv").signal == SIGKILL)
    let part = "z.mkv.parts/" + (try #require(parts("z.mkv").sorted().first))
    try tree.write(Array(try tree.read(part).dropLast(2000)), to: part)
    let run = try scene.render("zoom.yaml", "-o", "z.mkv")
    #expect(run.status == 1 && !tree.exists("z.mkv"), "\(run.errors)")
    #expect(run.errors.contains("instead of 160, because its parts were damaged"), "\(run.errors)")
    #expect(!tree.exists("z.mkv.parts"))
    #expect(try scene.render("zoom.yaml", "-o", "z.mkv").errors.contains("160 rendered"))
    #expect(try frameCount("z.mkv") == 160)
  }

  /// Other files in the folder stay, and two runs cannot write the same parts.
  @Test func foreignFilesAndOtherRunsAreSafe() throws {
    try scene.zoom(frames: 160, size: "48x32")
    try tree.write([1], to: "z.mp4.parts/mine.part")
    let descriptor = unsafe open(tree.path("z.mp4.parts"), O_RDONLY | O_DIRECTORY)
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    try scene.render(
      "zoom.yaml", "-o", "z.mp4", status: 1, errors: "another run of Bromide renders z.mp4")
    close(descriptor)
    #expect(try scene.render("zoom.yaml", "-o", "z.mp4").status == 0)
    #expect(tree.entries("z.mp4.parts") == ["mine.part"])
  }
}
