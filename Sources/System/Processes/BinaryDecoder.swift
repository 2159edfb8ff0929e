/// A part of an encoded value, not decoded yet: bytes, a list or a record.
///
/// Values are decoded directly from it. If a value does not use a list or record inside it, only
/// the length is read.
struct BinaryNode {
  let tag: UInt8
  let content: ArraySlice<UInt8>
  /// The number of containers around it.
  private let depth: Int
  private let budget: BinaryBudget

  /// The limit of nested containers. Bromide's values are far below it.
  private static let deepest = 64

  /// Creates the root of an encoded value.
  init(all bytes: [UInt8], parts: Int) throws(BinaryCodingError) {
    var bytes = bytes[...]
    try self.init(first: &bytes, depth: 0, BinaryBudget(parts))
    guard bytes.isEmpty else { throw BinaryCodingError() }
  }

  /// Reads the first part of the bytes and removes it from them.
  private init(
    first bytes: inout ArraySlice<UInt8>, depth: Int, _ budget: BinaryBudget
  ) throws(BinaryCodingError) {
    guard depth < Self.deepest, let tag = bytes.popFirst(), tag <= BinaryTag.record else {
      throw BinaryCodingError()
    }
    try budget.spend()
    self.tag = tag
    content = try Self.takeBytes(&bytes)
    self.depth = depth
    self.budget = budget
  }

  private static func takeBytes(
    _ bytes: inout ArraySlice<UInt8>
  ) throws(BinaryCodingError) -> ArraySlice<UInt8> {
    guard bytes.count >= 4 else { throw BinaryCodingError() }
    let count = bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    bytes = bytes.dropFirst(4)
    guard count <= bytes.count else { throw BinaryCodingError() }
    defer { bytes = bytes.dropFirst(count) }
    return bytes.prefix(count)
  }

  /// Removes and returns the first element of a list's content.
  func element(_ rest: inout ArraySlice<UInt8>) throws(BinaryCodingError) -> BinaryNode {
    try BinaryNode(first: &rest, depth: depth + 1, budget)
  }

  /// Returns the number of elements in a list's content, or `nil` if the content is invalid or
  /// exceeds the budget.
  func countElements(of rest: ArraySlice<UInt8>) -> Int? {
    var (rest, count) = (rest, 0)
    while rest.popFirst() != nil {
      guard (try? Self.takeBytes(&rest)) != nil, count < budget.left else { return nil }
      count += 1
    }
    return count
  }

  /// Returns the fields of a record.
  func fields() throws(BinaryCodingError) -> [(key: ArraySlice<UInt8>, node: BinaryNode)] {
    guard tag == BinaryTag.record else { throw BinaryCodingError() }
    var fields: [(key: ArraySlice<UInt8>, node: BinaryNode)] = []
    var rest = content
    while !rest.isEmpty {
      let key = try Self.takeBytes(&rest)
      fields.append((key, try element(&rest)))
    }
    return fields
  }

  /// Returns the value as this type.
  func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if tag == BinaryTag.leaf {
      if let value = try scalar(type, content) { return value }
      if let value = unsafe try BinaryCoding.unpacked(type, Array(content)) { return value }
    } else if type == String.self || type == Bool.self || type is any Numeric.Type {
      // Their `init(from:)` would request this value again.
      throw BinaryCodingError()
    }
    return try Value(from: BinaryTreeDecoder(node: self))
  }

  /// Returns a number, text or Boolean, or `nil` for other types.
  private func scalar<Value>(_ type: Value.Type, _ bytes: ArraySlice<UInt8>) throws -> Value? {
    if type == String.self {
      guard let text = String(validating: bytes, as: UTF8.self) else { throw BinaryCodingError() }
      return text as? Value
    }
    if type == Bool.self {
      guard bytes.count == 1, let byte = bytes.first, byte <= 1 else { throw BinaryCodingError() }
      return (byte == 1) as? Value
    }
    guard let kind = type as? any Numeric.Type else { return nil }
    guard bytes.count == 8 else { throw BinaryCodingError() }
    let number = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    if kind == Double.self { return Double(bitPattern: number) as? Value }
    if kind == Float.self {
      guard let bits = UInt32(exactly: number) else { throw BinaryCodingError() }
      return Float(bitPattern: bits) as? Value
    }
    guard let integer = kind as? any FixedWidthInteger.Type else { return nil }
    func exactly<I: FixedWidthInteger>(_ type: I.Type) -> I? {
      I.isSigned ? I(exactly: Int64(bitPattern: number)) : I(exactly: number)
    }
    guard let value = exactly(integer) as? Value else { throw BinaryCodingError() }
    return value
  }

  var isMissing: Bool { tag == BinaryTag.record && content.isEmpty }
}

/// The number of parts that can still be read. A part uses more memory and time than its few bytes.
private final class BinaryBudget {
  private(set) var left: Int

  init(_ parts: Int) { left = parts }

  func spend() throws(BinaryCodingError) {
    guard left > 0 else { throw BinaryCodingError() }
    left -= 1
  }
}

/// Codable's decoder at one node of the tree.
private struct BinaryTreeDecoder: Decoder {
  let node: BinaryNode
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed<Key>(fields: try node.fields()))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard node.tag == BinaryTag.list else { throw BinaryCodingError() }
    return try Unkeyed(node)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(node: node) }

  struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let fields: [(key: ArraySlice<UInt8>, node: BinaryNode)]
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] {
      fields.compactMap { Key(stringValue: String(decoding: $0.key, as: UTF8.self)) }
    }

    func contains(_ key: Key) -> Bool { find(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { !contains(key) }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      try node(key).value(type)
    }
    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      try BinaryTreeDecoder(node: node(key)).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try BinaryTreeDecoder(node: node(key)).unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { throw BinaryCodingError() }
    func superDecoder(forKey key: Key) throws -> any Decoder {
      BinaryTreeDecoder(node: try node(key))
    }

    private func find(_ key: Key) -> BinaryNode? {
      let name = key.stringValue.utf8
      return fields.first { $0.key.elementsEqual(name) }?.node
    }

    private func node(_ key: Key) throws -> BinaryNode {
      guard let node = find(key) else { throw BinaryCodingError() }
      return node
    }
  }

  struct Unkeyed: UnkeyedDecodingContainer {
    private let list: BinaryNode
    /// The elements that were not read yet.
    private var rest: ArraySlice<UInt8>
    /// The next element, or `nil` at the end.
    private var next: BinaryNode?
    private(set) var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    /// The total number of elements, or `nil` if it exceeds the budget.
    var count: Int? {
      list.countElements(of: rest).map { $0 + currentIndex + (next == nil ? 0 : 1) }
    }
    var isAtEnd: Bool { next == nil }

    init(_ list: BinaryNode) throws {
      self.list = list
      rest = list.content
      next = rest.isEmpty ? nil : try list.element(&rest)
    }

    mutating func decodeNil() throws -> Bool {
      guard let next, next.isMissing else { return false }
      _ = try take()
      return true
    }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try take().value(type) }
    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
      try BinaryTreeDecoder(node: take()).container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try BinaryTreeDecoder(node: take()).unkeyedContainer()
    }
    mutating func superDecoder() throws -> any Decoder { BinaryTreeDecoder(node: try take()) }

    private mutating func take() throws -> BinaryNode {
      guard let taken = next else { throw BinaryCodingError() }
      next = rest.isEmpty ? nil : try list.element(&rest)
      currentIndex += 1
      return taken
    }
  }

  struct Single: SingleValueDecodingContainer {
    let node: BinaryNode
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { node.isMissing }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try node.value(type) }
  }
}
