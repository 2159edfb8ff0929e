import BromideValues
import Foundation
import TestSupport
import Testing

/// The missing part of a damaged photo is black with `--damaged keep`, and the report names it.
@Suite struct DamagedPartTests {
  private let tree = CommandTree.fresh

  /// Writes the first 60 % of the samples. A dark frame of a sensor is the judge:
  /// samples at the black level have no colour.
  private func write(_ name: String) throws {
    let size = Size(width: 240, height: 156)
    let samples = SensorSamples(
      size: size,
      values: (0..<size.area).map { index in
        let (x, noise) = (index % 240, index * 7919 % 97)
        return UInt16(3000 + 20 * x + noise)
      })
    let cut: [UInt8]
    switch name {
    case "a.cr2":
      let (whole, count) = MakerRaw.canon(samples).fileEndingWithSamples()
      cut = Array(whole.dropLast(count * 4 / 10))
    case "a.raf":
      let whole = MakerRaw.fuji(samples, .packed14, pattern: .xtrans).file()
      cut = Array(whole.prefix(whole.count * 6 / 10))
    default:
      let whole = try Files.read(Package.testImages + "/" + name)
      cut = Array(whole.prefix(whole.count * 6 / 10))
    }
    try tree.write(cut, to: name)
  }

  @Test(arguments: ["a.cr2", "a.raf", "chart_rggb_12bit.dng"])
  func missingPartIsBlack(name: String) throws {
    try write(name)
    try tree.run(
      "convert", name, "-o", "a.tif", "--damaged", "keep", "--plain", "--report", "r.jsonl",
      status: 1, errors: "\(name): damaged (")
    let sample = try tree.run(
      "sample", "a.tif", "--at", ".1,.95", "--at", ".5,.95", "--at", ".9,.97", "--window", "5",
      "--format", "csv")
    let colors = sample.fields.dropFirst().map { $0[4...6].compactMap { Double($0) } }
    #expect(colors.count == 3 && colors.allSatisfy { $0 == [0, 0, 0] }, "\(sample.text)")
    let upper = try tree.run("sample", "a.tif", "--at", ".5,.2", "--format", "csv")
    #expect(upper.fields.last?[4...6].contains { (Double($0) ?? 0) > 20 } == true, "\(upper.text)")
  }
}
