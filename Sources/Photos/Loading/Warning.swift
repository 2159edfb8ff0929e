internal import Synchronization

/// A problem with a result that is still usable, such as guessed colours.
///
/// Warnings are part of the result that they are about: a loaded photo, an opened picture, an
/// outcome, an answer or a document. In JSON, a warning is its sentence.
public struct Warning: Sendable, Hashable {
  /// The warning as a sentence with its subject, without a full stop.
  public let text: String
  /// Warnings with the same key have the same cause. Print only the first one.
  public let key: String

  /// Creates a warning.
  ///
  /// - Parameter key: The key, or `nil` to use the sentence.
  public init(_ text: String, key: String? = nil) {
    self.text = text
    self.key = key ?? text
  }
}

extension Warning: Codable {
  /// Reads a sentence.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the sentence.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension [Warning] {
  /// Adds warnings, except those that the list already contains.
  package mutating func add(_ warnings: [Warning]) {
    for warning in warnings where !contains(where: { $0.key == warning.key }) { append(warning) }
  }
}

/// The warning of a value that is found after a photo was loaded, if it is needed.
final class LateWarning: Sendable {
  private let known = Mutex<Warning?>(nil)

  /// The warning, or `nil` if the value was found or not needed.
  var value: Warning? {
    get { known.withLock { $0 } }
    set { known.withLock { $0 = newValue } }
  }
}
