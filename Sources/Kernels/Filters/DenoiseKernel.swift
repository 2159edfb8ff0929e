public import BromideValues
internal import CBromideKernels

/// One level of an edge-avoiding wavelet transform without its details. Each pixel becomes a mean
/// of 25 pixels at a distance of `step` (H. Dammertz et al., “Edge-avoiding à-trous wavelet
/// transform”, 2010).
///
/// Values are codes of light, so that noise is about equal in light and dark areas. Let L = (R + 2G
/// + B)/4, U = R − G, V = B − G, and s a B3-spline. The weights are s·(1 − (ΔL² + ΔU² +
/// ΔV²)/luma²)² for luminance and s·(1 − ΔL²/chroma²)² for colours. A bracket below 0 is treated as
/// 0. Edges repeat.
public struct DenoiseKernel: Sendable {
  private let step: Int
  private let luma: Double
  private let chroma: Double
  private let instructionSet: InstructionSet

  /// - Parameters:
  ///   - luma: The difference that stops averaging of luminance, above 0.
  ///   - chroma: The luminance difference that stops averaging of colours, above 0.
  public init(step: Int, luma: Double, chroma: Double, instructionSet: InstructionSet) {
    precondition(luma > 0 && chroma > 0 && step > 0, "differences above 0")
    self.step = step
    self.luma = luma
    self.chroma = chroma
    self.instructionSet = max(instructionSet, .baseline)
  }

  /// Returns working memory for rows of the given width.
  public static func scratch(width: Int, step: Int) -> PixelMemory {
    PixelMemory(byteCount: 18 * (width + 4 * step + 32) * MemoryLayout<Float>.stride)
  }

  /// Computes row `y` of `output` from its neighbours in `input`. Both must have three channels.
  public func apply(
    to y: Int, of input: CodedPicture, into output: CodedPicture, scratch: PixelMemory
  ) {
    precondition(input.channels == 3 && output.channels == 3, "three channels")
    let width = input.size.width
    let margin = 2 * step
    let stride = width + 2 * margin + 32
    unsafe precondition(
      scratch.bytes.count >= 18 * stride * MemoryLayout<Float>.stride, "room for 18 rows")
    let base = unsafe scratch.bytes.assumingMemoryBound(to: Float.self).baseAddress!
    var values = bromide_denoise()
    values.step = step
    values.luma = Float(1 / (luma * luma))
    values.chroma = Float(1 / (chroma * chroma))
    unsafe withUnsafeMutableBytes(of: &values.rows) { rows in
      let rows = unsafe rows.assumingMemoryBound(to: UnsafePointer<Float>.self)
      for index in 0..<15 {
        let row = unsafe base + index * stride + margin
        let from = min(max(y + (index / 3 - 2) * step, 0), input.size.height - 1)
        unsafe input.read(index % 3, x: 0, y: from, count: width, isRoot: true, into: row)
        for i in 0..<margin {
          unsafe row[-1 - i] = row[0]
          unsafe row[width + i] = row[width - 1]
        }
        unsafe rows[index] = UnsafePointer(row)
      }
    }
    let result = unsafe base + 15 * stride
    unsafe bromide_denoise_row(
      instructionSet.code, &values, result, result + stride, result + 2 * stride, width)
    for channel in 0..<3 {
      unsafe output.write(
        result + channel * stride, channel, x: 0, y: y, count: width, isRoot: true)
    }
  }
}
