public import Pixels

/// A picture on whole pixels of a frame that has the frame's encoding, with straight alpha unless
/// it is opaque.
public struct EncodedPicture: Sendable {
  /// Width and height in pixels.
  public let size: Size
  /// Grey or RGB, with or without alpha, and with as many bits as the frame.
  public let format: PixelFormat
  /// The frame's column of its left edge; may be negative.
  public let left: Int
  /// The frame's row of its top edge; may be negative.
  public let top: Int
  let pixels: PixelMemory

  /// - Parameters:
  ///   - pixels: Rows without gaps, 16-bit samples in the machine's byte order; must not be written
  ///     while the picture is in use.
  ///   - left: The frame's column of its left edge.
  ///   - top: The frame's row of its top edge.
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

  /// The place in the picture at the centre of a pixel of the frame.
  func center(_ x: Int, _ y: Int) -> SIMD2<Double> {
    SIMD2(Double(x - picture.left) + 0.5, Double(y - picture.top) + 0.5)
  }

  /// The offset in bytes of the first pixel that is drawn.
  func row(_ y: Int) -> (columns: Range<Int>, place: Int)? {
    let rows = picture.top..<picture.top + picture.size.height
    guard rows.contains(y), !columns.isEmpty else { return nil }
    let pixel = (y - picture.top) * picture.size.width + columns.lowerBound - picture.left
    return (columns, pixel * picture.format.bytesPerPixel)
  }
}
