public import BromideValues

/// One row of three float planes in a thread's scratch memory. The steps of development exchange
/// such rows.
///
/// Values are scene- or display-linear, with white at 1. Each plane has room for `capacity` floats
/// and is aligned to 64 bytes. You can read and write it up to the next multiple of 16 floats.
@safe
public final class PlanarRow {
  /// Maximum number of pixels in the row.
  public let capacity: Int
  /// The red plane, `capacity` floats.
  @unsafe public let red: UnsafeMutablePointer<Float>
  /// The green plane, `capacity` floats.
  @unsafe public let green: UnsafeMutablePointer<Float>
  /// The blue plane, `capacity` floats.
  @unsafe public let blue: UnsafeMutablePointer<Float>
  /// Distance from one plane to the next, in values.
  let planeStride: Int
  /// Distance from one row of a block to the next, in values.
  var blockDistance: Int { 3 * planeStride }
  private let memory: PixelMemory

  /// Minimum number of readable and writable values beyond the capacity.
  static let margin = 16

  /// Creates a row of zeros, in `memory` if it is not `nil`.
  public convenience init(capacity: Int, in memory: ScratchMemory? = nil) {
    let stride = Self.planeStride(capacity)
    self.init(capacity: capacity, memory: Self.zeros(3 * stride, in: memory), offset: 0)
  }

  /// Creates rows of zeros at equal distances in one allocation, for kernels that process several
  /// rows. They are in `memory` if it is not `nil`.
  public static func block(
    _ count: Int, capacity: Int, in memory: ScratchMemory? = nil
  ) -> [PlanarRow] {
    let stride = planeStride(capacity)
    let memory = zeros(3 * stride * count, in: memory)
    return (0..<count).map {
      PlanarRow(capacity: capacity, memory: memory, offset: 3 * stride * $0)
    }
  }

  private init(capacity: Int, memory: PixelMemory, offset: Int) {
    let base = unsafe memory.bytes.assumingMemoryBound(to: Float.self).baseAddress! + offset
    self.capacity = capacity
    self.memory = memory
    planeStride = Self.planeStride(capacity)
    unsafe red = base
    unsafe green = base + planeStride
    unsafe blue = base + 2 * planeStride
  }

  /// Use an odd number of cache lines, so that rows in the same column use different cache sets.
  private static func planeStride(_ capacity: Int) -> Int {
    ((capacity + 15 + margin) / 16 | 1) * 16
  }

  private static func zeros(_ count: Int, in shared: ScratchMemory?) -> PixelMemory {
    let memory = PixelMemory.scratch(count * MemoryLayout<Float>.stride, in: shared)
    unsafe memory.bytes.assumingMemoryBound(to: Float.self).baseAddress!.initialize(
      repeating: 0, count: count)
    return memory
  }

  /// The plane of a channel: red, green or blue.
  @unsafe func plane(_ channel: Int) -> UnsafeMutablePointer<Float> {
    unsafe red + channel * planeStride
  }

  /// The red, green and blue planes.
  @unsafe var planes: [UnsafeMutablePointer<Float>] { unsafe [red, green, blue] }

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

  /// Copies the first `count` values of red to green and blue.
  public func spreadRed(count: Int) {
    precondition(count <= capacity, "a count within the row")
    unsafe green.update(from: red, count: count)
    unsafe blue.update(from: red, count: count)
  }
}
