internal import BromideCodecs
package import BromideSystem
package import SystemPackage

/// Facts about a file.
package struct FileInfo: Sendable {
  /// The result of reading a file, in order of severity.
  package enum Status: String, Sendable, Hashable, Severity {
    /// No problem was found.
    case ok
    /// Some data is missing or inconsistent.
    case damaged
    /// The file cannot be read or has an unknown format.
    case failed
  }

  /// The path, from the command line or a folder.
  package var path: FilePath
  /// The result of reading the file.
  package var status = Status.ok
  /// The problem, as a sentence without the file's name.
  package var reason: String?
  /// All known facts. A failed file can also have facts.
  package private(set) var values: [InfoField: InfoValue] = [:]
  /// The metadata in the file, empty for files without metadata. A sidecar can replace its marks.
  var metadata = PhotoMetadata()
  /// The counted values of a raw's sensor.
  package internal(set) var counted: SensorHistogram?

  package init(path: FilePath) { self.path = path }

  /// The value of a field, or `nil` if it is unknown.
  package subscript(field: InfoField) -> InfoValue? {
    get { values[field] }
    set { values[field] = newValue }
  }

  /// Sets the status if it is worse than the current one.
  mutating func note(_ status: Status, _ reason: String) {
    guard status > self.status else { return }
    (self.status, self.reason) = (status, reason)
  }

  /// Returns the number of a field, or `nil` if it has another type.
  func number(_ field: InfoField) -> Double? {
    guard case .number(let text)? = values[field]?.json else { return nil }
    return Double(text)
  }

  /// Returns a JSON object with `path`, `status`, `reason`, and one object per section.
  ///
  /// - Parameter fields: The fields to include, or `nil` to include all.
  package func json(_ fields: [InfoField]?) -> JSONValue {
    var object: [(String, JSONValue)] = [("path", .text(path.data))]
    if let bytes = path.undecodableBytes { object.append(("pathBytes", .text(bytes))) }
    object.append(("status", .text(status.rawValue)))
    if let reason { object.append(("reason", .text(reason))) }
    let requested = fields.map { Set($0) }
    for section in InfoField.Section.allCases {
      let known = section.fields.compactMap { field -> (String, JSONValue)? in
        guard requested?.contains(field) ?? true, let value = values[field] else { return nil }
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
