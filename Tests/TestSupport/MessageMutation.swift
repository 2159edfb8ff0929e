/// Messages between processes with structural changes: replaced values, and omitted or doubled
/// parts.
///
/// A message is a tree of parts. Each part is a tag (0 bytes, 1 list, 2 record), its byte count,
/// and its bytes. A record has a key with its count before each part.
public struct MessageMutation {
  private indirect enum Part {
    case leaf([UInt8])
    case list([Part])
    case record([(key: [UInt8], part: Part)])
  }

  private var root: Part

  /// Reads a valid message. Returns `nil` for other bytes.
  public init?(_ message: [UInt8]) {
    var rest = message[...]
    guard let root = Self.part(&rest), rest.isEmpty else { return nil }
    self.root = root
  }

  /// The message with all changes.
  public var bytes: [UInt8] { Self.bytes(root) }

  /// How many parts it has.
  public var count: Int { Self.count(root) }

  /// A change of a part.
  public enum Change: Sendable, Hashable {
    /// Replaces a leaf's bytes.
    case value([UInt8])
    /// Removes all elements of a list or all fields of a record.
    case emptied
    /// The last element of a list again, that often.
    case repeated(Int)
  }

  /// Changes a part, counted from 0 in the order of the bytes.
  public mutating func change(_ index: Int, _ change: Change) {
    var left = index
    Self.change(&root, &left, change)
  }

  /// Changes the leaf at the end of a path of keys, and returns whether the leaf exists.
  @discardableResult public mutating func set(_ path: [String], _ value: [UInt8]) -> Bool {
    Self.set(&root, path[...], value)
  }

  /// A number as messages have it.
  public static func number(_ value: Int) -> [UInt8] {
    little(value, 8)
  }

  /// A double as messages have it.
  public static func number(_ value: Double) -> [UInt8] {
    number(Int(bitPattern: UInt(value.bitPattern)))
  }

  /// Numbers at the limits of arithmetic.
  public static let extremes: [[UInt8]] =
    [0, 1, -1, 2, 255, 65_536, 1 << 31, 1 << 40, 1 << 62, .max, .min].map { number($0) }
    + [
      .nan, .infinity, -.infinity, 1e308, -1e308, .leastNonzeroMagnitude, 1e19, -0.0, 0.5, 1e15,
    ].map { number($0) } + [[], [0], [1], [255], [UInt8](repeating: 255, count: 64)]

  private static func part(_ rest: inout ArraySlice<UInt8>) -> Part? {
    guard let tag = rest.popFirst(), var content = content(&rest) else { return nil }
    switch tag {
    case 0: return .leaf(Array(content))
    case 1:
      var parts: [Part] = []
      while !content.isEmpty {
        guard let part = part(&content) else { return nil }
        parts.append(part)
      }
      return .list(parts)
    case 2:
      var fields: [(key: [UInt8], part: Part)] = []
      while !content.isEmpty {
        guard let key = self.content(&content), let part = part(&content) else { return nil }
        fields.append((Array(key), part))
      }
      return .record(fields)
    default: return nil
    }
  }

  private static func content(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard rest.count >= 4 else { return nil }
    let count = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    rest = rest.dropFirst(4)
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  private static func bytes(_ part: Part) -> [UInt8] {
    switch part {
    case .leaf(let bytes): [0] + counted(bytes)
    case .list(let parts): [1] + counted(parts.flatMap { bytes($0) })
    case .record(let fields): [2] + counted(fields.flatMap { counted($0.key) + bytes($0.part) })
    }
  }

  private static func counted(_ bytes: [UInt8]) -> [UInt8] {
    number(bytes.count).prefix(4) + bytes
  }

  private static func count(_ part: Part) -> Int {
    switch part {
    case .leaf: 1
    case .list(let parts): parts.reduce(1) { $0 + count($1) }
    case .record(let fields): fields.reduce(1) { $0 + count($1.part) }
    }
  }

  private static func change(_ part: inout Part, _ left: inout Int, _ change: Change) {
    defer { left -= 1 }
    if left == 0 {
      switch (part, change) {
      case (.leaf, .value(let bytes)): part = .leaf(bytes)
      case (.leaf, _): part = .leaf([])
      case (.list(let parts), .repeated(let times)):
        part = .list(parts + parts.suffix(1).flatMap { Array(repeating: $0, count: times) })
      case (.list, _): part = .list([])
      case (.record, _): part = .record([])
      }
      return
    }
    guard left > 0 else { return }
    var next = left - 1
    switch part {
    case .leaf: break
    case .list(var parts):
      for i in parts.indices { Self.change(&parts[i], &next, change) }
      part = .list(parts)
    case .record(var fields):
      for i in fields.indices { Self.change(&fields[i].part, &next, change) }
      part = .record(fields)
    }
    left = next + 1
  }

  private static func set(
    _ part: inout Part, _ path: ArraySlice<String>, _ value: [UInt8]
  ) -> Bool {
    guard let key = path.first else {
      part = .leaf(value)
      return true
    }
    switch part {
    case .leaf: return false
    case .list(var parts):
      guard let index = Int(key), parts.indices.contains(index) else { return false }
      let isThere = set(&parts[index], path.dropFirst(), value)
      part = .list(parts)
      return isThere
    case .record(var fields):
      guard let index = fields.firstIndex(where: { $0.key == Array(key.utf8) }) else {
        return false
      }
      let isThere = set(&fields[index].part, path.dropFirst(), value)
      part = .record(fields)
      return isThere
    }
  }
}
