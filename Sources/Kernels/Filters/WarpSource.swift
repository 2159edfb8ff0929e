internal import CKernels
internal import Pixels

/// The rows of a picture that a warp needs at a time, in a ring.
@safe
final class WarpSource {
  /// The part of the picture that is read from its first row to its last.
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
  /// The row of each number from `region.y - BROMIDE_WARP_ROWS` on; beyond the picture, its edge's.
  private var rows: [UnsafePointer<Float>] = unsafe []
  private var isLeftEdge = false
  private var isRightEdge = false

  private static let margin = Int(BROMIDE_WARP_MARGIN)
  private static let edgeRows = Int(BROMIDE_WARP_ROWS)

  /// - Parameters:
  ///   - capacity: Most rows at a time.
  ///   - maximumWidth: Width of the widest part.
  ///   - channels: 1 or 3.
  ///   - ceiling: Larger values become this; smaller ones than 0 become 0.
  ///   - instructionSet: The variant to run; it must be available.
  init(
    capacity: Int, maximumWidth: Int, channels: Int, ceiling: Float, instructionSet: InstructionSet
  ) {
    self.capacity = capacity
    self.maximumWidth = maximumWidth
    self.channels = channels
    self.ceiling = ceiling
    self.instructionSet = instructionSet
    // An odd number of cache lines.
    planeStride = ((maximumWidth + 2 * Self.margin + 15) / 16 | 1) * 16
    let values = capacity * channels * planeStride + 2 * Self.margin
    memory = PixelMemory(byteCount: values * MemoryLayout<Float>.stride)
    // Samples of weight 0 are read, too.
    unsafe memory.bytes.assumingMemoryBound(to: Float.self).baseAddress!.initialize(
      repeating: 0, count: values)
  }

  /// Starts at the top of a part of a picture.
  ///
  /// - Parameters:
  ///   - region: The part.
  ///   - size: The picture's size.
  ///   - count: Rows that are needed at a time.
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

  /// Keeps row `y` in the place of one that is no longer needed.
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

  /// The rows, and the number of the first.
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
