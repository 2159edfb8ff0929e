internal import Pixels

/// One row of three planes of floats in a thread's scratch: what the steps of development hand on.
///
/// Values are scene- or display-linear with 1 = white. The memory has room for `capacity` floats a plane,
/// is aligned to 64 bytes and may be read and written up to the next multiple of 16 floats.
@safe
public final class PlanarRow {
  /// Pixels that it holds.
  public let capacity: Int
  /// The red plane, `capacity` floats.
  @unsafe public let red: UnsafeMutablePointer<Float>
  /// The green plane, `capacity` floats.
  @unsafe public let green: UnsafeMutablePointer<Float>
  /// The blue plane, `capacity` floats.
  @unsafe public let blue: UnsafeMutablePointer<Float>
  private let memory: PixelMemory

  /// A row of zeros.
  public init(capacity: Int) {
    let padded = (capacity + 31) / 16 * 16
    self.capacity = capacity
    memory = PixelMemory(byteCount: 3 * padded * MemoryLayout<Float>.stride)
    let base = unsafe memory.bytes.assumingMemoryBound(to: Float.self).baseAddress!
    unsafe base.initialize(repeating: 0, count: 3 * padded)
    unsafe red = base
    unsafe green = base + padded
    unsafe blue = base + 2 * padded
  }

  /// The three values of pixel `x`.
  public subscript(x: Int) -> SIMD3<Float> {
    get {
      precondition(x >= 0 && x < capacity, "pixel outside the row")
      return unsafe SIMD3(red[x], green[x], blue[x])
    }
    set {
      precondition(x >= 0 && x < capacity, "pixel outside the row")
      unsafe red[x] = newValue.x
      unsafe green[x] = newValue.y
      unsafe blue[x] = newValue.z
    }
  }

  /// Makes green and blue of the first `count` pixels equal to red.
  public func spreadRed(count: Int) {
    precondition(count <= capacity, "a count within the row")
    unsafe green.update(from: red, count: count)
    unsafe blue.update(from: red, count: count)
  }
}
