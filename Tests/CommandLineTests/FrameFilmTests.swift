import Foundation
import TestSupport
import Testing

/// Frames and films work together: films of rendered frames, films that are there, and names that promise other films.
@Suite struct FrameFilmTests {
  private let scene = RenderTree.fresh
  private var tree: CommandTree { scene.tree }

  /// Rendered frames are a sequence by their names, at their rate, and a film of them has their codes.
  @Test func framesAreASequence() throws {
    try scene.zoom(frames: 12)
    #expect(try scene.render("zoom.yaml", "-o", "frames", "--fps", "30000/1001").status == 0)
    let frames = try (0..<12).flatMap {
      try scene.pixels("frames/\($0 < 10 ? "0" : "")\($0).png")
    }
    try scene.render(
      "frames", "--raw", "f.rgb", status: 0,
      errors: "12 rendered frames are shown in the order of their names, at 30000/1001 a second")
    #expect(try tree.read("f.rgb") == frames)
    // In a timeline too, also by a pattern.
    try tree.write("sources: [{sequence: 'frames/*.png'}]", to: "t.yaml")
    #expect(try scene.render("t.yaml", "--raw", "t.rgb", "--size", "96x64").status == 0)
    #expect(try tree.read("t.rgb") == frames)
    // Next to photos, frames are skipped.
    try scene.photo("mixed/a.dng")
    try tree.write(try tree.read("frames/00.png"), to: "mixed/00.png")
    let mixed = try scene.render("mixed", "-n")
    #expect(mixed.status == 0 && !mixed.text.contains("frame 1"), "\(mixed.text)")
  }

  /// Before, a folder with a third of the frames, or with frames of a longer timeline, was shown
  /// without a warning.
  @Test func framesThatDifferFromTheManifestCauseWarnings() throws {
    try scene.zoom(frames: 6)
    #expect(try scene.render("zoom.yaml", "-o", "frames", "--shard", "1/3").status == 0)
    try scene.render(
      "frames", "-n", status: 0,
      errors: "warning: frames: 4 of 6 frames are missing, so the frames after them show too early")
    #expect(try scene.render("zoom.yaml", "-o", "frames").status == 0)
    #expect(try !scene.render("frames", "-n").errors.contains("warning"))
    try scene.zoom(frames: 5)
    #expect(try scene.render("zoom.yaml", "-o", "frames").status == 0)
    let run = try scene.render("frames", "--raw", "f.rgb")
    #expect(
      run.errors.contains(
        "frames: a frame of an older timeline is shown: 5.png; remove older frames"),
      "\(run.errors)")
    #expect(!run.errors.contains("missing"), "\(run.errors)")
  }

  @Test(.needsFilms, arguments: ["x.mp4", "x.mkv", "x.webm"])
  func filmsAreRecognised(name: String) throws {
    try scene.zoom(frames: 5)
    #expect(try scene.render("zoom.yaml", "-o", name).status == 0)
    let before = try tree.read(name)
    let again = try scene.render("zoom.yaml", "-o", name)
    #expect(again.status == 0 && again.errors.hasPrefix("0 rendered, 5 current"), "\(again.errors)")
    #expect(try tree.read(name) == before)
    // Another quality, or other frames, make it stale, and it is replaced as frames are.
    try scene.render(
      "zoom.yaml", "-o", name, "--video-quality", "20", status: 0, errors: "5 rendered")
    #expect(try tree.read(name) != before)
    try scene.zoom(frames: 4)
    #expect(try scene.render("zoom.yaml", "-o", name).errors.contains("4 rendered"))
    // A film from another program stays.
    try ForeignProgram.ffmpeg!.run([
      "-nostdin", "-v", "error", "-y", "-i", tree.path(name), "-map_metadata", "-1",
      tree.path("o." + name.split(separator: ".")[1]),
    ])
    try scene.render(
      "zoom.yaml", "-o", "o." + name.split(separator: ".")[1], status: 1,
      errors: "Bromide did not make it", "did not make it; -y overwrites it")
  }

  /// Before, an incomplete copy of a film was current.
  @Test(.needsFilms, arguments: ["x.mp4", "x.mkv", "x.webm"])
  func incompleteFilmsAreReplaced(name: String) throws {
    try scene.zoom(frames: 12)
    #expect(try scene.render("zoom.yaml", "-o", name).status == 0)
    let film = try tree.read(name)
    for lost in [1, 200] {
      try tree.write(Array(film.dropLast(lost)), to: name)
      try scene.render("zoom.yaml", "-o", name, status: 0, errors: "12 rendered")
    }
    try scene.render("zoom.yaml", "-o", name, status: 0, errors: "0 rendered, 12 current")
  }

  /// Before, this wrote every third frame and succeeded.
  @Test func shardsOfAVideoFail() throws {
    try scene.zoom(frames: 6)
    let run = try scene.render("zoom.yaml", "--shard", "1/3", "-o", "x.mp4")
    #expect(run.status == 64 && !tree.exists("x.mp4"), "\(run.errors)")
    #expect(
      run.errors.contains("use -o FOLDER for the shares, then bromide render FOLDER -o x.mp4"),
      "\(run.errors)")
  }

  /// Before, frames were read and replaced in the same folder, so a filter worked on them again in each run.
  @Test func framesCannotReplaceTheirInput() throws {
    try scene.zoom(frames: 3)
    #expect(try scene.render("zoom.yaml", "-o", "frames").status == 0)
    let before = try scene.content("frames")
    for folder in ["frames", "./frames/", "frames/../frames"] {
      try scene.render(
        "frames", "--exposure", "1", "-o", folder, "-y", status: 64,
        errors: "contains the frames that are shown; write to another folder")
    }
    #expect(try scene.content("frames") == before)
    #expect(try scene.render("frames", "--exposure", "1", "-o", "brighter").status == 0)
  }

  /// Before, this wrote Y4M and bare frames under names of other formats.
  @Test(arguments: [
    ("--y4m", "x.mp4", "name a .y4m file"), ("--y4m", "x.PNG", "name a .y4m file"),
    ("--raw", "x.y4m", "name a .rgb file"), ("--raw", "x.mov", "name a .rgb file"),
    ("-o", "x.apng", "write --apng x.apng"),
  ])
  func streamsRequireTheirSuffix(option: String, name: String, words: String) throws {
    try scene.zoom(frames: 2)
    try scene.render("zoom.yaml", option, name, status: 64, errors: words)
    #expect(!tree.exists(name))
  }

  /// Before, these made a folder of that name.
  @Test(arguments: ["x.avi", "x.m4v", "x.TS", "x.mpg", "x.hevc", "x.y4m", "deep/x.flv"])
  func unsupportedVideoSuffixesFail(name: String) throws {
    try scene.zoom(frames: 2)
    let run = try scene.render("zoom.yaml", "-o", name)
    #expect(run.status == 64 && !tree.exists(name), "\(run.errors)")
    #expect(
      run.errors.contains(
        name.hasSuffix("y4m") ? "write --y4m x.y4m" : "Bromide writes films as .mp4, .mov"),
      "\(run.errors)")
    // To name a folder, the user must do so explicitly.
    #expect(try scene.render("zoom.yaml", "-o", name + "/").status == 0)
  }
}
