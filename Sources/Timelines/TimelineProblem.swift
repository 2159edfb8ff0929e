internal import Platform
public import SystemPackage

/// One thing that is wrong with a timeline.
public struct TimelineProblem: Sendable, Hashable, CustomStringConvertible {
  /// The document; empty where there is none.
  public var path: FilePath
  /// The line, from 1; nil where none is at fault.
  public var line: Int?
  /// The key, with dots between keys: `exposure.value`; empty where none is at fault.
  public var key: String
  /// What stands there, shortened; nil where nothing does.
  public var found: String?
  /// What is accepted, and the nearest known name.
  public var reason: String

  /// A problem of that place.
  public init(path: FilePath, line: Int?, key: String = "", found: String? = nil, reason: String) {
    self.path = path
    self.line = line
    self.key = key
    self.found = found.map(Self.shortened)
    self.reason = reason
  }

  /// `zoom.yaml:12: exposure.value: “2 EV”: accepted are …`.
  public var description: String {
    let place = [path.visible, line.map { "\($0)" } ?? ""].filter { !$0.isEmpty }.joined(
      separator: ":")
    return [place, key, found.map { "“\($0)”" } ?? "", reason].filter { !$0.isEmpty }
      .joined(separator: ": ")
  }

  private static func shortened(_ text: String) -> String {
    let line = String(text.prefix(60).map { $0.isNewline ? " " : $0 })
    return text.count > 60 ? line + "…" : line
  }
}

/// All that is wrong with a timeline.
public struct TimelineError: Error, Sendable, Hashable, CustomStringConvertible {
  /// In the order of lines; one or more, at most `mostProblems`.
  public let problems: [TimelineProblem]
  /// How many more there are.
  public let more: Int

  /// Of more nobody reads the rest.
  public static let mostProblems = 50

  /// - Parameter problems: One or more; those of one line keep their order.
  public init(_ problems: [TimelineProblem]) {
    let sorted = problems.enumerated().sorted {
      ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset)
    }
    self.problems = sorted.prefix(Self.mostProblems).map(\.element)
    more = problems.count - self.problems.count
  }

  /// A line for each.
  public var description: String {
    (problems.map(\.description) + (more > 0 ? ["and \(more) more"] : [])).joined(separator: "\n")
  }
}
