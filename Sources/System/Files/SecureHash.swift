/// The hash function SHA-256 (FIPS 180-4, 6.2).
package enum SecureHash {
  /// Returns the hash of a message as 64 hexadecimal digits.
  package static func hexDigits(of message: [UInt8]) -> String {
    var bytes = message + [0x80]
    bytes += [UInt8](repeating: 0, count: (120 - bytes.count % 64) % 64)
    let bits = UInt64(message.count) * 8
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
    var state = start
    for block in stride(from: 0, to: bytes.count, by: 64) {
      add(bytes[block..<block + 64], to: &state)
    }
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
    var words = (0..<16).map { index in
      block[(block.startIndex + 4 * index)...].prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for t in 16..<64 {
      let (a, b) = (words[t - 15], words[t - 2])
      let small = turned(a, 7) ^ turned(a, 18) ^ a >> 3
      let large = turned(b, 17) ^ turned(b, 19) ^ b >> 10
      words.append(words[t - 16] &+ small &+ words[t - 7] &+ large)
    }
    // Variables, because each of the 64 rounds would allocate an array.
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for t in 0..<64 {
      let choice = e & f ^ ~e & g
      let majority = a & b ^ a & c ^ b & c
      let sum = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      let first = h &+ sum &+ choice &+ constants[t] &+ words[t]
      let second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ majority
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second)
    }
    for (i, value) in [a, b, c, d, e, f, g, h].enumerated() { state[i] &+= value }
  }

  private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word >> bits | word << (32 - bits)
  }

  /// The first 64 primes.
  private static let primes: [Int] = {
    var found: [Int] = []
    var next = 2
    while found.count < 64 {
      if found.allSatisfy({ next % $0 != 0 }) { found.append(next) }
      next += 1
    }
    return found
  }()

  /// The first 32 bits of the fractions of the primes' square roots (5.3.3).
  private static let start = primes.prefix(8).map { fraction(of: Double($0).squareRoot()) }

  /// The first 32 bits of the fractions of the primes' cube roots (4.2.2).
  private static let constants = primes.map { prime in
    // Newton's method on x³ = prime reaches the precision of a double in less than ten steps.
    var root = Double(prime)
    for _ in 0..<60 { root -= (root * root * root - Double(prime)) / (3 * root * root) }
    return fraction(of: root)
  }

  private static func fraction(of number: Double) -> UInt32 {
    UInt32((number - number.rounded(.down)) * 0x1p32)
  }
}
