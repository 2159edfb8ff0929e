public import BromideValues
internal import CBromideKernels

/// 8-bit R′G′B′ to 8-bit YCbCr in 16-bit integer arithmetic, equal on every instruction set.
///
/// R, G and B are 256 times the code values. They are whole numbers even if chroma is a mean of
/// sixteen pixels. The code values are the upper bytes of
///
///     Y  = ⌊R·a / 65536⌋ + ⌊G·b / 65536⌋ + ⌊B·c / 65536⌋ + bias
///     Cb = bias − ⌊R·d / 65536⌋ − ⌊G·e / 65536⌋ + ⌊B·f / 65536⌋, at most 65535
///     Cr = bias + ⌊R·g / 65536⌋ − ⌊G·h / 65536⌋ − ⌊B·i / 65536⌋, at most 65535
///
/// where a … i are the weights of the matrix, scaled by the range. Each ⌊⌋ is a 16-bit
/// multiplication that keeps the upper half. `bias` contains the offset, ½ for rounding, and the
/// mean loss from ⌊⌋ and from rounding the factors. The total error is below 5/256 of a code value,
/// so a code differs from the rounded formula by at most 1. Fewer than 1 in 150 of all colours
/// differ. Greys have a chroma of 128.
public struct YCbCr8EncodingForm: Sendable {
  /// The C form of the parameters.
  let native: bromide_rgb8

  /// Creates the form, or returns `nil` if this arithmetic does not support the depth (not 8) or
  /// the coding has no weights (`.ycgco`, `.identity`).
  ///
  /// - Parameter chromaSwapped: Whether Cr comes first.
  public init?(_ coding: YCbCrCoding, chromaSwapped: Bool = false) {
    guard coding.depth == 8, coding.matrix.weights != nil else { return nil }
    let rows = (0..<3).map { coding.extent[$0] / 255 * 65536 * coding.matrix.encoding.rows[$0] }
    func units(_ row: Int) -> (UInt16, UInt16, UInt16) {
      func unit(_ value: Double) -> UInt16 { UInt16(min(abs(value).rounded(), 65535)) }
      return (unit(rows[row].x), unit(rows[row].y), unit(rows[row].z))
    }
    // Returns the mean loss of a product: half a unit from ⌊⌋, and half of the rounding error of
    // its factor.
    func bias(_ row: Int) -> UInt16 {
      let lost = (0..<3).reduce(0.0) { sum, c in
        let factor = abs(rows[row][c])
        let part = 0.5 + (factor - factor.rounded()) / 2
        return sum + (rows[row][c] < 0 ? -part : part)
      }
      return UInt16(Int((coding.offset[row] * 256).rounded()) + 128 + Int(lost.rounded(.down)))
    }
    native = bromide_rgb8(
      luma: units(0), luma_bias: bias(0), chroma: (units(1), units(2)),
      chroma_bias: (bias(1), bias(2)), swapped: chromaSwapped ? 1 : 0)
  }

  /// Returns Y, Cb and Cr of one colour with the formula above. Vectors give the same result.
  ///
  /// - Parameter rgb: 256 times the code values: 0…65280.
  public func codes(_ rgb: SIMD3<Int>) -> SIMD3<Int> {
    let f = native
    func part(_ value: Int, _ factor: UInt16) -> Int { (value * Int(factor)) >> 16 }
    let y = part(rgb.x, f.luma.0) + part(rgb.y, f.luma.1) + part(rgb.z, f.luma.2)
    let (u, v) = (f.chroma.0, f.chroma.1)
    let cb = part(rgb.z, u.2) - part(rgb.x, u.0) - part(rgb.y, u.1)
    let cr = part(rgb.x, v.0) - part(rgb.y, v.1) - part(rgb.z, v.2)
    return SIMD3(
      (y + Int(f.luma_bias)) >> 8, min(cb + Int(f.chroma_bias.0), 65535) >> 8,
      min(cr + Int(f.chroma_bias.1), 65535) >> 8)
  }
}
