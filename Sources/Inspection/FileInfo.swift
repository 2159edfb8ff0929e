internal import Metadata
package import Platform
package import SystemPackage

/// What a file states of itself.
package struct FileInfo: Sendable {
  /// How much of it could be read, in order of severity.
  package enum Status: String, Sendable, Hashable, Comparable {
    /// What was looked at is sound.
    case ok
    /// Some of it is missing or contradicts itself.
    case damaged
    /// It is nothing that can be read here.
    case failed

    package static func < (left: Status, right: Status) -> Bool { left.rank < right.rank }
    private var rank: Int { self == .ok ? 0 : self == .damaged ? 1 : 2 }
  }

  /// As it was named or found.
  package var path: FilePath
  /// How much of it could be read.
  package var status = Status.ok
  /// Why that is not all, as a sentence without the file's name.
  package var reason: String?
  /// What is known, even of a file that failed.
  package private(set) var values: [InfoField: InfoValue] = [:]
  /// The values of a raw's sensor, if they were counted.
  package internal(set) var counted: SensorHistogram?

  package init(path: FilePath) { self.path = path }

  /// The value of a field; nil is no value.
  package subscript(field: InfoField) -> InfoValue? {
    get { values[field] }
    set { values[field] = newValue }
  }

  /// Makes it as bad as this, if it is not worse.
  mutating func note(_ status: Status, _ reason: String) {
    guard status > self.status else { return }
    (self.status, self.reason) = (status, reason)
  }

  /// The number of a field; nil if it has none.
  func number(_ field: InfoField) -> Double? {
    guard case .number(let text)? = values[field]?.json else { return nil }
    return Double(text)
  }

  /// The file as a JSON object: `path`, `status`, `reason`, and an object a section with its fields.
  ///
  /// - Parameter fields: Those wanted; nil for all.
  package func json(_ fields: [InfoField]?) -> JSONValue {
    var object: [(String, JSONValue)] = [("path", .text(path.data))]
    if let bytes = path.undecodableBytes { object.append(("pathBytes", .text(bytes))) }
    object.append(("status", .text(status.rawValue)))
    if let reason { object.append(("reason", .text(reason))) }
    let wanted = fields.map { Set($0) }
    for section in InfoField.Section.allCases {
      let known = section.fields.compactMap { field -> (String, JSONValue)? in
        guard wanted?.contains(field) ?? true, let value = values[field] else { return nil }
        return (field.rawValue, value.json)
      }
      guard !known.isEmpty else { continue }
      if section == .histogram {
        object.append(known[0])
      } else {
        object.append((section.rawValue, .object(known)))
      }
    }
    return .object(object)
  }
}
