internal import BromideValues
internal import SystemPackage
internal import TestSupport

/// Commands that are short, so that the start is most of their time, and the page faults of a
/// conversion, or only conversions of the raws on the command line. With BROMIDE_BEFORE, another
/// build alternates with this one.
enum StartBench {
  static func run(_ options: Options) {
    let folder = Photos.folder()
    let commands = options.paths.isEmpty ? starts(folder, options) : []
    let photos = options.paths.isEmpty ? [folder("photo.dng")] : options.paths
    let conversions = photos.flatMap { photo in
      ["", " --plain"].map { plain in
        let title =
          options.paths.isEmpty ? "" : " " + (FilePath(photo).lastComponent?.string ?? photo)
        return (
          "convert\(title)\(plain)",
          ["convert", photo, "-o", folder("a.png"), "-qy", "--compression", "fast"]
            + (plain.isEmpty ? [] : ["--plain"]), options.runs
        )
      }
    }
    let builds = [("", "BROMIDE"), ("before: ", "BROMIDE_BEFORE")].compactMap { title, name in
      Environment.variable(name).map { (title, $0) }
    }
    var report = Report(
      options.paths.isEmpty ? "start: photo of \(options.photoSize)" : "start: conversions",
      ["command", "milliseconds", "CPU milliseconds", "page faults", "peak MB"], form: options.form)
    for (title, arguments, runs) in commands + conversions {
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

  /// Writes the photo and a frame into the folder, and returns short commands for them.
  private static func starts(
    _ folder: TemporaryFolder, _ options: Options
  ) -> [(String, [String], Int)] {
    let (photo, frame) = (folder("photo.dng"), folder("f_3840x2160.nv12"))
    Photos.makeFiles([photo], options.photoSize)
    let noise = SeededNoise(seed: 49)
    let bytes = (0..<3840 * 2160 * 3 / 2).map { UInt8(truncatingIfNeeded: noise.bits($0, 0)) }
    do { try Files.write(bytes, to: frame) } catch { fail("\(error)") }
    let commands = [
      ("--version", ["--version"]), ("info, one raw", ["info", photo]),
      ("sample, one point of a 4K frame", ["sample", frame, "--at", ".5,.5"]),
    ]
    return commands.map { ($0.0, $0.1, options.givenRuns ?? 41) }
  }
}
