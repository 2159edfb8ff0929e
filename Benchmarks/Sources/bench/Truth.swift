internal import BromideLibc
internal import BromideValues
internal import TestSupport

/// A complete picture in camera RGB: the source of a mosaic and the reference for a demosaic.
struct Truth {
  let name: String
  let size: Size
  /// Black 0, saturation 1, not balanced.
  let camera: [SIMD3<Double>]
  /// White balance, green 1.
  let gains: SIMD3<Double>

  /// 16 bits, black 0.
  func mosaic(_ filters: ColorFilters, noisy: Bool) -> [UInt16] {
    let noise = SeededNoise(seed: 42)
    var result = [UInt16](repeating: 0, count: size.area)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let color = filters.color(x: x, y: y).rawValue
        var value = camera[y * size.width + x][color]
        // A full well of 10 000 electrons and a read noise of 4.
        if noisy { value += (value * 10_000 + 16).squareRoot() / 10_000 * noise.normal(x, y) }
        result[y * size.width + x] = UInt16(min(max(value * 65_535, 0), 65_535).rounded())
      }
    }
    return result
  }

  /// Returns CPSNR (all channels together) in dB of balanced camera RGB, and after a camera's
  /// matrix and sRGB's curve. It skips the outermost 16 pixels, because every method treats them
  /// differently.
  func quality(_ made: [SIMD3<Double>]) -> (linear: Double, encoded: Double) {
    let neutral = SyntheticCamera.standard.neutral(.daylight)
    let matrix =
      SyntheticCamera.standard.response(.daylight).inverse! * Matrix3x3(diagonal: neutral)
    var (linear, encoded, count) = (0.0, 0.0, 0.0)
    for y in 16..<size.height - 16 {
      for x in 16..<size.width - 16 {
        let i = y * size.width + x
        let (a, b) = (clipped(camera[i] * gains), clipped(made[i]))
        let difference = a - b
        linear += (difference * difference).sum()
        let (c, d) = (code(matrix * a), code(matrix * b))
        encoded += ((c - d) * (c - d)).sum()
        count += 3
      }
    }
    return (Self.decibels(count / linear), Self.decibels(count / encoded))
  }

  private func clipped(_ value: SIMD3<Double>) -> SIMD3<Double> {
    value.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1))
  }

  private func code(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    var result = clipped(linear)
    for i in 0..<3 { result[i] = TransferFunction.srgb.encode(result[i]) }
    return result
  }
}

extension Truth {
  fileprivate static func decibels(_ ratio: Double) -> Double { 10 * log10(ratio) }
}
