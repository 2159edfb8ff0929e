internal import BromideValues
internal import TestSupport

extension Encodings {
  /// Canon's CR3 in all its kinds.
  @Sendable static func canonCR3(_ random: inout Randomness) -> (name: String, bytes: [UInt8]) {
    var options = CanonCR3Options()
    let size = Size(width: 44 + 2 * random.below(80), height: 44 + 2 * random.below(30))
    options.layout = random.below(4)
    options.levels = random.below(4)
    options.isPredicted = random.below(4) > 0
    options.isNew = random.below(2) == 0
    if random.below(2) == 0, size.width >= 88 {
      options.tile = Size(width: 44 + 2 * random.below((size.width - 86) / 2), height: size.height)
      options.randomBands = random.next()
    }
    if options.levels == 0 {
      if options.isPredicted { options.rounding = max(random.below(7) - 3, 0) }
      if random.below(4) == 0, size.height >= 88 {
        options.tile = Size(width: size.width, height: 44)
      }
    } else if options.isNew {
      options.steps = .table(
        4...(4 + random.below(40)), base: random.below(8), eighths: random.below(24))
    } else {
      options.steps =
        random.below(2) == 0 ? .constant(random.below(36)) : .lines(first: 2 + random.below(32))
    }
    if !options.isNew || options.levels > 0 {
      options.encoding = random.one(of: [.middle, .middle, .signed, .differences])
    }
    options.bits = random.one(of: options.encoding == .differences ? [10] : [10, 12, 14, 14])
    if options.encoding == .differences { options.medianBits = random.one(of: [nil, 10, 12, 14]) }
    if let tile = options.tile {
      // Every tile has at least the minimum size.
      let (right, below) = (size.width % tile.width, size.height % tile.height)
      if (right > 0 && right < 44) || (below > 0 && below < 44) { options.tile = nil }
    }
    return (options.name, CanonCR3(samples(size, bits: options.bits, &random), options).file)
  }
}
