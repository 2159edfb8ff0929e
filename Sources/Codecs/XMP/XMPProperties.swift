/// Properties of a photo that its picture can keep, by name. See `XMPCatalogue`.
public struct XMPProperties: Sendable, Hashable {
  /// A name and its value.
  struct Entry: Sendable, Hashable {
    let name: String
    var node: XMPNode
  }

  /// The properties in the order of their names, so that no reader sorts them again. The few names
  /// are found faster than in a dictionary.
  private(set) var entries: [Entry] = []

  /// Creates an empty set.
  public init() {}

  /// The value of a property, or `nil` if it is missing. An empty value deletes values of older
  /// sources.
  public subscript(name: String) -> XMPNode? {
    get {
      let (place, exists) = search(name)
      return exists ? entries[place].node : nil
    }
    set {
      let (place, exists) = search(name)
      switch (newValue, exists) {
      case (let node?, true): entries[place].node = node
      case (let node?, false): entries.insert(Entry(name: name, node: node), at: place)
      case (nil, true): entries.remove(at: place)
      case (nil, false): break
      }
    }
  }

  /// Returns the place of a name, and whether it exists.
  private func search(_ name: String) -> (place: Int, exists: Bool) {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].name < name { low = middle + 1 } else { high = middle }
    }
    return (low, low < entries.count && entries[low].name == name)
  }

  /// Whether the set is empty.
  public var isEmpty: Bool { entries.isEmpty }

  /// The number of properties.
  package var count: Int { entries.count }

  /// The names in sorted order.
  public var names: [String] { entries.map(\.name) }

  /// Returns these properties, with the values of an older source for missing properties.
  package func merged(over older: XMPProperties) -> XMPProperties {
    var merged = self
    for entry in older.entries where merged[entry.name] == nil { merged[entry.name] = entry.node }
    return merged
  }

  /// Removes properties with an empty value, after all sources are merged.
  package mutating func removeEmpty() { entries.removeAll { $0.node.isEmpty } }

  /// Removes properties if the closure returns `false` for them.
  package mutating func keep(_ isKept: (XMPCatalogue.Entry) -> Bool) {
    entries.removeAll { !(XMPCatalogue.entry($0.name).map(isKept) ?? false) }
  }

  /// Removes the largest properties until all fit into a number of bytes. The rights, the creator
  /// and the description go last.
  ///
  /// - Returns: The removed names.
  package mutating func limit(to bytes: Int) -> [String] {
    // Writing the text to count it takes longer than writing the packet, so estimate it first.
    guard entries.reduce(0, { $0 + XMPText.mostBytes($1.name, $1.node) }) > bytes else { return [] }
    var sizes = entries.map { entry in
      var text: [UInt8] = []
      XMPText.add(entry.name, entry.node, to: &text)
      return (name: entry.name, count: text.count)
    }
    var total = sizes.reduce(0) { $0 + $1.count }
    sizes.sort {
      let kept = (Self.kept.contains($0.name), Self.kept.contains($1.name))
      return kept.0 == kept.1 ? ($1.count, $0.name) < ($0.count, $1.name) : kept.1
    }
    var removed: [String] = []
    for (name, count) in sizes where total > bytes {
      self[name] = nil
      total -= count
      removed.append(name)
    }
    return removed
  }

  private static let kept: Set<String> = ["dc:rights", "dc:creator", "dc:description"]

  /// The properties as XML elements in sorted order, in UTF-8, and the prefixes that they use.
  package var xml: (content: [UInt8], prefixes: Set<String>) {
    var prefixes: Set<String> = []
    var content: [UInt8] = []
    for entry in entries {
      XMPText.addPrefixes(entry.name, entry.node, to: &prefixes)
      XMPText.add(entry.name, entry.node, to: &content)
    }
    return (content, prefixes)
  }
}

extension XMPProperties: Codable {
  private enum CodingKeys: CodingKey {
    case nodes
  }

  /// Decodes an object with the values by name.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let nodes = try container.decode([String: XMPNode].self, forKey: .nodes)
    entries = nodes.map { Entry(name: $0.key, node: $0.value) }.sorted { $0.name < $1.name }
  }

  /// Encodes an object with the values by name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let nodes = Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0.node) })
    try container.encode(nodes, forKey: .nodes)
  }
}
