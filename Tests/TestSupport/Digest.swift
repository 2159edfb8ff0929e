/// A short identifier of bytes: FNV-1a, 64 bits (Fowler, Noll and Vo). Not secure against chosen
/// input.
public struct Digest: Sendable, Hashable, CustomStringConvertible {
  /// The 64 bits. Without bytes, FNV's offset basis.
  public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates the digest of no bytes.
  public init() {}

  /// Creates the digest of the given bytes.
  public init(_ bytes: [UInt8]) {
    add(bytes)
  }

  /// Extends the digest by more bytes.
  public mutating func add(_ bytes: [UInt8]) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
  }

  /// Sixteen hexadecimal digits.
  public var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
