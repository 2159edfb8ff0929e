import Foundation
import TestSupport
import Testing

@testable import BromideTimelines

/// Lapses of known light with lights on a part of the picture, most of them weaker than the flicker that outliers must exceed.
@Suite struct LocalLightTests {
  /// A lapse as its tiles are measured: a sky that falls faster than the ground, clouds, and cars.
  struct Run: CustomTestStringConvertible {
    let lapse: SyntheticLapse
    /// EV by which the cars of a photo change its measured light.
    private(set) var excess: [Double]
    private(set) var tiles: [[Double]]

    var testDescription: String { "\(lapse.name), seed \(lapse.seed)" }

    init(_ lapse: SyntheticLapse) {
      self.lapse = lapse
      let noise = SeededNoise(seed: lapse.seed)
      excess = []
      tiles = []
      var cloud = [Double](repeating: 0, count: 48)
      for index in 0..<lapse.photos {
        for tile in 0..<48 {
          cloud[tile] = 0.8 * cloud[tile] + 0.012 * noise.normal(index, 100 + tile)
        }
        let unlit = (0..<48).map { tile in
          let share = tile < 24 ? 0.2 : tile % 5 == 0 ? -0.5 : -0.1
          return -4 - Double(tile / 8) / 3 + sin(1.7 * Double(tile)) / 2 + lapse.taken[index]
            + share * lapse.light(index) + cloud[tile]
        }
        var lit = unlit.map { exp2($0) }
        // In one of ten photos, and in two of three neighbours at the end.
        if noise.uniform(index, 4) < 0.1 || [lapse.photos - 1, lapse.photos - 3].contains(index) {
          let width = 3 + Int(3 * noise.uniform(index, 5))
          let height = 2 + Int(3 * noise.uniform(index, 6))
          let left = Int(Double(9 - width) * noise.uniform(index, 7))
          let top = Int(Double(7 - height) * noise.uniform(index, 8))
          let light = exp2(Self.middle(unlit)) * (0.2 + 0.8 * noise.uniform(index, 9))
          for tile in lit.indices
          where (left..<left + width).contains(tile % 8) && (top..<top + height).contains(tile / 8)
          {
            lit[tile] += light
          }
        }
        tiles.append(lit.map { log2($0) })
        excess.append(Self.middle(tiles[index]) - Self.middle(unlit))
      }
    }

    private static func middle(_ tiles: [Double]) -> Double {
      log2(tiles.sorted()[12..<36].reduce(0) { $0 + exp2($1) } / 24)
    }

    /// - Parameter tiles: The measured tiles, or `nil` to use only the mean.
    func analysis(_ tiles: [[Double]]?, excess: [Double]) -> LapseAnalysis {
      let photos = lapse.taken.indices.map { index in
        LapseAnalysis.Photo(
          name: "\(index)", setting: Double(lapse.settings[index]) / 3,
          luminance: 0.05 * exp2(lapse.taken[index] + excess[index]), tiles: tiles?[index])
      }
      return LapseAnalysis(
        photos, fingerprint: "",
        settings: LapseSettings(holyGrail: .init(), deflicker: .init(smooth: 15)))
    }

    /// The film's light from the exposures, without the cars.
    func shown(_ analysis: LapseAnalysis) -> [Double] {
      zip(lapse.taken, analysis.photos).map { $0 + $1.correction }
    }
  }

  static let runs: [Run] = (UInt64(1)...8).flatMap { seed -> [Run] in
    SyntheticLapse.all(seed: seed).filter { !$0.isRough && (seed < 4 || $0.photos < 600) }
      .map { Run($0) }
  }

  /// The rest of the picture neither flashes nor drifts, whatever the cars do.
  @Test(arguments: runs)
  func carsDoNotDarkenTheSky(run: Run) {
    let film = run.shown(run.analysis(run.tiles, excess: run.excess))
    let faith = SyntheticLapse.Faith(film, of: run.lapse)
    #expect(faith.beyond <= 0.15 && faith.ends <= 0.05, "\(faith)")
    let quiet = run.shown(run.analysis(nil, excess: run.excess.map { _ in 0 }))
    for index in film.indices {
      #expect(abs(film[index] - quiet[index]) <= 0.02, "photo \(index): \(run.excess[index])")
    }
    // The mean alone shows the fault, so the cars are strong enough to be seen.
    let mean = run.shown(run.analysis(nil, excess: run.excess))
    #expect(zip(mean, quiet).contains { $0 - $1 < -0.2 })
  }

  /// Photos with visible lights are named, and no others.
  @Test(arguments: runs)
  func carsAreNamed(run: Run) {
    let found = Set(run.analysis(run.tiles, excess: run.excess).outliers)
    for index in run.excess.indices {
      if run.excess[index] > 0.16 { #expect(found.contains(index), "photo \(index)") }
      if run.excess[index] == 0 { #expect(!found.contains(index), "photo \(index)") }
    }
  }

  /// Shade is handled as light is; a light on almost half of the picture, and one that stays for five photos.
  @Test func shadeAndLongLights() {
    let noise = SeededNoise(seed: 2)
    func excess(_ lit: Set<Int>, of share: Int, _ change: Double) -> [Double] {
      LocalLights.excess(
        (0..<60).map { photo in
          (0..<48).map { tile in
            -5 + 0.1 * noise.uniform(photo, 1) + 0.01 * noise.normal(photo, 10 + tile)
              + Double(tile) / 50 + (lit.contains(photo) && tile % 48 < share ? change : 0)
          }
        }, reach: 7)
    }
    for (lit, share, change) in [
      (Set([20]), 22, 0.4), ([20], 22, -0.4), ([30, 31, 32, 33, 34], 20, 0.7), ([0], 20, 1),
      ([59], 20, -1),
    ] {
      let found = excess(lit, of: share, change)
      for photo in 0..<60 {
        #expect(lit.contains(photo) ? found[photo] * change > 0.02 : abs(found[photo]) < 0.01)
      }
    }
  }

  /// If lights cannot be distinguished, the measurement stays unchanged.
  @Test func fewPhotosOrTilesDoNotChangeTheCurve() {
    let tiles = (0..<12).map { photo in (0..<48).map { Double($0 * photo % 7) } }
    #expect(LocalLights.excess([], reach: 7) == [])
    #expect(LocalLights.excess(Array(tiles.prefix(4)), reach: 7) == [0, 0, 0, 0])
    #expect(LocalLights.excess(tiles.map { Array($0.prefix(5)) }, reach: 7).allSatisfy { $0 == 0 })
    #expect(LocalLights.excess(tiles.map { _ in nil }, reach: 7).allSatisfy { $0 == 0 })
    // Photos without tiles are left out.
    var some = tiles.map { Optional($0) }
    some[3] = nil
    #expect(LocalLights.excess(some, reach: 7)[3] == 0)
    let uneven = tiles.enumerated().map {
      $0.offset == 5 ? Array($0.element.prefix(9)) : $0.element
    }
    #expect(LocalLights.excess(uneven, reach: 7).allSatisfy { $0 == 0 })
  }
}
