import BromideValues
import Foundation
import TestSupport
import Testing

/// The messages of `bromide render` about sequences of photos, and interruptions.
@Suite struct LapseCommandTests {
  private let scene = RenderTree.fresh
  private var tree: CommandTree { scene.tree }

  private func photo(_ name: String, second: Int?, exposure: DNGRational?) throws {
    var photo = SyntheticPhoto(.flat(SIMD3(repeating: 0.2)), size: Size(width: 48, height: 32))
    photo.options.metadata.exposureTime = exposure
    photo.options.metadata.dateTime = second.map { "2026:06:21 22:00:\($0 < 10 ? "0" : "")\($0)" }
    try tree.write(photo.file(), to: name)
  }

  @Test func holyGrailRequiresExposures() throws {
    for index in 0..<5 { try photo("n/\(index).dng", second: index, exposure: nil) }
    try scene.render(
      "n", "--holy-grail", "-o", "f", status: 64,
      errors: "holy-grail requires exposure times, but the photos do not record them")
    try photo("n/2.dng", second: 2, exposure: DNGRational(1, 60))
    try scene.render(
      "n", "--holy-grail=3", "-o", "f", status: 0,
      errors: "warning: 4 of 5 photos do not contain an exposure time")
    let wrong = try scene.render(
      "n", "--holy-grail=soon", "-o", "f", status: 64,
      errors: "--holy-grail=“soon”: expected photos (12f) or seconds (2s)")
    #expect(!wrong.errors.contains("holy-grail-window"), "\(wrong.errors)")
  }

  /// A camera that recorded the same light with 12, 14 and 12 bits. Before, the second frame was
  /// four times as bright.
  @Test(arguments: ["lock", "n/1.dng"])
  func lockedLevelsFollowTheBits(levels: String) throws {
    for (index, bits) in [12, 14, 12].enumerated() {
      var photo = SyntheticPhoto(.flat(SIMD3(0.2, 0.3, 0.4)), size: Size(width: 48, height: 32))
      photo.exposure = -1
      photo.options.storage.bitsPerSample = bits
      photo.options.black = [Double(1 << (bits - 5))]
      photo.options.white = 1 << bits - 1
      try tree.write(photo.file(), to: "n/\(index).dng")
    }
    try scene.render("n", "--order", "name", "--levels", levels, "-o", "f", status: 0)
    let frames = try (0..<3).map { try scene.pixels("f/\($0).png") }
    for frame in frames {
      let distance = zip(frame, frames[0]).map { abs(Int($0) - Int($1)) }.max() ?? 255
      #expect(frame.count == 48 * 32 * 3 && distance <= 2, "\(distance)")
    }
  }

  @Test func timeGapsCauseWarning() throws {
    for (index, second) in [0, 5, 10, 30, 35, 40].enumerated() {
      try photo("n/p\(index).dng", second: second, exposure: nil)
    }
    try scene.render(
      "n", "-n", status: 0,
      errors: "warning: a gap of 20.0 s between p2.dng and p3.dng, where photos are 5.0 s apart")
    #expect(try scene.render("n", "-n", "--order", "name").errors.isEmpty)
  }

  /// A frame with the maximum number of layers stops between two layers.
  @Test func manyLayersStopOnTheFirstSignal() throws {
    try scene.photo("hero.dng")
    let layers = (0..<999).map { _ in
      "  - {photo: hero.dng, start: 0s, frames: 1, tracks: {opacity: [{at: 0, value: 0.5}]}}"
    }
    let text =
      "size: 1920x1280\nsources:\n  - {photo: hero.dng, frames: 1}\n"
      + layers.joined(separator: "\n")
    try tree.write(text, to: "many.yaml")
    let process = try tree.start(["render", "many.yaml", "-o", "f", "-j", "1"])
    while process.isRunning, !tree.exists("f") { usleep(2000) }
    usleep(200_000)
    #expect(process.isRunning, "the frame takes too short to be stopped")
    let before = Self.processorSeconds(process.processIdentifier)
    kill(process.processIdentifier, SIGINT)
    var after = before
    while process.isRunning {
      after = max(after, Self.processorSeconds(process.processIdentifier))
      usleep(2000)
    }
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(after - before < 2)
    #expect(scene.frames("f") == 0)
  }

  /// Returns the processor time of a process so far, which a loaded machine does not change, or 0 if
  /// the system does not tell it.
  private static func processorSeconds(_ process: Int32) -> Double {
    guard let bytes = try? Files.read("/proc/\(process)/stat") else { return 0 }
    // The fields after the name in brackets begin with field 3. 14 and 15 are ticks.
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: ")").last?
      .split(separator: " ")
    let ticks = (fields ?? []).dropFirst(11).prefix(2).compactMap { Double($0) }
    return ticks.reduce(0, +) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}
