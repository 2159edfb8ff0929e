package import FrameSequence
internal import Platform
internal import SystemPackage
package import TimeLapse
internal import Timelines

/// What there is to see between two changes of the files.
package struct PreviewMoment: Sendable {
  /// Grows with each change.
  package var version = 0
  /// The last timeline that was whole; nil until there is one, and for a photo.
  package var opened: OpenedTimeline?
  /// Of each source, what makes its photos match, as far as it is measured.
  package var analyses: [LapseAnalysis?] = []
  /// Whether photos are being measured.
  package var isMeasuring = false
  /// What is wrong with the files as they are now.
  package var problems: [Problem] = []
  /// Whether `opened` is what the files were before they were wrong.
  package var isStale = false
  /// What is worth knowing.
  package var notes: [String] = []

  /// Something that is wrong.
  package struct Problem: Sendable, Hashable {
    /// The line of the document, from 1; nil if no line is at fault.
    package var line: Int?
    /// The text of that line.
    package var code = ""
    /// What is wrong with it.
    package var reason: String
  }
}

extension PreviewMoment.Problem {
  /// All problems of a reading.
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
