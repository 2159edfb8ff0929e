internal import CKernels
public import Pixels

/// A picture of linear light that waits for a later step: 16-bit codes of the square root, a plane a channel.
///
/// A step of the code is 2√v/65535 of the light v: 3·10⁻⁵ of it at 1, and no coarser than a 14-bit sensor's in the dark.
/// Threads may write different pixels at once; nobody reads what another writes.
@safe
public final class CodedPicture: @unchecked Sendable {
  /// Width and height in pixels.
  public let size: Size
  /// 1 or 3.
  public let channels: Int
  /// The light of the largest code; more is clipped.
  public let ceiling: Float
  private let memory: PixelMemory
  private let instructionSet: InstructionSet

  /// Bytes behind the last pixel that may be read with it.
  private static let margin = 64

  /// A picture of undefined content. Its pages take memory as they are written.
  public init(size: Size, channels: Int, ceiling: Float = 1, instructionSet: InstructionSet) {
    guard let bytes = Checked.product(size.width, size.height, channels, 2) else {
      preconditionFailure("a picture of \(size) does not fit in memory")
    }
    self.size = size
    self.channels = channels
    self.ceiling = ceiling
    // The plain form of a code is the compiled one of the oldest processor: rounding is all there is to it.
    self.instructionSet = max(instructionSet, .baseline)
    memory = PixelMemory(byteCount: bytes + Self.margin)
  }

  /// Keeps the first `count` pixels of `row` from column `x` of row `y` on.
  public func write(_ row: PlanarRow, x: Int, y: Int, count: Int) {
    precondition(count <= row.capacity, "a count within the row")
    for channel in 0..<channels {
      let codes = unsafe codes(channel, x: x, y: y, count: count)
      unsafe bromide_pack_row(instructionSet.code, row.plane(channel), ceiling, count, codes)
    }
  }

  /// Fetches `count` pixels from column `x` of row `y` on.
  public func read(x: Int, y: Int, count: Int, into row: PlanarRow) {
    precondition(count <= row.capacity, "a count within the row")
    for channel in 0..<channels {
      let codes = unsafe codes(channel, x: x, y: y, count: count)
      unsafe bromide_unpack_row(
        instructionSet.code, codes, ceiling, count, size.width, row.plane(channel))
    }
  }

  /// Values of one plane; `isRoot` leaves out the squaring.
  @unsafe func read(
    _ channel: Int, x: Int, y: Int, count: Int, isRoot: Bool,
    into values: UnsafeMutablePointer<Float>
  ) {
    let codes = unsafe codes(channel, x: x, y: y, count: count)
    if isRoot {
      unsafe bromide_read_row(instructionSet.code, codes, count, values)
    } else {
      unsafe bromide_unpack_row(instructionSet.code, codes, ceiling, count, size.width, values)
    }
  }

  @unsafe func write(
    _ values: UnsafePointer<Float>, _ channel: Int, x: Int, y: Int, count: Int, isRoot: Bool
  ) {
    let codes = unsafe codes(channel, x: x, y: y, count: count)
    if isRoot {
      unsafe bromide_write_row(instructionSet.code, values, count, codes)
    } else {
      unsafe bromide_pack_row(instructionSet.code, values, ceiling, count, codes)
    }
  }

  /// All codes, plane after plane.
  @unsafe var base: UnsafePointer<UInt16> {
    unsafe UnsafePointer(memory.bytes.assumingMemoryBound(to: UInt16.self).baseAddress!)
  }

  /// The codes of some pixels; whole vectors may be read.
  @unsafe func codes(_ channel: Int, x: Int, y: Int, count: Int) -> UnsafeMutablePointer<UInt16> {
    precondition(
      x >= 0 && y >= 0 && count >= 0 && x + count <= size.width && y < size.height
        && channel < channels, "pixels inside the picture")
    let base = unsafe memory.bytes.assumingMemoryBound(to: UInt16.self).baseAddress!
    return unsafe base + (channel * size.height + y) * size.width + x
  }
}
