/// A node of the tree during encoding.
final class BinarySlot {
  private enum Content {
    case leaf([UInt8])
    case list([BinarySlot])
    case record([(key: String, slot: BinarySlot)])
  }

  private var content = Content.leaf([])

  var count: Int {
    if case .list(let slots) = content { slots.count } else { 0 }
  }

  /// Stores a value in this node.
  func put(_ value: some Encodable) {
    if let bytes = unsafe BinaryCoding.packed(value) {
      content = .leaf(bytes)
      return
    }
    switch value {
    case let value as Bool: content = .leaf([value ? 1 : 0])
    case let value as String: content = .leaf(Array(value.utf8))
    case let value as Double: content = .leaf(Self.bytes(value.bitPattern))
    case let value as Float: content = .leaf(Self.bytes(UInt64(value.bitPattern)))
    case let value as any FixedWidthInteger & Encodable:
      content = .leaf(Self.bytes(UInt64(truncatingIfNeeded: value)))
    // Encoding a value in memory does not fail.
    default: try? value.encode(to: BinaryWriter(slot: self))
    }
  }

  func makeRecord() {
    if case .record = content { return }
    content = .record([])
  }

  func makeList() {
    if case .list = content { return }
    content = .list([])
  }

  func child(_ key: some CodingKey) -> BinarySlot {
    let slot = BinarySlot()
    if case .record(var fields) = content {
      content = .leaf([])
      fields.append((key.stringValue, slot))
      content = .record(fields)
    }
    return slot
  }

  func child() -> BinarySlot {
    let slot = BinarySlot()
    if case .list(var slots) = content {
      content = .leaf([])
      slots.append(slot)
      content = .list(slots)
    }
    return slot
  }

  func write(to bytes: inout [UInt8]) {
    switch content {
    case .leaf(let leaf):
      bytes.append(BinaryTag.leaf)
      Self.append(leaf, to: &bytes)
    case .list(let slots):
      Self.append(BinaryTag.list, to: &bytes) { bytes in
        for slot in slots { slot.write(to: &bytes) }
      }
    case .record(let fields):
      Self.append(BinaryTag.record, to: &bytes) { bytes in
        for field in fields {
          Self.append(Array(field.key.utf8), to: &bytes)
          field.slot.write(to: &bytes)
        }
      }
    }
  }

  /// Appends a container: its tag, its length in bytes, and the content that `write` appends.
  private static func append(
    _ tag: UInt8, to bytes: inout [UInt8], _ write: (inout [UInt8]) -> Void
  ) {
    bytes.append(tag)
    let place = bytes.count
    bytes += [0, 0, 0, 0]
    write(&bytes)
    let count = Self.bytes(UInt64(bytes.count - place - 4)).prefix(4)
    bytes.replaceSubrange(place..<place + 4, with: count)
  }

  private static func append(_ leaf: [UInt8], to bytes: inout [UInt8]) {
    bytes.append(contentsOf: Self.bytes(UInt64(leaf.count)).prefix(4))
    bytes.append(contentsOf: leaf)
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

/// Codable's encoder at one node of the tree.
private struct BinaryWriter: Encoder {
  let slot: BinarySlot
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    slot.makeRecord()
    return KeyedEncodingContainer(Keyed<Key>(slot: slot))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    slot.makeList()
    return Unkeyed(slot: slot)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(slot: slot) }

  struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let slot: BinarySlot
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) {}
    func encode<T: Encodable>(_ value: T, forKey key: Key) { slot.child(key).put(value) }
    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      BinaryWriter(slot: slot.child(key)).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      BinaryWriter(slot: slot.child(key)).unkeyedContainer()
    }
    func superEncoder() -> any Encoder {
      BinaryWriter(slot: slot.child(BinaryKey(stringValue: "super")))
    }
    func superEncoder(forKey key: Key) -> any Encoder { BinaryWriter(slot: slot.child(key)) }
  }

  struct Unkeyed: UnkeyedEncodingContainer {
    let slot: BinarySlot
    var codingPath: [any CodingKey] { [] }
    var count: Int { slot.count }

    /// A missing element is an empty record, because no value is encoded like this.
    func encodeNil() { slot.child().makeRecord() }
    func encode<T: Encodable>(_ value: T) { slot.child().put(value) }
    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
      BinaryWriter(slot: slot.child()).container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      BinaryWriter(slot: slot.child()).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { BinaryWriter(slot: slot.child()) }
  }

  struct Single: SingleValueEncodingContainer {
    let slot: BinarySlot
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { slot.makeRecord() }
    func encode<T: Encodable>(_ value: T) { slot.put(value) }
  }
}
