/// SHA-256 (FIPS 180-4), to compare with digests that other programs give.
public struct SHA256: Sendable {
  private var state: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB,
    0x5BE0_CD19,
  ]
  private var pending: [UInt8] = []
  private var length: UInt64 = 0

  private init() {}

  /// 64 hexadecimal digits.
  public static func digits(of bytes: some Sequence<UInt8>) -> String {
    var hash = SHA256()
    for byte in bytes { hash.add(byte) }
    let bits = hash.length * 8
    hash.add(0x80)
    while hash.pending.count != 56 { hash.add(0) }
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      hash.add(UInt8(truncatingIfNeeded: bits >> shift))
    }
    return hash.state.map {
      let digits = String($0, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// The digest of samples as little-endian numbers of 16 bits.
  public static func digits(of samples: [UInt16]) -> String {
    digits(of: samples.lazy.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
  }

  private mutating func add(_ byte: UInt8) {
    pending.append(byte)
    length += 1
    if pending.count == 64 { addBlock() }
  }

  private mutating func addBlock() {
    var words = (0..<16).map { i in
      pending[4 * i..<4 * i + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    pending.removeAll(keepingCapacity: true)
    func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
    for i in 16..<64 {
      let (a, b) = (words[i - 15], words[i - 2])
      let first = turned(a, 7) ^ turned(a, 18) ^ (a >> 3)
      let second = turned(b, 17) ^ turned(b, 19) ^ (b >> 10)
      words.append(words[i - 16] &+ first &+ words[i - 7] &+ second)
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for i in 0..<64 {
      let one = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      let zero = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
      let next = h &+ one &+ ((e & f) ^ (~e & g)) &+ Self.constants[i] &+ words[i]
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e) = (g, f, e, d &+ next)
      (d, c, b, a) = (c, b, a, next &+ zero &+ majority)
    }
    for (i, value) in [a, b, c, d, e, f, g, h].enumerated() { state[i] &+= value }
  }

  /// The first 32 fractional bits of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = {
    let primes = (2...311).filter { n in !(2..<n).contains { n % $0 == 0 } }
    return primes.map { prime in
      // Exact: the largest n with n³ ≤ prime · 2^96. n < 2^35.
      var n: UInt64 = 0
      for bit in stride(from: UInt64(34), through: 0, by: -1) {
        let candidate = n | 1 << bit
        let square = candidate.multipliedFullWidth(by: candidate)
        let low = square.low.multipliedFullWidth(by: candidate)
        let high = square.high.multipliedFullWidth(by: candidate)
        // candidate³ >> 64, for comparing with 2^96 · prime.
        let (middle, carry) = low.high.addingReportingOverflow(high.low)
        let top = high.high + (carry ? 1 : 0)
        let limit = UInt64(prime) << 32
        if top == 0 && (middle < limit || (middle == limit && low.low == 0)) { n = candidate }
      }
      return UInt32(truncatingIfNeeded: n)
    }
  }()
}
