/// Turns bytes into the tree.
struct BinaryReader {
  var bytes: ArraySlice<UInt8>

  /// Containers in containers; no value of ours comes near.
  private static let deepest = 64

  mutating func node(depth: Int) throws(BinaryCodingError) -> BinaryNode {
    guard depth < Self.deepest, let tag = bytes.popFirst() else { throw BinaryCodingError() }
    switch tag {
    case BinaryTag.leaf: return .leaf(try leaf())
    case BinaryTag.list:
      // Every element takes bytes, so that a count that is too large runs out of them.
      var nodes: [BinaryNode] = []
      for _ in 0..<(try count()) { nodes.append(try node(depth: depth + 1)) }
      return .list(nodes)
    case BinaryTag.record:
      var fields: [(key: String, node: BinaryNode)] = []
      for _ in 0..<(try count()) {
        let key = String(decoding: try leaf(), as: UTF8.self)
        fields.append((key, try node(depth: depth + 1)))
      }
      return .record(fields)
    default: throw BinaryCodingError()
    }
  }

  private mutating func leaf() throws(BinaryCodingError) -> [UInt8] {
    let count = try count()
    guard count <= bytes.count else { throw BinaryCodingError() }
    defer { bytes = bytes.dropFirst(count) }
    return Array(bytes.prefix(count))
  }

  private mutating func count() throws(BinaryCodingError) -> Int {
    guard bytes.count >= 4 else { throw BinaryCodingError() }
    defer { bytes = bytes.dropFirst(4) }
    return bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

extension BinaryNode {
  /// The value of that type.
  func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if case .leaf(let bytes) = self {
      if let value = try scalar(type, bytes) { return value }
      if let value = unsafe try BinaryCoding.unpacked(type, bytes) { return value }
    }
    return try Value(from: BinaryTreeDecoder(node: self))
  }

  /// A number, text or truth; nil if the type is none.
  private func scalar<Value>(_ type: Value.Type, _ bytes: [UInt8]) throws -> Value? {
    if type == String.self {
      guard let text = String(validating: bytes, as: UTF8.self) else { throw BinaryCodingError() }
      return text as? Value
    }
    if type == Bool.self {
      guard bytes == [0] || bytes == [1] else { throw BinaryCodingError() }
      return (bytes == [1]) as? Value
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

  var isMissing: Bool {
    if case .record(let fields) = self { fields.isEmpty } else { false }
  }
}

/// Codable's decoder at one place of the tree.
private struct BinaryTreeDecoder: Decoder {
  let node: BinaryNode
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    guard case .record(let fields) = node else { throw BinaryCodingError() }
    return KeyedDecodingContainer(Keyed<Key>(fields: fields))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .list(let nodes) = node else { throw BinaryCodingError() }
    return Unkeyed(nodes: nodes)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(node: node) }

  struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let fields: [(key: String, node: BinaryNode)]
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { fields.compactMap { Key(stringValue: $0.key) } }

    func contains(_ key: Key) -> Bool { fields.contains { $0.key == key.stringValue } }
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

    private func node(_ key: Key) throws -> BinaryNode {
      guard let field = fields.first(where: { $0.key == key.stringValue }) else {
        throw BinaryCodingError()
      }
      return field.node
    }
  }

  struct Unkeyed: UnkeyedDecodingContainer {
    let nodes: [BinaryNode]
    var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { nodes.count }
    var isAtEnd: Bool { currentIndex == nodes.count }

    init(nodes: [BinaryNode]) { self.nodes = nodes }

    mutating func decodeNil() throws -> Bool {
      guard !isAtEnd, nodes[currentIndex].isMissing else { return false }
      currentIndex += 1
      return true
    }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next().value(type) }
    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
      try BinaryTreeDecoder(node: next()).container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try BinaryTreeDecoder(node: next()).unkeyedContainer()
    }
    mutating func superDecoder() throws -> any Decoder { BinaryTreeDecoder(node: try next()) }

    private mutating func next() throws -> BinaryNode {
      guard !isAtEnd else { throw BinaryCodingError() }
      defer { currentIndex += 1 }
      return nodes[currentIndex]
    }
  }

  struct Single: SingleValueDecodingContainer {
    let node: BinaryNode
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { node.isMissing }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try node.value(type) }
  }
}
