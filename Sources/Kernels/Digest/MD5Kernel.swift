internal import CBromideKernels

/// MD5 (RFC 1321) for up to 16 messages in parallel. DNG digests are MD5 sums. They detect damage,
/// but do not protect against attacks.
///
/// One message takes at least 2.5 ms a megabyte, because each round waits for the previous one.
/// Sixteen in parallel take a tenth of that each on x86-64-v4 (5.5 GB/s).
public struct MD5Kernel: Sendable {
  /// The maximum number of messages in parallel.
  public static let mostMessages = Int(BROMIDE_MD5_LANES)

  fileprivate static let start: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
  private let instructionSet: InstructionSet

  /// - Parameter instructionSet: The variant to run. It must be available.
  public init(instructionSet: InstructionSet) { self.instructionSet = instructionSet }

  /// Returns the digest of a message, 16 bytes.
  public func digest(of message: [UInt8]) -> [UInt8] {
    unsafe message.withUnsafeBytes { unsafe digest(of: $0) }
  }

  private func digest(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var message = message()
    unsafe message.add(bytes)
    return message.digest
  }

  /// Starts a message that arrives in parts.
  public func message() -> Message { Message(kernel: self) }

  /// Returns the digests of messages with equal length, 16 bytes each.
  ///
  /// - Parameter messages: At least one, at most `mostMessages`.
  @unsafe public func digests(of messages: [UnsafeRawBufferPointer]) -> [[UInt8]] {
    guard instructionSet != .reference else {
      return unsafe messages.map { unsafe digest(of: $0) }
    }
    let (lanes, length) = unsafe (messages.count, messages[0].count)
    precondition(
      unsafe lanes <= Self.mostMessages && messages.allSatisfy { $0.count == length },
      "up to 16 messages of one length")
    var state = Self.start.flatMap { [UInt32](repeating: $0, count: Self.mostMessages) }
    let tails = unsafe messages.map { unsafe Self.tail($0[($0.count / 64 * 64)...], of: $0.count) }
    let all = tails.flatMap { $0 }
    unsafe addLanes(messages.map { $0.baseAddress }, length / 64, to: &state)
    unsafe all.withUnsafeBytes { all in
      unsafe addLanes(
        tails.indices.map { unsafe all.baseAddress! + $0 * tails[0].count }, tails[0].count / 64,
        to: &state)
    }
    return (0..<lanes).map { lane in
      (0..<4).flatMap { Self.bytes(state[$0 * Self.mostMessages + lane]) }
    }
  }

  /// Returns the bytes after a message's whole blocks: the remaining bytes, a 1 bit, zeros and the
  /// length in bits (3.1, 3.2).
  fileprivate static func tail(_ rest: some Sequence<UInt8>, of byteCount: Int) -> [UInt8] {
    var tail = Array(rest) + [0x80]
    tail += [UInt8](repeating: 0, count: (120 - tail.count) % 64)
    return tail + (0..<8).map { UInt8(truncatingIfNeeded: (8 * byteCount) >> (8 * $0)) }
  }

  fileprivate func add(_ blocks: UnsafeRawBufferPointer, to state: inout [UInt32]) {
    guard let start = unsafe blocks.assumingMemoryBound(to: UInt8.self).baseAddress,
      instructionSet != .reference
    else {
      return unsafe MD5Reference.add(blocks, to: &state)
    }
    unsafe bromide_md5(&state, start, blocks.count / 64)
  }

  /// Lanes without a message repeat the first.
  private func addLanes(
    _ starts: [UnsafeRawPointer?], _ blocks: Int, to state: inout [UInt32]
  ) {
    guard blocks > 0, let first = unsafe starts[0] else { return }
    let lanes = unsafe (0..<Self.mostMessages).map { lane -> UnsafePointer<UInt8>? in
      let start = unsafe lane < starts.count ? starts[lane] ?? first : first
      return unsafe start.assumingMemoryBound(to: UInt8.self)
    }
    unsafe bromide_md5_lanes(instructionSet.code, &state, lanes, blocks)
  }

  fileprivate static func bytes(_ word: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
  }
}

extension MD5Kernel {
  /// A message that arrives in parts.
  public struct Message: Sendable {
    fileprivate let kernel: MD5Kernel
    private var state = MD5Kernel.start
    /// Fewer than 64 bytes that do not fill a block yet.
    private var rest: [UInt8] = []
    private var count = 0

    fileprivate init(kernel: MD5Kernel) { self.kernel = kernel }

    /// Appends bytes.
    @unsafe public mutating func add(_ bytes: UnsafeRawBufferPointer) {
      count += bytes.count
      var bytes = unsafe bytes[...]
      if !rest.isEmpty {
        let taken = unsafe bytes.prefix(64 - rest.count)
        unsafe rest += taken
        unsafe bytes = unsafe bytes.dropFirst(taken.count)
        guard rest.count == 64 else { return }
        unsafe rest.withUnsafeBytes { unsafe kernel.add($0, to: &state) }
        rest = []
      }
      let whole = unsafe bytes.prefix(bytes.count / 64 * 64)
      unsafe kernel.add(UnsafeRawBufferPointer(rebasing: whole), to: &state)
      rest = unsafe Array(bytes.dropFirst(whole.count))
    }

    /// The digest of all added bytes, 16 bytes.
    public var digest: [UInt8] {
      var state = state
      unsafe MD5Kernel.tail(rest, of: count).withUnsafeBytes { unsafe kernel.add($0, to: &state) }
      return state.flatMap(MD5Kernel.bytes)
    }
  }
}

/// MD5 as defined in RFC 1321.
enum MD5Reference {
  private static let shifts: [[UInt32]] = [
    [7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21],
  ]

  /// Adds whole blocks to the words A, B, C and D.
  static func add(_ message: UnsafeRawBufferPointer, to state: inout [UInt32]) {
    for start in stride(from: 0, to: message.count, by: 64) {
      let block = (0..<16).map { word in
        (0..<4).reduce(UInt32(0)) { value, byte in
          unsafe value | UInt32(message[start + 4 * word + byte]) << (8 * byte)
        }
      }
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      for i in 0..<64 {
        let (mixed, place) =
          switch i / 16 {
          case 0: ((b & c) | (~b & d), i)
          case 1: ((b & d) | (c & ~d), (5 * i + 1) % 16)
          case 2: (b ^ c ^ d, (3 * i + 5) % 16)
          default: (c ^ (b | ~d), 7 * i % 16)
          }
        let sum = a &+ mixed &+ block[place] &+ sines[i]
        let by = shifts[i / 16][i % 4]
        (a, d, c, b) = (d, c, b, b &+ (sum << by | sum >> (32 - by)))
      }
      for (index, value) in [a, b, c, d].enumerated() { state[index] &+= value }
    }
  }

  /// The integer part of 2³² |sin i| for i from 1 to 64.
  private static let sines: [UInt32] = [
    0xD76A_A478, 0xE8C7_B756, 0x2420_70DB, 0xC1BD_CEEE, 0xF57C_0FAF, 0x4787_C62A,
    0xA830_4613, 0xFD46_9501, 0x6980_98D8, 0x8B44_F7AF, 0xFFFF_5BB1, 0x895C_D7BE,
    0x6B90_1122, 0xFD98_7193, 0xA679_438E, 0x49B4_0821, 0xF61E_2562, 0xC040_B340,
    0x265E_5A51, 0xE9B6_C7AA, 0xD62F_105D, 0x0244_1453, 0xD8A1_E681, 0xE7D3_FBC8,
    0x21E1_CDE6, 0xC337_07D6, 0xF4D5_0D87, 0x455A_14ED, 0xA9E3_E905, 0xFCEF_A3F8,
    0x676F_02D9, 0x8D2A_4C8A, 0xFFFA_3942, 0x8771_F681, 0x6D9D_6122, 0xFDE5_380C,
    0xA4BE_EA44, 0x4BDE_CFA9, 0xF6BB_4B60, 0xBEBF_BC70, 0x289B_7EC6, 0xEAA1_27FA,
    0xD4EF_3085, 0x0488_1D05, 0xD9D4_D039, 0xE6DB_99E5, 0x1FA2_7CF8, 0xC4AC_5665,
    0xF429_2244, 0x432A_FF97, 0xAB94_23A7, 0xFC93_A039, 0x655B_59C3, 0x8F0C_CC92,
    0xFFEF_F47D, 0x8584_5DD1, 0x6FA8_7E4F, 0xFE2C_E6E0, 0xA301_4314, 0x4E08_11A1,
    0xF753_7E82, 0xBD3A_F235, 0x2AD7_D2BB, 0xEB86_D391,
  ]
}
