/// Accidental and deliberate damage to files.
enum Mutation {
  /// Changes a file's bytes. One file in eight stays unchanged.
  static func apply(_ bytes: inout [UInt8], _ random: inout Randomness) {
    guard bytes.count > 64 else { return }
    for _ in 0..<[0, 1, 1, 1, 1, 2, 4, 8][random.below(8)] { once(&bytes, &random) }
  }

  private static func once(_ bytes: inout [UInt8], _ random: inout Randomness) {
    let at = place(bytes, &random)
    switch random.below(8) {
    case 0, 1: bytes[at] ^= 1 << UInt8(random.below(8))
    case 2: bytes[at] = UInt8(random.below(256))
    case 3: bytes[at] = random.one(of: [0, 1, 0x7F, 0x80, 0xFE, 0xFF])
    case 4: bytes.removeLast(random.below(bytes.count / 2) / (1 + 15 * random.below(2)))
    case 5:
      let end = min(at + random.below(64), bytes.count)
      for i in at..<end { bytes[i] = UInt8(random.next() & 255) }
    case 6: bytes.insert(random.one(of: [0, 0xFF, UInt8(random.below(256))]), at: at)
    default:
      // A marker in entropy-coded data.
      guard at + 1 < bytes.count else { return }
      bytes[at] = 0xFF
      bytes[at + 1] = random.one(of: [0, 0xD0, 0xD9, 0xDA, 0xC4])
    }
  }

  /// Returns an offset. Half of the time it is near the beginning or the end, where headers are.
  private static func place(_ bytes: [UInt8], _ random: inout Randomness) -> Int {
    let count = bytes.count
    return switch random.below(4) {
    case 0: random.below(min(count, 1024))
    case 1: count - 1 - random.below(min(count, 1024))
    default: random.below(count)
    }
  }
}
