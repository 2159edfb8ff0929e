internal import BromideLibc
public import BromideValues
internal import CJXLPeer

/// A JPEG XL encoded by libjxl.
public struct PeerJPEGXL: Sendable, Hashable {
  /// The picture's size in pixels.
  public var size: Size
  /// 1, or 3 for red, green and blue.
  public var components = 1
  /// Bits of an integer.
  public var bits = 16
  /// Butteraugli's distance, or 0 for lossless.
  public var distance: Float = 0
  /// libjxl's effort, 1…9.
  public var effort = 1
  /// Whether the codestream is in boxes.
  public var isBoxed = false
  /// Whether the recorded colours are linear instead of sRGB.
  public var isLinear = true
  /// Whether to record the time of its only frame.
  public var isAnimated = false
  /// Whether it has a channel of opacity, full everywhere.
  public var hasAlpha = false
  /// Layers, all of them the picture.
  public var layers = 1

  /// Creates a lossless picture with one component of 16 bits.
  public init(size: Size) { self.size = size }

  /// Returns the bytes of a picture from integers, row by row without gaps.
  public func encoded(_ values: [UInt16]) -> [UInt8] {
    precondition(values.count == size.area * components, "a value for every sample")
    let most = (1 << bits) - 1
    // libjxl takes integers of 16 bits for a share of 65535.
    let spread = values.map { UInt16((Int($0) * 65_535 + most / 2) / most) }
    return write(withOpacity(spread, .max), hasFloats: false)
  }

  /// Returns the bytes of a picture from floating-point numbers. All numbers must fit in 16 bits.
  public func encoded(_ numbers: [Float]) -> [UInt8] {
    precondition(numbers.count == size.area * components, "a number for every sample")
    return write(withOpacity(numbers, 1), hasFloats: true)
  }

  private func withOpacity<Number>(_ numbers: [Number], _ full: Number) -> [Number] {
    guard hasAlpha else { return numbers }
    return numbers.enumerated().flatMap { i, number in
      i % components == components - 1 ? [number, full] : [number]
    }
  }

  private func write<Number: BitwiseCopyable>(_ numbers: [Number], hasFloats: Bool) -> [UInt8] {
    var recipe = bromide_jxl_recipe()
    recipe.width = UInt32(size.width)
    recipe.height = UInt32(size.height)
    recipe.components = CInt(components)
    recipe.bits = CInt(hasFloats ? 16 : bits)
    recipe.has_floats = hasFloats ? 1 : 0
    recipe.distance = distance
    recipe.effort = CInt(effort)
    recipe.is_boxed = isBoxed ? 1 : 0
    recipe.is_linear = isLinear ? 1 : 0
    recipe.is_animated = isAnimated ? 1 : 0
    recipe.has_alpha = hasAlpha ? 1 : 0
    recipe.layers = CInt(layers)
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    let isWritten = unsafe numbers.withUnsafeBytes { numbers in
      unsafe bromide_jxl_peer_write(&recipe, numbers.baseAddress, &bytes, &count)
    }
    precondition(isWritten != 0, "libjxl writes what a test gives it")
    defer { unsafe free(bytes) }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// Returns libjxl's samples, in 65535ths, or `nil` on failure.
  public static func samples(_ bytes: [UInt8], size: Size, components: Int) -> [UInt16]? {
    var samples = [UInt16](repeating: 0, count: size.area * components)
    let count = samples.count
    let isRead = unsafe bromide_jxl_peer_read(bytes, bytes.count, CInt(components), &samples, count)
    return isRead == 0 ? nil : samples
  }
}
