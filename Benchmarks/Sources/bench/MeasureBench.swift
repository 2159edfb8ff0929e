internal import BromideDevelop
internal import BromidePhotos
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage
internal import TestSupport

/// How fast the photos of a time-lapse are measured for deflicker: opened, unpacked and sampled.
enum MeasureBench {
  static func run(_ options: Options) {
    let folder = Photos.folder()
    var report = Report(
      "measuring photos of \(options.photoSize) for deflicker",
      ["raws", "photos", "1 thread photos/s", "2 threads photos/s"], form: options.form)
    let count = 16
    for coding in [Coding.tiles, .plain] {
      let first = folder("\(coding)_0.dng")
      Photos.makeFiles([first], options.photoSize, coding)
      guard let bytes = try? Files.read(first) else { fail("the photo cannot be read") }
      let paths = (0..<count).map { folder("\(coding)_\($0).dng") }
      for path in paths.dropFirst() { Photos.write(bytes, to: path) }
      let photos = paths.map { SequencePhoto(path: FilePath($0), context: RunContext()) }
      let settings = LapseSettings(deflicker: .init(smooth: 15))
      let measuring = LapseMeasuring(recipe: DevelopRecipe(), loading: LoadSettings(RunContext()))
      let speeds = [1, 2].map { threads in
        Double(count)
          / medianSeconds(runs: options.runs) {
            let analysis = measuring.analyse(photos, settings, threads: threads)
            guard analysis?.photos.allSatisfy({ $0.luminance != nil }) == true else {
              fail("a photo was not measured")
            }
          }
      }
      report.add(
        ["\(coding)", "\(count)"] + speeds.map { decimal($0, 1) })
      for path in paths { Files.remove(path) }
    }
    report.show()
    withExtendedLifetime(folder) {}
  }
}
