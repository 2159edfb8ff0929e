internal import TestSupport

/// How well a batch fills two cores, and whether its memory grows with its length.
enum BatchBench {
  static func run(_ options: Options) {
    let folder = Photos.folder()
    let inputs = (0..<20).map { folder("photo\($0).dng") }
    Photos.makeFiles(inputs, options.photoSize)
    let bromide = Environment.variable("BROMIDE") ?? "bromide"
    func cost(_ count: Int, jobs: Int, _ more: [String] = []) -> Cost {
      let output = folder("out-\(count)-\(jobs)")
      let command =
        [
          bromide, "convert", "-y", "-q", "--compression", "fast", "--jobs", "\(jobs)", "-o",
          output,
        ]
        + more + inputs.prefix(count)
      let cost = Program.median(command, runs: options.runs) { Files.remove(output) }
      guard cost.status == 0, Files.names(in: output).count == count else {
        fail("bromide failed with status \(cost.status)")
      }
      Files.remove(output)
      return cost
    }
    let one = cost(1, jobs: 1)
    var report = Report(
      "batch of \(options.photoSize) photos",
      ["photos", "jobs", "seconds", "CPU seconds", "wall / CPU of single runs", "peak MB"],
      form: options.form)
    for (count, jobs) in [(1, 1), (4, 2), (20, 1), (20, 2)] {
      let cost = count == 1 ? one : cost(count, jobs: jobs)
      report.add([
        "\(count)", "\(jobs)", decimal(cost.seconds, 3), decimal(cost.cpuSeconds, 2),
        decimal(cost.seconds / (one.cpuSeconds * Double(count)), 3),
        decimal(Double(cost.peakMemory) / 1e6, 1),
      ])
    }
    report.show()
    let half = cost(1, jobs: 2, ["--demosaic", "half"])
    let rcd = cost(1, jobs: 2)
    var halfReport = Report(
      "half and rcd, complete program", ["demosaic", "seconds", "times half"], form: options.form)
    halfReport.add(["half", decimal(half.seconds, 4), "1"])
    halfReport.add(["rcd", decimal(rcd.seconds, 4), decimal(rcd.seconds / half.seconds, 2)])
    halfReport.show()
    withExtendedLifetime(folder) {}
  }
}
