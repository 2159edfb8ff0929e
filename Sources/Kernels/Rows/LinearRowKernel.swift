public import BromideValues
internal import CBromideKernels

/// Reads rows of balanced camera values from a picture without a mosaic: min(sample · scale,
/// ceiling).
public struct LinearRowKernel: Sendable {
  private let image: LinearImage
  private let scale: [Float]
  private let ceiling: Float
  private let instructionSet: InstructionSet

  /// - Parameters:
  ///   - gains: White-balance gains. Gains already applied to the samples are divided out.
  ///   - ceiling: Use 1 to clip to the common white, or infinity to keep all values.
  public init(
    _ image: LinearImage, gains: SIMD3<Float>, ceiling: Float, instructionSet: InstructionSet
  ) {
    self.image = image
    self.ceiling = ceiling
    self.instructionSet = instructionSet
    scale = (0..<3).map { gains[$0] / (image.appliedGains[$0] * image.white) }
  }

  /// Reads the pixels `x ..< x + count` of row `y`. A picture with one channel fills the red plane.
  public func read(x: Int, y: Int, count: Int, into row: PlanarRow) {
    precondition(
      x >= 0 && y >= 0 && x + count <= image.size.width && y < image.size.height,
      "pixels inside the picture")
    precondition(count <= row.capacity, "a count within the row")
    if instructionSet == .reference {
      for i in 0..<count {
        var pixel = SIMD3<Float>()
        for c in 0..<image.channels {
          pixel[c] = min(
            Float(image.samples[(x + i) * image.channels + c, y]) * scale[c], ceiling)
        }
        row[i] = pixel
      }
      return
    }
    unsafe scale.withUnsafeBufferPointer { scale in
      let samples = unsafe image.samples.base + y * image.samples.stride + x * image.channels
      unsafe bromide_linear_row(
        instructionSet.code, samples, Int32(image.channels), scale.baseAddress, ceiling, count,
        row.red, row.green, row.blue)
    }
  }
}
