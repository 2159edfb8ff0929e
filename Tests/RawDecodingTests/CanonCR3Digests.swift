import Pixels
import TestSupport
import Testing

/// Made-up CR3 files, and the digests of the samples that LibRaw 0.22.2 gave for them on one thread.
struct CanonCR3Digests: Sendable, CustomTestStringConvertible {
  let options: CanonCR3Options
  let digest: String

  var testDescription: String { options.name }

  var picture: SensorSamples {
    .varied(Size(width: 134, height: 78), bits: options.bits, seed: 11)
  }

  private init(_ digest: String, _ change: (inout CanonCR3Options) -> Void) {
    var options = CanonCR3Options()
    change(&options)
    self.options = options
    self.digest = digest
  }

  static let all = [
    CanonCR3Digests("7d41e7505163be88") { $0.layout = 1 },
    CanonCR3Digests("7d41e7505163be88") { $0.tile = Size(width: 70, height: 78) },
    CanonCR3Digests("5f94c281c5720889") { $0.rounding = 2 },
    CanonCR3Digests("1deca5e792759605") {
      $0.levels = 3
      $0.steps = .constant(17)
    },
    CanonCR3Digests("e50d4575f4d87e24") {
      $0.levels = 2
      $0.isPredicted = false
      $0.steps = .lines(first: 20)
    },
    CanonCR3Digests("95ac0f039e6eb944") {
      $0.levels = 3
      $0.isNew = true
      $0.tile = Size(width: 70, height: 78)
      $0.randomBands = 5
      $0.steps = .table(4...40, base: 3, eighths: 11)
    },
    CanonCR3Digests("d2388c2a4119bc4c") {
      $0.levels = 1
      $0.isNew = true
      $0.steps = .table(20...30, base: 0, eighths: 8)
    },
    CanonCR3Digests("7c15ad1b8b6be308") { $0.encoding = .signed },
    CanonCR3Digests("577aa0f517959529") {
      $0.encoding = .differences
      $0.bits = 10
      $0.medianBits = 12
      $0.levels = 3
    },
  ]
}
