internal import BromideLibc
public import BromideValues
internal import CBromideKernels

/// The colour of bright light over a photo, used to reconstruct clipped channels.
///
/// Its cells of 16×16 sensor pixels cover the whole sensor, so the result does not depend on crop
/// or zoom. Each cell has the logarithms to base 2 of red and blue over green, before any balance.
/// They come from the cell's bright light (see `HighlightCells`) if there is enough, otherwise from
/// neighbouring light in larger and larger cells ("push–pull"). Each cell also has a support: the
/// amount of bright light within some hundred pixels.
public struct HighlightField: Sendable {
  /// Side of a cell in sensor pixels.
  public static let side = Int(BROMIDE_HIGHLIGHT_CELL)
  /// Columns and rows of cells.
  public let size: Size
  /// Planes of log2 red/green, log2 blue/green, and support, one below the other.
  let planes: PlaneView<Float>

  /// Computes the field from a photo's cells on this thread.
  ///
  /// - Parameter instructionSet: The variant to run. All variants give equal bits.
  package init(_ cells: HighlightCells, instructionSet: InstructionSet) {
    let parts = HighlightFieldParts(cells, instructionSet: instructionSet)
    for row in 0..<parts.rows { parts.measure(row: row) }
    for piece in 0..<parts.pieces { parts.make(piece: piece) }
    self = parts.field
  }

  /// Creates a field from known values, for tests.
  ///
  /// - Parameter values: Planes of log2 red/green, log2 blue/green, and support.
  package init(size: Size, values: [Float]) {
    precondition(values.count == 3 * size.area, "three planes")
    let memory = PixelMemory(byteCount: values.count * MemoryLayout<Float>.stride)
    let floats = unsafe memory.bytes.bindMemory(to: Float.self)
    _ = unsafe floats.initialize(fromContentsOf: values)
    unsafe self.init(size: size, planes: floats.baseAddress!, owner: memory)
  }

  /// Creates a field from its planes, without a copy.
  ///
  /// - Parameters:
  ///   - planes: The first value.
  ///   - owner: Keeps the planes alive.
  @unsafe init(size: Size, planes: UnsafePointer<Float>, owner: PixelMemory) {
    self.size = size
    self.planes = unsafe PlaneView(
      base: planes, width: size.width, height: 3 * size.height, stride: size.width, owner: owner)
  }
}

extension HighlightField: Equatable {
  /// A copy of the planes, for tests.
  package var values: [Float] {
    unsafe [Float](UnsafeBufferPointer(start: planes.base, count: 3 * size.area))
  }

  /// Compares sizes and values.
  public static func == (a: HighlightField, b: HighlightField) -> Bool {
    a.size == b.size && a.values == b.values
  }

  /// Returns the ratios of red, green and blue before the balance, and the support, at a pixel of
  /// the demosaic's output. Computed with the formulas.
  package func value(x: Int, y: Int, pitch: Int) -> (ratios: SIMD3<Double>, support: Double) {
    func place(_ at: Int, _ count: Int) -> (near: Int, far: Int, share: Double) {
      let position = (Double(at) + 0.5) / Double(pitch) - 0.5
      let first = Int(position.rounded(.down))
      func inside(_ cell: Int) -> Int { min(max(cell, 0), count - 1) }
      return (inside(first), inside(first + 1), position - position.rounded(.down))
    }
    let (column, row) = (place(x, size.width), place(y, size.height))
    func mean(_ plane: Int) -> Double {
      func at(_ x: Int, _ y: Int) -> Double {
        Double(planes[x, plane * size.height + y])
      }
      let above =
        at(column.near, row.near) * (1 - column.share)
        + at(column.far, row.near) * column.share
      let below =
        at(column.near, row.far) * (1 - column.share)
        + at(column.far, row.far) * column.share
      return above * (1 - row.share) + below * row.share
    }
    return (SIMD3(exp2(mean(0)), 1, exp2(mean(1))), mean(2))
  }
}
