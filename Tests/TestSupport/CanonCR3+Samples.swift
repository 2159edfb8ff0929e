internal import BromideValues

extension CanonCR3 {
  /// A few files, always the same. Tests contain another decoder's results for them.
  static let samples: [(name: String, file: @Sendable () -> [UInt8])] = [
    sample("canon-lossless.cr3") { $0.layout = 1 },
    sample("canon-lossless-tiles.cr3") {
      $0.tile = Size(width: 70, height: 78)
      $0.isPredicted = false
    },
    sample("canon-rounded.cr3") { $0.rounding = 2 },
    sample("canon-craw-steps.cr3") {
      $0.levels = 3
      $0.steps = .constant(17)
    },
    sample("canon-craw-lines.cr3") {
      $0.levels = 2
      $0.isPredicted = false
      $0.steps = .lines(first: 20)
    },
    sample("canon-craw-tiles.cr3") {
      $0.levels = 3
      $0.isNew = true
      $0.tile = Size(width: 70, height: 78)
      $0.randomBands = 5
      $0.steps = .table(4...40, base: 3, eighths: 11)
    },
    sample("canon-craw-table.cr3") {
      $0.levels = 1
      $0.isNew = true
      $0.steps = .table(20...30, base: 0, eighths: 8)
    },
    sample("canon-signed.cr3") { $0.encoding = .signed },
    sample("canon-burst.cr3") {
      $0.encoding = .differences
      $0.bits = 10
      $0.medianBits = 12
      $0.levels = 3
    },
  ]

  private static func sample(
    _ name: String, _ change: (inout CanonCR3Options) -> Void
  ) -> (name: String, file: @Sendable () -> [UInt8]) {
    var options = CanonCR3Options()
    change(&options)
    return (
      name,
      { [options] in
        CanonCR3(.varied(Size(width: 134, height: 78), bits: options.bits, seed: 11), options).file
      }
    )
  }
}
