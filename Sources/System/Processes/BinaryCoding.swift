internal import SystemPackage

/// Converts values to bytes, for messages between processes of the same program.
///
/// Codable's containers become a tree of records with keys, lists, and leaves of bytes. Each part
/// starts with its length. Numbers keep all their bits. An array of numbers is a single leaf,
/// because large values consist of arrays of numbers. The format changes with the program, so do
/// not store it in files. Decoding is safe for any bytes: invalid ones throw, and only the value
/// itself uses memory.
package enum BinaryCoding {
  /// Returns the value as bytes.
  package static func encode(_ value: some Encodable) -> [UInt8] {
    let sink = BinarySink()
    sink.put(value)
    return sink.bytes
  }

  /// Returns the value that the bytes encode.
  ///
  /// - Parameter parts: The maximum number of leaves, lists and records to read.
  /// - Throws: `BinaryCodingError` if the bytes do not encode that type, or have too many parts.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], parts: Int = .max
  ) throws(BinaryCodingError) -> Value {
    let node = try BinaryNode(all: bytes, parts: parts)
    do {
      return try node.value(type)
    } catch {
      throw BinaryCodingError()
    }
  }
}

/// The bytes do not encode a value of the requested type.
package struct BinaryCodingError: Error, Sendable, Hashable {}

/// A value that consists of a fixed number of integers. An array of these values is a single leaf.
package protocol PackedElement {
  /// The number of integers in every value.
  static var numberCount: Int { get }
  /// The integers of this value.
  var numbers: [Int] { get }
  /// Creates a value from its integers.
  init(numbers: ArraySlice<Int>)
}

/// An array of packed elements.
private protocol PackedArray {
  var packed: [UInt8] { get }
  static func unpacked(_ bytes: ArraySlice<UInt8>) throws(BinaryCodingError) -> Self
}

extension Array: PackedArray where Element: PackedElement {
  fileprivate var packed: [UInt8] { unsafe BinaryCoding.copy(flatMap(\.numbers)) }

  fileprivate static func unpacked(
    _ bytes: ArraySlice<UInt8>
  ) throws(BinaryCodingError) -> [Element] {
    let numbers = try unsafe BinaryCoding.numbers(Int.self, bytes)
    let size = Element.numberCount
    guard numbers.count.isMultiple(of: size) else { throw BinaryCodingError() }
    return stride(from: 0, to: numbers.count, by: size).map {
      Element(numbers: numbers[$0..<$0 + size])
    }
  }
}

/// The first byte of a part.
enum BinaryTag {
  static let leaf: UInt8 = 0
  static let list: UInt8 = 1
  static let record: UInt8 = 2
}

/// Keys for containers without a key.
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
  /// Returns whether the type is an integer of the standard library. Comparing types takes less
  /// time than asking whether a type conforms to a protocol.
  static func isInteger(_ type: Any.Type) -> Bool {
    type == Int.self || type == UInt8.self || type == UInt16.self || type == UInt32.self
      || type == UInt64.self || type == Int32.self || type == Int64.self || type == UInt.self
      || type == Int8.self || type == Int16.self
  }

  /// Returns the bytes of a leaf: an array of numbers or vectors, or a path. By default, a path
  /// would be a record for every byte.
  ///
  /// The static type determines the form, because an empty array can be cast to any other array.
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
    guard Value.self is any PackedArray.Type else { return nil }
    return (value as? any PackedArray)?.packed
  }

  /// Returns the path or array, or `nil` for other types.
  @unsafe static func unpacked<Value>(
    _ type: Value.Type, _ bytes: ArraySlice<UInt8>
  ) throws(BinaryCodingError) -> Value? {
    if type == FilePath.self {
      guard !bytes.contains(0) else { throw BinaryCodingError() }
      return FilePath(bytes: Array(bytes)) as? Value
    }
    if type == [UInt8].self { return Array(bytes) as? Value }
    if type == [Float].self { return try unsafe numbers(Float.self, bytes) as? Value }
    if type == [Double].self { return try unsafe numbers(Double.self, bytes) as? Value }
    if type == [SIMD2<Double>].self {
      return try unsafe numbers(SIMD2<Double>.self, bytes) as? Value
    }
    if type == [SIMD4<Float>].self { return try unsafe numbers(SIMD4<Float>.self, bytes) as? Value }
    // Do not join these expressions: `nil` can be cast to any optional type.
    guard let type = type as? any PackedArray.Type else { return nil }
    return try type.unpacked(bytes) as? Value
  }

  @unsafe fileprivate static func copy<Element: BitwiseCopyable>(_ numbers: [Element]) -> [UInt8] {
    unsafe numbers.withUnsafeBytes { unsafe Array($0) }
  }

  @unsafe fileprivate static func numbers<Element: BitwiseCopyable>(
    _ type: Element.Type, _ bytes: ArraySlice<UInt8>
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
