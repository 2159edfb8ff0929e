package import BromideRuns
package import BromideTimelines
internal import SystemPackage

/// The state of a preview between two changes of its files.
package struct PreviewMoment: Sendable {
  /// Increases with each change.
  package var version = 0
  /// The last valid timeline, or `nil` before the first valid timeline or if the subject is a
  /// photo.
  package var opened: OpenedTimeline?
  /// The measured corrections for each source's photos, or `nil` if they are not measured yet.
  package var analyses: [LapseAnalysis?] = []
  /// Whether photos are being measured.
  package var isMeasuring = false
  /// The errors in the current files.
  package var problems: [Problem] = []
  /// Whether `opened` is an older version, because the current files contain errors.
  package var isStale = false
  /// Notes for the user.
  package var notes: [String] = []

  /// An error.
  package struct Problem: Sendable, Hashable {
    /// The line in the document, starting at 1, or `nil` if the line is unknown.
    package var line: Int?
    /// The text of the line.
    package var code = ""
    /// The error message.
    package var reason: String
  }
}

extension PreviewMoment.Problem {
  /// Returns all errors in a document.
  ///
  /// - Parameter document: The bytes of the document.
  static func all(of error: RenderError, in document: [UInt8]) -> [Self] {
    guard case .document(let error) = error else { return [Self(reason: error.description)] }
    let lines = String(decoding: document, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let problems = error.problems.map { problem in
      var place = problem
      (place.path, place.line) = ("", nil)
      let code = problem.line.flatMap { lines.indices.contains($0 - 1) ? lines[$0 - 1] : nil }
      return Self(
        line: problem.line, code: code.map { String($0.prefix(200)) } ?? "",
        reason: place.description)
    }
    return error.more > 0 ? problems + [Self(reason: "and \(error.more) more")] : problems
  }
}
