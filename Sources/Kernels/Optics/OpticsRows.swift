public import BromideValues
internal import CBromideKernels

/// Reduces noise in a rectangle of rows and sharpens them, row by row, in rings that one thread
/// reuses.
///
/// The rectangle's edges repeat. To process a part of a larger picture, request the rectangle
/// `part(_:of:)`. The part's pixels then equal the complete picture's, bit for bit.
///
/// The corresponding C functions are `bromide_optics_begin`, `bromide_optics_advance` and
/// `bromide_optics_row`.
@safe
public final class OpticsRows {
  /// The number of pixels on every side that a pixel can depend on, and the cell size for aligning
  /// rectangles.
  private struct Surroundings {
    let reach, cell: Int
    /// Pixels to pull on the left. They are whole vectors, so that loads of the part do not cross
    /// cache lines, which would take 10 % more time.
    let left: Int

    init(_ parameters: OpticsParameters) {
      let slides = parameters.settings.sliding != 0
      reach = Int(
        slides
          ? BROMIDE_SLIDING_REACH
          : parameters.settings.chroma != 0 ? BROMIDE_OPTICS_REACH : BROMIDE_SHARPENING_REACH)
      cell = slides ? 16 : 4
      left = (reach + 15) / 16 * 16
    }
  }

  private let instructionSet: InstructionSet
  private let parameters: OpticsParameters
  private let surroundings: Surroundings
  /// Maximum width of a rectangle.
  public let maximumWidth: Int
  private let input: [PlanarRow]
  private let scratch: PixelMemory
  private var state = unsafe bromide_optics()
  /// The number of requested columns.
  private var width = 0
  private var rowsRead = 0
  private var rowsLeft = 0

  /// - Parameters:
  ///   - parameters: The filters to apply to the rows.
  ///   - maximumPart: Maximum width of a part.
  ///   - instructionSet: The variant to run. All variants give equal bits.
  ///   - memory: The place of the working memory, or `nil` for its own.
  public init(
    _ parameters: OpticsParameters, maximumPart: Int, instructionSet: InstructionSet,
    memory: ScratchMemory? = nil
  ) {
    precondition(maximumPart > 0, "a rectangle has columns")
    surroundings = Surroundings(parameters)
    maximumWidth =
      maximumPart + surroundings.left + surroundings.reach + 2 * (surroundings.cell - 1)
    self.parameters = parameters
    self.instructionSet = max(instructionSet, .baseline)
    var settings = parameters.settings
    input = unsafe PlanarRow.block(
      bromide_optics_input_rows(&settings), capacity: maximumWidth + 1, in: memory)
    scratch = unsafe .scratch(
      bromide_optics_scratch_bytes(&settings, maximumWidth), in: memory)
    unsafe scratch.bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  /// Returns the rectangle to pull for a part of a picture: the part and its surroundings, in whole
  /// cells.
  public func part(_ part: Region, of size: Size) -> Region {
    let (reach, cell) = (surroundings.reach, surroundings.cell)
    func end(_ end: Int) -> Int { (end + reach + cell - 1) / cell * cell }
    let left = max(0, part.x - surroundings.left) / cell * cell
    let top = max(0, part.y - reach) / cell * cell
    return Region(
      x: left, y: top, width: min(size.width, end(part.endX)) - left,
      height: min(size.height, end(part.endY)) - top)
  }

  /// Starts a rectangle. `next` returns its rows from `first` on, and only the columns `columns`.
  public func begin(_ size: Size, first: Int, columns: Range<Int>) {
    precondition(size.width <= maximumWidth && !size.isEmpty, "a rectangle that fits")
    precondition(first >= 0 && first < size.height, "a row of the rectangle")
    precondition(
      !columns.isEmpty && columns.lowerBound >= 0 && columns.upperBound <= size.width,
      "columns of the rectangle")
    guard let row = input.first else { preconditionFailure("the ring has rows") }
    var settings = parameters.settings
    let ring = unsafe bromide_ring(
      rows: row.red, row: row.blockDistance, plane: row.planeStride, count: input.count)
    unsafe bromide_optics_begin(
      &state, &settings, size.width, size.height, first, columns.lowerBound, columns.count, ring,
      scratch.bytes.baseAddress!)
    width = columns.count
    rowsRead = 0
    rowsLeft = size.height - first
  }

  /// Computes the requested columns of the next row.
  ///
  /// - Parameters:
  ///   - row: Receives the row.
  ///   - read: Writes the next row of the rectangle.
  public func next(into row: PlanarRow, read: (PlanarRow) -> Void) {
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
    precondition(width <= row.capacity, "the row is shorter than the part")
    unsafe bromide_optics_row(instructionSet.code, &state, row.red, row.green, row.blue)
    rowsLeft -= 1
  }
}
