import BromideValues
import Foundation
import TestSupport
import Testing

/// Clips from films in any container, which ffmpeg decodes. The reference is ffmpeg's output of all
/// frames as raw planes, which Bromide reads itself.
@Suite(.needsFilms) struct FilmClipTests {
  private let scene = RenderTree.fresh
  private var tree: CommandTree { scene.tree }
  private static let frameBytes = 96 * 64 * 3

  private func ffmpeg(_ arguments: [String]) throws {
    try #require(ForeignProgram.ffmpeg).run(["-nostdin", "-v", "error", "-y"] + arguments)
  }

  /// Ninety frames that all differ.
  private func make(_ name: String, _ options: String) throws {
    try ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=3.6"]
        + options.split(separator: " ").map(String.init) + [tree.path(name)])
  }

  /// The frames of a film in order, as ffmpeg decodes them, drawn by Bromide.
  private func truth(_ name: String, _ layout: String, _ flags: [String] = []) throws -> [UInt8] {
    let planes = "truth_96x64.\(layout)"
    try ffmpeg([
      "-noautorotate", "-i", tree.path(name), "-map", "0:v:0", "-vsync", "passthrough", "-f",
      "rawvideo", tree.path(planes),
    ])
    return try raw([planes] + flags)
  }

  private func raw(_ arguments: [String]) throws -> [UInt8] {
    try tree.run(["render"] + arguments + ["--raw", "o.rgb", "-y"], status: 0)
    return try tree.read("o.rgb")
  }

  private func frame(_ index: Int, of bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes[index * Self.frameBytes..<(index + 1) * Self.frameBytes]
  }

  private static let yuv = "-pix_fmt yuv420p "

  /// All frames, some, one, and backwards, by one thread and several, always match decoding in
  /// order.
  @Test(arguments: [
    ("a.mp4", yuv + "-c:v libx264 -bf 3 -g 10", "i420"),
    ("open.mkv", yuv + "-c:v libx264 -bf 3 -g 10 -x264-params open-gop=1", "i420"),
    ("refresh.mp4", yuv + "-c:v libx264 -g 20 -x264-params intra-refresh=1", "i420"),
    ("a.mov", "-c:v prores_ks -pix_fmt yuv422p10le", "i210"),
    ("a.webm", yuv + "-c:v libvpx-vp9 -g 10 -deadline realtime -cpu-used 8", "i420"),
    (
      "hidden.webm",
      yuv + "-c:v libvpx -g 10 -auto-alt-ref 1 -lag-in-frames 10 -b:v 200k -deadline good", "i420"
    ),
    ("a.ts", yuv + "-c:v mpeg2video -g 10 -bf 2", "i420"),
    ("a.avi", yuv + "-c:v mpeg4 -g 10", "i420"), ("ffv1.mkv", "-pix_fmt yuv444p -c:v ffv1", "i444"),
    ("film-without-a-name", yuv + "-c:v libx264 -g 10 -f matroska", "i420"),
  ])
  func filmsShowTheirFrames(name: String, options: String, layout: String) throws {
    try make(name, options)
    let truth = try truth(name, layout)
    let count = truth.count / Self.frameBytes
    #expect(count == 90 && Set((0..<count).map { frame($0, of: truth) }).count == count)
    #expect(try raw([name, "-j", "4"]) == truth)
    #expect(
      try raw([name, "-j", "1", "--frames", "3,47-49,88"])
        == [3, 47, 48, 49, 88].flatMap {
          frame($0, of: truth)
        })
    #expect(try raw([name, "--frames", "71"]) == Array(frame(71, of: truth)))
    let backwards = """
      sources:
        - clip: \(name)
          duration: 90f
          time-map: [{at: 0s, value: 89}, {at: 100%, value: 0}]
      """
    try tree.write(backwards, to: "back.yaml")
    #expect(
      try raw(["back.yaml", "-j", "3"])
        == (0..<count).reversed().flatMap {
          frame($0, of: truth)
        })
  }

  /// Codes follow the film's tags, and flags override the tags.
  @Test func filmsHaveTags() throws {
    try make(
      "a.mkv", "-pix_fmt yuv444p -c:v ffv1 -color_range pc -colorspace bt2020nc -color_trc linear")
    let given = ["--matrix", "2020", "--range", "full", "--transfer", "linear"]
    let all = try raw(["a.mkv"])
    #expect(try truth("a.mkv", "i444", given) == all)
    #expect(try truth("a.mkv", "i444") != all)
    #expect(
      try raw(["a.mkv", "--matrix", "601", "--transfer", "1886"])
        == truth("a.mkv", "i444", ["--matrix", "601", "--range", "full", "--transfer", "1886"]))
  }

  /// A GIF uses the codes of pictures.
  @Test func gifsShowTheirFrames() throws {
    try make("a.gif", "-r 20")
    try ffmpeg([
      "-i", tree.path("a.gif"), "-vsync", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgb24",
      tree.path("g.rgb"),
    ])
    #expect(try raw(["a.gif"]) == tree.read("g.rgb"))
    // With holes, which are black.
    try ffmpeg([
      "-f", "lavfi", "-i", "color=red@0:size=96x64:rate=10:duration=0.3,format=rgba",
      "-f", "lavfi", "-i", "color=red:size=48x64:rate=10:duration=0.3", "-filter_complex",
      "[0][1]overlay=format=auto,split[a][b];[a]palettegen=reserve_transparent=1[p];[b][p]paletteuse",
      tree.path("holes.gif"),
    ])
    let holes = try raw(["holes.gif"])
    #expect(holes.count == 3 * Self.frameBytes)
    #expect(holes[0] > 240 && holes[1] < 10 && Array(holes[60 * 3..<60 * 3 + 3]) == [0, 0, 0])
  }

  /// The rate comes from the film, so its frames align with the timeline's frames.
  @Test func theRateIsTheFilms() throws {
    try make("a.mp4", Self.yuv + "-c:v libx264 -r 30000/1001")
    let plan = try scene.render("a.mp4", "-n", "--frames", "0,30", "-v")
    #expect(plan.text.contains("30  1.001 s  a.mp4 30"), "\(plan.text)")
    #expect(
      plan.errors.contains("a.mp4: 96×64, ") && plan.errors.contains("30000/1001 a second, h264"),
      "\(plan.errors)")
  }

  /// A trimmed film with an edit list that hides the previous frames.
  @Test func editListHidesFrames() throws {
    try make("whole.mp4", Self.yuv + "-c:v libx264 -bf 2 -g 40")
    try ffmpeg(["-ss", "1.3", "-i", tree.path("whole.mp4"), "-c", "copy", tree.path("cut.mp4")])
    let truth = try truth("cut.mp4", "i420")
    let count = truth.count / Self.frameBytes
    #expect(count < 70)
    #expect(try raw(["cut.mp4"]) == truth)
    #expect(try raw(["cut.mp4", "--frame", "last"]) == Array(frame(count - 1, of: truth)))
    let last = try tree.run(
      "sample", "cut.mp4", "--frame", "last", "--at", ".5,.5", "--format", "csv")
    #expect(last.status == 0 && last.fields[1][1] == "\(count - 1)", "\(last.text)\(last.errors)")
  }

  /// Films that are to be turned, and pixels that are not square.
  @Test func filmsAreUprightAndSquare() throws {
    try make("flat.mp4", Self.yuv + "-c:v libx264 -g 10")
    try ffmpeg([
      "-i", tree.path("flat.mp4"), "-c", "copy", "-metadata:s:v:0", "rotate=90",
      tree.path("turned.mp4"),
    ])
    let flat = try raw(["flat.mp4", "--frame", "20"])
    let turned = try raw(["turned.mp4", "--frame", "20"])
    try ffmpeg([
      "-i", tree.path("turned.mp4"), "-vf", "select=eq(n\\,20)", "-frames:v", "1", "-f", "rawvideo",
      "-pix_fmt", "gray", tree.path("t.gray"),
    ])
    let theirs = try tree.read("t.gray")
    #expect(flat.count == turned.count && theirs.count == 96 * 64)
    // The same turn of the same pixels: 64 wide.
    func at(_ x: Int, _ y: Int) -> [UInt8] {
      Array(turned[(y * 64 + x) * 3..<(y * 64 + x) * 3 + 3])
    }
    let clockwise = (0..<64).allSatisfy { x in
      (0..<96).allSatisfy { y in
        at(x, y) == Array(flat[((63 - x) * 96 + y) * 3..<((63 - x) * 96 + y) * 3 + 3])
      }
    }
    let counter = (0..<64).allSatisfy { x in
      (0..<96).allSatisfy { y in
        at(x, y) == Array(flat[(x * 96 + 95 - y) * 3..<(x * 96 + 95 - y) * 3 + 3])
      }
    }
    #expect(clockwise != counter)
    // Compare luma, to check the direction against ffmpeg's rotation.
    let (mine, other) = (
      [8, 50].map { x in [10, 80].map { y in at(x, y).map(Int.init) } }, theirs
    )
    let sums = mine.flatMap(\.self).map { ($0[0] * 30 + $0[1] * 59 + $0[2] * 11) / 100 }
    let lumas = [8, 50].flatMap { x in [10, 80].map { y in Int(other[y * 64 + x]) } }
    #expect(sums.indices.allSatisfy { abs(sums[$0] - lumas[$0]) < 40 }, "\(sums) \(lumas)")
    try make("wide.mp4", Self.yuv + "-c:v libx264 -vf setsar=4/3")
    try scene.render("wide.mp4", "--frame", "0", "-o", "w.png", status: 0)
    #expect(try scene.pixels("w.png").count == 128 * 64 * 3)
  }

  /// Frames in a folder: shares, a second run, and a film that changes.
  @Test func framesStayWhileTheFilmDoes() throws {
    try make("a.mp4", Self.yuv + "-c:v libx264 -bf 2 -g 10")
    for share in ["1/3", "3/3", "2/3"] {
      #expect(
        try scene.render("a.mp4", "-o", "f", "--shard", share, "--frames", "0-89:3").status == 0)
    }
    #expect(try scene.render("a.mp4", "-o", "g", "--frames", "0-89:3", "-j", "4").status == 0)
    #expect(try scene.content("f") == scene.content("g"))
    try scene.render("a.mp4", "-o", "g", "--frames", "0-89:3", errors: "30 current")
    let manifest = try tree.text("g/manifest.json")
    #expect(manifest.contains("\"inputs\":[\"a.mp4\"]"), "\(manifest)")
    #expect(manifest.contains("96×64, 90 frames, 25 a second, h264 by ffmpeg, i420"), "\(manifest)")
    try make("a.mp4", Self.yuv + "-c:v libx264 -crf 40")
    try scene.render("a.mp4", "-o", "g", "--frames", "0-89:3", errors: "30 rendered")
  }

  /// Errors about a film take one line and include a known fix.
  @Test func invalidVideosFailWithAReason() throws {
    try make("a.mp4", Self.yuv + "-c:v libx264")
    try ffmpeg(["-f", "lavfi", "-i", "sine=duration=0.2", tree.path("sound.mkv")])
    try tree.write(Array(try tree.read("a.mp4").prefix(2000)), to: "cut.mp4")
    try tree.write("no film at all", to: "b.mp4")
    try tree.write([UInt8](repeating: 1, count: 64), to: "c.mp4")
    try scene.photo("hero.dng")
    for (arguments, status, words) in [
      (["sound.mkv"], 1, "sound.mkv: ffprobe cannot find a video in it"),
      (["cut.mp4"], 1, "cut.mp4: ffprobe does not read it"),
      (["b.mp4"], 1, "b.mp4: it is a text; render reads raw photos"),
      (["c.mp4"], 1, "c.mp4: ffprobe does not read it"),
      (["a.mp4", "--layout", "nv12"], 64, "a film records its layout; remove layout"),
      (["gone.mp4"], 1, "there is no such timeline, folder, photo or clip"),
      (["a.mp4", "--holy-grail"], 64, "--holy-grail requires a sequence"),
      (["a.mp4", "--deflicker"], 64, "--deflicker requires a sequence"),
      (["u.yaml"], 1, "note: ffprobe does not read it"),
      (["t.yaml"], 64, "hero.dng is a picture and no clip; a source shows it as photo: FILE"),
      (["a.mp4", "--white-balance", "daylight"], 64, "have no white-balance"),
    ] as [([String], Int32, String)] {
      try tree.write("sources: [{clip: hero.dng}]", to: "t.yaml")
      try tree.write("sources: [{clip: note}]", to: "u.yaml")
      try tree.write("no film", to: "note")
      try tree.run(["render"] + arguments + ["-o", "f"], status: status, errors: words)
      #expect(!tree.exists("f"))
    }
    try tree.run(
      ["render", "a.mp4", "-o", "f"], environment: ["PATH": "/nowhere"], status: 1,
      errors: "a.mp4: it is read by ffmpeg and ffprobe, which are not on the path; install ffmpeg")
  }

  /// A clip is never replaced by an output made from it.
  @Test func clipsAreKept() throws {
    try make("a.mp4", Self.yuv + "-c:v libx264")
    let bytes = try tree.read("a.mp4")
    for link in ["b.mp4", "b.y4m", "b.rgb"] {
      try FileManager.default.createSymbolicLink(
        atPath: tree.path(link), withDestinationPath: tree.path("a.mp4"))
    }
    for (flag, output) in [
      ("-o", "a.mp4"), ("-o", "b.mp4"), ("--y4m", "b.y4m"), ("--raw", "b.rgb"),
    ] {
      try scene.render(
        "a.mp4", flag, output, "-y", status: 64, errors: "\(output) is the clip that is shown")
    }
    #expect(try tree.read("a.mp4") == bytes)
  }

  /// Damage in the middle ends the run at that frame, because ffmpeg would guess its content.
  @Test func damagedFilmsFail() throws {
    try make("a.mkv", Self.yuv + "-c:v libx264 -crf 10 -g 30")
    let truth = try truth("a.mkv", "i420")
    var bytes = try tree.read("a.mkv")
    let middle = bytes.count / 2
    for i in middle..<middle + 400 { bytes[i] = UInt8(truncatingIfNeeded: i * 37) }
    try tree.write(bytes, to: "damaged.mkv")
    // Whether ffmpeg calls it an error must not depend on how its threads run.
    for _ in 0..<5 {
      let run = try scene.render("damaged.mkv", "--raw", "d.rgb", "-j", "2")
      #expect(run.status == 1 && !tree.exists("d.rgb"))
      let failures = run.errors.split(separator: "\n").filter { $0.contains("failed (") }
      #expect(
        !failures.isEmpty && failures.allSatisfy { $0.contains("damaged.mkv: ffmpeg gives ") },
        "\(run.errors)")
    }
    #expect(
      try raw(["damaged.mkv", "--frames", "0-9"]) == Array(truth.prefix(10 * Self.frameBytes)))
    try tree.write(Array(try tree.read("a.mkv").prefix(middle)), to: "ends.mkv")
    let ends = try scene.render("ends.mkv", "--raw", "o.rgb", "-y")
    #expect(ends.errors.contains("ends.mkv: ffprobe: "), "\(ends.errors)")
  }

  /// Uneven frame times cause a warning.
  @Test func unevenFramesCauseWarning() throws {
    try make("a.mkv", Self.yuv + "-c:v libx264 -vf select=not(mod(n\\,3)*mod(n\\,5)) -vsync vfr")
    try scene.render(
      "a.mkv", "--raw", "o.rgb", status: 0,
      errors: "a.mkv: its frames are 0.04 to 0.12 s apart; each shows as long as every other")
    #expect(try truth("a.mkv", "i420") == tree.read("o.rgb"))
  }

  /// A film under a title, and the curves of its tracks.
  @Test func filmsAreSources() throws {
    try make("a.webm", Self.yuv + "-c:v libvpx-vp9 -deadline realtime -cpu-used 8")
    let text = """
      size: 96x64
      sources:
        - clip: a.webm
          tracks: {exposure: [{at: 0s, value: -1}, {at: 100%, value: 1}]}
        - {text: Title, start: 0s, duration: 1s, size: 0.3}
      """
    try tree.write(text, to: "t.yaml")
    #expect(try raw(["t.yaml"]).count == 90 * Self.frameBytes)
    try tree.run("curves", "--timeline", "t.yaml", "-o", "c.png", status: 0)
  }
}
