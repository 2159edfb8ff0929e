/// The bytes of a value during encoding. Containers are completed in order, so their lengths are
/// added when the next part at their level begins.
final class BinarySink {
  private(set) var bytes: [UInt8] = []
  /// The positions of the lengths of containers that are not complete, outermost first.
  private var open: [Int] = []

  init() { bytes.reserveCapacity(4096) }

  /// The number of containers around the next part.
  fileprivate var level: Int { open.count }

  /// Appends a value.
  func put<Value: Encodable>(_ value: Value) {
    if Value.self == String.self, let value = value as? String { return append(value) }
    if Value.self == Bool.self, let value = value as? Bool { return append(leaf: [value ? 1 : 0]) }
    if Value.self == Double.self, let value = value as? Double { return append(value.bitPattern) }
    if Value.self == Float.self, let value = value as? Float {
      return append(UInt64(value.bitPattern))
    }
    if BinaryCoding.isInteger(Value.self), let value = value as? any FixedWidthInteger {
      return append(UInt64(truncatingIfNeeded: value))
    }
    if let bytes = unsafe BinaryCoding.packed(value) { return append(leaf: bytes) }
    let (start, level) = (bytes.count, level)
    // Encoding a value in memory does not fail.
    try? value.encode(to: BinaryWriter(sink: self, start: start, level: level))
    complete(to: level)
    if bytes.count == start { append(leaf: []) }
  }

  /// Begins a container, or continues it if the part at `start` is already one.
  fileprivate func begin(_ tag: UInt8, at start: Int, level: Int) {
    guard bytes.count == start else { return complete(to: level + 1) }
    bytes.append(tag)
    open.append(bytes.count)
    append(count: 0)
  }

  /// Completes containers until this number is open.
  fileprivate func complete(to level: Int) {
    precondition(open.count >= level, "a container was used after the next one began")
    while open.count > level {
      let place = open.removeLast()
      let count = bytes.count - place - 4
      for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: count >> (8 * index)) }
    }
  }

  fileprivate func append(key: some CodingKey) {
    let name = key.stringValue
    append(count: name.utf8.count)
    bytes.append(contentsOf: name.utf8)
  }

  private func append(_ text: String) {
    bytes.append(BinaryTag.leaf)
    append(count: text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  private func append(_ number: UInt64) {
    bytes.append(BinaryTag.leaf)
    append(count: 8)
    for index in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }

  private func append(leaf: [UInt8]) {
    bytes.append(BinaryTag.leaf)
    append(count: leaf.count)
    bytes.append(contentsOf: leaf)
  }

  private func append(count: Int) {
    for index in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: count >> (8 * index))) }
  }
}

/// Codable's encoder for the part that begins at a position.
private struct BinaryWriter: Encoder {
  let sink: BinarySink
  let start: Int
  /// The number of containers around the part.
  let level: Int
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Creates an encoder for the next part.
  init(next sink: BinarySink) { self.init(sink: sink, start: sink.bytes.count, level: sink.level) }

  init(sink: BinarySink, start: Int, level: Int) {
    self.sink = sink
    self.start = start
    self.level = level
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    sink.begin(BinaryTag.record, at: start, level: level)
    return KeyedEncodingContainer(Keyed<Key>(sink: sink, level: level + 1))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    sink.begin(BinaryTag.list, at: start, level: level)
    return Unkeyed(sink: sink, level: level + 1)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(writer: self) }

  struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let sink: BinarySink
    let level: Int
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) {}
    func encode<T: Encodable>(_ value: T, forKey key: Key) {
      sink.complete(to: level)
      sink.append(key: key)
      sink.put(value)
    }
    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      next(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      next(key).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { next(BinaryKey(stringValue: "super")) }
    func superEncoder(forKey key: Key) -> any Encoder { next(key) }

    private func next(_ key: some CodingKey) -> BinaryWriter {
      sink.complete(to: level)
      sink.append(key: key)
      return BinaryWriter(next: sink)
    }
  }

  struct Unkeyed: UnkeyedEncodingContainer {
    let sink: BinarySink
    let level: Int
    private(set) var count = 0
    var codingPath: [any CodingKey] { [] }

    init(sink: BinarySink, level: Int) {
      self.sink = sink
      self.level = level
    }

    /// A missing element is an empty record, because no value is encoded like this.
    mutating func encodeNil() {
      let writer = next()
      sink.begin(BinaryTag.record, at: writer.start, level: level)
    }
    mutating func encode<T: Encodable>(_ value: T) {
      _ = next()
      sink.put(value)
    }
    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
      next().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      next().unkeyedContainer()
    }
    mutating func superEncoder() -> any Encoder { next() }

    private mutating func next() -> BinaryWriter {
      sink.complete(to: level)
      count += 1
      return BinaryWriter(next: sink)
    }
  }

  struct Single: SingleValueEncodingContainer {
    let writer: BinaryWriter
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { writer.sink.begin(BinaryTag.record, at: writer.start, level: writer.level) }
    func encode<T: Encodable>(_ value: T) { writer.sink.put(value) }
  }
}
