public import BromideValues

/// Creates the bytes of a Y4M stream from R′G′B′ pictures: `start` once, then `frame` for each
/// picture.
///
/// Like all video that Bromide writes, the stream stores the pictures' sRGB codes in limited range.
/// By default, it uses the matrix that readers assume for untagged video of its size. For readers
/// that check, the header specifies BT.709.
public struct Y4MWriter: Sendable {
  /// The contents of the stream's first line.
  public let header: Y4MHeader
  /// Converts pictures to planes of the header's layout.
  public let encoder: YCbCrEncoder

  /// - Parameters:
  ///   - matrix: The matrix, or `nil` for the one that readers assume for untagged video of this
  ///     size.
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

  /// Returns the bytes of a frame. The picture must have the header's size.
  public func frame<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & Sendable>(
    _ image: ImageBuffer<Sample>
  ) -> [UInt8] {
    precondition(image.size == header.size, "every frame has the header's size")
    return encoder.encode(image, after: Self.line)
  }

  private static let line = Array((Y4MHeader.frameLine + "\n").utf8)
}
