#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Encodes values as one line of JSON, with keys in alphabetical order.
package enum JSONText {
  /// Returns the value of a JSON text, or `nil` if the text is not JSON or has another type.
  package static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) -> Value? {
    try? JSONDecoder().decode(type, from: Data(bytes))
  }

  /// Returns the value as JSON.
  package static func encode<Value: Encodable>(_ value: Value) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let data = try? encoder.encode(value) else {
      preconditionFailure("plain values encode as JSON")
    }
    return ByteText.json(String(decoding: data, as: UTF8.self))
  }
}
