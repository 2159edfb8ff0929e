public import Pixels

/// A picture on whole pixels of a frame, encoded as the frame is, with straight alpha where not all is opaque.
public struct EncodedPicture: Sendable {
  /// Width and height in pixels.
  public let size: Size
  /// Grey or RGB, with alpha or without; with as many bits as the frame.
  public let format: PixelFormat
  /// Where its left column lies in the frame; negative: outside.
  public let left: Int
  /// Where its top row lies in the frame; negative: outside.
  public let top: Int
  fileprivate let pixels: PixelMemory

  /// - Parameters:
  ///   - pixels: Rows without gaps, 16-bit samples in the machine's byte order; not written while it is in use.
  ///   - left: Where its left column lies in the frame.
  ///   - top: Where its top row lies in the frame.
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

/// An encoded picture, row by row of the frame.
struct EncodedRows: RowPicture {
  private let picture: EncodedPicture
  private let columns: Range<Int>

  init(_ picture: EncodedPicture, size frame: Size) {
    self.picture = picture
    let first = min(max(picture.left, 0), frame.width)
    columns = first..<max(first, min(picture.left + picture.size.width, frame.width))
  }

  var format: PixelFormat { picture.format }

  /// All pixels.
  @unsafe var codes: UnsafeRawPointer { unsafe UnsafeRawPointer(picture.pixels.bytes.baseAddress!) }

  /// Where the first one that is drawn lies, in bytes.
  func row(_ y: Int) -> (columns: Range<Int>, place: Int)? {
    let rows = picture.top..<picture.top + picture.size.height
    guard rows.contains(y), !columns.isEmpty else { return nil }
    let pixel = (y - picture.top) * picture.size.width + columns.lowerBound - picture.left
    return (columns, pixel * picture.format.bytesPerPixel)
  }
}
