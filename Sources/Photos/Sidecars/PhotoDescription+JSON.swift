internal import BromideCodecs
internal import BromideSystem

extension PhotoDescription {
  /// The JSON of `JSONText` in UTF-8, in a tenth of its time.
  ///
  /// It is a part of fingerprints, so it must never differ from the JSON of `Codable`.
  package var json: [UInt8] {
    var json = JSONBytes()
    var sign = "{"
    func add(_ key: String) {
      json.add(sign + "\"\(key)\":")
      sign = ","
    }
    func add(_ key: String, _ text: String?) {
      guard let text else { return }
      add(key)
      json.add(text: text)
    }
    // In alphabetical order.
    add("documentID", documentID)
    add("dropped")
    json.add(object: dropped) { $0.add("\($1)") }
    add("exif")
    json.add(object: exif) { $0.add(text: $1) }
    add("lens", lens)
    add("originalDocumentID", originalDocumentID)
    add("properties")
    properties.add(to: &json)
    if let rating {
      add("rating")
      json.add("\(rating)")
    }
    json.add("}")
    return json.bytes
  }
}
