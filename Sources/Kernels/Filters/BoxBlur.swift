internal import BromideValues
internal import CBromideKernels

/// A Gaussian blur as three extended boxes, each a running sum, so its cost does not depend on the
/// radius.
///
/// A box of 2r + 1 ones with α at both ends has exactly a third of the required variance (P.
/// Gwosdek, S. Grewenig, A. Bruhn, J. Weickert, 2011). Three boxes differ from the Gaussian by at
/// most 3 % of its peak. Each box repeats the edges of its input, so near the edges (within three
/// standard deviations) the blur mixes less than a Gaussian over repeated edges.
public struct BoxBlur: Sendable {
  /// Number of full-weight values on each side of the middle.
  let reach: Int
  let weight: Double
  let edge: Double
  private let instructionSet: InstructionSet

  /// - Parameter sigma: The Gaussian's standard deviation in pixels, above 0.
  public init(sigma: Double, instructionSet: InstructionSet) {
    precondition(sigma > 0 && sigma.isFinite, "a blur has a width")
    let variance = sigma * sigma / 3
    let reach = Int((((12 * variance + 1).squareRoot() - 1) / 2).rounded(.down))
    let r = Double(reach)
    let alpha =
      (2 * r + 1) * (r * (r + 1) - 3 * variance) / (6 * (variance - (r + 1) * (r + 1)))
    self.reach = reach
    weight = 1 / (2 * alpha + 2 * r + 1)
    edge = alpha * weight
    self.instructionSet = max(instructionSet, .baseline)
  }

  /// Number of rows or columns in a tile.
  public static let tile = Int(BROMIDE_LINES)

  /// Blurs all channels along the 16 rows starting at `y`.
  ///
  /// - Parameter isRoot: Whether to blur the codes instead of their light.
  public func blurRows(_ picture: CodedPicture, from y: Int, isRoot: Bool, scratch: LineScratch) {
    let count = picture.size.width
    precondition(count <= scratch.capacity, "scratch as long as the rows")
    let rows = y..<min(y + Self.tile, picture.size.height)
    for channel in 0..<picture.channels {
      for row in rows {
        unsafe picture.read(
          channel, x: 0, y: row, count: count, isRoot: isRoot,
          into: scratch.rows + (row - y) * scratch.stride)
      }
      unsafe bromide_turn_lines(scratch.rows, scratch.stride, count, scratch.a)
      blur(scratch, count)
      unsafe bromide_turn_rows(scratch.b, count, scratch.rows, scratch.stride)
      for row in rows {
        unsafe picture.write(
          scratch.rows + (row - y) * scratch.stride, channel, x: 0, y: row, count: count,
          isRoot: isRoot)
      }
    }
  }

  /// Blurs all channels down the 16 columns starting at `x`.
  public func blurColumns(_ picture: CodedPicture, from x: Int, isRoot: Bool, scratch: LineScratch)
  {
    let count = picture.size.height
    precondition(count <= scratch.capacity, "scratch as long as the columns")
    let width = min(Self.tile, picture.size.width - x)
    for channel in 0..<picture.channels {
      for y in 0..<count {
        unsafe picture.read(
          channel, x: x, y: y, count: width, isRoot: isRoot, into: scratch.a + Self.tile * y)
      }
      blur(scratch, count)
      for y in 0..<count {
        unsafe picture.write(
          scratch.b + Self.tile * y, channel, x: x, y: y, count: width, isRoot: isRoot)
      }
    }
  }

  /// Applies three boxes in order. `a` contains the input and `b` receives the result.
  private func blur(_ scratch: LineScratch, _ count: Int) {
    for unsafe(from, to) in unsafe [
      (scratch.a, scratch.b), (scratch.b, scratch.a), (scratch.a, scratch.b),
    ] {
      unsafe bromide_box_lines(
        instructionSet.code, from, count, reach, Float(weight), Float(edge), to)
    }
  }
}

/// Working memory of one thread for blurring.
@safe
public final class LineScratch {
  let capacity: Int
  let stride: Int
  @unsafe let rows: UnsafeMutablePointer<Float>
  @unsafe let a: UnsafeMutablePointer<Float>
  @unsafe let b: UnsafeMutablePointer<Float>
  private let memory: PixelMemory

  /// - Parameter capacity: Length of the longest line.
  public init(capacity: Int) {
    self.capacity = capacity
    // Use an odd number of cache lines, so that rows do not share a few cache sets.
    stride = (capacity + 31) / 32 * 32 + 16
    let plane = stride * BoxBlur.tile
    memory = PixelMemory(byteCount: 3 * plane * MemoryLayout<Float>.stride)
    let base = unsafe memory.bytes.assumingMemoryBound(to: Float.self).baseAddress!
    unsafe base.initialize(repeating: 0, count: 3 * plane)
    unsafe rows = base
    unsafe a = base + plane
    unsafe b = base + 2 * plane
  }
}
