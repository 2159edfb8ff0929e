import Foundation
import TestSupport
import Testing

@testable import FrameSequence
@testable import TimeLapse

/// Steps and flicker evened out as one, against made-up runs: a photographer who follows the light by whole or third stops, and
/// a shutter that errs by up to 10 %.
@Suite struct SmoothRunTests {
  struct Run: CustomTestStringConvertible {
    let photos: Int
    let step: Double
    /// The scene's light in EV over the run's share.
    let scene: String

    var testDescription: String { "\(photos) photos, \(step) EV, \(scene)" }

    func light(_ index: Int) -> Double {
      let t = Double(index) / Double(photos - 1)
      return switch scene {
      case "even": -6 * t
      case "sunset": -6 * t * t * (3 - 2 * t)
      case "late": -6 * t * t
      default: 0
      }
    }

    /// Whole steps, each taken when the light has gone far enough; in a light that stays, one step in the middle.
    var settings: [Double] {
      var set = 0.0
      return (0..<photos).map { index in
        if scene == "still" { return index < photos / 2 ? 0 : step }
        if -light(index) - set >= step / 2 { set += step }
        return set
      }
    }

    func flicker(_ index: Int, _ seed: UInt64) -> Double {
      log2(1 + 0.1 * (2 * SeededNoise(seed: seed).uniform(index, 3) - 1))
    }

    /// The largest step of the scene itself from one photo to the next.
    var ownStep: Double { (1..<photos).map { abs(light($0) - light($0 - 1)) }.max()! }
  }

  static let runs = [60, 240].flatMap { photos in
    [1.0 / 3, 1].flatMap { step in
      ["even", "sunset", "late", "still"].map { Run(photos: photos, step: step, scene: $0) }
    }
  }

  /// The brightness of the photos in EV after the corrections that some settings give.
  private func shown(_ run: Run, _ settings: LapseSettings, seed: UInt64) -> [Double] {
    let set = run.settings
    let light = (0..<run.photos).map { run.light($0) + set[$0] + run.flicker($0, seed) }
    let photos = light.indices.map { index in
      LapseAnalysis.Photo(
        name: "\(index)", setting: set[index], luminance: 0.05 * exp2(light[index]))
    }
    let analysis = LapseAnalysis(photos, fingerprint: "", settings: settings)
    return zip(light, analysis.photos).map { $0 + $1.correction }
  }

  /// How far values are from the polynomial of the fifth degree that fits them best: an even course that knows no photo.
  private func deviation(_ values: [Double]) -> Double {
    let count = values.count
    // Orthonormal polynomials by Gram and Schmidt.
    var basis: [[Double]] = []
    for degree in 0...5 {
      var vector = (0..<count).map { pow(2 * Double($0) / Double(count - 1) - 1, Double(degree)) }
      for other in basis {
        let share = zip(vector, other).reduce(0) { $0 + $1.0 * $1.1 }
        vector = zip(vector, other).map { $0 - share * $1 }
      }
      let length = sqrt(vector.reduce(0) { $0 + $1 * $1 })
      basis.append(vector.map { $0 / length })
    }
    var rest = values
    for vector in basis {
      let share = zip(rest, vector).reduce(0) { $0 + $1.0 * $1.1 }
      rest = zip(rest, vector).map { $0 - share * $1 }
    }
    return sqrt(rest.reduce(0) { $0 + $1 * $1 } / Double(count))
  }

  private func largestStep(_ values: [Double]) -> Double {
    zip(values, values.dropFirst()).map { abs($1 - $0) }.max()!
  }

  /// Residual ≤ 0.02 EV rms, no step of more than 0.04 EV beyond the scene's own, and no worse than either alone.
  @Test(arguments: runs)
  func bothTogetherAreSmooth(run: Run) {
    for seed in UInt64(1)...4 {
      let both = shown(
        run, LapseSettings(holyGrail: .init(), deflicker: .init(smooth: 15)), seed: seed)
      let deflicker = shown(run, LapseSettings(deflicker: .init(smooth: 15)), seed: seed)
      let grail = shown(run, LapseSettings(holyGrail: .init()), seed: seed)
      #expect(deviation(both) <= 0.02, "seed \(seed): \(deviation(both))")
      #expect(largestStep(both) <= run.ownStep + 0.04, "seed \(seed): \(largestStep(both))")
      #expect(
        deviation(both) <= min(deviation(deflicker), deviation(grail)) + 0.002, "seed \(seed)")
    }
  }

  /// A wish for a window that is too short for the steps' distance makes no ripple beside the removal of flicker.
  @Test(arguments: runs.filter { $0.scene != "still" })
  func aWishDoesNotPump(run: Run) {
    let settings = LapseSettings(holyGrail: .init(smooth: 12), deflicker: .init(smooth: 15))
    let both = shown(run, settings, seed: 1)
    #expect(deviation(both) <= 0.025, "\(deviation(both))")
    #expect(largestStep(both) <= run.ownStep + 0.04)
  }

  /// Without a wish each step is spread over the distance to the next: even steps become a straight ramp.
  @Test func evenStepsBecomeARamp() {
    let settings = (0..<100).map { Double($0 / 10) }
    let course = HolyGrail.spread(settings.map { $0 }, reach: 12)
    for index in 0..<100 { #expect(abs(course[index] - (Double(index) - 4.5) / 10) < 1e-9) }
    // One step leaves the rest of a run as it was taken.
    let single = HolyGrail.spread((0..<200).map { $0 < 100 ? 0 : 1 }, reach: 12)
    #expect(
      abs(single[0]) < 0.02 && abs(single[199] - 1) < 0.02
        && abs(single[99] + single[100] - 1) < 1e-9)
    #expect(zip(single, single.dropFirst()).allSatisfy { $1 - $0 >= -1e-4 && $1 - $0 <= 0.0101 })
    #expect(
      HolyGrail.spread([], reach: 12) == [] && HolyGrail.spread([nil, 3], reach: 12) == [3, 3])
  }

  /// Against a naive weighted fit of a line by its normal equations.
  @Test func theTrendIsALocalLine() {
    let values = (0..<50).map { Double($0 * $0 % 23) + 0.1 * Double($0) }
    let reach = 7
    let course = LocalTrend.through(values, reach: reach, isRobust: false)
    for place in 0..<50 {
      var points: [(x: Double, y: Double, w: Double)] = []
      for other in 0..<50 where abs(other - place) <= reach {
        let d = Double(abs(other - place)) / Double(reach + 1)
        points.append((Double(other), values[other], pow(1 - d * d * d, 3)))
      }
      let total = points.reduce(0) { $0 + $1.w }
      let mx = points.reduce(0) { $0 + $1.w * $1.x } / total
      let my = points.reduce(0) { $0 + $1.w * $1.y } / total
      let slope =
        points.reduce(0) { $0 + $1.w * ($1.x - mx) * ($1.y - my) }
        / points.reduce(0) { $0 + $1.w * ($1.x - mx) * ($1.x - mx) }
      #expect(abs(course[place] - (my + slope * (Double(place) - mx))) < 1e-9)
    }
    // A line stays, and one number far off it does not pull it.
    var line = (0..<50).map { 3 - 0.2 * Double($0) }
    #expect(
      zip(LocalTrend.through(line, reach: 9, isRobust: true), line).allSatisfy {
        abs($0 - $1) < 1e-9
      })
    for i in 0..<50 { line[i] += i % 2 == 0 ? 0.01 : -0.01 }
    line[25] += 5
    let robust = LocalTrend.through(line, reach: 9, isRobust: true)
    #expect(abs(robust[24] - (3 - 0.2 * 24)) < 0.01)
  }
}
