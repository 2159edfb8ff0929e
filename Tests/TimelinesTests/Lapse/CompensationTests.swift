import Foundation
import TestSupport
import Testing

@testable import BromideRuns
@testable import BromideTimelines

/// Compensation and deflicker on synthetic runs with known light.
@Suite struct CompensationTests {
  /// A sunset of 300 photos: −8 EV, with nine steps of a stop or a third.
  static let scene = (0..<300).map { i -> Double in
    let t = Double(i) / 299
    return -8 * t * t * (3 - 2 * t)
  }
  static let steps: [Int: Double] = [
    60: 1, 90: 1.0 / 3, 120: 1, 140: -1.0 / 3, 150: 2, 180: 1, 200: 1, 230: 1, 297: 1,
  ]
  static let settings: [Double] = {
    var total = -6.0
    return (0..<300).map { i in
      total += steps[i] ?? 0
      return total
    }
  }()

  @Test(arguments: [2.0, 6, 12, 25.5])
  func stepsGlideAndTheSceneKeepsItsCourse(smooth: Double) {
    let compensation = HolyGrail.compensation(Self.settings.map { $0 }, smooth: smooth)
    let picture = (0..<300).map { (i: Int) -> Double in
      Self.scene[i] + Self.settings[i] + compensation[i]
    }
    for i in 0..<300 {
      let distances = Self.steps.keys.map { abs(Double(i) + 0.5 - Double($0)) }
      if distances.min()! > smooth / 2 + 0.5 {
        // Outside transitions, the light stays as photographed.
        #expect(abs(picture[i] - Self.scene[i] - Self.settings[i]) <= 0.01)
      }
      guard i > 0 else { continue }
      // The picture's jump in excess of the scene's.
      let jump = picture[i] - picture[i - 1] - (Self.scene[i] - Self.scene[i - 1])
      let near = Self.steps.filter { abs(Double(i) - Double($0.key)) <= smooth / 2 + 0.5 }
      let bound = near.values.reduce(0) { $0 + abs($1) } / smooth * 1.5
      #expect(abs(jump) <= bound + 1e-9, "photo \(i)")
    }
  }

  /// The photo after a step of +1 EV gets 1 EV less than the one before it, minus the increase of
  /// the glide.
  @Test func compensationUndoesTheStep() {
    let settings: [Double?] = (0..<40).map { $0 < 20 ? 0 : 1 }
    let smooth = 12.0
    let compensation = HolyGrail.compensation(settings, smooth: smooth)
    func glide(_ t: Double) -> Double { t * t * (3 - 2 * t) }
    let gain = glide(0.5 + 0.5 / smooth) - glide(0.5 - 0.5 / smooth)
    #expect(abs(compensation[20] - compensation[19] - (gain - 1)) < 1e-12)
    // Half before, half after, and 0 at more than half of the span away.
    #expect(abs(compensation[19] + compensation[20]) < 1e-12)
    #expect(compensation[13] == 0 && compensation[26] == 0 && compensation[14] > 0)
  }

  @Test func gapsAndShortRuns() {
    #expect(HolyGrail.compensation([], smooth: 12) == [])
    #expect(HolyGrail.compensation([3], smooth: 12) == [0])
    #expect(HolyGrail.compensation([nil, nil], smooth: 12) == [0, 0])
    #expect(HolyGrail.compensation([0, 1, 2], smooth: 0) == [0, 0, 0])
    let whole = HolyGrail.compensation([0, 0, 0, 1, 1, 1], smooth: 4)
    #expect(HolyGrail.compensation([nil, 0, nil, 1, nil, 1], smooth: 4) == whole)
    #expect(HolyGrail.steps([nil, 0, nil, 1, nil, 3]) == [0, 0, 0, 1, 0, 2])
  }

  static func flicker(_ i: Int) -> Double {
    let share: Double = SeededNoise(seed: 5).uniform(i, 1)
    return 0.15 * (2 * share - 1)
  }

  /// Flicker is the deviation from the mean of the neighbours.
  static func roughness(_ values: [Double]) -> Double {
    (1..<values.count - 1).map { (i: Int) -> Double in
      let neighbours: Double = (values[i - 1] + values[i + 1]) / 2
      return abs(values[i] - neighbours)
    }.max()!
  }

  @Test(arguments: [15.0, 25])
  func flickerFallsBelowAHundredth(smooth: Double) {
    let light = Self.scene.map { 0.2 * exp2($0) }
    let luminance = light.indices.map { (i: Int) -> Double in
      light[i] * exp2(Self.flicker(i) + Self.settings[i])
    }
    let correction = Deflicker.correction(
      luminance.map { $0 }, brightness: Self.settings, smooth: smooth)
    let left = light.indices.map { Self.flicker($0) + correction[$0] }
    #expect(Self.roughness(light.indices.map(Self.flicker)) > 0.2)
    #expect(Self.roughness(left) < 0.01)
  }

  /// Periodic flicker, for example from mains light, is also removed relative to the reference.
  @Test(arguments: [2, 3, 5])
  func evenFlickerVanishes(period: Int) {
    let flicker = (0..<200).map { (i: Int) -> Double in
      0.15 * cos(2 * Double.pi * Double(i % period) / Double(period))
    }
    let luminance = (0..<200).map { (i: Int) -> Double in
      0.2 * exp2(flicker[i] - 0.01 * Double(i))
    }
    let correction = Deflicker.correction(
      luminance.map { $0 }, brightness: luminance.map { _ in 0 }, smooth: 30)
    // If the curve is extended past an end, the extending line takes a part of the flicker for a
    // slope.
    for i in 0..<200 {
      let isInside = (30..<170).contains(i)
      #expect(abs(flicker[i] + correction[i]) < (isInside ? 0.01 : 0.02), "photo \(i)")
    }
  }

  /// Ramps up to both ends and a sunset's curve are not flicker.
  @Test func rampsStay() {
    let ramp = (0..<120).map { (i: Int) -> Double in 0.2 * exp2(-0.06 * Double(i)) }
    for correction in [
      Deflicker.correction(ramp.map { $0 }, brightness: ramp.map { _ in 0 }, smooth: 15),
      Deflicker.correction(
        Self.scene.map { 0.2 * exp2($0) }, brightness: Self.scene.map { _ in 0 }, smooth: 15),
    ] {
      #expect(correction.allSatisfy { abs($0) < 0.01 })
    }
  }

  @Test func darkAndMissingPhotosAreSafe() {
    var luminance = (0..<60).map { (i: Int) -> Double? in 0.1 * exp2(-0.02 * Double(i)) }
    luminance[20] = 0
    luminance[21] = -0.001
    luminance[40] = nil
    luminance[30] = 0.4
    let correction = Deflicker.correction(
      luminance, brightness: luminance.map { _ in 0 }, smooth: 9)
    #expect(correction[20] == 0 && correction[21] == 0 && correction[40] == 0)
    // Lightning keeps its brightness. It gets the correction of its neighbours and does not affect
    // them.
    #expect(abs(correction[30]) < 0.01)
    #expect(correction.allSatisfy { $0.isFinite && abs($0) <= 1 })
    #expect(abs(correction[10]) < 0.01 && abs(correction[50]) < 0.01)
    let none = Deflicker.correction([0, nil, 0], brightness: [0, 0, 0], smooth: 9)
    #expect(none == [0, 0, 0])
    #expect(Deflicker.correction([], brightness: [], smooth: 9) == [])
    #expect(Deflicker.correction([0.1, 0.2], brightness: [0, 0], smooth: 9) == [0, 0])
  }

  /// `HolyGrail` handles steps of the settings. Deflicker ignores them and does not smear them.
  @Test func deflickerKeepsExposureSteps() {
    let luminance = (0..<300).map { (i: Int) -> Double in
      0.001 * exp2(Self.scene[i] + Self.settings[i] + 6)
    }
    let correction = Deflicker.correction(
      luminance.map { $0 }, brightness: Self.settings, smooth: 15)
    #expect(correction.allSatisfy { abs($0) < 0.01 })
  }
}
