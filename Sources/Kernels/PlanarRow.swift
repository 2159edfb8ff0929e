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
  /// Values from one plane to the next.
  let planeStride: Int
  /// Values from one row of a block to the next.
  var blockDistance: Int { 3 * planeStride }
  private let memory: PixelMemory

  /// Values beyond the capacity that may be read and written, at least.
  static let margin = 16

  /// A row of zeros.
  public convenience init(capacity: Int) {
    let stride = Self.planeStride(capacity)
    self.init(capacity: capacity, memory: Self.zeros(3 * stride), offset: 0)
  }

  /// Rows of zeros at even distances in one memory, as kernels for several rows want them.
  public static func block(_ count: Int, capacity: Int) -> [PlanarRow] {
    let stride = planeStride(capacity)
    let memory = zeros(3 * stride * count)
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

  /// An odd number of cache lines, so that rows of one column fall into different sets of the cache.
  private static func planeStride(_ capacity: Int) -> Int {
    ((capacity + 15 + margin) / 16 | 1) * 16
  }

  private static func zeros(_ count: Int) -> PixelMemory {
    let memory = PixelMemory(byteCount: count * MemoryLayout<Float>.stride)
    unsafe memory.bytes.assumingMemoryBound(to: Float.self).baseAddress!.initialize(
      repeating: 0, count: count)
    return memory
  }

  /// Red, green or blue.
  @unsafe func plane(_ channel: Int) -> UnsafeMutablePointer<Float> {
    unsafe red + channel * planeStride
  }

  /// Red, green, blue.
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

  /// Makes green and blue of the first `count` pixels equal to red.
  public func spreadRed(count: Int) {
    precondition(count <= capacity, "a count within the row")
    unsafe green.update(from: red, count: count)
    unsafe blue.update(from: red, count: count)
  }
}
