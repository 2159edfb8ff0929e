import BromideKernels
import BromideValues
import Foundation
import TestSupport
import Testing

@testable import BromideDevelop

/// The confidence in lateral colour: reported deviations compared with errors, and results of
/// chance.
@Suite struct LateralTrustTests {
  /// 24 by 16 blocks that show a shift, each with a random error of this deviation, and for one in
  /// ten, four times as much.
  static func draw(
    _ shift: LateralShift, deviation: Double, _ random: inout SeededGenerator
  ) -> [LateralSums] {
    func normal() -> Double {
      (0..<12).reduce(-6.0) { sum, _ in sum + .random(in: 0..<1, using: &random) }
    }
    return (0..<16).flatMap { row in
      (0..<24).map { column in
        let place = SIMD2(Double(column) - 11.5, Double(row) - 7.5) / 14.4
        let error = deviation * (Double.random(in: 0..<1, using: &random) < 0.1 ? 4 : 1)
        let message = shift.shift(at: place) + error * SIMD2(normal(), normal())
        // With k = 1 and even slopes, and the information of a deviation of 0.4 pixels, for any
        // error.
        let variance = 1e-3
        let slope = variance / 0.16
        var sums = blank
        (sums.place, sums.shift, sums.count) = (place, .zero, 1024)
        (sums.gg, sums.cg, sums.gSlope) = (8, 8, .zero)
        sums.slopes = SIMD3(slope, 0, slope)
        sums.cSlope = slope * message
        sums.cc = sums.cg + (message * sums.cSlope).sum() + sums.count * variance
        return sums
      }
    }
  }

  /// A block to be changed.
  private static let blank: LateralSums = {
    let photo = XTransTests.photo(Size(width: 299, height: 296)) { x, y in
      SIMD3(repeating: 0.3 + 0.01 * Double(x % 7 + y % 5))
    }
    guard case .xtrans(let mosaic) = photo.image else { preconditionFailure("an X-Trans photo") }
    let scratch = PixelMemory(byteCount: LateralBlocks.scratchCount * MemoryLayout<Float>.stride)
    unsafe scratch.bytes.initializeMemory(as: UInt8.self, repeating: 0)
    return LateralBlocks(mosaic, color: .red, instructionSet: .best)
      .sums(column: 0, row: 0, shift: .zero, scratch: scratch)
  }()

  /// Errors exceed three reported deviations in at most one of 100 draws.
  @Test(arguments: [false, true], [0.1, 0.4])
  func deviationsAreHonest(isSimple: Bool, deviation: Double) {
    var random = SeededGenerator(seed: 31)
    let truth = LateralShift([0.3, 0, 0, 0, 0])
    for radius in [0.3, 0.9] {
      let beyond = (0..<300).count { _ in
        let fit = LateralFit(Self.draw(truth, deviation: deviation, &random), isSimple: isSimple)
        let error = fit.shift.alongRadius(radius) - truth.alongRadius(radius)
        return abs(error) > 3 * fit.deviation(at: radius)
      }
      #expect(beyond <= 3, "\(radius)")
    }
  }

  /// Chance is accepted in at most one of 100 draws. Shifts of 0.4 pixels are always accepted.
  @Test func chanceIsNotSeen() {
    var random = SeededGenerator(seed: 33)
    let still = (0..<400).map { _ in Self.draw(.none, deviation: 0.4, &random) }
    #expect(still.count { LateralTrust.xtrans.shift($0) != .none } <= 4)
    // Inside the demosaic it may be.
    #expect(still.count { LateralTrust.bayer.shift($0) != .none } > 4)
    let moved = LateralShift([0.4, 0, 0, 0, 0])
    for _ in 0..<100 {
      let sums = Self.draw(moved, deviation: 0.4, &random)
      #expect(LateralTrust.xtrans.shift(sums) != .none)
    }
    #expect(LateralTrust.xtrans.shift([]) == .none)
  }
}
