import Foundation
import TestSupport
import Testing

/// The frame rates of films, as ffprobe reads them. 160 frames make two parts.
@Suite(.needsFilms) struct FilmRateTests {
  private let scene = RenderTree.fresh

  /// Before, 119.88 frames per second became 120/1, in all containers.
  @Test(
    arguments: ["mp4", "mov", "mkv", "webm"],
    ["23.976", "29.97", "59.94", "119.88"])
  func broadcastRatesAreExact(suffix: String, rate: String) throws {
    let thousandths = 1000 * Int(try #require(Double(rate)).rounded())
    for frames in [5, 160] {
      try scene.zoom(frames: frames, size: "48x32")
      let name = "z\(frames).\(suffix)"
      try scene.render("zoom.yaml", "-o", name, "--fps", rate, status: 0)
      let text = try ForeignProgram("ffprobe")!.run([
        "-v", "error", "-select_streams", "v:0", "-show_entries",
        "stream=r_frame_rate,avg_frame_rate", "-of", "default=nw=1:nk=1", scene.tree.path(name),
      ])
      let found = text.split(separator: "\n").map(String.init)
      try #require(found.count == 2, "\(text)")
      for value in found {
        // Matroska stores nanoseconds per frame, and ffprobe finds a fraction below 30001 for them.
        if ["mkv", "webm"].contains(suffix), thousandths > 30000 {
          let numbers = value.split(separator: "/").compactMap { Double($0) }
          try #require(numbers.count == 2, "\(value)")
          let error = numbers[0] / numbers[1] * 1001 / Double(thousandths) - 1
          #expect(abs(error) < 1e-6, "\(value)")
        } else {
          #expect(value == "\(thousandths)/1001")
        }
      }
    }
  }
}
