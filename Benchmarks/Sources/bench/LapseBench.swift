internal import BromideLibc
internal import BromideRuns
internal import BromideSystem
internal import CPeers
internal import TestSupport

/// A sequence with one photo per frame: the complete program, compared with two parallel LibRaw
/// unpackers on the same files.
enum LapseBench {
  private static let frameSize = "1920x1280"
  private static let threads = 2

  static func run(_ options: Options) {
    let bromide = Environment.variable("BROMIDE") ?? "bromide"
    var report = Report(
      "time-lapse, \(options.photoSize) photos to frames of \(frameSize), \(threads) threads",
      [
        "photos", "of", "LibRaw ×2 ms a photo", "Bromide ms a photo", "times LibRaw", "photos/s",
        "peak MB",
      ], form: options.form)
    for coding in [Coding.plain, .tiles] {
      let folder = Photos.folder()
      let photo = folder("photo.dng")
      Photos.makeFiles([photo], options.photoSize, coding)
      for count in coding == .plain ? [20, 300] : [20] {
        let names = (0..<count).map { folder("\(count)/p\($0).dng") }
        do { try Files.makeFolder(folder("\(count)")) } catch { fail("\(error)") }
        for name in names where unsafe link(photo, name) != 0 { fail("\(name) cannot be made") }
        let peer = medianSeconds(runs: count > 20 ? 1 : options.runs) { unpack(names) }
        let output = folder("out")
        let command = [
          bromide, "render", folder("\(count)"), "--order", "name", "--size", frameSize, "-o",
          output, "-q", "-j", "\(threads)",
        ]
        let cost = Program.median(command, runs: count > 20 ? 1 : options.runs) {
          Files.remove(output)
        }
        guard cost.status == 0, Files.names(in: output).count == count + 1 else {
          fail("bromide failed with status \(cost.status)")
        }
        Files.remove(output)
        let each = cost.seconds / Double(count)
        report.add([
          "\(count)", "\(coding)", decimal(peer * 1000 / Double(count), 1), decimal(each * 1000, 1),
          decimal(cost.seconds / peer, 2), decimal(1 / each, 1),
          decimal(Double(cost.peakMemory) / 1e6, 0),
        ])
      }
      withExtendedLifetime(folder) {}
    }
    report.show()
    faith(bromide, options)
  }

  /// How faithful twelve time-lapses of known light become, as `SyntheticLapse.Faith` measures it
  /// on the frames.
  private static func faith(_ bromide: String, _ options: Options) {
    var report = Report(
      "time-lapses of known light: excess over the net change EV, at the ends EV, red to blue EV rms",
      ["lapse"] + SyntheticLapse.ways.map(\.name), form: options.form)
    // The largest of all lapses, by way.
    var worst = SyntheticLapse.ways.map { _ in [0.0, 0, 0] }
    for lapse in SyntheticLapse.all {
      let folder = Photos.folder()
      let frames = folder("frames.rgb")
      do {
        let measures = try lapse.measures { photo, name in
          _ = try folder.write(photo, as: "n/" + name)
        } render: { flags in
          let cost = Program.run([bromide, "render", folder("n"), "--raw", frames] + flags)
          guard cost.status == 0 else { fail("bromide failed with status \(cost.status)") }
          return try Files.read(frames)
        }
        let numbers = measures.map { [$0.faith.beyond, $0.faith.ends, $0.colorFlicker] }
        worst = zip(worst, numbers).map { zip($0, $1).map { max($0, $1) } }
        report.add([lapse.name] + numbers.map(cell))
      } catch { fail("\(error)") }
      withExtendedLifetime(folder) {}
    }
    report.add(["the largest"] + worst.map(cell))
    report.show()
  }

  private static func cell(_ numbers: [Double]) -> String {
    numbers.map { decimal($0, 3) }.joined(separator: ", ")
  }

  private static func unpack(_ paths: [String]) {
    let done = Crew(threads: threads).map(paths) { unsafe peer_libraw_unpack($0) == 1 }
    if done.contains(false) { fail("LibRaw cannot unpack a photo") }
  }
}
