import Foundation
import TestSupport
import Testing

@testable import BromideTimelines

/// The light at the ends of a run, and the photos that do not show it.
@Suite struct StillEndTests {
  /// If light and settings are constant, the film is too: without errors, its first and last tenth
  /// do not change.
  @Test(arguments: SyntheticLapse.all.filter { !$0.isRough })
  func constantEndsStayConstant(lapse: SyntheticLapse) {
    let settings = lapse.settings.map { Double($0) / 3 }
    let light = MeasuredLight(lapse.exposed.map { 0.05 * exp2($0) }, settings: settings, smooth: 15)
    let course = light?.course(settings) ?? []
    for end in [course.prefix(lapse.photos / 10), course.suffix(lapse.photos / 10)] {
      #expect(end.max()! - end.min()! <= 2 * MeasuredLight.least)
    }
  }

  /// The number of constant photos and their light, without and with errors. Light that changes
  /// immediately is not constant.
  @Test func stillEndsAreFound() throws {
    func light(still: Int, bend: Double) -> [Double?] {
      (0..<30).map { 2 + bend * pow(Double(max($0 - still + 1, 0)), 2) }
    }
    let exact = try #require(StillEnd(light(still: 12, bend: -0.01)))
    #expect(abs(exact.level - 2) < 1e-9 && exact.count == 12)
    #expect(StillEnd(light(still: 30, bend: 0))?.count == 30)
    #expect(StillEnd((0..<30).map { 2 - 0.1 * Double($0) }) == nil)
    #expect(StillEnd([2, 2, nil, nil, 2, 2, 2]) == nil)
    for seed in UInt64(1)...20 {
      let noise = SeededNoise(seed: seed)
      let noisy = light(still: 20, bend: -0.02).enumerated().map { index, value in
        index % 7 == 3 ? nil : value.map { $0 + 0.05 * noise.normal(index, 1) }
      }
      let found = try #require(StillEnd(noisy), "seed \(seed)")
      #expect(abs(found.level - 2) < 0.04 && (10...26).contains(found.count), "\(seed) \(found)")
    }
  }

  /// A step at a time gap is not an outlier, and neither is a bend of the light. A bird in front of
  /// three photos is.
  @Test func gapsAreNotOutliers() {
    let noise = SeededNoise(seed: 9)
    func outliers(_ light: (Int) -> Double) -> [Int] {
      let seen = (0..<120).map { light($0) + 0.05 * noise.normal($0, 2) }
      return OutlyingPhotos(seen, reach: 15, threshold: 0.1).all
    }
    #expect(outliers { $0 < 50 ? 0 : -1.5 } == [])
    #expect(outliers { -0.1 * Double(max($0 - 60, 0)) } == [])
    #expect(outliers { -0.02 * Double($0) - ((70...72).contains($0) ? 1 : 0) } == [70, 71, 72])
    #expect(outliers { $0 == 119 || $0 == 0 ? 1 : 0 } == [0, 119])
  }

  /// Against the median of all slopes by hand, and with almost half of the points far off.
  @Test func theRepeatedMedianWithstandsHalf() {
    let line = (0..<9).map { (place: Double($0), value: 3 - 0.5 * Double($0)) }
    #expect(abs(RepeatedMedian.line(at: 12, line) + 3) < 1e-12)
    let spoilt = line.map { ($0.place, [1, 4, 5, 8].contains($0.place) ? 90 : $0.value) }
    #expect(abs(RepeatedMedian.line(at: -2, spoilt) - 4) < 1e-12)
    #expect(RepeatedMedian.line(at: 1, [(0, 1), (2, 3)]) == 2)
  }
}
