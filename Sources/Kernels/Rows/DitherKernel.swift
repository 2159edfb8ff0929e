public import BromideValues
internal import CBromideKernels

/// Rounds the codes of smooth light to 8 bits with an ordered dither, to avoid bands in gradients.
///
/// In smooth light, a code v becomes ⌊v + B(x mod 8, y mod 8)⌋, where B is Bayer's matrix of 8×8
/// values (i + ½)/64. Other codes become ⌊v + ½⌋. All channels of a pixel use the same B, so greys
/// stay grey. Light is smooth if the luma (Rec. 709) of 5×5 pixels varies by 1/512 to 1 code and
/// all channels are below 254.5. So flat fields, edges, texture and white keep their bytes.
///
/// Matrix: B. E. Bayer, "An optimum method for two-level rendition of continuous-tone pictures",
/// 1973.
///
/// The kernel accepts rows in order and caches the last five. It measures blocks of 64 columns, and
/// only if a pixel needs them. Five successive rows first test the same row, because its block
/// varies too much in most photos. Use a kernel on one thread only.
@safe
public final class DitherKernel {
  /// The number of neighbours on each side that a pixel needs.
  public static let reach = 2

  private let encode: EncodeKernel
  /// The ranges of luma to dither.
  private let ranges: ClosedRange<Float>
  /// The limit of all channels of a dithered pixel, as code plus ½.
  private let white: Float
  private let capacity: Int
  /// Distance between two planes of a row in floats, which is an odd number of cache lines.
  private let stride: Int
  private let memory: PixelMemory
  /// The measurements of the rows' blocks.
  private let blocks: PixelMemory
  private let blockCount: Int
  /// The rows and columns to add, the part of them to write, and the number of the next row.
  private var part = Region(x: 0, y: 0, width: 0, height: 0)
  private var written = 0..<0
  private var next = 0

  private static let rows = 2 * reach + 1
  /// The number of planes: three for codes, and two for the range of luma.
  private static let planes = 5
  /// Readable codes before the first column, and after the last block.
  private static let margins = (16, 32)
  private static let block = Int(BROMIDE_DITHER_BLOCK)

  /// - Parameters:
  ///   - encode: Computes 8-bit codes.
  ///   - treatsAll: Whether to dither every pixel instead of smooth light only.
  ///   - capacity: Maximum number of columns in a part.
  ///   - shared: The place of the working memory, or `nil` for its own.
  public init(
    encode: EncodeKernel, treatsAll: Bool, capacity: Int, in shared: ScratchMemory? = nil
  ) {
    precondition(encode.format.sample == .uint8, "codes of 8 bits")
    self.encode = encode
    ranges = treatsAll ? 0...Float.infinity : Self.leastRange...Self.mostRange
    white = treatsAll ? .infinity : Self.white + 0.5
    self.capacity = capacity
    let (before, behind) = Self.margins
    stride = ((before + capacity + Self.block + behind + 15) / 16 | 1) * 16
    memory = .scratch(
      stride * Self.planes * Self.rows * MemoryLayout<Float>.stride, in: shared)
    unsafe memory.bytes.assumingMemoryBound(to: Float.self).initialize(repeating: 0)
    blockCount = (capacity + Self.block - 1) / Self.block
    blocks = PixelMemory(
      byteCount: blockCount * Self.rows * MemoryLayout<bromide_dither_block>.stride)
    unsafe blocks.bytes.assumingMemoryBound(to: bromide_dither_block.self).initialize(
      repeating: bromide_dither_block())
  }

  /// Starts a part of a picture. It must extend 2 pixels around the pixels to write, or to the
  /// picture's edges.
  public func begin(_ part: Region) {
    precondition(part.width <= capacity, "a part within the capacity")
    self.part = part
    next = part.y
  }

  /// Adds the next row of the part, with the values for the encoding.
  public func add(_ row: PlanarRow) {
    precondition(next < part.endY, "a row of the part")
    unsafe encode.makeCodes(of: row, count: part.width, into: plane(0, next), stride: stride)
    for channel in 0..<encode.format.colorChannels {
      let codes = unsafe plane(channel, next)
      for i in 1...Self.reach {
        unsafe codes[-i] = codes[0]
        unsafe codes[part.width - 1 + i] = codes[part.width - 1]
      }
    }
    forget(next)
    next += 1
  }

  /// Returns the number of the row to add before you can write row `y`, or `nil` if you can write
  /// it.
  public func missing(for y: Int) -> Int? {
    next < min(y + Self.reach + 1, part.endY) ? next : nil
  }

  /// Writes pixels of a row: exactly `columns.count · format.bytesPerPixel` bytes.
  ///
  /// - Parameters:
  ///   - y: The row. The last added row must be two rows below it, or the picture's last row.
  ///   - columns: Columns of the part. If they differ from the previous row's columns, the kernel
  ///     measures again.
  ///   - position: Returns the position in the finished picture for a column of this row.
  ///   - output: Receives the pixels.
  @unsafe public func write(
    _ y: Int, columns: Range<Int>, position: (Int) -> (x: Int, y: Int),
    into output: UnsafeMutableRawPointer
  ) {
    precondition(missing(for: y) == nil && y + Self.rows > next, "a row that is kept")
    precondition(
      columns.lowerBound >= part.x && columns.upperBound <= part.endX, "columns of the part")
    let first = columns.lowerBound - part.x
    if written != first..<first + columns.count {
      written = first..<first + columns.count
      for row in 0..<Self.rows { forget(row) }
    }
    // Do not use arrays here. Allocations for each row of a strip would take 2 % of a development.
    func added(_ i: Int) -> Float {
      let (x, y) = position(columns.lowerBound + i)
      return Self.threshold(x: x & 7, y: y & 7) - 0.5
    }
    let p = (added(0), added(1), added(2), added(3), added(4), added(5), added(6), added(7))
    if encode.instructionSet == .reference {
      let pattern = [p.0, p.1, p.2, p.3, p.4, p.5, p.6, p.7]
      unsafe writeReference(y, first..<first + columns.count, pattern, output)
    } else {
      let rows = (kept(y - 2), kept(y - 1), kept(y), kept(y + 1), kept(y + 2))
      func codes(_ row: Int) -> UnsafeMutablePointer<Float> { unsafe plane(0, row) + first }
      var dither = unsafe bromide_dither(
        rows: (codes(rows.0), codes(rows.1), codes(rows.2), codes(rows.3), codes(rows.4)),
        plane: stride,
        blocks: (
          blocks(of: rows.0), blocks(of: rows.1), blocks(of: rows.2), blocks(of: rows.3),
          blocks(of: rows.4)
        ), first: Int32(kept((y + Self.reach) / Self.rows * Self.rows) - y + Self.reach),
        pattern: (
          p.0, p.1, p.2, p.3, p.4, p.5, p.6, p.7, p.0, p.1, p.2, p.3, p.4, p.5, p.6, p.7
        ), least: ranges.lowerBound, most: ranges.upperBound, white: white,
        channels: Int32(encode.format.colorChannels))
      unsafe bromide_dither_row(
        encode.instructionSet.code, &dither, columns.count,
        output.assumingMemoryBound(to: UInt8.self))
    }
    unsafe encode.addAlpha(to: output, count: columns.count)
  }

  /// The rule, pixel by pixel.
  private func writeReference(
    _ y: Int, _ columns: Range<Int>, _ pattern: [Float], _ output: UnsafeMutableRawPointer
  ) {
    let channels = encode.format.colorChannels
    for x in columns {
      var (low, high) = (Float.infinity, -Float.infinity)
      for row in y - Self.reach...y + Self.reach {
        for column in x - Self.reach...x + Self.reach {
          let luma = luma(column, kept(row))
          (low, high) = (min(low, luma), max(high, luma))
        }
      }
      var top: Float = 0
      for c in 0..<channels { top = unsafe max(top, plane(c, y)[x]) }
      let place = x - columns.lowerBound
      let more = ranges.contains(high - low) && top < white ? pattern[place & 7] : 0
      for c in 0..<channels {
        let code = unsafe plane(c, y)[x] + more
        unsafe output.storeBytes(
          of: UInt8(code), toByteOffset: place * channels + c, as: UInt8.self)
      }
    }
  }

  /// Returns the luma of a column in a cached row, in codes.
  private func luma(_ x: Int, _ row: Int) -> Float {
    let red = unsafe plane(0, row)[x]
    guard encode.format.colorChannels == 3 else { return red }
    return unsafe 0.2126 * red + 0.7152 * plane(1, row)[x] + 0.0722 * plane(2, row)[x]
  }

  /// Returns a row, or the nearest row of the part.
  private func kept(_ row: Int) -> Int { min(max(row, part.y), part.endY - 1) }

  /// Returns a plane of a cached row, at the part's first column.
  private func plane(_ plane: Int, _ row: Int) -> UnsafeMutablePointer<Float> {
    unsafe memory.bytes.assumingMemoryBound(to: Float.self).baseAddress!
      + (row % Self.rows * Self.planes + plane) * stride + Self.margins.0
  }

  /// Returns the blocks of a cached row, starting at the first column to write.
  private func blocks(of row: Int) -> UnsafeMutablePointer<bromide_dither_block> {
    unsafe blocks.bytes.assumingMemoryBound(to: bromide_dither_block.self).baseAddress!
      + row % Self.rows * blockCount
  }

  /// Removes the measurements of a row.
  private func forget(_ row: Int) {
    unsafe blocks(of: row).update(repeating: bromide_dither_block(), count: blockCount)
  }

  /// Returns the value of Bayer's matrix at a position: 2·(x xor y) + y for each bit, where the
  /// lowest bit has the largest weight.
  static func threshold(x: Int, y: Int) -> Float {
    var index = 0
    for bit in 0..<3 {
      let (x, y) = (x >> bit & 1, y >> bit & 1)
      index += (2 * (x ^ y) + y) << (2 * (2 - bit))
    }
    return (Float(index) + 0.5) / 64
  }

  private static let leastRange: Float = 1 / 512
  private static let mostRange: Float = 1
  private static let white: Float = 254.5
}
