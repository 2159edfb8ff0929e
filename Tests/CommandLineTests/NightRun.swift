import Foundation
import Pixels
import TestSupport
import Testing

/// Photos from day to night as small raws with known truth: the light falls by six stops along a sunset, the photographer
/// follows it by whole or third stops of the shutter, and each exposure errs by up to 10 %.
struct NightRun: CustomTestStringConvertible, Hashable {
  let photos: Int
  /// Thirds of a stop from one setting to the next: 1 or 3.
  let thirds: Int

  var testDescription: String { "\(photos) photos, \(thirds == 3 ? "1 EV" : "⅓ EV")" }

  static let size = Size(width: 48, height: 32)

  /// Shutter speeds as cameras name them, a third of a stop apart.
  private static let speeds = [
    (1, 60), (1, 50), (1, 40), (1, 30), (1, 25), (1, 20), (1, 15), (1, 13), (1, 10), (1, 8), (1, 6),
    (1, 5), (1, 4), (3, 10), (4, 10), (1, 2), (6, 10), (8, 10), (1, 1), (13, 10), (16, 10), (2, 1),
  ].map { DNGRational($0, $1) }

  /// The scene's light in EV beside that of the first photo.
  func light(_ index: Int) -> Double {
    let t = Double(index) / Double(photos - 1)
    return -6 * t * t * (3 - 2 * t)
  }

  /// The settings in thirds of a stop: another step is taken when the light is half of it behind.
  var settings: [Int] {
    var set = 0
    return (0..<photos).map { index in
      if -light(index) * 3 - Double(set) >= Double(thirds) / 2 { set += thirds }
      return set
    }
  }

  func flicker(_ index: Int) -> Double {
    log2(1 + 0.1 * (2 * SeededNoise(seed: 12).uniform(index, 5) - 1))
  }

  /// The largest step of the scene's own light from one photo to the next.
  var ownStep: Double { (1..<photos).map { abs(light($0) - light($0 - 1)) }.max()! }

  /// Writes the photos as `night/p0.dng` …
  func write(to tree: CommandTree) throws {
    for (index, set) in settings.enumerated() {
      var photo = SyntheticPhoto(.landscape(seed: 3, octaves: 3), size: Self.size)
      photo.exposure = -2 + light(index) + Double(set) / 3 + flicker(index)
      photo.options.metadata.exposureTime = Self.speeds[set]
      photo.options.metadata.fNumber = DNGRational(28, 10)
      photo.options.metadata.iso = 400
      let minute = index / 6
      photo.options.metadata.dateTime =
        "2026:06:21 \(20 + minute / 60):\(two(minute % 60)):\(index % 6)0"
      try tree.write(photo.file(), to: "night/p\(index).dng")
    }
  }

  /// EV that a photographer's ramp by hand adds to each photo: straight lines between the middles of equal settings.
  var ramp: [Double] {
    let settings = settings.map { Double($0) / 3 }
    var middles: [(Double, Double)] = []
    var first = 0
    for index in 1...photos where index == photos || settings[index] != settings[first] {
      middles.append((Double(first + index - 1) / 2, settings[first]))
      first = index
    }
    return settings.indices.map { index in
      let x = Double(index)
      guard let next = middles.firstIndex(where: { $0.0 >= x }) else {
        return middles.last!.1 - settings[index]
      }
      guard next > 0 else { return middles[0].1 - settings[index] }
      let ((x0, y0), (x1, y1)) = (middles[next - 1], middles[next])
      return y0 + (y1 - y0) * (x - x0) / (x1 - x0) - settings[index]
    }
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// How even a run of brightnesses in EV is.
  struct Evenness: Hashable {
    /// Deviation from the polynomial of the fifth degree that fits best, rms.
    let residual: Double
    /// The largest step from one frame to the next.
    let step: Double

    init(_ values: [Double]) {
      let count = values.count
      // Orthonormal polynomials by Gram and Schmidt.
      var rest = values
      var basis: [[Double]] = []
      for degree in 0...5 {
        var vector = (0..<count).map {
          pow(2 * Double($0) / Double(count - 1) - 1, Double(degree))
        }
        for other in basis {
          let share = zip(vector, other).reduce(0) { $0 + $1.0 * $1.1 }
          vector = zip(vector, other).map { $0 - share * $1 }
        }
        let length = sqrt(vector.reduce(0) { $0 + $1 * $1 })
        vector = vector.map { $0 / length }
        basis.append(vector)
        let share = zip(rest, vector).reduce(0) { $0 + $1.0 * $1.1 }
        rest = zip(rest, vector).map { $0 - share * $1 }
      }
      residual = sqrt(rest.reduce(0) { $0 + $1 * $1 } / Double(count))
      step = zip(values, values.dropFirst()).map { abs($1 - $0) }.max() ?? 0
    }
  }
}
