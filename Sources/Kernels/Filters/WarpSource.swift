internal import BromideValues
internal import CBromideKernels

/// A ring with the source rows that a warp needs at once.
@safe
final class WarpSource {
  /// The source region, which is read row by row from the top.
  private(set) var region = Region(x: 0, y: 0, width: 0, height: 0)
  /// Distance of a row's planes, in values.
  let planeStride: Int
  private let capacity: Int
  private let maximumWidth: Int
  private let channels: Int
  private let ceiling: Float
  private let instructionSet: InstructionSet
  private let memory: PixelMemory
  private var count = 1
  /// The row for each number, starting at `region.y - BROMIDE_WARP_ROWS`. Outside the picture, the
  /// edge row.
  private var rows: [UnsafePointer<Float>] = unsafe []
  private var isLeftEdge = false
  private var isRightEdge = false

  private static let margin = Int(BROMIDE_WARP_MARGIN)
  private static let edgeRows = Int(BROMIDE_WARP_ROWS)

  /// - Parameters:
  ///   - capacity: Maximum number of rows at once.
  ///   - maximumWidth: Width of the widest part.
  ///   - channels: 1 or 3.
  ///   - ceiling: Upper limit of values. The lower limit is 0.
  ///   - instructionSet: The variant to run. It must be available.
  init(
    capacity: Int, maximumWidth: Int, channels: Int, ceiling: Float, instructionSet: InstructionSet
  ) {
    self.capacity = capacity
    self.maximumWidth = maximumWidth
    self.channels = channels
    self.ceiling = ceiling
    self.instructionSet = instructionSet
    // Use an odd number of cache lines.
    planeStride = ((maximumWidth + 2 * Self.margin + 15) / 16 | 1) * 16
    let values = capacity * channels * planeStride + 2 * Self.margin
    memory = PixelMemory(byteCount: values * MemoryLayout<Float>.stride)
    // Samples with a weight of 0 are also read, so they must not be NaN.
    unsafe memory.bytes.assumingMemoryBound(to: Float.self).baseAddress!.initialize(
      repeating: 0, count: values)
  }

  /// Starts at the top of a part of a picture.
  ///
  /// - Parameters:
  ///   - region: The part.
  ///   - size: The picture's size.
  ///   - count: Number of rows needed at once.
  func begin(_ region: Region, of size: Size, count: Int) {
    precondition(count <= capacity && region.width <= maximumWidth, "a part that there is room for")
    self.region = region
    self.count = count
    isLeftEdge = region.x == 0
    isRightEdge = region.endX == size.width
    unsafe rows = (region.y - Self.edgeRows..<region.endY + Self.edgeRows).map { y in
      unsafe UnsafePointer(start(of: min(max(y, region.y), region.endY - 1)))
    }
  }

  private func start(of y: Int) -> UnsafeMutablePointer<Float> {
    let first = unsafe memory.bytes.assumingMemoryBound(to: Float.self).baseAddress!
    return unsafe first + (y % count * channels * planeStride + Self.margin)
  }

  /// Stores row `y` over a row that is no longer needed.
  func write(_ row: PlanarRow, y: Int) {
    let start = unsafe start(of: y)
    let width = region.width
    for channel in 0..<channels {
      let plane = unsafe start + channel * planeStride
      unsafe bromide_limit_row(
        instructionSet.code, row.plane(channel), ceiling, width, plane)
      if isLeftEdge {
        for x in 1...Self.edgeRows { unsafe plane[-x] = unsafe plane[0] }
      }
      if isRightEdge {
        for x in 0..<Self.edgeRows { unsafe plane[width + x] = unsafe plane[width - 1] }
      }
    }
  }

  /// Calls `body` with the rows and the number of the first.
  @unsafe func withRows(
    _ body: (UnsafePointer<UnsafePointer<Float>?>, Int) -> Void
  ) {
    unsafe rows.withUnsafeBufferPointer { rows in
      let start = unsafe UnsafeRawPointer(rows.baseAddress!)
      unsafe body(
        start.assumingMemoryBound(to: UnsafePointer<Float>?.self), region.y - Self.edgeRows)
    }
  }
}
