public import BromideValues

/// An error for memory that cannot be a frame.
public enum YCbCrError: Error, Sendable, Hashable, Codable {
  /// The frame is empty, or its planes do not fit in memory.
  case badSize(Size)
  case planeCount(layout: String, expected: Int, found: Int)
  /// The stride is smaller than a row.
  case strideTooSmall(plane: Int, expected: Int, found: Int)
  /// The rows of a plane with this stride do not fit in memory.
  case strideTooLarge(plane: Int, found: Int)
  case planeTooShort(plane: Int, expected: Int, found: Int)
}

extension YCbCrError: CustomStringConvertible {
  /// A message for a person, in English.
  public var description: String {
    switch self {
    case .badSize(let size):
      "a frame cannot be \(size) pixels: both sides must be at least 1 and the frame fit in memory"
    case .planeCount(let layout, let expected, let found):
      "\(layout) has \(expected) planes, not \(found)"
    case .strideTooSmall(let plane, let expected, let found):
      "plane \(plane): a row has \(expected) bytes, but the stride is \(found)"
    case .strideTooLarge(let plane, let found):
      "plane \(plane): with a stride of \(found), its rows do not fit in memory"
    case .planeTooShort(let plane, let expected, let found):
      "plane \(plane): the frame needs \(expected) bytes, but there are \(found)"
    }
  }
}
