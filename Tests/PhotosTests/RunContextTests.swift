import BromideRaw
import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromidePhotos

/// Contexts of several runs in one process, which do not share their means.
@Suite struct RunContextTests {
  private let folder = TemporaryFolder.fresh
  private let chart = FilePath(Package.testImages + "/chart_rggb_12bit.dng")

  /// The workers of one run end at once, because their program is another one. The other run has
  /// no workers.
  @Test func aRunDoesNotUseTheWorkersOfAnother() throws {
    var options = try #require(PhotoIsolation.Options(workers: 1))
    options.program = "/bin/sh"
    let (isolated, here) = (
      RunContext(cameras: nil, isolation: options, timeout: nil, memory: .max), RunContext()
    )
    #expect(isolated != here && here == RunContext())
    let error = try #require(throws: PhotoError.self) {
      try OpenedPhoto(path: chart, settings: LoadSettings(isolated))
    }
    guard case .opening(.lost) = error.cause else {
      Issue.record("\(error)")
      return
    }
    #expect(try OpenedPhoto(path: chart, settings: LoadSettings(here)).size.area > 0)
    #expect(RawInspection.read(path: chart, context: isolated).failure != nil)
    #expect(RawInspection.read(path: chart, context: here).failure == nil)
  }

  /// A DNG without matrices gets the matrix of its run's cameras, and no run gets another's.
  @Test func twoRunsHaveTheirOwnCameras() throws {
    var photo = SyntheticPhoto(.landscape(), size: Size(width: 240, height: 160))
    let matrix = photo.camera.daylightMatrix
    photo.recordsColor = true
    photo.options.color = photo.camera.color(light: .daylight)
    photo.options.color.calibrations = []
    let path = FilePath(try folder.write(photo.file(), as: "a.dng"))
    func context(_ scale: Double) throws -> RunContext {
      let numbers = matrix.rows.map { "\(scale * $0.x), \(scale * $0.y), \(scale * $0.z)" }
      let text = """
        [{"make": "Bromide", "model": "Synthetic",
          "daylight": [\(numbers.joined(separator: ", "))]}]
        """
      return RunContext(
        cameras: try AddedCameras(bytes: Array(text.utf8)), isolation: nil, timeout: nil,
        memory: .max)
    }
    let (one, other) = (try context(1), try context(0.5))
    #expect(try one == context(1) && one != other && one != RunContext())
    for (context, scale) in [(one, 1), (other, 0.5), (one, 1.0)] {
      let photo = try LoadedPhoto(path: path, settings: LoadSettings(context)).raw
      #expect(photo.matrixSource == .table)
      let found = try #require(photo.profile.calibrations.first).colorMatrix
      for (row, given) in zip(found.rows, matrix.rows) {
        let difference = row - scale * given
        #expect(max(difference.max(), -difference.min()) < 1e-6)
      }
    }
    let plain = try LoadedPhoto(path: path, settings: LoadSettings(RunContext())).raw
    #expect(plain.guessedColors != nil)
  }
}
