public import Pixels

/// What somebody states of the samples of a clip without a header.
public struct PlaneStatement: Sendable, Hashable {
  /// The layout's name, such as `nv12`; nil if the file's name says it.
  public var layout: String?
  /// The size of a frame in pixels; nil if the file's name says it.
  public var size: Size?
  /// Bytes before the first frame.
  public var offset = 0
  /// Bytes from one row of luma to the next; nil for rows without gaps.
  public var stride: Int?

  /// Nothing stated.
  public init() {}

  /// Whether nothing is stated.
  public var isEmpty: Bool { self == PlaneStatement() }
}
