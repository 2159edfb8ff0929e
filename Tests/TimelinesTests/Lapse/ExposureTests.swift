import BromideCodecs
import BromideValues
import Foundation
import Testing

@testable import BromideRuns
@testable import BromideTimelines

/// Names of settings against the exact members of their series.
@Suite struct ExposureTests {
  /// The numbers that cameras write, a third of a stop apart. The last is 2⁵ s.
  static let shutters = """
    1/8000 1/6400 1/5000 1/4000 1/3200 1/2500 1/2000 1/1600 1/1250 1/1000 1/800 1/640 1/500 1/400 1/320 1/250 1/200
    1/160 1/125 1/100 1/80 1/60 1/50 1/40 1/30 1/25 1/20 1/15 1/13 1/10 1/8 1/6 1/5 1/4 0.3 0.4 0.5 0.6 0.8 1 1.3
    1.6 2 2.5 3.2 4 5 6 8 10 13 15 20 25 30
    """

  @Test func shutterSpeedsAreThirds() throws {
    let names = Self.shutters.split { $0 == " " || $0 == "\n" }
    #expect(names.count == 55)
    for (i, name) in names.enumerated() {
      let parts = try name.split(separator: "/").map { try #require(Double($0)) }
      let stops = 5 - Double(names.count - 1 - i) / 3
      #expect(
        abs(ExposureSetting.time(parts.reduce(parts[0] * parts[0]) { $0 / $1 }) - stops) < 1e-12,
        "\(name)")
    }
    #expect(ExposureSetting.time(10.0 / 30) == -5.0 / 3)
  }

  /// Names that only the half stops have: below a second as their denominators.
  @Test func shutterSpeedsAreHalves() {
    let fractions: [Double] = [3000, 1500, 750, 350, 180, 90, 45]
    for (i, name) in fractions.enumerated() {
      #expect(ExposureSetting.time(1 / name) == Double(i) - 11.5, "1/\(name)")
    }
    #expect(ExposureSetting.time(0.7) == -0.5)
    #expect(ExposureSetting.time(1.5) == 0.5 && ExposureSetting.time(3) == 1.5)
  }

  @Test func longAndOddTimesStayUnchanged() {
    #expect(ExposureSetting.time(60) == log2(60.0) && ExposureSetting.time(45) == log2(45.0))
    // A phone's 1/57 s is not a standard value. The nearest thirds are 1/51 and 1/64.
    #expect(ExposureSetting.time(1.0 / 57) == log2(1.0 / 57))
  }

  @Test func fNumbers() {
    let thirds: [Double] = [
      1, 1.1, 1.25, 1.4, 1.6, 1.8, 2, 2.2, 2.5, 2.8, 3.2, 3.5, 4, 4.5, 5, 5.6, 6.3, 7.1, 8, 9, 10,
      11, 13, 14, 16, 18, 20, 22, 25, 29, 32,
    ]
    for (i, name) in thirds.enumerated() {
      #expect(abs(ExposureSetting.stop(name) - Double(i) / 6) < 1e-12, "f/\(name)")
    }
    let named: [(Double, Int)] = [
      (1.2, 1), (1.7, 3), (2.4, 5), (3.3, 7), (4.8, 9), (6.7, 11), (9.5, 13),
    ]
    for (name, halves) in named {
      #expect(abs(ExposureSetting.stop(name) - Double(halves) / 4) < 1e-12, "f/\(name)")
    }
    #expect(abs(exp2(ExposureSetting.stop(5.6)) - 32.0.squareRoot()) < 1e-12)
  }

  @Test func sensitivities() {
    let thirds = [
      50, 64, 80, 100, 125, 160, 200, 250, 320, 400, 500, 640, 800, 1000, 1250, 1600, 2000, 2500,
      3200, 4000, 5000, 6400, 8000, 10_000, 12_800, 16_000, 20_000, 25_600,
    ]
    for (i, name) in thirds.enumerated() {
      #expect(abs(ExposureSetting.sensitivity(name) - Double(i - 3) / 3) < 1e-12, "ISO \(name)")
    }
    for (name, stops) in [(140, 0.5), (280, 1.5), (560, 2.5), (1100, 3.5), (2200, 4.5)] {
      #expect(ExposureSetting.sensitivity(name) == stops)
    }
  }

  @Test func aSettingIsTheirSum() {
    var facts = PhotoFacts(size: Size(width: 1, height: 1))
    #expect(ExposureSetting(facts) == nil)
    facts.exposureTime = Rational(1, 60)
    #expect(ExposureSetting(facts)?.brightness == -6)
    facts.fNumber = Rational(56, 10)
    facts.iso = 125
    let setting = ExposureSetting(facts)
    #expect(abs(setting!.brightness - (-6 - 5 + 1.0 / 3)) < 1e-12)
    // Lenses without contacts: no f-number at all.
    facts.fNumber = Rational(0, 1)
    facts.iso = 0
    #expect(ExposureSetting(facts)?.brightness == -6)
    facts.exposureTime = Rational(0, 1)
    #expect(ExposureSetting(facts) == nil)
  }
}
