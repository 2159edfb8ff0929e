public import Color
public import Pixels

/// Produces the bytes of a Y4M stream from R′G′B′ pictures: `start` once, then `frame` for each
/// picture.
///
/// Codes are those of the pictures, as in all video that Bromide writes: R′G′B′ of sRGB, in limited range, by the matrix that readers
/// assume of untagged video of its size. The header states BT.709, as films do, for readers that look.
public struct Y4MWriter: Sendable {
  /// The contents of the stream's first line.
  public let header: Y4MHeader
  /// Converts pictures to planes of the header's layout.
  public let encoder: YCbCrEncoder

  /// - Parameters:
  ///   - matrix: Nil for that which readers assume of untagged video of this size.
  ///   - rate: Frames a second as a fraction.
  /// - Throws: `Y4MError.unsupportedLayout` or `.badSize`.
  public init(
    size: Size, layout: YCbCrLayout = .i420, matrix: YCbCrMatrix? = nil,
    range: YCbCrRange = .limited, siting: ChromaSiting = .left,
    rate: (Int, Int)
  ) throws(Y4MError) {
    let matrix =
      matrix ?? YCbCrDescription.video((size.width, size.height)).matrix.value
    header = try Y4MHeader(
      size: size, layout: layout, range: range, siting: siting, matrix: matrix,
      primaries: .bt709, transfer: .bt1886, rate: rate)
    encoder = YCbCrEncoder(
      coding: YCbCrCoding(matrix: matrix, range: range, depth: layout.depth), siting: siting,
      layout: layout)
  }

  /// The bytes before the first frame.
  public var start: [UInt8] { Array((header.line + "\n").utf8) }

  /// The bytes of a frame with the given picture, which must have the header's size.
  public func frame<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & Sendable>(
    _ image: ImageBuffer<Sample>
  ) -> [UInt8] {
    precondition(image.size == header.size, "every frame has the header's size")
    return encoder.encode(image, after: Self.line)
  }

  private static let line = Array((Y4MHeader.frameLine + "\n").utf8)
}
