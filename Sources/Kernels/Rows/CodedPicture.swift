public import BromideValues
internal import CBromideKernels

/// A picture of linear light for a later step, stored as 16-bit codes of the square root in one
/// plane per channel.
///
/// One step of the code is 2√v/65535 of the light v: 3·10⁻⁵ at white. In the dark, it is at most
/// the step of a 14-bit sensor. Threads can write different pixels at the same time, but must not
/// read pixels that another thread is writing.
@safe
public final class CodedPicture: @unchecked Sendable {
  /// Width and height in pixels.
  public let size: Size
  /// Planes: 1 or 3.
  public let channels: Int
  /// The light of the largest code. Brighter values are clipped.
  public let ceiling: Float
  private let memory: PixelMemory
  private let instructionSet: InstructionSet

  /// Bytes after the last pixel that reading it can touch.
  private static let margin = 64

  /// Creates a picture with undefined content. Pages use memory only after they are written.
  ///
  /// - Throws: `PixelShortage` if there is not enough memory.
  public init(
    size: Size, channels: Int, ceiling: Float = 1, instructionSet: InstructionSet
  ) throws(PixelShortage) {
    guard let bytes = Checked.product(size.width, size.height, channels, 2) else {
      preconditionFailure("a picture of \(size) does not fit in memory")
    }
    self.size = size
    self.channels = channels
    self.ceiling = ceiling
    // The code only rounds, so it needs no separate reference form. Use the baseline variant.
    self.instructionSet = max(instructionSet, .baseline)
    guard let memory = PixelMemory(attempting: bytes + Self.margin) else {
      throw PixelShortage(bytes: bytes)
    }
    self.memory = memory
  }

  /// Stores the first `count` pixels of `row` at column `x` of row `y`.
  public func write(_ row: PlanarRow, x: Int, y: Int, count: Int) {
    precondition(count <= row.capacity, "a count within the row")
    for channel in 0..<channels {
      let codes = unsafe codes(channel, x: x, y: y, count: count)
      unsafe bromide_pack_row(instructionSet.code, row.plane(channel), ceiling, count, codes)
    }
  }

  /// Reads `count` pixels from column `x` of row `y`.
  public func read(x: Int, y: Int, count: Int, into row: PlanarRow) {
    precondition(count <= row.capacity, "a count within the row")
    for channel in 0..<channels {
      let codes = unsafe codes(channel, x: x, y: y, count: count)
      unsafe bromide_unpack_row(
        instructionSet.code, codes, ceiling, count, size.width, row.plane(channel))
    }
  }

  /// Reads values of one plane. `isRoot` skips the squaring.
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

  /// Returns the codes starting at a pixel. You can read whole vectors.
  @unsafe func codes(_ channel: Int, x: Int, y: Int, count: Int) -> UnsafeMutablePointer<UInt16> {
    precondition(
      x >= 0 && y >= 0 && count >= 0 && x + count <= size.width && y < size.height
        && channel < channels, "pixels inside the picture")
    let base = unsafe memory.bytes.assumingMemoryBound(to: UInt16.self).baseAddress!
    return unsafe base + (channel * size.height + y) * size.width + x
  }
}
