import BromideValues
import Testing

/// Camera logs against colour-science 0.4.7, which implements the makers' papers by itself.
@Suite struct LogCurveTests {
  static let lights = [-0.02, -0.001, 0.0, 0.0005, 0.005, 0.05, 0.18, 0.5, 0.9, 1.0, 4.0]

  static let codes: [LogCurve: [Double]] = [
    .acescct: [
      -0.1378992206, 0.0623652965, 0.0729055342, 0.0781756531, 0.1256067229, 0.308109127,
      0.4135884025, 0.497716895, 0.5461185449, 0.5547945205, 0.6689497717,
    ],
    .logc3: [
      -0.0145441, 0.087441345, 0.092809, 0.0954928275, 0.119647275, 0.2665346602, 0.391006832,
      0.4972159857, 0.5594318917, 0.5706315581, 0.7187016314,
    ],
    .logc4: [
      -0.0171043277, 0.0895460664, 0.0928641251, 0.0944800095, 0.1078886597, 0.1872112896,
      0.2783958365, 0.3652941966, 0.4179593589, 0.4275193648, 0.5551350494,
    ],
    .slog3: [
      -0.0395747491, 0.0862421814, 0.0928641251, 0.096175097, 0.1259738437, 0.2825928498,
      0.4105571848, 0.5201715879, 0.5844528421, 0.5960273437, 0.7490989118,
    ],
    .vlog: [
      0.013, 0.1194, 0.125, 0.1278, 0.153, 0.3008684542, 0.4233114488, 0.5273185856,
      0.5881674382, 0.5991177002, 0.7438405858,
    ],
    .flog2: [
      -0.08312522, 0.084064539, 0.092864, 0.0972637305, 0.1308531086, 0.2702102924,
      0.3910072419, 0.4956041156, 0.557132364, 0.5682193704, 0.714967701,
    ],
    .nlog: [
      -0.1474600558, 0.118579289, 0.1243726279, 0.1270772239, 0.1474600558, 0.2452413348,
      0.3636677701, 0.503448605, 0.589634333, 0.605083089, 0.8083520569,
    ],
    .clog3: [
      0.0819974879, 0.1229272124, 0.12512219, 0.1262196788, 0.1360970778, 0.2190046635,
      0.3433893704, 0.4785101661, 0.5644735828, 0.5802777942, 0.7944687038,
    ],
  ]

  @Test(arguments: LogCurve.allCases)
  func curvesFollowTheirPapers(curve: LogCurve) throws {
    let codes = try #require(Self.codes[curve])
    for (light, code) in zip(Self.lights, codes) {
      // N-Log has its root at -0.0075: colour-science has no number below it, and its oddness is
      // ours.
      if curve == .nlog, light < -0.0075 { continue }
      #expect(abs(curve.encode(light) - code) < 1e-9, "\(curve) \(light)")
    }
  }

  @Test(arguments: LogCurve.allCases)
  func decodingIsTheInverse(curve: LogCurve) {
    for step in -20...110 {
      let code = Double(step) / 100
      let light = curve.decode(code)
      // The constants of the papers are rounded, so their pieces do not meet exactly.
      #expect(abs(curve.encode(light) - code) < 2e-5, "\(curve) \(code)")
      #expect(TransferFunction.log(curve).decode(code) == light)
    }
    #expect(curve.decode(1) > 1.9)
  }

  @Test func spacesKeepTheirWhite() {
    for curve in LogCurve.allCases {
      let space = RGBSpace(curve)
      let light = space.matrix(to: .linearSRGB) * SIMD3(1, 1, 1)
      #expect(abs(light.x - 1) < 1e-9 && abs(light.y - 1) < 1e-9 && abs(light.z - 1) < 1e-9)
      #expect(ColorTransfer(name: curve.rawValue)?.function == .log(curve))
      #expect(ColorTransfer(space).name == curve.rawValue)
    }
  }
}

/// Negative light has the negative code of its amount, and the other way round.
@Suite struct SignSymmetryTests {
  @Test(arguments: ColorTransfer.all.filter { $0.function.log == nil })
  func transfersAreOdd(transfer: ColorTransfer) {
    for number in [1e-6, 0.001, 0.01, 0.2, 0.5, 0.9, 1, 1.5] {
      let function = transfer.function
      #expect(function.decode(-number) == -function.decode(number))
      #expect(function.encode(-number) == -function.encode(number))
      #expect(function.decode(-number) < 0)
    }
  }

  /// A pure power: BT.1886's 2.4 of 0.25 is 0.03589 (bc).
  @Test func displayPowerIsOdd() {
    #expect(abs(TransferFunction.bt1886.decode(-0.25) + 0.035_896_824) < 1e-7)
  }

  /// Hybrid log-gamma couples channels, and all of them change sign together.
  @Test func hybridLogGammaIsOdd() {
    let signal = SignalLight(.of(.bt2020, .hlg))
    let codes = SIMD3(0.6, 0.2, 0.4)
    let (light, negative) = (signal.light(of: codes), signal.light(of: -1 * codes))
    #expect(light == -1 * negative && light.x > 0)
    let back = signal.channelLight(of: negative)
    #expect(abs(TransferFunction.hlg.encode(back.x) + 0.6) < 1e-12)
  }
}
