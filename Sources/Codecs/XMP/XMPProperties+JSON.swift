package import BromideSystem

extension XMPProperties {
  /// Adds the JSON of `Codable` for these properties.
  package func add(to json: inout JSONBytes) {
    json.add("{\"nodes\":{")
    var sign = "\""
    for entry in entries {
      json.add(sign + entry.name + "\":")
      entry.node.add(to: &json)
      sign = ",\""
    }
    json.add("}}")
  }
}

extension XMPNode {
  /// Adds the JSON that the compiler's `Codable` gives an enumeration: the case's name, and `_0`
  /// for its value.
  fileprivate func add(to json: inout JSONBytes) {
    switch self {
    case .text(let text):
      json.add("{\"text\":{\"_0\":")
      json.add(text: text)
    case .bag(let items):
      json.add("{\"bag\":{\"_0\":")
      json.add(array: items) { $1.add(to: &$0) }
    case .seq(let items):
      json.add("{\"seq\":{\"_0\":")
      json.add(array: items) { $1.add(to: &$0) }
    case .translations(let items):
      json.add("{\"translations\":{\"_0\":")
      json.add(array: items) { json, item in
        json.add("{\"language\":")
        json.add(text: item.language)
        json.add(",\"text\":")
        json.add(text: item.text)
        json.add("}")
      }
    case .structure(let fields):
      json.add("{\"structure\":{\"_0\":")
      json.add(array: fields) { json, field in
        json.add("{\"name\":")
        json.add(text: field.name)
        json.add(",\"value\":")
        field.value.add(to: &json)
        json.add("}")
      }
    }
    json.add("}}")
  }
}
