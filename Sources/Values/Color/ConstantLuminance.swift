/// Constant luminance coding: luma is the curve applied to luminance, and chroma is the difference
/// from luma.
///
/// This is ITU-R BT.2020, table 4, with the formulas of H.273, 8.3 (equations 47 to 58), which give
/// the constants of BT.2020. The curve is always BT.2020's curve from light to code values, for any
/// display curve.
struct ConstantLuminance {
  private let transfer: TransferFunction
  /// Weights of R, G and B in luminance.
  private let weights: SIMD3<Double>
  /// The differences at ½ and −½: for blue, then for red.
  private let bluePositive, blueNegative, redPositive, redNegative: Double

  static let bt2020 = ConstantLuminance(.bt2020, YCbCrMatrix.bt2020Constant.weights!)

  private init(_ transfer: TransferFunction, _ weights: (kr: Double, kb: Double)) {
    self.transfer = transfer
    self.weights = SIMD3(weights.kr, 1 - weights.kr - weights.kb, weights.kb)
    bluePositive = 1 - transfer.encode(weights.kb)
    blueNegative = transfer.encode(1 - weights.kb)
    redPositive = 1 - transfer.encode(weights.kr)
    redNegative = transfer.encode(1 - weights.kr)
  }

  /// R′G′B′ of luma in 0…1 and differences in −½…½.
  func decode(_ codes: SIMD3<Double>) -> SIMD3<Double> {
    let blue = codes.x + 2 * codes.y * (codes.y > 0 ? bluePositive : blueNegative)
    let red = codes.x + 2 * codes.z * (codes.z > 0 ? redPositive : redNegative)
    let luminance = transfer.decode(codes.x)
    let green =
      (luminance - weights.x * transfer.decode(red) - weights.z * transfer.decode(blue))
      / weights.y
    return SIMD3(red, transfer.encode(green), blue)
  }

  /// Luma and differences of R′G′B′: the inverse of `decode`.
  func encode(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    let light = SIMD3(transfer.decode(rgb.x), transfer.decode(rgb.y), transfer.decode(rgb.z))
    let luma = transfer.encode((weights * light).sum())
    let (blue, red) = (rgb.z - luma, rgb.x - luma)
    return SIMD3(
      luma, blue / (2 * (blue > 0 ? bluePositive : blueNegative)),
      red / (2 * (red > 0 ? redPositive : redNegative)))
  }
}
