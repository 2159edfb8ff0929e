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
  /// Pixels on every side that a pixel can depend on, and the side of the cells in which rectangles are whole.
  private struct Surroundings {
    let reach, cell: Int
    /// The pixels that are pulled on the left: whole vectors, so that no load of the part crosses a cache line, which takes
    /// 10 % of the time.
    let left: Int

    init(_ parameters: OpticsParameters) {
      let slides = parameters.settings.sliding != 0
      reach = Int(slides ? BROMIDE_SLIDING_REACH : BROMIDE_OPTICS_REACH)
      cell = slides ? 16 : 4
      left = (reach + 15) / 16 * 16
    }
  }

  private let instructionSet: InstructionSet
  private let parameters: OpticsParameters
  private let surroundings: Surroundings
  /// Width of the widest rectangle.
  public let maximumWidth: Int
  private let input: [PlanarRow]
  private let scratch: PixelMemory
  private var state = unsafe bromide_optics()
  private var rowsRead = 0
  private var rowsLeft = 0

  /// - Parameters:
  ///   - parameters: What is done to the rows.
  ///   - maximumPart: Width of the widest part of a picture that will be asked for.
  ///   - instructionSet: The variant to run; all give equal bits.
  public init(
    _ parameters: OpticsParameters, maximumPart: Int, instructionSet: InstructionSet
  ) {
    precondition(maximumPart > 0, "a rectangle has columns")
    surroundings = Surroundings(parameters)
    maximumWidth =
      maximumPart + surroundings.left + surroundings.reach + 2 * (surroundings.cell - 1)
    self.parameters = parameters
    self.instructionSet = max(instructionSet, .baseline)
    var settings = parameters.settings
    input = unsafe PlanarRow.block(
      bromide_optics_input_rows(&settings), capacity: maximumWidth + 1)
    scratch = unsafe PixelMemory(byteCount: bromide_optics_scratch_bytes(&settings, maximumWidth))
    unsafe scratch.bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  /// The rectangle to pull for a part of a picture: the part and what it depends on, in whole cells.
  public func part(_ part: Region, of size: Size) -> Region {
    let (reach, cell) = (surroundings.reach, surroundings.cell)
    func end(_ end: Int) -> Int { (end + reach + cell - 1) / cell * cell }
    let left = max(0, part.x - surroundings.left) / cell * cell
    let top = max(0, part.y - reach) / cell * cell
    return Region(
      x: left, y: top, width: min(size.width, end(part.endX)) - left,
      height: min(size.height, end(part.endY)) - top)
  }

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
