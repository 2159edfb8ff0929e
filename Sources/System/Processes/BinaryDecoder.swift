/// A part of an encoded value, not decoded yet: bytes, a list or a record.
///
/// Values are decoded directly from it. If a value does not use a list or record inside it, only
/// the length is read.
struct BinaryNode {
  let tag: UInt8
  /// The content's positions in the message.
  let content: Range<Int>
  /// The number of containers around it.
  private let depth: Int
  fileprivate let message: BinaryMessage

  /// The limit of nested containers. Bromide's values are far below it.
  private static let deepest = 64

  /// Creates the root of an encoded value.
  init(all bytes: [UInt8], parts: Int) throws(BinaryCodingError) {
    var rest = 0..<bytes.count
    try self.init(first: &rest, depth: 0, BinaryMessage(bytes, parts: parts))
    guard rest.isEmpty else { throw BinaryCodingError() }
  }

  /// Reads the first part of the positions and removes it from them.
  private init(
    first rest: inout Range<Int>, depth: Int, _ message: BinaryMessage
  ) throws(BinaryCodingError) {
    guard depth < Self.deepest, !rest.isEmpty else { throw BinaryCodingError() }
    tag = message.bytes[rest.lowerBound]
    guard tag <= BinaryTag.record else { throw BinaryCodingError() }
    try message.spend()
    rest = rest.lowerBound + 1..<rest.upperBound
    content = try message.takeBytes(&rest)
    self.depth = depth
    self.message = message
  }

  /// Removes and returns the first element of a list's content.
  func element(_ rest: inout Range<Int>) throws(BinaryCodingError) -> BinaryNode {
    try BinaryNode(first: &rest, depth: depth + 1, message)
  }

  /// Returns the number of elements in a list's content, or `nil` if the content is invalid or
  /// exceeds the limit of parts.
  func countElements(of rest: Range<Int>) -> Int? {
    var (rest, count) = (rest, 0)
    while !rest.isEmpty {
      rest = rest.lowerBound + 1..<rest.upperBound
      guard (try? message.takeBytes(&rest)) != nil, count < message.left else { return nil }
      count += 1
    }
    return count
  }

  /// Returns the fields of a record, each with the positions of its key.
  func fields() throws(BinaryCodingError) -> [(key: Range<Int>, node: BinaryNode)] {
    guard tag == BinaryTag.record else { throw BinaryCodingError() }
    var fields: [(key: Range<Int>, node: BinaryNode)] = []
    fields.reserveCapacity(16)
    var rest = content
    while !rest.isEmpty {
      let key = try message.takeBytes(&rest)
      fields.append((key, try element(&rest)))
    }
    return fields
  }

  /// Returns the value as this type.
  func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if tag == BinaryTag.leaf {
      if let value = try scalar(type) { return value }
      if let value = unsafe try BinaryCoding.unpacked(type, message.bytes[content]) { return value }
    } else if type == String.self || type == Bool.self || type == Double.self
      || type == Float.self || BinaryCoding.isInteger(type) || type is any Numeric.Type
    {
      // Their `init(from:)` would request this value again.
      throw BinaryCodingError()
    }
    return try Value(from: BinaryTreeDecoder(node: self))
  }

  /// Returns a number, text or Boolean, or `nil` for other types.
  private func scalar<Value>(_ type: Value.Type) throws -> Value? {
    if type == String.self {
      guard let text = String(validating: message.bytes[content], as: UTF8.self) else {
        throw BinaryCodingError()
      }
      return text as? Value
    }
    if type == Bool.self {
      guard content.count == 1, message.bytes[content.lowerBound] <= 1 else {
        throw BinaryCodingError()
      }
      return (message.bytes[content.lowerBound] == 1) as? Value
    }
    if type == Double.self { return Double(bitPattern: try number()) as? Value }
    if type == Float.self {
      guard let bits = UInt32(exactly: try number()) else { throw BinaryCodingError() }
      return Float(bitPattern: bits) as? Value
    }
    guard BinaryCoding.isInteger(type), let integer = type as? any FixedWidthInteger.Type else {
      return nil
    }
    let number = try number()
    func exactly<I: FixedWidthInteger>(_ type: I.Type) -> I? {
      I.isSigned ? I(exactly: Int64(bitPattern: number)) : I(exactly: number)
    }
    guard let value = exactly(integer) as? Value else { throw BinaryCodingError() }
    return value
  }

  private func number() throws(BinaryCodingError) -> UInt64 {
    guard content.count == 8 else { throw BinaryCodingError() }
    return content.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(message.bytes[$1]) }
  }

  var isMissing: Bool { tag == BinaryTag.record && content.isEmpty }
}

/// The bytes of a message, and the number of parts that can still be read. A part uses more memory
/// and time than its few bytes.
private final class BinaryMessage {
  let bytes: [UInt8]
  private(set) var left: Int

  init(_ bytes: [UInt8], parts: Int) {
    self.bytes = bytes
    left = parts
  }

  func spend() throws(BinaryCodingError) {
    guard left > 0 else { throw BinaryCodingError() }
    left -= 1
  }

  /// Removes a length and as many bytes from the positions, and returns the bytes' positions.
  func takeBytes(_ rest: inout Range<Int>) throws(BinaryCodingError) -> Range<Int> {
    guard rest.count >= 4 else { throw BinaryCodingError() }
    let start = rest.lowerBound + 4
    var count = 0
    for index in (rest.lowerBound..<start).reversed() { count = count << 8 | Int(bytes[index]) }
    guard count <= rest.upperBound - start else { throw BinaryCodingError() }
    rest = start + count..<rest.upperBound
    return start..<start + count
  }

  /// Returns whether the bytes at these positions are a name.
  func isName(_ name: String.UTF8View, at place: Range<Int>) -> Bool {
    guard name.count == place.count else { return false }
    var index = place.lowerBound
    for byte in name {
      guard bytes[index] == byte else { return false }
      index += 1
    }
    return true
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
    KeyedDecodingContainer(Keyed<Key>(node.message, try node.fields()))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard node.tag == BinaryTag.list else { throw BinaryCodingError() }
    return try Unkeyed(node)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(node: node) }

  final class Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let message: BinaryMessage
    private let fields: [(key: Range<Int>, node: BinaryNode)]
    /// The index of the last field that was found. Values read their fields in the order in which
    /// they were written, so the next one is usually there or after it.
    private var last = 0
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] {
      fields.compactMap { Key(stringValue: String(decoding: message.bytes[$0.key], as: UTF8.self)) }
    }

    init(_ message: BinaryMessage, _ fields: [(key: Range<Int>, node: BinaryNode)]) {
      self.message = message
      self.fields = fields
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
      var index = last
      for _ in fields {
        if message.isName(name, at: fields[index].key) {
          last = index
          return fields[index].node
        }
        index = index + 1 < fields.count ? index + 1 : 0
      }
      return nil
    }

    private func node(_ key: Key) throws -> BinaryNode {
      guard let node = find(key) else { throw BinaryCodingError() }
      return node
    }
  }

  struct Unkeyed: UnkeyedDecodingContainer {
    private let list: BinaryNode
    /// The elements that were not read yet.
    private var rest: Range<Int>
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
