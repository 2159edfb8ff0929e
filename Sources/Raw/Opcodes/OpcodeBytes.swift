/// Reads the bytes of an opcode list in sequence. They are big-endian in any file.
struct OpcodeBytes {
  /// The bytes end too early, or contain an invalid number.
  struct Damage: Error {}

  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }
  private init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// The remaining bytes.
  var count: Int { rest.count }

  private mutating func bits(_ count: Int) throws(Damage) -> UInt64 {
    guard rest.count >= count else { throw Damage() }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Reads a number of 32 bits.
  mutating func word() throws(Damage) -> Int { Int(try bits(4)) }

  /// Reads a signed number of 32 bits.
  mutating func signed() throws(Damage) -> Int {
    Int(Int32(bitPattern: UInt32(try bits(4))))
  }

  /// Reads a finite number of 64 bits. Its magnitude is limited, so that squares do not overflow.
  mutating func double() throws(Damage) -> Double {
    let value = Double(bitPattern: try bits(8))
    guard value.isFinite, abs(value) < 1e9 else { throw Damage() }
    return value
  }

  /// Reads a finite number of 32 bits with the same limit.
  mutating func float() throws(Damage) -> Float {
    let value = Float(bitPattern: UInt32(try bits(4)))
    guard value.isFinite, abs(value) < 1e9 else { throw Damage() }
    return value
  }

  /// Reads a number of 16 bits.
  mutating func short() throws(Damage) -> UInt16 { UInt16(try bits(2)) }

  /// Reads the next bytes.
  mutating func part(_ count: Int) throws(Damage) -> OpcodeBytes {
    guard rest.count >= count else { throw Damage() }
    defer { rest = rest.dropFirst(count) }
    return OpcodeBytes(rest.prefix(count))
  }

  /// Reads `count` numbers of `size` bytes each. The count is checked first.
  mutating func many<Value>(
    _ count: Int, size: Int, _ read: (inout OpcodeBytes) throws(Damage) -> Value
  ) throws(Damage) -> [Value] {
    let (bytes, isTooMuch) = count.multipliedReportingOverflow(by: size)
    guard !isTooMuch, count >= 0, bytes <= rest.count else { throw Damage() }
    var values: [Value] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try read(&self)) }
    return values
  }
}
