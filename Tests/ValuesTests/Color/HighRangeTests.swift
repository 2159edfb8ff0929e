import BromideValues
import Testing

/// Curves and spaces of light above white. Expected values: the Python package colour-science 0.4.
@Suite struct HighRangeTests {
  @Test(arguments: [
    (0.1, 0.3245655914644875), (0.25, 5.154176009833007), (0.5, 92.24570899406527),
    (0.75, 983.3778555870275), (1, 10_000),
  ])
  func pqEncodesLuminance(code: Double, nits: Double) {
    let light = TransferFunction.pq.decode(code)
    #expect(abs(light * 203 - nits) < 1e-9 * nits)
    #expect(abs(TransferFunction.pq.encode(light) - code) < 1e-12)
  }

  /// YCbCr can contain codes outside the range, so they must give finite light.
  @Test func codesOutsidePQGiveFiniteLight() {
    #expect(TransferFunction.pq.decode(1.02).isFinite)
    // At 2 the divisor of the formula is negative.
    #expect(TransferFunction.pq.decode(2) > TransferFunction.pq.decode(1))
    #expect(TransferFunction.pq.decode(-0.1) == -TransferFunction.pq.decode(0.1))
  }

  @Test(arguments: [
    (0.1, 0.003333333333333334), (0.25, 0.020833333333333332), (0.5, 0.08333333333333333),
    (0.75, 0.26496256042100724), (1, 1.0000000269348075),
  ])
  func hlgEncodesSceneLight(code: Double, light: Double) {
    #expect(abs(TransferFunction.hlg.decode(code) - light) < 1e-9)
    #expect(abs(TransferFunction.hlg.encode(light) - code) < 1e-9)
  }

  @Test func hlgIsShownByADisplay() throws {
    let signal = SignalLight(.of(.bt2020, .hlg))
    let codes = SIMD3(0.75, 0.5, 0.25)
    let light = signal.light(of: codes)
    let nits = SIMD3(175.460037769522, 55.18390896772, 13.79597724193)
    // colour-science takes luminance by rounded weights.
    #expect(abs(light * 203 - nits).max() < 2e-3)
    let scene = signal.channelLight(of: light)
    for c in 0..<3 { #expect(abs(TransferFunction.hlg.encode(scene[c]) - codes[c]) < 1e-12) }
    #expect(signal.light(of: SIMD3()) == SIMD3())
    #expect(signal.channelLight(of: SIMD3()) == SIMD3())
  }

  struct Colour: Sendable {
    var xyz: SIMD3<Double>
    var jzazbz: SIMD3<Double>
    var ictcp: SIMD3<Double>
  }

  @Test(arguments: [
    Colour(
      xyz: SIMD3(19.3, 20.5, 5.1),
      jzazbz: SIMD3(0.0836830174434909, 0.0009184722489288579, 0.06503162142106066),
      ictcp: SIMD3(0.3575574730350275, -0.14653752367286624, 0.046469297484116705)),
    Colour(
      xyz: SIMD3(760.376, 900, 300),
      jzazbz: SIMD3(0.3843242176361563, -0.02686353078494541, 0.12430574247015012),
      ictcp: SIMD3(0.7377194707987283, -0.17598568909109383, 0.026639225103204045)),
    Colour(
      xyz: SIMD3(0.5, 0.4, 2),
      jzazbz: SIMD3(0.011166904241727957, -0.005167218704484834, -0.02890976260108613),
      ictcp: SIMD3(0.11193444533815694, 0.09020680182383538, -0.05280804950923287)),
  ])
  func absoluteSpaces(_ colour: Colour) {
    let jzazbz = JzAzBz(luminance: colour.xyz)
    #expect(abs(SIMD3(jzazbz.j, jzazbz.a, jzazbz.b) - colour.jzazbz).max() < 1e-9)
    let ictcp = ICtCp(luminance: colour.xyz)
    // Its matrix of BT.2020 is rounded.
    #expect(abs(SIMD3(ictcp.i, ictcp.t, ictcp.p) - colour.ictcp).max() < 1e-5)
  }

  @Test func blackAndGrey() {
    #expect(abs(JzAzBz(luminance: SIMD3()).j) < 1e-12)
    let white = 203 * Chromaticity.d65.xyz
    let grey = ICtCp(luminance: white)
    #expect(abs(grey.t) < 1e-12 && abs(grey.p) < 1e-12)
    #expect(abs(grey.i - 0.5806888810416109) < 1e-12)
  }

  @Test(arguments: [
    (SIMD3(0.2, 0.21, 0.05), SIMD3(52.949494652052294, 21.160655828057894, 49.34046058041836)),
    (
      SIMD3(0.001, 0.0012, 0.0005),
      SIMD3(1.083955555555555, -0.03816035237124583, 0.8244788747451046)
    ),
    (SIMD3(0.9, 0.8, 0.3), SIMD3(91.68486093981647, 75.13705110100075, 63.67043812317757)),
    (SIMD3(), SIMD3()),
  ])
  func luv(xyz: SIMD3<Double>, expected: SIMD3<Double>) {
    let luv = Luv(xyz: xyz)
    #expect(abs(SIMD3(luv.l, luv.u, luv.v) - expected).max() < 1e-9)
  }
}

private func abs(_ v: SIMD3<Double>) -> SIMD3<Double> { v.replacing(with: -v, where: v .< 0) }
