public import BromideValues

/// A picture with the frame's encoding, aligned with the frame's pixels. It has straight alpha
/// unless it is opaque.
public struct EncodedPicture: Sendable {
  /// Width and height in pixels.
  public let size: Size
  /// Grey or RGB, with or without alpha. The number of bits must be the same as in the frame.
  public let format: PixelFormat
  /// The frame's column at the left edge, which can be negative.
  public let left: Int
  /// The frame's row at the top edge, which can be negative.
  public let top: Int
  let pixels: PixelMemory

  /// Creates an encoded picture.
  ///
  /// - Parameters:
  ///   - pixels: Rows without gaps, with 16-bit samples in the machine's byte order. Do not write
  ///     to this memory while the picture is
  ///     used.
  ///   - left: The frame's column at the left edge.
  ///   - top: The frame's row at the top edge.
  public init(pixels: PixelMemory, size: Size, format: PixelFormat, left: Int, top: Int) {
    precondition(
      unsafe pixels.bytes.count >= size.area * format.bytesPerPixel, "memory for all pixels")
    self.pixels = pixels
    self.size = size
    self.format = format
    self.left = left
    self.top = top
  }
}

/// An encoded picture, drawn row by row of the frame.
struct EncodedRows: RowPicture {
  private let picture: EncodedPicture
  private let columns: Range<Int>

  init(_ picture: EncodedPicture, size frame: Size) {
    self.picture = picture
    let first = min(max(picture.left, 0), frame.width)
    columns = first..<max(first, min(picture.left + picture.size.width, frame.width))
  }

  var format: PixelFormat { picture.format }

  /// The memory of all pixels.
  @unsafe var codes: UnsafeRawPointer { unsafe UnsafeRawPointer(picture.pixels.bytes.baseAddress!) }

  /// Returns the position in the picture at the centre of a frame pixel.
  func center(_ x: Int, _ y: Int) -> SIMD2<Double> {
    SIMD2(Double(x - picture.left) + 0.5, Double(y - picture.top) + 0.5)
  }

  /// Returns the visible columns and the offset of the first pixel in bytes.
  func row(_ y: Int) -> (columns: Range<Int>, place: Int)? {
    let rows = picture.top..<picture.top + picture.size.height
    guard rows.contains(y), !columns.isEmpty else { return nil }
    let pixel = (y - picture.top) * picture.size.width + columns.lowerBound - picture.left
    return (columns, pixel * picture.format.bytesPerPixel)
  }
}
