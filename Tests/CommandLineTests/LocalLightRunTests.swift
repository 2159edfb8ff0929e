import BromideValues
import Foundation
import TestSupport
import Testing

/// Frames of a lapse of raws with a car's light on a third of the picture, compared with the same
/// lapse without the car.
@Suite struct LocalLightRunTests {
  private let scene = RenderTree.fresh
  private var tree: CommandTree { scene.tree }

  /// In the middle, two in a row, and at the end.
  private static let lit = [9, 20, 21, 39]

  private func write(_ lapse: SyntheticLapse, light: Double, to folder: String) throws {
    for index in 0..<lapse.photos {
      var photo = lapse.photo(index)
      let base = photo.scene.color
      if Self.lit.contains(index) {
        photo.scene = SyntheticScene("car") { x, y in
          base(x, y) + SIMD3(repeating: x < 0.5 && y > 0.35 ? light : 0)
        }
      }
      try tree.write(photo.file(), to: "\(folder)/p\(index).dng")
    }
  }

  /// Returns the brightness of the upper quarter of each frame in EV.
  private func sky(_ folder: String, _ flags: [String]) throws -> (
    light: [Double], reported: String
  ) {
    let run = try tree.run(
      ["render", folder, "--order", "name", "--raw", "f.rgb", "--depth", "16", "--tone", "linear"]
        + ["--size", "48x32", "-y"] + flags)
    try #require(run.status == 0, "\(run.errors)")
    let frames = try tree.read("f.rgb")
    let (whole, quarter) = (48 * 32 * 6, 48 * 8 * 6)
    let upper = (0..<frames.count / whole).flatMap { frames[$0 * whole..<$0 * whole + quarter] }
    var light: [Double] = []
    for frame in 0..<frames.count / whole {
      var sum = 0.0
      for place in stride(from: frame * quarter, to: (frame + 1) * quarter, by: 2) {
        let code = (Double(upper[place]) + 256 * Double(upper[place + 1])) / 65_535
        sum += SRGBCurve.light(code)
      }
      light.append(log2(sum / Double(quarter / 2)))
    }
    return (light, run.errors)
  }

  @Test(arguments: [["--deflicker"], ["--holy-grail", "--deflicker"]])
  func aCarDoesNotDarkenTheSky(flags: [String]) throws {
    let lapse = SyntheticLapse(photos: 40, thirds: 1)
    // The landscape's mean is about 0.2 of white.
    try write(lapse, light: 0.12, to: "car")
    try write(lapse, light: 0, to: "quiet")
    let quiet = try sky("quiet", flags)
    let car = try sky("car", flags)
    for index in car.light.indices {
      // Measured: 0.005 EV at most. Without the measure of the tiles, the sky loses 0.8 EV.
      #expect(abs(car.light[index] - quiet.light[index]) <= 0.03, "photo \(index)")
    }
    for index in Self.lit { #expect(car.reported.contains("p\(index).dng"), "\(car.reported)") }
    #expect(car.reported.contains("4 photos stand out"), "\(car.reported)")
    #expect(!quiet.reported.contains("out (lights"), "\(quiet.reported)")
  }
}
