internal import Platform
public import SystemPackage

/// One problem of a timeline or recipe.
public struct TimelineProblem: Sendable, Hashable, CustomStringConvertible {
  /// Path of the document; empty if there is none.
  public var path: FilePath
  /// The line, from 1; nil if no line is at fault.
  public var line: Int?
  /// The key, with dots between keys: `exposure.value`; empty if no key is at fault.
  public var key: String
  /// The text found, shortened; nil if there is none.
  public var found: String?
  /// The accepted values, and the nearest known name.
  public var reason: String

  /// Creates a problem at the given place.
  public init(path: FilePath, line: Int?, key: String = "", found: String? = nil, reason: String) {
    self.path = path
    self.line = line
    self.key = key
    self.found = found.map(Self.shortened)
    self.reason = reason
  }

  /// `zoom.yaml:12: exposure.value: “2 EV”: expected …`.
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

/// All problems of a timeline or recipe.
public struct TimelineError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The problems in the order of lines: at least one, at most `mostProblems`.
  public let problems: [TimelineProblem]
  /// Number of further problems.
  public let more: Int

  /// Largest number of problems listed; longer lists are not useful to a reader.
  public static let mostProblems = 50

  /// - Parameter problems: One or more problems; those of one line keep their order.
  public init(_ problems: [TimelineProblem]) {
    let sorted = problems.enumerated().sorted {
      ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset)
    }
    self.problems = sorted.prefix(Self.mostProblems).map(\.element)
    more = problems.count - self.problems.count
  }

  /// One line for each problem.
  public var description: String {
    (problems.map(\.description) + (more > 0 ? ["and \(more) more"] : [])).joined(separator: "\n")
  }
}
