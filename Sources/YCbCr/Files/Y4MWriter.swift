public import Color
public import Pixels

/// Makes the bytes of a Y4M stream of R′G′B′ pictures: `start` once, then `frame` for each.
public struct Y4MWriter: Sendable {
  /// What the stream's first line says.
  public let header: Y4MHeader
  /// Turns pictures into planes of the header's layout.
  public let encoder: YCbCrEncoder

  /// - Parameters:
  ///   - rate: Frames a second as a fraction.
  /// - Throws: `Y4MError.unsupportedLayout` or `.badSize`.
  public init(
    size: Size, layout: YCbCrLayout = .i420, matrix: YCbCrMatrix = .bt709,
    range: YCbCrRange = .limited, siting: ChromaSiting = .left, rate: (Int, Int)
  ) throws(Y4MError) {
    header = try Y4MHeader(size: size, layout: layout, range: range, siting: siting, rate: rate)
    encoder = YCbCrEncoder(
      coding: YCbCrCoding(matrix: matrix, range: range, depth: layout.depth), siting: siting,
      layout: layout)
  }

  /// What stands before the first frame.
  public var start: [UInt8] { Array((header.line + "\n").utf8) }

  /// What a frame adds, of a picture of the header's size.
  public func frame<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & Sendable>(
    _ image: ImageBuffer<Sample>
  ) -> [UInt8] {
    precondition(image.size == header.size, "every frame has the header's size")
    return Array((Y4MHeader.frameLine + "\n").utf8) + encoder.encode(image)
  }
}
