/// A number in some bytes, the highest first. Bits that do not fit are dropped.
public func big(_ value: some BinaryInteger, _ count: Int = 4) -> [UInt8] {
  (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

/// A number in some bytes, the lowest first. Bits that do not fit are dropped.
public func little(_ value: some BinaryInteger, _ count: Int = 4) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

extension ByteOrder {
  /// A number in some bytes of this order.
  public func bytes(_ value: some BinaryInteger, _ count: Int = 4) -> [UInt8] {
    let bytes = TestSupport.little(value, count)
    return self == .big ? bytes.reversed() : bytes
  }
}

extension Int {
  /// The number in some bytes, the highest first.
  public init(big bytes: some Sequence<UInt8>) { self = bytes.reduce(0) { $0 << 8 | Int($1) } }

  /// The number in some bytes, the lowest first.
  public init(little bytes: some Sequence<UInt8>) { self.init(big: bytes.reversed()) }
}
