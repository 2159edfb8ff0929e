public import BromideValues
internal import CBromideKernels

/// The shifts of red and blue that correct lateral colour, for blocks of 32×32 sites of one mosaic.
///
/// All sites of a block use the shift at its middle. It changes by less than 0.03 pixels from block
/// to block, and neighbouring sites can then read their neighbours at equal distances. Shifts are
/// limited to 4 pixels in x and y. Outside the picture the nearest block's shift applies.
@safe
public final class LateralMoves: Sendable {
  /// Columns and rows of blocks.
  let blocks: Size
  private let color: LateralColor
  private let size: Size
  /// The shifts of red, then of blue, row by row.
  private let memory: PixelMemory

  /// Sites along a side of a block.
  static let side = Int(BROMIDE_LATERAL_RUN)
  /// The maximum shift in x or y, in pixels. It is just below 4 because a kernel's reach is a whole
  /// number.
  static let greatest = 3.999

  /// - Parameters:
  ///   - color: The shifts to correct.
  ///   - size: Size of the mosaic.
  public init(_ color: LateralColor, size: Size) {
    self.color = color
    self.size = size
    let side = Self.side
    blocks = Size(width: (size.width + side - 1) / side, height: (size.height + side - 1) / side)
    memory = PixelMemory(byteCount: 2 * blocks.area * MemoryLayout<bromide_lateral_move>.stride)
    let moves = unsafe memory.bytes.bindMemory(to: bromide_lateral_move.self)
    for (i, shift) in [color.red, color.blue].enumerated() where shift != .none {
      for row in 0..<blocks.height {
        let shifts = shifts(shift, row: row)
        for column in 0..<blocks.width {
          let place = i * blocks.area + row * blocks.width + column
          unsafe moves.initializeElement(at: place, to: bromide_lateral_move(shifts(column)))
        }
      }
    }
  }

  /// Returns whether red or blue is shifted.
  func moves(_ needed: CFAColor) -> Bool {
    (needed == .red ? color.red : color.blue) != .none
  }

  /// Returns the shift of red or blue at a site.
  func shift(of needed: CFAColor, x: Int, y: Int) -> SIMD2<Double> {
    let row = min(max(y / Self.side, 0), blocks.height - 1)
    return shifts(needed == .red ? color.red : color.blue, row: row)(
      min(max(x / Self.side, 0), blocks.width - 1))
  }

  /// Returns a function from column to shift, for a row of blocks.
  private func shifts(_ shift: LateralShift, row: Int) -> (Int) -> SIMD2<Double> {
    let side = Double(Self.side)
    let first = LateralShift.place(of: SIMD2(0.5, Double(row) + 0.5) * side, in: size)
    let second = LateralShift.place(of: SIMD2(1.5, Double(row) + 0.5) * side, in: size)
    let step = second.x - first.x
    let t = shift.coefficients
    let (t0, t1, t2, offset) = (t[0], t[1], t[2], SIMD2(t[3], t[4]))
    let limit = SIMD2(repeating: Self.greatest)
    return { column in
      let place = SIMD2(first.x + Double(column) * step, first.y)
      let square = (place * place).sum()
      let s = place * (t0 + square * (t1 + square * t2)) + offset
      return pointwiseMax(pointwiseMin(s, limit), -limit)
    }
  }

  /// The shifts for the C code, valid while this object exists.
  @unsafe var description: bromide_lateral_moves {
    let moves = unsafe memory.bytes.assumingMemoryBound(to: bromide_lateral_move.self).baseAddress
    return unsafe bromide_lateral_moves(
      red: color.red == .none ? nil : UnsafePointer(moves),
      blue: color.blue == .none ? nil : moves.map { unsafe UnsafePointer($0 + blocks.area) },
      columns: blocks.width, rows: blocks.height)
  }
}

extension LateralShift {
  /// Returns a point of a mosaic in half-diagonals from the middle. `size` is in sites.
  static func place(of point: SIMD2<Double>, in size: Size) -> SIMD2<Double> {
    let extent = SIMD2(Double(size.width), Double(size.height))
    return (2 * point - extent) / (extent * extent).sum().squareRoot()
  }
}

extension bromide_lateral_move {
  /// Creates the C form of a shift.
  fileprivate init(_ s: SIMD2<Double>) {
    let first = s.rounded(.down)
    let (along, down) = (Self.spline(s.x - first.x), Self.spline(s.y - first.y))
    // p − s, in sites of the colour.
    let back = -0.5 * s
    let site = back.rounded(.down)
    let share = back - site
    self.init(
      green_x: Int32(first.x), green_y: Int32(first.y),
      along: (along.x, along.y, along.z, along.w), down: (down.x, down.y, down.z, down.w),
      ratio_x: Int32(site.x), ratio_y: Int32(site.y),
      share_x: Float(share.x), share_y: Float(share.y))
  }

  /// Returns the weights of the values at −1, 0, 1 and 2 of a Catmull-Rom spline at t, 0 ≤ t < 1.
  private static func spline(_ t: Double) -> SIMD4<Float> {
    SIMD4<Float>(CatmullRom.weights(at: t))
  }
}

/// The cubic spline through values by E. Catmull and R. Rom (1974), with slopes from the
/// neighbours.
enum CatmullRom {
  /// Returns the weights of the values at −1, 0, 1 and 2 at t, 0 ≤ t ≤ 1.
  static func weights(at t: Double) -> SIMD4<Double> {
    let (square, cube) = (t * t, t * t * t)
    return SIMD4(
      0.5 * (2 * square - cube - t), 0.5 * (3 * cube - 5 * square + 2),
      0.5 * (4 * square - 3 * cube + t), 0.5 * (cube - square))
  }
}
