internal import ArgumentParser
internal import BromideCodecs
internal import BromideRaw

/// The format of files without a header.
struct HeaderlessOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read files without a header as this format (default: by suffix)",
      discussion: """
        One of \(Self.rawNames.joined(separator: ", ")).
        sample also accepts the layouts of raw planes.
        """,
      valueName: "name"),
    completion: .list(Self.rawNames), transform: Self.format)
  var headerless: Format?

  /// A format that only the name identifies.
  enum Format: Sendable, Hashable {
    case raw(HeaderlessRaw)
    case planes(YCbCrLayout)
  }

  /// Returns the raw format, or `nil` if it is not set.
  ///
  /// - Throws: `UsageError` for raw planes, which this command does not read.
  func raw() throws(UsageError) -> HeaderlessRaw? {
    switch headerless {
    case .raw(let format): return format
    case .planes(let layout):
      let names = Self.rawNames.joined(separator: ", ")
      throw UsageError("--headerless \(layout.name) requires sample or render; expected \(names)")
    case nil: return nil
    }
  }

  /// The layout of raw planes, or `nil` if it is not set.
  var layout: YCbCrLayout? {
    if case .planes(let layout) = headerless { layout } else { nil }
  }

  private static let rawNames = HeaderlessRaw.allCases.map(\.rawValue)

  private static func format(_ text: String) throws -> Format {
    if let layout = YCbCrLayout(name: text) { return .planes(layout) }
    return .raw(try Choice.value(text))
  }
}
