import BromideValues
import Testing

/// Differences by name, against colour-science 0.4.7.
@Suite struct ColorDifferenceTests {
  struct Pair: Sendable {
    let one: Lab
    let two: Lab
    /// CIEDE2000, 1976, 1994, CMC 2:1 and ITP.
    let differences: [Double]

    init(_ one: [Double], _ two: [Double], _ differences: [Double]) {
      self.one = Lab(l: one[0], a: one[1], b: one[2])
      self.two = Lab(l: two[0], a: two[1], b: two[2])
      self.differences = differences
    }
  }

  static let pairs = [
    Pair(
      [50, 2.6772, -79.7751], [50, 0, -82.7485],
      [2.04246, 4.001063, 1.395039, 1.738736, 9.45231]),
    Pair(
      [63.0109, -31.0961, -5.8663], [62.8187, -29.7946, -4.0864],
      [1.262959, 2.213343, 1.248089, 1.247404, 3.31172]),
    Pair(
      [22.7233, 20.0904, -46.6940], [23.0331, 14.9730, -42.5619],
      [2.037258, 6.58468, 2.556133, 3.060441, 5.81922]),
    Pair(
      [90.8027, -2.0831, 1.4410], [91.1528, -1.6435, 0.0447],
      [1.444129, 1.505148, 1.419453, 1.889083, 1.52048]),
    Pair(
      [6.7747, -0.2908, -2.4247], [5.8714, -0.0985, -2.2286],
      [0.637728, 0.944132, 0.938533, 0.952801, 5.68975]),
    Pair([35, 50, 20], [60, -10, 40], [50.000677, 68.007353, 42.589021, 43.004307, 152.45647]),
    Pair([75, 5, 95], [70, 25, 80], [13.279719, 25.495098, 10.675191, 12.298345, 34.95963]),
  ]

  @Test(arguments: pairs)
  func differencesFollowTheirStandards(pair: Pair) {
    for (formula, expected) in zip(ColorDifference.allCases, pair.differences) {
      // colour-science's ICtCp is within 1e-4 of BT.2100's rounded matrices.
      let tolerance = formula == .itp ? 2e-3 : 1e-6
      #expect(abs(formula(pair.one, pair.two) - expected) < tolerance, "\(formula)")
    }
  }

  @Test func equalColoursDoNotDiffer() {
    let lab = Lab(l: 40, a: 12, b: -7)
    for formula in ColorDifference.allCases { #expect(formula(lab, lab) == 0) }
  }

  /// WCAG 2.2's examples: black on white is 21:1, and #777 on white is 4.48:1.
  @Test func contrastFollowsWCAG() {
    #expect(ColorContrast.wcag(0, 1) == 21)
    #expect(ColorContrast.wcag(1, 0) == 21)
    let grey = TransferFunction.srgb.decode(119.0 / 255)
    #expect(abs(ColorContrast.wcag(1, grey) - 4.48) < 0.005)
    #expect(ColorContrast.wcag(-0.1, 0) == 1)
  }
}
