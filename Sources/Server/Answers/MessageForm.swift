internal import SwiftProtobuf

/// The two encodings of a message: Protobuf's bytes, and Protobuf's JSON.
enum MessageForm: Sendable {
  case binary, json

  /// The encoding of the answer, or `nil` for other requests.
  ///
  /// This uses the `Accept` header. If it does not name an encoding, the answer uses the encoding
  /// of the body.
  init?(_ request: ServedRequest) {
    let accepted = request.headers["accept"] ?? ""
    if accepted.contains("application/x-protobuf") || accepted.contains("application/protobuf") {
      self = .binary
    } else if accepted.contains("application/json") {
      self = .json
    } else if let form = MessageForm(type: request.headers["content-type"]) {
      self = form
    } else {
      return nil
    }
  }

  /// The encoding of a content type, or `nil` for other types.
  init?(type: String?) {
    switch type?.split(separator: ";").first.map({ $0.lowercased().filter { $0 != " " } }) {
    case "application/x-protobuf"?, "application/protobuf"?: self = .binary
    case "application/json"?: self = .json
    default: return nil
    }
  }

  var type: String { self == .binary ? "application/x-protobuf" : "application/json" }

  /// Encodes a message.
  func bytes(of message: some Message) -> [UInt8] {
    let bytes: [UInt8]? =
      switch self {
      case .binary: try? message.serializedBytes()
      case .json: try? message.jsonUTF8Bytes()
      }
    guard let bytes else { preconditionFailure("a message without required fields") }
    return bytes
  }

  /// Decodes the message in a request's body.
  ///
  /// - Throws: 415 if the body has a different type, 400 if it is not the message.
  static func message<Body: Message>(
    _ type: Body.Type, of request: ServedRequest
  ) throws(Rejection) -> Body {
    guard let form = MessageForm(type: request.headers["content-type"]) else {
      throw Rejection(415, "send application/x-protobuf or application/json, and set Content-Type")
    }
    guard form == .json else { return try message(type, request.body) }
    do {
      return try Body(jsonUTF8Bytes: request.body)
    } catch {
      throw .wrong("the body is not a \(Body.protoMessageName): \(error)")
    }
  }

  /// Decodes a message from Protobuf's bytes.
  ///
  /// - Throws: 400 if the bytes are not the message.
  static func message<Body: Message>(
    _ type: Body.Type, _ bytes: [UInt8]
  ) throws(Rejection) -> Body {
    var options = BinaryDecodingOptions()
    options.messageDepthLimit = 16
    do {
      return try Body(serializedBytes: bytes, options: options)
    } catch {
      throw .wrong("the bytes are not a \(Body.protoMessageName): \(error)")
    }
  }
}
