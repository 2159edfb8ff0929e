internal import BromideValues
internal import TestSupport

/// Commands that are short, so that the start is most of their time, and the page faults of a
/// conversion. With BROMIDE_BEFORE, another build runs in turn with this one.
enum StartBench {
  static func run(_ options: Options) {
    let folder = Photos.folder()
    let (photo, frame, picture) = (folder("photo.dng"), folder("f_3840x2160.nv12"), folder("a.png"))
    Photos.makeFiles([photo], options.photoSize)
    let noise = SeededNoise(seed: 49)
    let bytes = (0..<3840 * 2160 * 3 / 2).map { UInt8(truncatingIfNeeded: noise.bits($0, 0)) }
    do { try Files.write(bytes, to: frame) } catch { fail("\(error)") }
    let commands = [
      ("--version", ["--version"], options.givenRuns ?? 41),
      ("info, one raw", ["info", photo], options.givenRuns ?? 41),
      (
        "sample, one point of a 4K frame", ["sample", frame, "--at", ".5,.5"],
        options.givenRuns ?? 41
      ),
      (
        "convert, defaults", ["convert", photo, "-o", picture, "-qy", "--compression", "fast"],
        options.runs
      ),
      (
        "convert --plain",
        ["convert", photo, "-o", picture, "-qy", "--compression", "fast", "--plain"], options.runs
      ),
    ]
    let builds = [("", "BROMIDE"), ("before: ", "BROMIDE_BEFORE")].compactMap { title, name in
      Environment.variable(name).map { (title, $0) }
    }
    var report = Report(
      "start: photo of \(options.photoSize)",
      ["command", "milliseconds", "CPU milliseconds", "page faults", "peak MB"], form: options.form)
    for (title, arguments, runs) in commands {
      var costs = [[Cost]](repeating: [], count: builds.count)
      // Run all once to warm caches.
      for run in 0...runs {
        for (index, build) in builds.enumerated() {
          let cost = Program.run([build.1] + arguments)
          if run > 0 { costs[index].append(cost) }
        }
      }
      for (build, costs) in zip(builds, costs) {
        let cost = Cost(medianOf: costs)
        guard cost.status == 0 else { fail("\(build.1) failed with status \(cost.status)") }
        report.add([
          build.0 + title, decimal(1000 * cost.seconds, 1), decimal(1000 * cost.cpuSeconds, 1),
          "\(cost.pageFaults)", decimal(Double(cost.peakMemory) / 1e6, 1),
        ])
      }
    }
    report.show()
    withExtendedLifetime(folder) {}
  }
}
