internal import BromideKernels
internal import BromideValues

/// The memory positions of stored pixels in a part of the upright picture, such as a band.
struct PixelPlacement {
  /// The part of the stored picture that it shows.
  let stored: Region
  /// Bytes in the output from one stored pixel to its right-hand and to its lower neighbour.
  let stepX: Int
  let stepY: Int
  /// The offset of the stored pixel (0, 0), which can be outside the part.
  private let origin: Int
  /// The stored pixel that is the first of the upright picture, and the steps in the stored picture
  /// to its right-hand and to its lower neighbour.
  private let corner, right, down: SIMD2<Int>

  init(_ part: Region, geometry: OutputGeometry, bytesPerPixel: Int) {
    let orientation = geometry.orientation
    stored = orientation.storedRegion(part, in: geometry.storedOutput)
    // An orientation is an affine map, given by three points of the upright picture. Its columns
    // are unit vectors, so the inverse is the transpose.
    func position(_ x: Int, _ y: Int) -> SIMD2<Int> {
      let (x, y) = orientation.storedPosition(x: x, y: y, in: geometry.storedOutput)
      return SIMD2(x, y)
    }
    corner = position(0, 0)
    right = position(1, 0) &- corner
    down = position(0, 1) &- corner
    let rowBytes = part.width * bytesPerPixel
    stepX = right.x * bytesPerPixel + down.x * rowBytes
    stepY = right.y * bytesPerPixel + down.y * rowBytes
    origin =
      -corner.x * stepX - corner.y * stepY - part.y * rowBytes - part.x * bytesPerPixel
  }

  /// Offset of a stored pixel in the part.
  func offset(x: Int, y: Int) -> Int { origin + x * stepX + y * stepY }

  /// Position of a stored pixel in the upright picture.
  func position(x: Int, y: Int) -> (x: Int, y: Int) {
    let (x, y) = (x - corner.x, y - corner.y)
    return (x * right.x + y * right.y, x * down.x + y * down.y)
  }
}

extension Orientation {
  /// Whether a lower stored row is a lower row of the upright picture.
  var keepsRowOrder: Bool { self == .topLeft || self == .topRight }
}

/// A strip of the stored picture, made row after row.
struct StripRows {
  /// The row made last.
  let row: PlanarRow
  /// Makes a row by its number. Rows are requested in order.
  let make: (Int) -> Void
}

/// Copies the encoded rows of a strip into a band, a few rows at once if they must be rotated.
@safe
final class PixelPlacer {
  private let bytesPerPixel: Int
  private let tile: PixelMemory
  private let tileStride: Int
  /// The number of rows to rotate together. Runs of 64 pixels in a rotated row are 3 cache lines of
  /// 8-bit RGB.
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
  ///   - lead: Columns at its start that are not in the band. Only for rotated pictures.
  ///   - placement: The positions of the pixels in the band.
  ///   - output: The band.
  ///   - write: Makes a row and encodes the strip's columns of it. Rows do not pass objects to each
  ///     other, because reference counting would wait for the encoded pixels to reach the cache.
  func place(
    rows: Range<Int>, columns: Range<Int>, lead: Int, placement: PixelPlacement,
    into output: UnsafeMutableRawBufferPointer,
    write: (Int, UnsafeMutableRawPointer) -> Void
  ) {
    let band = output.baseAddress!
    if placement.stepX == bytesPerPixel {
      precondition(lead == 0, "a band that is not turned begins at the first column")
      for y in rows {
        let offset = placement.offset(x: columns.lowerBound, y: y)
        unsafe write(y, band + offset)
      }
      return
    }
    let base = unsafe tile.bytes.baseAddress!
    for first in stride(from: rows.lowerBound, to: rows.upperBound, by: Self.tileRows) {
      let count = min(Self.tileRows, rows.upperBound - first)
      for y in 0..<count {
        unsafe write(first + y, base + y * tileStride)
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
