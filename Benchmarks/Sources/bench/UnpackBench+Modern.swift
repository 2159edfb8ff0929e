internal import BromideRaw
internal import Dispatch
internal import SystemPackage
internal import TestSupport

extension UnpackBench {
  /// Codings that the system's LibRaw possibly does not support. `Rivals/unpack.py` measures a
  /// newer LibRaw on the same files, which `bench photos --coding NAME FILE` writes.
  static func runModern(_ options: Options, _ folder: TemporaryFolder) {
    var report = Report(
      "unpack, newer codings",
      [
        "file", "decoder", "megapixels", "LibRaw ms", "1 thread ms", "2 threads ms",
        "1 thread MP/s", "2 threads MP/s",
      ], form: options.form)
    for path in options.paths {
      addModern(path, String(path.split(separator: "/").last!), options, to: &report)
    }
    for coding in Coding.allCases where options.paths.isEmpty && coding.isModern {
      let path = folder("\(coding).raw")
      Photos.makeFiles([path], options.photoSize, coding)
      addModern(path, "made up: \(coding)", options, to: &report)
      Files.remove(path)
    }
    report.show()
  }

  private static func addModern(
    _ path: String, _ name: String, _ options: Options, to report: inout Report
  ) {
    let ways = [
      Unpacking(unpacker: .libraw), Unpacking(),
      Unpacking(crew: { body in
        DispatchQueue.concurrentPerform(iterations: 2) { _ in body() }
      }),
    ]
    guard let frame = try? RawFrame(path: FilePath(path)), frame.isOurs else { return }
    let megapixels = Double(frame.width * frame.height) / 1e6
    // Alternate, so that a slower phase of the machine affects all decoders.
    var times: [[Double]] = [[], [], []]
    for _ in 0...options.runs {
      for (i, way) in ways.enumerated() {
        guard let other = try? RawFrame(path: FilePath(path), unpacking: way) else { continue }
        // Older LibRaws decode lossy CR3, but not to the camera's samples.
        if i == 0, other.values != frame.values { continue }
        guard other.values == frame.values else { fail("\(name) differs") }
        times[i].append(other.duration.seconds)
      }
    }
    let medians = times.map { $0.isEmpty ? nil : $0.dropFirst().sorted()[($0.count - 1) / 2] }
    report.add(
      [name, frame.decoder, decimal(megapixels, 1)]
        + medians.map { $0.map { decimal($0 * 1000, 1) } ?? "–" }
        + medians.dropFirst().map { $0.map { decimal(megapixels / $0, 0) } ?? "–" })
  }
}
