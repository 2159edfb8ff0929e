internal import SystemPackage

/// Values as bytes, for messages between processes of one program.
///
/// Codable's containers become a tree: records with their keys, lists, and leaves of bytes, each behind the count of its bytes.
/// Numbers keep all their bits. Arrays of numbers are one leaf, which is what large values are made of. The form changes with the
/// program: nothing that outlives a process is written in it. Reading trusts no byte: what does not fit throws, and no memory is
/// taken but for the value.
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
  /// - Parameter parts: Leaves, lists and records of it that are looked at, at most.
  /// - Throws: `BinaryCodingError` if they state none of that type, or one of more parts.
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

/// Bytes that state no value of the type that was asked for.
package struct BinaryCodingError: Error, Sendable, Hashable {}

/// A few whole numbers, arrays of which are one leaf.
package protocol PackedElement {
  /// How many numbers every value has.
  static var numberCount: Int { get }
  /// The numbers of this value.
  var numbers: [Int] { get }
  /// The value of as many numbers.
  init(numbers: ArraySlice<Int>)
}

/// Arrays of them.
private protocol PackedArray {
  var packed: [UInt8] { get }
  static func unpacked(_ bytes: [UInt8]) throws(BinaryCodingError) -> Self
}

extension Array: PackedArray where Element: PackedElement {
  fileprivate var packed: [UInt8] { unsafe BinaryCoding.copy(flatMap(\.numbers)) }

  fileprivate static func unpacked(_ bytes: [UInt8]) throws(BinaryCodingError) -> [Element] {
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
    guard Value.self is any PackedArray.Type else { return nil }
    return (value as? any PackedArray)?.packed
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
    // Not in one expression: nothing can be cast to any optional.
    guard let type = type as? any PackedArray.Type else { return nil }
    return try type.unpacked(bytes) as? Value
  }

  @unsafe fileprivate static func copy<Element: BitwiseCopyable>(_ numbers: [Element]) -> [UInt8] {
    unsafe numbers.withUnsafeBytes { unsafe Array($0) }
  }

  @unsafe fileprivate static func numbers<Element: BitwiseCopyable>(
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
