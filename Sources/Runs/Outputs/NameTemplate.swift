package import BromideCodecs
internal import BromideSystem

/// A template for output names: text with fields in braces, and `/` for subfolders.
public struct NameTemplate: Sendable, Hashable {
  /// The name of a field in braces.
  public enum Field: String, Sendable, Hashable, CaseIterable {
    /// The input's name without extension.
    case stem
    /// The input's extension with its original case.
    case ext
    /// The name of the input's folder.
    case folder
    /// The input's number in the run, starting at 1. All numbers have the same length.
    case number = "n"
    /// The capture date, such as `2026-11-21`.
    case date
    /// The camera model.
    case camera
  }

  enum Part: Sendable, Hashable {
    case text(String)
    case field(Field)
  }

  let parts: [Part]
  /// The format of the template's suffix, or `nil` without a suffix.
  package private(set) var format: PictureFormat?

  /// `{stem}`.
  public static let stem = NameTemplate(parts: [.field(.stem)])

  /// Whether the names need metadata, so that photos must be opened.
  package var needsMetadata: Bool { uses(.date) || uses(.camera) }

  package func uses(_ field: Field) -> Bool { parts.contains(.field(field)) }

  private init(parts: [Part]) { self.parts = parts }

  /// Reads a template. If it ends with the suffix of a format, such as `.png`, the suffix is not
  /// added again.
  public init(_ text: String) throws(NamingError) {
    var rest = text[...]
    if let dot = text.lastIndex(of: "."), !text[dot...].contains("}"),
      let format = PictureFormat(suffix: String(text[text.index(after: dot)...]))
    {
      rest = text[..<dot]
      self.format = format
    }
    var parts: [Part] = []
    while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else {
        throw .unmatchedBrace(template: text)
      }
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      let name = String(rest[rest.index(after: open)..<close])
      guard let field = Field(rawValue: name) else {
        throw .unknownField(name)
      }
      parts.append(.field(field))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    let folders = text.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.isEmpty, !text.hasPrefix("/"), !text.hasSuffix("/"), !folders.contains("..") else {
      throw .noFile(template: text)
    }
    self.parts = parts
  }

  /// The values for the fields of a template.
  package struct Values: Sendable {
    package var stem: String
    package var ext: String
    package var folder: String
    package var number: String
    package var date: String?
    package var camera: String?

    package init(stem: String, ext: String, folder: String, number: String) {
      self.stem = stem
      self.ext = ext
      self.folder = folder
      self.number = number
    }
  }

  /// Returns the name without `.png`. A field cannot add a folder, or a name such as `.` or `..`.
  package func expand(_ values: Values) -> String {
    let text = parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let field): Self.safe(value(field, values))
      }
    }
    .joined()
    return text.isEmpty || text.hasSuffix("/") ? text + "unnamed" : text
  }

  private func value(_ field: Field, _ values: Values) -> String {
    switch field {
    case .stem: values.stem
    case .ext: values.ext
    case .folder: values.folder
    case .number: values.number
    case .date: values.date ?? "undated"
    case .camera: values.camera ?? "unknown"
    }
  }

  private static func safe(_ text: String) -> String {
    let name = String(
      text.map { character in
        character == "/" || character.unicodeScalars.contains { $0.value < 32 } ? "-" : character
      })
    return name == "." || name == ".." ? "-" : name
  }
}

/// The reason for an invalid name template.
public enum NamingError: Error, Sendable, Hashable {
  /// A brace has no other half.
  case unmatchedBrace(template: String)
  /// The name in braces is not a field.
  case unknownField(String)
  /// The template does not name a file in the output folder.
  case noFile(template: String)
}

extension NamingError: CustomStringConvertible {
  /// A sentence about the error, without a full stop.
  public var description: String {
    switch self {
    case .unmatchedBrace(let template):
      return "the name template “\(template)” has a brace without its other half"
    case .unknownField(let name):
      let known = NameTemplate.Field.allCases.map(\.rawValue)
      return "the name template has no field {\(name)}; fields are "
        + known.map { "{\($0)}" }.joined(separator: " ")
        + Suggestion.text(for: name, among: known)
    case .noFile(let template):
      return "the name template “\(template)” does not name a file below the output folder"
    }
  }
}
