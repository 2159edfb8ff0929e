public import BromidePhotos
public import BromideTimelines

/// An error in a timeline that is found before drawing.
public enum RenderError: Error, Sendable, Hashable {
  /// The timeline or the request is invalid.
  case request(String)
  /// The frame size is not set, and the sources contain no picture with a size.
  case noSize
  /// The document contains errors.
  case document(TimelineError)
  /// An input file is missing or cannot be read.
  case input(String)
  /// The choice skips all photos of a sequence. The values are their number, and warnings about
  /// their sidecars.
  case noneChosen(Int, [Warning])
}

extension RenderError: CustomStringConvertible {
  /// A sentence about the error and the accepted values.
  public var description: String {
    switch self {
    case .request(let text), .input(let text): text
    case .noSize: "the timeline does not set a size"
    case .noneChosen(let count, _): "no photos left; the choice skips all \(count)"
    case .document(let error): error.description
    }
  }
}
