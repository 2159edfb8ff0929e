/// A step of development that computes each pixel from its own value and position alone.
public protocol PointKernel: Sendable {
  /// The formula for linear red, green and blue.
  ///
  /// - Parameters:
  ///   - x: Column in the picture, before the picture is turned.
  ///   - y: Row in the picture.
  func formula(_ pixel: SIMD3<Double>, x: Int, y: Int) -> SIMD3<Double>

  /// Runs the compiled form on the first `count` pixels.
  @unsafe func run(_ set: InstructionSet, _ row: PlanarPointers, x: Int, y: Int, count: Int)
}

/// The addresses of a row's planes; a grey picture gives one plane three times.
@unsafe public struct PlanarPointers {
  /// The first red value.
  public let red: UnsafeMutablePointer<Float>
  /// The first green value; for a grey picture, that of red.
  public let green: UnsafeMutablePointer<Float>
  /// The first blue value; for a grey picture, that of red.
  public let blue: UnsafeMutablePointer<Float>

  init(_ row: PlanarRow, isGrey: Bool) {
    unsafe red = row.red
    unsafe green = isGrey ? row.red : row.green
    unsafe blue = isGrey ? row.red : row.blue
  }
}

extension PointKernel {
  /// Applies the step to the first `count` pixels of a row in place.
  ///
  /// - Parameters:
  ///   - x: Column in the picture of the row's first pixel, before the picture is turned.
  ///   - y: Row in the picture.
  ///   - isGrey: Whether the picture has the red plane only.
  ///   - set: The variant to run; it must be available.
  public func apply(
    to row: PlanarRow, x: Int, y: Int, count: Int, isGrey: Bool, instructionSet set: InstructionSet
  ) {
    precondition(count <= row.capacity, "a count within the row")
    if set != .reference {
      unsafe run(set, PlanarPointers(row, isGrey: isGrey), x: x, y: y, count: count)
      return
    }
    for i in 0..<count {
      var pixel = SIMD3<Double>(row[i])
      if isGrey { pixel = SIMD3(repeating: pixel.x) }
      pixel = formula(pixel, x: x + i, y: y)
      row[i] = SIMD3<Float>(isGrey ? SIMD3(pixel.x, 0, 0) : pixel)
    }
  }
}

/// Smoothstep: 0 below 0, 1 above 1, and 3t² − 2t³ between, with no corner at either end.
func smooth(_ value: Double) -> Double {
  let t = min(max(value, 0), 1)
  return t * t * (3 - 2 * t)
}

/// Luminance of a colour, with components below 0 counted as 0.
func luminance(_ pixel: SIMD3<Double>, _ weights: SIMD3<Double>) -> Double {
  (pixel.replacing(with: 0, where: .!(pixel .> 0)) * weights).sum()
}

extension SIMD3<Double> {
  /// The components as floats, in the form that the C kernels take.
  var floats: (Float, Float, Float) { (Float(x), Float(y), Float(z)) }
}
