import BromidePhotos
import BromideTimelines
import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromideRuns

/// Complaints about films name settings, because other programs than the command use them.
@Suite struct FilmComplaintTests {
  private static let even = Size(width: 64, height: 48)
  private static let rate = FrameRate(25)

  @Test func settingsWithoutEffectAreNamed() throws {
    let gif = try #require(Film("a.gif"))
    #expect(
      gif.complaint(size: Self.even, depth: 16, rate: Self.rate, RunContext())
        == .setting("depth 16 does not apply to a GIF, which has 256 colours a frame"))
    var coded = try #require(Film("a.mkv"))
    coded.codec = .ffv1
    coded.quality = 50
    #expect(
      coded.complaint(size: Self.even, depth: 8, rate: Self.rate, RunContext())?.description
        == "video-quality does not apply to ffv1, which has one quality")
  }

  @Test func fixesAreValues() throws {
    var film = try #require(Film("a.webm"))
    film.codec = .h264
    #expect(
      film.complaint(size: Self.even, depth: 8, rate: Self.rate, RunContext())?.description
        == "a .webm cannot contain h264; use codec vp9, av1")
    let odd = try #require(Film("a.mp4"))
      .complaint(size: Size(width: 101, height: 67), depth: 8, rate: Self.rate, RunContext())
    #expect(
      odd?.description
        == "h264 needs even sides, and the frames have 101×67 pixels; use size 100x66")
  }

  /// Players show a frame of a hundredth of a second for ten. ffmpeg's reader does the same.
  @Test func fastGIFsFail() throws {
    let gif = try #require(Film("a.gif"))
    #expect(
      gif.complaint(size: Self.even, depth: 8, rate: FrameRate(60_000, 1001), RunContext())?
        .description
        == "a gif shows at most 50 frames per second, and these are 60000/1001; use fps 50")
    if case .value? = gif.complaint(size: Self.even, depth: 8, rate: FrameRate(50), RunContext()) {
      Issue.record("a GIF with 50 frames per second is rejected")
    }
  }

  /// Only the command knows the name of a flag.
  @Test func noTextOfTheRoomNamesAFlag() throws {
    let files = Files.all(under: Package.root + "/Sources/Runs").filter { $0.hasSuffix(".swift") }
    #expect(files.count > 100)
    for file in files {
      for line in String(decoding: try Files.read(file), as: UTF8.self).split(separator: "\n") {
        guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { continue }
        #expect(!line.contains(#/"[^"]*--[a-z]/#), "\(file): \(line)")
      }
    }
  }
}
