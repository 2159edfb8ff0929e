internal import CBromideYAML

/// One element of a YAML text.
struct YAMLEvent {
  enum Kind {
    case text(String, isPlain: Bool)
    /// The events until the next `nil` are items.
    case list
    /// The events until the next `nil` are keys, each followed by its value.
    case fields
    case alias(String)
  }

  let kind: Kind
  /// The line, starting at 1.
  let line: Int
  let anchor: String?
}

/// The error in an invalid YAML text.
struct YAMLError: Error {
  /// The lines from the start of the unfinished element to the end of reading. They are equal if
  /// only one is known.
  let lines: ClosedRange<Int>
  let reason: String
}

/// Reads the events of a YAML or JSON text. It does not store them, so memory does not grow.
///
/// The corresponding C functions are the functions for `yaml_parser_t`.
@safe
final class YAMLEvents {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let bytes: UnsafeMutableBufferPointer<UInt8>

  /// Creates a parser.
  ///
  /// - Precondition: libyaml can allocate its memory.
  init(_ text: String) {
    unsafe bytes = .allocate(capacity: text.utf8.count)
    unsafe _ = bytes.initialize(from: text.utf8)
    unsafe parser = .allocate(capacity: 1)
    let status = unsafe yaml_parser_initialize(parser)
    precondition(status != 0, "libyaml: no memory")
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe bytes.deallocate()
  }

  /// Returns the next event, or `nil` at the end of a list, fields or the text.
  ///
  /// Do not call this again after an error. The corresponding C function is `yaml_parser_parse`.
  func next() throws(YAMLError) -> YAMLEvent? {
    while true {
      var event = unsafe yaml_event_t()
      guard unsafe yaml_parser_parse(parser, &event) != 0 else { throw error }
      defer { unsafe yaml_event_delete(&event) }
      let line = unsafe event.start_mark.line + 1
      switch unsafe event.type {
      case YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT, YAML_DOCUMENT_END_EVENT:
        continue
      case YAML_ALIAS_EVENT:
        let name = unsafe Self.text(event.data.alias.anchor) ?? ""
        return YAMLEvent(kind: .alias(name), line: line, anchor: nil)
      case YAML_SCALAR_EVENT:
        let scalar = unsafe event.data.scalar
        let text = unsafe String(
          decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
        let isPlain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
        return YAMLEvent(
          kind: .text(text, isPlain: isPlain), line: line,
          anchor: unsafe Self.text(scalar.anchor))
      case YAML_SEQUENCE_START_EVENT:
        return YAMLEvent(
          kind: .list, line: line, anchor: unsafe Self.text(event.data.sequence_start.anchor))
      case YAML_MAPPING_START_EVENT:
        return YAMLEvent(
          kind: .fields, line: line, anchor: unsafe Self.text(event.data.mapping_start.anchor))
      default:
        return nil
      }
    }
  }

  private static func text(_ letters: UnsafeMutablePointer<UInt8>?) -> String? {
    unsafe letters.map { unsafe String(cString: $0) }
  }

  /// The error of the last event.
  private var error: YAMLError {
    let state = unsafe parser.pointee
    let problem = unsafe state.problem.map { unsafe String(cString: $0) } ?? "no memory"
    guard unsafe state.error != YAML_READER_ERROR else {
      let line = unsafe bytes.prefix(state.problem_offset).count { $0 == 0x0A } + 1
      let code = unsafe state.problem_value
      return YAMLError(
        lines: line...line, reason: "no text: \(problem)" + (code >= 0 ? " (code \(code))" : ""))
    }
    let last = unsafe state.problem_mark.line + 1
    var first = last
    var beginning = ""
    if let context = unsafe state.context {
      first = unsafe min(state.context_mark.line + 1, last)
      beginning = unsafe ", \(String(cString: context)) from line \(first)"
    }
    return YAMLError(
      lines: first...last, reason: "not valid YAML or JSON: \(problem)\(beginning)")
  }
}

/// The installed version of libyaml.
public enum LibYAMLVersion {
  /// The version as text. The corresponding C function is `yaml_get_version_string`.
  public static var text: String { unsafe String(cString: yaml_get_version_string()) }
}
