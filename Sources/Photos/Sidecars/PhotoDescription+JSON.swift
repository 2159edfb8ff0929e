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
    // In alphabetical order.
    if let documentID {
      add("documentID")
      json.add(text: documentID)
    }
    add("dropped")
    json.add(object: dropped) { $0.add("\($1)") }
    add("exif")
    json.add(object: exif) { $0.add(text: $1) }
    if let lens {
      add("lens")
      json.add(text: lens)
    }
    if let originalDocumentID {
      add("originalDocumentID")
      json.add(text: originalDocumentID)
    }
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
