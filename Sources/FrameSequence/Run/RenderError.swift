public import Timelines

/// Why a timeline cannot be rendered, before anything is drawn.
public enum RenderError: Error, Sendable, Hashable {
  /// The timeline, or what was asked of it, makes no sense.
  case request(String)
  /// Neither the timeline nor the request states a size, and no picture has one.
  case noSize
  /// The document is wrong, in one place or many.
  case document(TimelineError)
  /// Something that it needs is missing or cannot be read.
  case input(String)
}

extension RenderError: CustomStringConvertible {
  /// What is wrong and what would be accepted.
  public var description: String {
    switch self {
    case .request(let text), .input(let text): text
    case .noSize: "the timeline states no size"
    case .document(let error): error.description
    }
  }
}
