internal import SystemPackage

/// Values as bytes, for messages between processes of one program.
///
/// Codable's containers become a tree: records with their keys, lists, and leaves of bytes. Numbers keep all their bits.
/// Arrays of numbers are one leaf, which is what large values are made of. The form changes with the program: nothing that
/// outlives a process is written in it. Reading trusts no byte: what does not fit throws.
package enum BinaryCoding {
  /// The value as bytes.
  package static func encode(_ value: some Encodable) -> [UInt8] {
    let slot = BinarySlot()
    slot.put(value)
    var bytes: [UInt8] = []
    slot.write(to: &bytes)
    return bytes
  }

  /// The value that bytes state.
  ///
  /// - Throws: `BinaryCodingError` if they state none of that type.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8]
  ) throws(BinaryCodingError) -> Value {
    var reader = BinaryReader(bytes: bytes[...])
    let node = try reader.node(depth: 0)
    guard reader.bytes.isEmpty else { throw BinaryCodingError() }
    do {
      return try node.value(type)
    } catch {
      throw BinaryCodingError()
    }
  }
}

/// Bytes that state no value of the type that was asked for.
package struct BinaryCodingError: Error, Sendable, Hashable {}

/// A part of the tree.
indirect enum BinaryNode {
  case leaf([UInt8])
  case list([BinaryNode])
  case record([(key: String, node: BinaryNode)])
}

/// The first byte of a part.
enum BinaryTag {
  static let leaf: UInt8 = 0
  static let list: UInt8 = 1
  static let record: UInt8 = 2
}

/// Keys of containers that are made without one.
struct BinaryKey: CodingKey {
  var stringValue: String
  var intValue: Int?
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }
}

extension BinaryCoding {
  /// What is one leaf: arrays of numbers or of vectors of them, and paths, whose own form is a record for every byte. The type
  /// decides: an empty array can be cast to any other.
  @unsafe static func packed<Value: Encodable>(_ value: Value) -> [UInt8]? {
    if Value.self == FilePath.self { return (value as? FilePath)?.bytes }
    if Value.self == [UInt8].self { return value as? [UInt8] }
    if Value.self == [Float].self { return (value as? [Float]).map { unsafe copy($0) } }
    if Value.self == [Double].self { return (value as? [Double]).map { unsafe copy($0) } }
    if Value.self == [SIMD2<Double>].self {
      return (value as? [SIMD2<Double>]).map { unsafe copy($0) }
    }
    if Value.self == [SIMD4<Float>].self {
      return (value as? [SIMD4<Float>]).map { unsafe copy($0) }
    }
    return nil
  }

  /// The path, or the array of that type; nil if the type is not one of them.
  @unsafe static func unpacked<Value>(
    _ type: Value.Type, _ bytes: [UInt8]
  ) throws(BinaryCodingError) -> Value? {
    if type == FilePath.self {
      guard !bytes.contains(0) else { throw BinaryCodingError() }
      return FilePath(bytes: bytes) as? Value
    }
    if type == [UInt8].self { return bytes as? Value }
    if type == [Float].self { return try unsafe numbers(Float.self, bytes) as? Value }
    if type == [Double].self { return try unsafe numbers(Double.self, bytes) as? Value }
    if type == [SIMD2<Double>].self {
      return try unsafe numbers(SIMD2<Double>.self, bytes) as? Value
    }
    if type == [SIMD4<Float>].self { return try unsafe numbers(SIMD4<Float>.self, bytes) as? Value }
    return nil
  }

  @unsafe private static func copy<Element: BitwiseCopyable>(_ numbers: [Element]) -> [UInt8] {
    unsafe numbers.withUnsafeBytes { unsafe Array($0) }
  }

  @unsafe private static func numbers<Element: BitwiseCopyable>(
    _ type: Element.Type, _ bytes: [UInt8]
  ) throws(BinaryCodingError) -> [Element] {
    let size = MemoryLayout<Element>.stride
    guard bytes.count.isMultiple(of: size) else { throw BinaryCodingError() }
    let count = bytes.count / size
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe [Element](unsafeUninitializedCapacity: count) { numbers, filled in
        unsafe UnsafeMutableRawBufferPointer(numbers).copyMemory(from: bytes)
        filled = count
      }
    }
  }
}
