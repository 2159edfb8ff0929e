internal import Kernels
internal import Pixels

/// The places of stored pixels in the memory of a part of the upright picture: a band, or less.
struct PixelPlacement {
  /// The part of the stored picture that it shows.
  let stored: Region
  /// Bytes in the output from one stored pixel to its right-hand and to its lower neighbour.
  let stepX: Int
  let stepY: Int
  /// Offset of the stored pixel (0, 0), which may lie outside the part.
  private let origin: Int

  init(_ part: Region, geometry: OutputGeometry, bytesPerPixel: Int) {
    let orientation = geometry.orientation
    stored = orientation.storedRegion(part, in: geometry.storedOutput)
    // An orientation is an affine map, given by three points of the upright picture. Its columns
    // are unit vectors, so the inverse is the transpose.
    func position(_ x: Int, _ y: Int) -> (x: Int, y: Int) {
      orientation.storedPosition(x: x, y: y, in: geometry.storedOutput)
    }
    let corner = position(0, 0)
    let right = position(1, 0)
    let down = position(0, 1)
    let rowBytes = part.width * bytesPerPixel
    stepX = (right.x - corner.x) * bytesPerPixel + (down.x - corner.x) * rowBytes
    stepY = (right.y - corner.y) * bytesPerPixel + (down.y - corner.y) * rowBytes
    origin =
      -corner.x * stepX - corner.y * stepY - part.y * rowBytes - part.x * bytesPerPixel
  }

  /// Offset of a stored pixel in the part.
  func offset(x: Int, y: Int) -> Int { origin + x * stepX + y * stepY }
}

/// A strip of the stored picture, made row after row.
struct StripRows {
  /// The row made last.
  let row: PlanarRow
  /// Makes the row with a number; rows are requested in order.
  let make: (Int) -> Void
}

/// Puts the encoded rows of a strip into a band, a few rows at a time if they must be turned.
@safe
final class PixelPlacer {
  private let bytesPerPixel: Int
  private let tile: PixelMemory
  private let tileStride: Int
  /// Rows turned at a time: runs of 64 pixels in a turned row are 3 cache lines of 8-bit RGB.
  private static let tileRows = 64

  init(maximumWidth: Int, bytesPerPixel: Int) {
    self.bytesPerPixel = bytesPerPixel
    // An odd number of cache lines, so that a column does not map to a few sets of the cache.
    tileStride = (maximumWidth * bytesPerPixel + 8 + 127) / 128 * 128 + 64
    tile = PixelMemory(byteCount: tileStride * Self.tileRows)
  }

  /// Encodes rows of a strip of the stored picture into a band.
  ///
  /// - Parameters:
  ///   - rows: The rows to encode, in order.
  ///   - columns: The strip, in columns of the stored picture.
  ///   - lead: Columns at its beginning that are not the band's; only in turned pictures.
  ///   - placement: The places of the pixels in the band.
  ///   - encode: The encoding.
  ///   - output: The band.
  ///   - strip: Makes the rows. No object is handed from row to row, as counting references to it
  ///     would wait for the encoded pixels to reach the cache.
  func place(
    rows: Range<Int>, columns: Range<Int>, lead: Int, placement: PixelPlacement,
    encode: EncodeKernel,
    into output: UnsafeMutableRawBufferPointer, strip: StripRows
  ) {
    let band = output.baseAddress!
    if placement.stepX == bytesPerPixel {
      precondition(lead == 0, "a band that is not turned begins at the first column")
      for y in rows {
        let offset = placement.offset(x: columns.lowerBound, y: y)
        strip.make(y)
        unsafe encode.encode(strip.row, count: columns.count, into: band + offset)
      }
      return
    }
    let base = unsafe tile.bytes.baseAddress!
    for first in stride(from: rows.lowerBound, to: rows.upperBound, by: Self.tileRows) {
      let count = min(Self.tileRows, rows.upperBound - first)
      for y in 0..<count {
        strip.make(first + y)
        unsafe encode.encode(strip.row, count: columns.count, into: base + y * tileStride)
      }
      let offset = placement.offset(x: columns.lowerBound + lead, y: first)
      unsafe TurnKernel.turn(
        base + lead * bytesPerPixel, stride: tileStride,
        size: Size(width: columns.count - lead, height: count),
        bytesPerPixel: bytesPerPixel, to: band + offset,
        stepX: placement.stepX, stepY: placement.stepY)
    }
  }
}
