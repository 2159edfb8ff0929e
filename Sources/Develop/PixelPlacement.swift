internal import Kernels
internal import Pixels

/// Where pixels of the stored picture go in the memory of one band of the upright picture.
struct PixelPlacement {
  /// The part of the stored picture that the band shows.
  let stored: Region
  /// Bytes from one stored pixel to its right, and to its lower neighbour's place in the output.
  let stepX: Int
  let stepY: Int
  /// The place of the stored pixel (0, 0), which may lie outside the band.
  private let origin: Int

  init(rows: Range<Int>, geometry: OutputGeometry, bytesPerPixel: Int) {
    let size = geometry.outputSize
    let orientation = geometry.orientation
    stored = orientation.storedRegion(
      Region(x: 0, y: rows.lowerBound, width: size.width, height: rows.count),
      in: geometry.storedOutput)
    // A turn is affine: three points of the upright picture tell all. Its columns are unit vectors, so the
    // inverse is the transpose.
    func position(_ x: Int, _ y: Int) -> (x: Int, y: Int) {
      orientation.storedPosition(x: x, y: y, in: geometry.storedOutput)
    }
    let corner = position(0, 0)
    let right = position(1, 0)
    let down = position(0, 1)
    let rowBytes = size.width * bytesPerPixel
    stepX = (right.x - corner.x) * bytesPerPixel + (down.x - corner.x) * rowBytes
    stepY = (right.y - corner.y) * bytesPerPixel + (down.y - corner.y) * rowBytes
    origin = -corner.x * stepX - corner.y * stepY - rows.lowerBound * rowBytes
  }

  /// Where a stored pixel goes.
  func offset(x: Int, y: Int) -> Int { origin + x * stepX + y * stepY }
}

/// A strip of the stored picture, row after row.
struct StripRows {
  /// The row that was made last.
  let row: PlanarRow
  /// Makes the row of that number; rows are asked for in order.
  let make: (Int) -> Void
}

/// Takes encoded rows of a strip and puts them into a band, a few rows at a time where they must be turned.
@safe
final class PixelPlacer {
  private let bytesPerPixel: Int
  private let tile: PixelMemory
  private let tileStride: Int
  /// Runs of 32 pixels in a turned row: 1.5 cache lines of 8-bit RGB.
  private static let tileRows = 64

  init(maximumWidth: Int, bytesPerPixel: Int) {
    self.bytesPerPixel = bytesPerPixel
    // An odd number of cache lines, so that a column does not fall into a few sets of the cache.
    tileStride = (maximumWidth * bytesPerPixel + 8 + 127) / 128 * 128 + 64
    tile = PixelMemory(byteCount: tileStride * Self.tileRows)
  }

  /// Encodes the rows `rows` of a strip of the stored picture, from the first on.
  ///
  /// - Parameters:
  ///   - columns: The strip, in columns of the stored picture.
  ///   - output: The band.
  ///   - strip: Makes the rows. Nothing is handed from row to row: counting who refers to it would wait for the encoded pixels
  ///     to reach the cache.
  func place(
    rows: Range<Int>, columns: Range<Int>, placement: PixelPlacement, encode: EncodeKernel,
    into output: UnsafeMutableRawBufferPointer, strip: StripRows
  ) {
    let band = output.baseAddress!
    if placement.stepX == bytesPerPixel {
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
      let offset = placement.offset(x: columns.lowerBound, y: first)
      unsafe TurnKernel.turn(
        base, stride: tileStride, size: Size(width: columns.count, height: count),
        bytesPerPixel: bytesPerPixel, to: band + offset,
        stepX: placement.stepX, stepY: placement.stepY)
    }
  }
}
