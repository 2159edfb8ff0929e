internal import BromideSystem
public import SystemPackage

/// A problem in a timeline or recipe.
public struct TimelineProblem: Sendable, Hashable, CustomStringConvertible {
  /// The path of the document, or an empty path without one.
  public var path: FilePath
  /// The line, starting at 1, or `nil` if the problem has no line.
  public var line: Int?
  /// The key, with dots between nested keys, such as `exposure.value`, or an empty string if the
  /// problem has no key.
  public var key: String
  /// The found text, shortened, or `nil` without text.
  public var found: String?
  /// The accepted values, and the most similar known name.
  public var reason: String

  /// Creates a problem.
  public init(path: FilePath, line: Int?, key: String = "", found: String? = nil, reason: String) {
    self.path = path
    self.line = line
    self.key = key
    self.found = found.map(Self.shortened)
    self.reason = reason
  }

  /// The message: `zoom.yaml:12: exposure.value: “2 EV”: expected …`.
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
  /// The problems sorted by line: at least one, and at most `mostProblems`.
  public let problems: [TimelineProblem]
  /// The number of additional problems.
  public let more: Int

  /// Maximum number of listed problems. A longer list would not help the reader.
  public static let mostProblems = 50

  /// Creates an error.
  ///
  /// - Parameter problems: One or more problems. Problems in the same line keep their order.
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
