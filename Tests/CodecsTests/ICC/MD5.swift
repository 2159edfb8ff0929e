import BromideLibc

/// MD5 (RFC 1321), implemented simply, to check the identifier that lcms2 puts into a profile.
func md5(_ message: [UInt8]) -> [UInt8] {
  let shifts: [[UInt32]] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]
  let table = (0..<64).map { UInt32(abs(sin(Double($0 + 1))) * 4_294_967_296) }
  var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]

  var padded = message + [0x80]
  while padded.count % 64 != 56 { padded.append(0) }
  let bitCount = UInt64(message.count) * 8
  padded += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (8 * UInt64($0))) }

  for block in stride(from: 0, to: padded.count, by: 64) {
    let words = (0..<16).map { word in
      (0..<4).reduce(UInt32(0)) { $0 | UInt32(padded[block + 4 * word + $1]) << (8 * UInt32($1)) }
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    for i in 0..<64 {
      let (mix, word): (UInt32, Int) =
        switch i / 16 {
        case 0: ((b & c) | (~b & d), i)
        case 1: ((d & b) | (~d & c), (5 * i + 1) % 16)
        case 2: (b ^ c ^ d, (3 * i + 5) % 16)
        default: (c ^ (b | ~d), (7 * i) % 16)
        }
      let sum = a &+ mix &+ table[i] &+ words[word]
      let shift = shifts[i / 16][i % 4]
      (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
    }
    state = zip(state, [a, b, c, d]).map { $0 &+ $1 }
  }
  return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
}
