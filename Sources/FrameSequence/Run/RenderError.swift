public import Timelines

/// The reason why a timeline cannot be rendered, known before anything is drawn.
public enum RenderError: Error, Sendable, Hashable {
  /// The timeline or the request makes no sense.
  case request(String)
  /// Neither the timeline nor the request states a size, and no picture has one.
  case noSize
  /// The document is wrong, in one place or many.
  case document(TimelineError)
  /// A file that it needs is missing or cannot be read.
  case input(String)
}

extension RenderError: CustomStringConvertible {
  /// A sentence about the error and the accepted values.
  public var description: String {
    switch self {
    case .request(let text), .input(let text): text
    case .noSize: "the timeline states no size"
    case .document(let error): error.description
    }
  }
}
