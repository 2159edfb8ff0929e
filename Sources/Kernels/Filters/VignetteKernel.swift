internal import BromideLibc
public import BromideValues
internal import CBromideKernels

/// Adds stops towards the corners: stops · smoothstep((d − start) / (1 − start)). d is the distance
/// from the centre of the picture, with 1 in the corners.
public struct VignetteKernel: PointKernel {
  private let size: Size
  private let stops: Double
  private let start: Double
  /// Distance from the centre to a corner, in pixels.
  private let reach: Double

  /// Creates a vignette that begins at the distance `start`, below 1, and reaches `stops` in the
  /// corners.
  ///
  /// - Parameter size: The size of the whole picture in pixels.
  public init(size: Size, stops: Double, start: Double) {
    precondition(start < 1, "a vignette begins inside the corners")
    self.size = size
    self.stops = stops
    self.start = start
    reach = hypot(Double(size.width), Double(size.height)) / 2
  }

  private func across(_ x: Int) -> Double { (Double(x) + 0.5 - Double(size.width) / 2) / reach }
  private func down(_ y: Int) -> Double { (Double(y) + 0.5 - Double(size.height) / 2) / reach }

  /// The formula: linear red, green and blue at a distance from the centre.
  public func formula(_ pixel: SIMD3<Double>, x: Int, y: Int) -> SIMD3<Double> {
    let distance = hypot(across(x), down(y))
    return pixel * exp2(stops * smooth((distance - start) / (1 - start)))
  }

  /// Runs the compiled form in place on the first `count` pixels of a row.
  @unsafe public func run(
    _ set: InstructionSet, _ row: PlanarPointers, x: Int, y: Int, count: Int
  ) {
    var values = bromide_vignette(
      step: Float(1 / reach), origin: Float(across(0)), start: Float(start),
      slope: Float(1 / (1 - start)), stops: Float(stops))
    unsafe bromide_vignette_row(
      set.code, &values, Int32(x), Float(down(y) * down(y)), row.red, row.green, row.blue, count)
  }
}
