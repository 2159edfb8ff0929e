internal import CBromideKernels

/// An unsharp mask on brightness s = √luminance.
///
/// s' = max(s + amount · d · smoothstep(|d|/threshold), 0) with d = s − blurred s. Pixels are
/// multiplied by (s'/s)², which keeps hue and saturation. Pixels with s below 10⁻⁴ are unchanged.
public struct SharpenKernel: Sendable {
  private let weights: [Float]
  private let amount: Double
  private let threshold: Double
  private let instructionSet: InstructionSet

  /// - Parameters:
  ///   - weights: The luminance of red, green and blue.
  ///   - threshold: The difference with full effect. Smaller differences, for example noise, get
  ///     less.
  public init(
    weights: SIMD3<Double>, amount: Double, threshold: Double, instructionSet: InstructionSet
  ) {
    self.weights = [Float(weights.x), Float(weights.y), Float(weights.z)]
    self.amount = amount
    self.threshold = threshold
    self.instructionSet = max(instructionSet, .baseline)
  }

  /// Writes the brightness of a row's first `count` pixels to `plane`, which must have one channel.
  public func measure(_ row: PlanarRow, y: Int, count: Int, isGrey: Bool, into plane: CodedPicture)
  {
    let planes = unsafe PlanarPointers(row, isGrey: isGrey)
    let bright = PlanarRow(capacity: count)
    unsafe bromide_brightness_row(
      instructionSet.code, weights, planes.red, planes.green, planes.blue, count, bright.red)
    unsafe plane.write(bright.red, 0, x: 0, y: y, count: count, isRoot: true)
  }

  /// Sharpens a row. Row `y` of `plane` must contain its blurred brightness.
  public func apply(
    to row: PlanarRow, y: Int, count: Int, isGrey: Bool, blurred plane: CodedPicture
  ) {
    let planes = unsafe PlanarPointers(row, isGrey: isGrey)
    let bright = PlanarRow(capacity: count)
    unsafe plane.read(0, x: 0, y: y, count: count, isRoot: true, into: bright.red)
    unsafe bromide_sharpen_row(
      instructionSet.code, weights, Float(amount), Float(threshold), bright.red, planes.red,
      planes.green, planes.blue, count)
  }
}
