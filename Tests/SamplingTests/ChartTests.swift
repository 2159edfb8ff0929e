import BromideSampling
import BromideValues
import Foundation
import TestSupport
import Testing

/// Colour charts: their values, their positions, comparing a picture's colours, and finding charts.
@Suite struct ChartTests {
  private let chart = ColorChart.named("colorchecker24")!

  @Test func publishedChartsAreComplete() throws {
    #expect(ColorChart.published.map(\.patches.count) == [24, 24, 140])
    #expect(ColorChart.published.map(\.rows) == [4, 4, 10])
    #expect(chart.patches.map(\.name).prefix(7) == ["A1", "B1", "C1", "D1", "E1", "F1", "A2"])
    #expect(chart.patches[0].reference == Lab(l: 37.54, a: 14.37, b: 14.92))
    #expect(chart.patches[23].reference == Lab(l: 20.64, a: 0.07, b: -0.46))
    let sg = try #require(ColorChart.named("colorchecker-sg"))
    #expect(sg.patches.last?.name == "N10")
    // The frame of an SG alternates white, grey and black.
    #expect(sg.patches.prefix(3).map { $0.reference.l.rounded() } == [97, 50, 8])
    #expect(chart.middleGrey == chart.index(of: "d4") && chart.index(of: "G1") == nil)
  }

  @Test func tablesOfCGATSAreRead() throws {
    func table(_ rows: [String], fields: String = "SAMPLE_ID LAB_L LAB_A LAB_B") -> String {
      "CGATS.17\nBEGIN_DATA_FORMAT\n\(fields)\nEND_DATA_FORMAT\nBEGIN_DATA\n"
        + rows.joined(separator: "\n") + "\nEND_DATA\n"
    }
    // An IT8 has more numbers than letters, and a row of greys.
    let it8 = try ColorChart(
      name: "it8",
      cgats: table([
        "\"A1\" 10 0 0", "A2\t20 0 0", "A3 30 0 0", "B1 40 0 0", "B2 50 0 0", "B3 60 0 0",
        "GS0 90 0 0",
      ]))
    #expect(it8.columns == 3 && it8.patches.map(\.reference.l) == [10, 20, 30, 40, 50, 60])
    let xyz = try ColorChart(
      name: "one", cgats: table(["A1 96.42 100 82.49"], fields: "SAMPLE_ID XYZ_X XYZ_Y XYZ_Z"))
    #expect(abs(xyz.patches[0].reference.l - 100) < 0.01)
    #expect(abs(xyz.patches[0].reference.a) < 0.1 && abs(xyz.patches[0].reference.b) < 0.1)
    for (text, words) in [
      ("", "not a CGATS table"), (table(["A1 1 2"]), "whole rows"),
      (table(["A1 1 2 x"]), "not three numbers"),
      (table(["A1 1 2 3", "B2 1 2 3"]), "B1 is missing"),
      (table(["7 1 2 3"]), "names with positions"),
      (table(["A1 1"], fields: "SAMPLE_ID D_RED"), "neither LAB_L"),
    ] {
      let error = #expect(throws: ChartError.self) { try ColorChart(name: "x", cgats: text) }
      #expect(error?.description.contains(words) == true, "\(words): \(error?.description ?? "")")
    }
  }

  /// A comparison recognises light that differs by an exposure or by a matrix.
  @Test func comparisonsFindTheExposureAndTheMatrix() throws {
    let toSRGB = RGBSpace.srgb.fromXYZ * Matrix3x3.bradford(from: .d50, to: RGBSpace.srgb.white)
    let change = Matrix3x3(SIMD3(0.8, 0.1, 0), SIMD3(0.05, 0.9, 0.1), SIMD3(0, 0.2, 0.7))
    func samples(_ light: (SIMD3<Double>) -> SIMD3<Double>) throws -> [Sample] {
      try chart.patches.map { patch in
        let value = light(toSRGB * patch.reference.xyz())
        var image = ImageBuffer<Float>(size: Size(width: 1, height: 1), channels: 3)
        for c in 0..<3 { image[0, 0, c] = Float(value[c]) }
        return try PointSampler(.float(image), space: .linearSRGB).sample(at: 0.5, 0.5)
      }
    }
    let half = ChartComparison(chart, try samples { 0.5 * $0 }, matched: chart.middleGrey)
    #expect(abs(half.exposure - 2) < 1e-5 && abs(half.stops - 1) < 1e-5)
    #expect(half.differences.max()! < 1e-3)
    let plain = ChartComparison(chart, try samples { 0.5 * $0 }, matched: nil)
    #expect(plain.exposure == 1 && plain.differences.min()! > 5)
    let changed = ChartComparison(chart, try samples { change * $0 }, matched: nil)
    let inverse = try #require(change.inverse)
    for row in 0..<3 {
      #expect(difference(changed.matrix!.rows[row], inverse.rows[row]) < 1e-4)
    }
    #expect(changed.correctedMean! < 1e-3 && changed.differences.max()! > 5)
  }

  // MARK: Finding

  /// A chart on a table, seen at an angle: corner patches' centres in pixels, in the chart's order.
  private func picture(
    _ corners: [NormalizedPoint], noise: Double = 2, mirrored: Bool = false
  ) throws -> ImageBuffer<UInt8> {
    let size = Size(width: 220, height: 160)
    let places = try Perspective(corners: corners)
    // The map is inverted by search on a fine grid of the chart.
    var image = ImageBuffer<UInt8>(size: size, channels: 3)
    let random = SeededNoise(seed: 5)
    let toSRGB = RGBSpace.srgb.fromXYZ * Matrix3x3.bradford(from: .d50, to: RGBSpace.srgb.white)
    for (x, y) in size.places { for c in 0..<3 { image[x, y, c] = UInt8(90 + 20 * c) } }
    let steps = 400
    for (j, i) in product(-60...steps + 60, -60...steps + 60) {
      let (u, v) = (Double(i) / Double(steps), Double(j) / Double(steps))
      let place = places(u: u, v: v)
      guard place.isInside else { continue }
      let (x, y) = place.pixel(in: size)
      let (column, row) = (u * 5 + 0.5, v * 3 + 0.5)
      let isPatch = [column, row].allSatisfy { (0.14...0.86).contains($0 - $0.rounded(.down)) }
      guard isPatch, (0..<6).contains(column), (0..<4).contains(row) else {
        for c in 0..<3 { image[x, y, c] = 25 }
        continue
      }
      let across = mirrored ? 5 - Int(column) : Int(column)
      let light = toSRGB * chart.patches[Int(row) * 6 + across].reference.xyz()
      for c in 0..<3 {
        let code = 255 * TransferFunction.srgb.encode(min(max(0.6 * light[c], 0), 1))
        let grain = noise * (Double(random.bits(x * 3 + c, y) & 255) / 127.5 - 1)
        image[x, y, c] = UInt8(min(max(code + grain, 0), 255))
      }
    }
    return image
  }

  @Test(arguments: [0, 1, 2, 3])
  func chartsAreFoundInAnyOrientation(turn: Int) throws {
    let outline = [
      NormalizedPoint(x: 0.22, y: 0.24), NormalizedPoint(x: 0.8, y: 0.2),
      NormalizedPoint(x: 0.77, y: 0.78), NormalizedPoint(x: 0.26, y: 0.7),
    ]
    let upright = [
      NormalizedPoint(x: 0.3, y: 0.14), NormalizedPoint(x: 0.62, y: 0.12),
      NormalizedPoint(x: 0.66, y: 0.88), NormalizedPoint(x: 0.33, y: 0.84),
    ]
    let base = turn.isMultiple(of: 2) ? outline : upright
    let corners = (0..<4).map { base[($0 + turn) % 4] }
    let image = try picture(corners)
    let found = try #require(chart.corners(in: image))
    for (one, other) in zip(found, corners) {
      #expect(abs(one.x - other.x) * 220 < 1.5 && abs(one.y - other.y) * 160 < 1.5)
    }
  }

  @Test func otherPatternsAreNotCharts() throws {
    let corners = [
      NormalizedPoint(x: 0.22, y: 0.24), NormalizedPoint(x: 0.8, y: 0.2),
      NormalizedPoint(x: 0.77, y: 0.78), NormalizedPoint(x: 0.26, y: 0.7),
    ]
    #expect(chart.corners(in: try picture(corners, mirrored: true)) == nil)
    #expect(chart.corners(in: noisePicture(Size(width: 120, height: 90))) == nil)
    #expect(
      chart.corners(in: ImageBuffer<UInt8>(size: Size(width: 64, height: 64), channels: 3)) == nil)
    #expect(
      chart.corners(in: ImageBuffer<UInt8>(size: Size(width: 1, height: 1), channels: 3)) == nil)
  }
}
