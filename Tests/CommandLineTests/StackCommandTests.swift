import BromideValues
import Foundation
import TestSupport
import Testing

/// `bromide render --stack`: many photos as one picture, or as a film in which it grows. The
/// reference is the same sum, extreme, median or clipped mean of the separately rendered frames.
@Suite struct StackCommandTests {
  private let scene = RenderTree.fresh
  private var tree: CommandTree { scene.tree }

  /// Photos with noise. One is much brighter than the others.
  private func photos(_ count: Int) throws {
    for index in 0..<count {
      var photo = SyntheticPhoto(.landscape(seed: 3, octaves: 4), size: Size(width: 48, height: 32))
      photo.exposure = index == 2 ? -0.5 : -2
      photo.noise = SensorNoise(seed: UInt64(index + 1))
      try tree.write(photo.file(), to: "n/p\(index).dng")
    }
  }

  /// The 16-bit samples of a run's frames.
  private func codes(_ arguments: String...) throws -> [Int] { try codes(arguments) }

  private func codes(_ arguments: [String]) throws -> [Int] {
    let run = try tree.run(["render"] + arguments + ["--raw", "o.rgb", "--depth", "16", "-y"])
    try #require(run.status == 0, "\(run.errors)")
    let bytes = try tree.read("o.rgb")
    return (0..<bytes.count / 2).map { Int(bytes[2 * $0]) + 256 * Int(bytes[2 * $0 + 1]) }
  }

  private func light(_ code: Int) -> Double { SRGBCurve.light(Double(code) / 65535) }

  private func code(_ light: Double) -> Double { 65535 * SRGBCurve.code(light) }

  /// The expected result of stacking samples.
  private func expected(_ operation: String, _ samples: [Int]) -> Double {
    let sorted = samples.sorted()
    let lights = samples.map(light)
    let mean = lights.reduce(0, +) / Double(lights.count)
    switch operation {
    case "max": return Double(sorted.last!)
    case "min": return Double(sorted[0])
    case "average": return code(mean)
    case "median":
      let (low, high) = (sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2])
      return code((light(low) + light(high)) / 2)
    default:
      let deviation =
        (lights.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(lights.count)).squareRoot()
      let kept = lights.filter { abs($0 - mean) <= 2.5 * deviation }
      return code(kept.reduce(0, +) / Double(kept.count))
    }
  }

  /// Without corrections, a median is computed in strips of rows.
  @Test(
    arguments: ["average", "max", "min", "median", "sigma"],
    [(8, "lock"), (9, "lock"), (8, "none")])
  func stacksMatchTheirDefinition(operation: String, form: (Int, String)) throws {
    let (count, optics) = form
    try photos(count)
    let frames = try codes("n", "--optics", optics)
    let size = 48 * 32 * 3
    try tree.write(
      "sources: [{sequence: n/, stack: \(operation), frames: 1, optics: \(optics)}]", to: "t.yaml")
    let stack = try codes("t.yaml")
    try #require(frames.count == count * size && stack.count == size)
    var worst = 0.0
    for i in stride(from: 0, to: size, by: 7) {
      let samples = (0..<count).map { frames[$0 * size + i] }
      // A sample exactly at the limit of the clipped mean can be on either side.
      worst = max(worst, abs(Double(stack[i]) - expected(operation, samples)))
    }
    #expect(worst <= (["max", "min"].contains(operation) ? 0 : 3), "\(worst)")
  }

  @Test func stackIsA16BitPicture() throws {
    try photos(8)
    try scene.render("n", "--stack", "max", "-o", "trails.png", status: 0, errors: "1 rendered")
    // IHDR: 16 bits.
    #expect(try tree.read("trails.png")[24] == 16)
    try scene.render("n", "--stack", "max", "-o", "trails.png", status: 0, errors: "1 current")
  }

  /// Each frame of a film is the stack of photos up to its own, for any number of threads.
  @Test func aStackGrows() throws {
    try photos(6)
    let frames = try codes("n", "--stack", "max", "-j", "1")
    #expect(frames == (try codes("n", "--stack", "max", "-j", "3")))
    let size = 48 * 32 * 3
    try #require(frames.count == 6 * size)
    for frame in 1..<6 {
      #expect(
        (0..<size).allSatisfy { frames[frame * size + $0] >= frames[(frame - 1) * size + $0] })
    }
    // A single frame equals the frame of the run, and the last equals the picture of all.
    #expect(try codes("n", "--stack", "max", "--frames", "3") == Array(frames[3 * size..<4 * size]))
    try tree.write("sources: [{sequence: n/, stack: max, frames: 1}]", to: "t.yaml")
    #expect(try codes("t.yaml") == Array(frames.suffix(size)))
  }

  /// A hot site of the sensor is in the same place in all photos, and `max` would keep it.
  @Test(arguments: ["max", "average"])
  func hotPixelsDoNotStay(operation: String) throws {
    func stack(_ sites: [(x: Int, y: Int)], _ optics: String...) throws -> [Int] {
      for index in 0..<3 {
        // Bromide measures the noise of the photo first, and a small photo has too few blocks.
        var photo = SyntheticPhoto(
          .flat(SIMD3(repeating: 0.1)), size: Size(width: 384, height: 256))
        photo.noise = SensorNoise(seed: UInt64(index + 1))
        var samples = photo.samples()
        for site in sites { samples[site.x, site.y, 0] = 60_000 }
        try tree.write(photo.file(of: samples), to: "h/p\(index).dng")
      }
      return try codes(["h", "--stack", operation, "--frame", "last"] + optics)
    }
    let sites = [(40, 30), (21, 17), (70, 51)]
    let (clean, hot) = (try stack([]), try stack(sites))
    try #require(clean.count == 384 * 256 * 3 && hot.count == clean.count)
    func worst(_ codes: [Int]) -> Int { zip(clean, codes).map { abs($0 - $1) }.max() ?? 0 }
    // Only the noise of the replaced sites differs.
    #expect(worst(hot) < 4000, "\(worst(hot))")
    // Without the repair, the sites would stay.
    #expect(worst(try stack(sites, "--optics", "none")) > 20_000)
  }

  /// A window of photos: the photos during a frame.
  @Test func windowsAreBlends() throws {
    try photos(8)
    let frames = try codes("n")
    let size = 48 * 32 * 3
    try tree.write("sources: [{sequence: n/, speed: 4, blend: max}]", to: "t.yaml")
    let blended = try codes("t.yaml")
    #expect(blended.count % size == 0 && blended.count / size == 3)
    for i in stride(from: 0, to: size, by: 5) {
      let all = (0..<8).map { frames[$0 * size + i] }
      #expect(blended[i] <= all.max()! && blended[i] >= all[0...1].max()!)
    }
  }

  @Test(arguments: [
    (["n", "--stack", "mode", "-o", "x.png"], "expected average, max, min, median, sigma"),
    (["n", "--stack", "max", "--blend", "mix", "-o", "x.png"], "remove one"),
    (["n/p0.dng", "--stack", "max", "-o", "x.png"], "--stack requires a sequence or a clip"),
    (
      ["n", "--stack", "median", "-o", "f"],
      "use -o x.png, or average, max or min"
    ),
    (["n", "--stack", "max", "--duration", "2s", "-o", "x.png"], "--duration has no effect"),
  ])
  func invalidStacksFail(arguments: [String], words: String) throws {
    try photos(2)
    try tree.run(["render"] + arguments, status: 64, errors: words)
  }
}
