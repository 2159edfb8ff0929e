internal import CKernels
public import Pixels

/// Reduces noise and sharpens a rectangle of rows as they are pulled, in rings that one thread reuses.
///
/// The rectangle's edges repeat. A caller that wants a part of a larger picture pulls `part(_:of:)` of it, whose inner
/// pixels are those of the whole picture, bit for bit.
///
/// The corresponding C functions are `bromide_optics_begin`, `bromide_optics_advance` and `bromide_optics_row`.
@safe
public final class OpticsRows {
  /// Pixels on every side that a pixel can depend on.
  public static let reach = Int(BROMIDE_OPTICS_REACH)

  private let instructionSet: InstructionSet
  private let parameters: OpticsParameters
  private let maximumWidth: Int
  private let input: [PlanarRow]
  private let scratch: PixelMemory
  private var state = unsafe bromide_optics()
  private var rowsRead = 0
  private var rowsLeft = 0

  /// - Parameters:
  ///   - parameters: What is done to the rows.
  ///   - maximumWidth: Width of the widest rectangle.
  ///   - instructionSet: The variant to run; all give equal bits.
  public init(
    _ parameters: OpticsParameters, maximumWidth: Int, instructionSet: InstructionSet
  ) {
    precondition(maximumWidth > 0, "a rectangle has columns")
    self.parameters = parameters
    self.maximumWidth = maximumWidth
    self.instructionSet = max(instructionSet, .baseline)
    var settings = parameters.settings
    input = unsafe PlanarRow.block(
      bromide_optics_input_rows(&settings), capacity: maximumWidth + 1)
    scratch = unsafe PixelMemory(byteCount: bromide_optics_scratch_bytes(&settings, maximumWidth))
    unsafe scratch.bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  /// The rectangle to pull for a part of a picture: the part and what it depends on, in whole cells of 4×4 pixels.
  public static func part(_ part: Region, of size: Size) -> Region {
    let left = max(0, part.x - reach) / 4 * 4
    let top = max(0, part.y - reach) / 4 * 4
    let right = min(size.width, (part.endX + reach + 3) / 4 * 4)
    let bottom = min(size.height, (part.endY + reach + 3) / 4 * 4)
    return Region(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The widest rectangle that `part(_:of:)` gives for parts of a width.
  public static func width(ofParts width: Int) -> Int { width + 2 * reach + 6 }

  /// Starts a rectangle, of which rows from `first` on are wanted.
  public func begin(_ size: Size, first: Int) {
    precondition(size.width <= maximumWidth && !size.isEmpty, "a rectangle that fits")
    precondition(first >= 0 && first < size.height, "a row of the rectangle")
    guard let row = input.first else { preconditionFailure("the ring has rows") }
    var settings = parameters.settings
    let ring = unsafe bromide_ring(
      rows: row.red, row: row.blockDistance, plane: row.planeStride, count: input.count)
    unsafe bromide_optics_begin(
      &state, &settings, size.width, size.height, first, ring, scratch.bytes.baseAddress!)
    rowsRead = 0
    rowsLeft = size.height - first
  }

  /// Makes the next row, all its columns.
  ///
  /// - Parameters:
  ///   - row: Where the row goes.
  ///   - from: The rectangle's column that becomes the row's first.
  ///   - count: Columns from there on.
  ///   - read: Makes the next row of the rectangle.
  public func next(
    into row: PlanarRow, from: Int, count: Int, read: (PlanarRow) -> Void
  ) {
    precondition(rowsLeft > 0, "all rows of the rectangle were made")
    while true {
      let needed = unsafe bromide_optics_needs(&state)
      if needed == 0 { break }
      while rowsRead < needed {
        read(input[rowsRead % input.count])
        rowsRead += 1
      }
      unsafe bromide_optics_advance(instructionSet.code, &state)
    }
    precondition(count <= row.capacity, "the row is shorter than the part")
    unsafe bromide_optics_row(
      instructionSet.code, &state, from, count, row.red, row.green, row.blue)
    rowsLeft -= 1
  }
}
