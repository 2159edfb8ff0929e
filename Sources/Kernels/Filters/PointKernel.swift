/// A step of development that computes each pixel only from its value and position.
public protocol PointKernel: Sendable {
  /// The formula for linear red, green and blue.
  ///
  /// - Parameters:
  ///   - x: Column in the picture before rotation.
  ///   - y: Row in the picture before rotation.
  func formula(_ pixel: SIMD3<Double>, x: Int, y: Int) -> SIMD3<Double>

  /// Runs the compiled form on the first `count` pixels.
  @unsafe func run(_ set: InstructionSet, _ row: PlanarPointers, x: Int, y: Int, count: Int)
}

/// The addresses of a row's planes. For a grey picture, all three are the same plane.
@unsafe public struct PlanarPointers {
  /// The first red value.
  public let red: UnsafeMutablePointer<Float>
  /// The first green value, or the first red value for a grey picture.
  public let green: UnsafeMutablePointer<Float>
  /// The first blue value, or the first red value for a grey picture.
  public let blue: UnsafeMutablePointer<Float>

  /// A single plane, as of a grey picture.
  init(plane: UnsafeMutablePointer<Float>) {
    unsafe red = plane
    unsafe green = plane
    unsafe blue = plane
  }

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
  ///   - x: Column of the row's first pixel in the picture before rotation.
  ///   - y: Row in the picture before rotation.
  ///   - isGrey: Whether the picture only has the red plane.
  ///   - set: The variant to run. It must be available.
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

/// Smoothstep: 0 below 0, 1 above 1, and 3t² − 2t³ between, without a corner at either end.
func smooth(_ value: Double) -> Double {
  let t = min(max(value, 0), 1)
  return t * t * (3 - 2 * t)
}

/// Returns the luminance of a colour. Treats components below 0 as 0.
func luminance(_ pixel: SIMD3<Double>, _ weights: SIMD3<Double>) -> Double {
  (pixel.replacing(with: 0, where: .!(pixel .> 0)) * weights).sum()
}

extension SIMD3<Double> {
  /// The components as floats, for the C kernels.
  var floats: (Float, Float, Float) { (Float(x), Float(y), Float(z)) }
}
