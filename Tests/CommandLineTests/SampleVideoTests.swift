import Foundation
import TestSupport
import Testing

/// Video and HEIF, which other programs decode, and WebP from ffmpeg.
@Suite struct SampleVideoTests {
  private let tree = CommandTree.fresh

  private func sample(_ arguments: String...) throws -> CommandRun {
    try tree.run(["sample"] + arguments)
  }

  private func ffmpeg(_ arguments: [String]) throws {
    try #require(ForeignProgram.ffmpeg).run(["-nostdin", "-v", "error", "-y"] + arguments)
  }

  /// Frame, point and numbers.
  private func numbers(_ run: CommandRun) -> [[String]] {
    run.fields.dropFirst().map { Array($0[1...].dropLast()) }
  }

  /// Lossless video gives the numbers of the same frames as Y4M, with the recorded tags.
  @Test(.enabled(if: ForeignProgram.ffmpeg != nil, "ffmpeg is not installed"))
  func videoIsRead() throws {
    let source = ["-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=0.4"]
    try ffmpeg(source + ["-pix_fmt", "yuv420p", tree.path("a.y4m")])
    // The same planes with the container's tags.
    try ffmpeg(
      ["-i", tree.path("a.y4m"), "-c:v", "ffv1", "-color_range", "tv", "-colorspace", "bt2020nc"]
        + ["-color_primaries", "bt2020", "-color_trc", "smpte2084", tree.path("a.mkv")])
    let options = ["--frames", "0,3..5,9", "--grid", "4x3", "--window", "5", "--format", "csv"]
    let given = [
      "--matrix", "2020", "--transfer", "pq", "--primaries", "2020", "--range", "limited",
    ]
    let spaces = ["--siting", "left", "--space", "ycbcr,nits"]
    let video = try tree.run(["sample", "a.mkv"] + options + spaces)
    let clip = try tree.run(["sample", "a.y4m"] + options + spaces + given)
    #expect(video.status == 0 && clip.status == 0, "\(video.errors)\(clip.errors)")
    #expect(numbers(video) == numbers(clip) && numbers(video).count == 60)
    let text = try sample("a.mkv", "--at", ".5,.5").text
    for fact in [
      "matrix 2020 (tag)", "range limited (tag)", "transfer pq (tag)", "primaries 2020 (tag)",
    ] {
      #expect(text.contains(fact), "\(text)")
    }
    let last = try sample("a.mkv", "--frame", "last", "--at", ".5,.5", "--format", "csv")
    #expect(last.fields[1][1] == "9")
    try sample("a.mkv", "--frame", "10", "--at", ".5,.5").expect(1, "no frame 10: there are 10")
    try sample("a.mkv", "--frame", "9", "--average", "0.2s", "--at", ".5,.5").expect(0)
  }

  /// A film with a rotation in its file.
  @Test(.enabled(if: ForeignProgram.ffmpeg != nil, "ffmpeg is not installed"))
  func turnedVideoIsUpright() throws {
    try tree.write(
      [UInt8](repeating: 200, count: 96 * 32) + [UInt8](repeating: 40, count: 96 * 32), to: "a.gray"
    )
    try ffmpeg([
      "-f", "rawvideo", "-pix_fmt", "gray", "-video_size", "96x64", "-i", tree.path("a.gray"),
      "-pix_fmt", "yuv420p", "-c:v", "mpeg4", "-q:v", "1", tree.path("flat.mp4"),
    ])
    try ffmpeg([
      "-i", tree.path("flat.mp4"), "-c", "copy", "-metadata:s:v:0", "rotate=90", tree.path("a.mp4"),
    ])
    let run = try sample(
      "a.mp4", "--at", ".9,.5", "--at", ".1,.5", "--space", "ycbcr", "--format", "csv"
    ).expect(0)
    // As ffmpeg turns it.
    try ffmpeg([
      "-i", tree.path("a.mp4"), "-f", "rawvideo", "-pix_fmt", "gray", tree.path("b.gray"),
    ])
    let theirs = try tree.read("b.gray")
    let luma = run.fields.dropFirst().compactMap { Double($0[4]) }
    let row = 48 * 64
    #expect(
      luma.count == 2 && theirs.count == 64 * 96
        && (luma[0] > luma[1]) == (theirs[row + 58] > theirs[row + 6]), "\(luma)")
    #expect(abs(luma[0] - luma[1]) > 100)
    #expect(try sample("a.mp4", "--at", ".5,.5").text.contains("64×96"))
  }

  @Test(.enabled(if: ForeignProgram.ffmpeg != nil, "ffmpeg is not installed"))
  func webpIsRead() throws {
    try SampleScene.png(tree.path("a.png"))
    try ffmpeg([
      "-i", tree.path("a.png"), "-c:v", "libwebp", "-lossless", "1", "-pix_fmt", "bgra",
      tree.path("a.webp"),
    ])
    let options = ["--grid", "6x4", "--window", "3", "--space", "lab", "--format", "csv"]
    let png = try tree.run(["sample", "a.png"] + options)
    let webp = try tree.run(["sample", "a.webp"] + options, status: 0)
    #expect(numbers(png) == numbers(webp))
    try ffmpeg([
      "-i", tree.path("a.png"), "-c:v", "libwebp", "-quality", "95", "-pix_fmt", "yuv420p",
      tree.path("b.webp"),
    ])
    let lossy = try sample(
      "b.webp", "--grid", "6x4", "--window", "9", "--against", "a.png", "--tolerance", "2"
    ).expect(0)
    #expect(lossy.text.contains("matrix none (rule: RGB), range full (rule)"), "\(lossy.text)")
    let siting = try sample("b.webp", "--at", ".5,.5", "--siting", "left")
    #expect(siting.status != 0 && siting.errors.contains("--siting works on YCbCr"))
  }

  /// Where a program is missing, the message names it.
  @Test(arguments: [
    ("a.mkv", "", "ffmpeg and ffprobe, which are not on the path; install ffmpeg"),
    (
      "a.heic", "\0\0\0\u{18}ftypheic",
      "heif-dec or heif-convert, which is not on the path; install libheif"
    ),
  ])
  func missingProgramsAreNamed(name: String, start: String, words: String) throws {
    try tree.write(Array(start.utf8) + [UInt8](repeating: 0, count: 64), to: name)
    try tree.run(
      ["sample", name, "--at", "0,0"], environment: ["PATH": tree.root], status: 1,
      errors: "\(name): it is read by ", words)
  }

  /// Videos that cameras store next to photos are skipped in folders.
  @Test func videosInFoldersAreSkipped() throws {
    try SampleScene.png(tree.path("a.png"))
    try tree.write("no film", to: "b.mp4")
    let run = try sample(".", "--at", ".5,.5", "--format", "csv")
    #expect(run.status == 0 && run.fields.count == 2, "\(run.text)\(run.errors)")
    let info = try tree.run("info", ".")
    #expect(info.status == 0 && !info.text.contains("b.mp4"), "\(info.text)\(info.errors)")
  }

  static let heif = ForeignProgram("heif-enc")
  static let reader = ForeignProgram("heif-dec", "heif-convert")

  @Test(.enabled(if: heif != nil && reader != nil, "libheif's programs are not installed"))
  func heifIsRead() throws {
    try SampleScene.png(tree.path("a.png"))
    try #require(Self.heif).run([
      "-L", "-p", "chroma=444", tree.path("a.png"), "-o", tree.path("a.heic"),
    ])
    let run = try sample(
      "a.heic", "--grid", "6x4", "--window", "9", "--against", "a.png", "--tolerance", "1"
    ).expect(0)
    #expect(run.text.contains("decoder heif-"))
  }
}
