/// Packs bits into bytes, highest bit first.
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var pendingCount = 0
  /// Whether to write a zero byte after every 0xFF, as in JPEG's entropy-coded segments.
  private let stuffing: Bool

  init(stuffing: Bool = false) {
    self.stuffing = stuffing
  }

  /// Number of bits written, without stuffed ones.
  var bitCount: Int { bytes.count * 8 + pendingCount }

  /// Appends the lowest `count` bits of `value`, at most 32.
  mutating func put(_ value: Int, count: Int) {
    pending =
      pending << UInt64(count) | UInt64(truncatingIfNeeded: value) & ((1 << UInt64(count)) - 1)
    pendingCount += count
    while pendingCount >= 8 {
      pendingCount -= 8
      let byte = UInt8(truncatingIfNeeded: pending >> UInt64(pendingCount))
      bytes.append(byte)
      if stuffing && byte == 0xFF { bytes.append(0) }
    }
  }

  /// Fills the last byte with bits of the given value.
  mutating func finish(padding: Int) {
    guard pendingCount > 0 else { return }
    put(padding == 0 ? 0 : 255, count: 8 - pendingCount)
  }
}
