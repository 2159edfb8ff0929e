/// The code values of black and white.
public enum YCbCrRange: String, Sendable, Hashable, Codable, CaseIterable {
  /// 0 and the largest code value.
  case full
  /// 16…235 for luma and 16…240 for chroma, times 2^(depth − 8).
  case limited
}

extension YCbCrRange {
  /// Parses a name, or an ffmpeg alias. Returns `nil` for other texts.
  public init?(name: String) {
    switch name.lowercased() {
    case "tv", "mpeg": self = .limited
    case "pc", "jpeg": self = .full
    case let word: self.init(rawValue: word)
    }
  }
}

/// The coding of R′G′B′ in code values: matrix, range and bit depth (ITU-T H.273, 8.3).
public struct YCbCrCoding: Sendable, Hashable, Codable {
  /// The matrix from R′G′B′ to Y, Cb and Cr.
  public var matrix: YCbCrMatrix
  /// The code values of black and white.
  public var range: YCbCrRange
  /// Bits per sample, 8 to 16.
  public var depth: Int

  /// - Parameter depth: Bits per sample, 8 to 16. Anything else is a programming error.
  public init(matrix: YCbCrMatrix, range: YCbCrRange, depth: Int) {
    precondition((8...16).contains(depth), "8 to 16 bits")
    self.matrix = matrix
    self.range = range
    self.depth = depth
  }

  /// The largest code value.
  public var maximum: Int { (1 << depth) - 1 }

  /// The code values of Y, Cb and Cr at 0.
  ///
  /// By equations 20 to 37 of H.273, it is 2^(depth − 1) for chroma. Without a matrix, all three
  /// are luma.
  public var offset: SIMD3<Double> {
    let unit = Double(1 << (depth - 8))
    let luma = range == .limited ? 16 * unit : 0
    return matrix == .identity ? SIMD3(repeating: luma) : SIMD3(luma, 128 * unit, 128 * unit)
  }

  /// Number of code values from 0 to 1 in luma, and from −½ to ½ in chroma.
  ///
  /// YCgCo is computed from R, G and B that are quantised already (H.273, equations 20 to 22), so
  /// its differences are as many as its luma's, also in the limited range.
  public var extent: SIMD3<Double> {
    let unit = Double(1 << (depth - 8))
    let luma = range == .limited ? 219 * unit : Double(maximum)
    let chroma = range == .limited && matrix != .ycgco ? 224 * unit : luma
    return matrix == .identity ? SIMD3(repeating: luma) : SIMD3(luma, chroma, chroma)
  }

  /// The matrix from code values minus `offset` to R′G′B′ in 0…1.
  ///
  /// - Precondition: The matrix is linear.
  public var decoding: Matrix3x3 { matrix.decoding * Matrix3x3(diagonal: 1 / extent) }

  /// Converts code values to R′G′B′, nominally 0…1 and not clipped.
  public func decode(_ codes: SIMD3<Double>) -> SIMD3<Double> {
    matrix.isLinear
      ? decoding * (codes - offset) : ConstantLuminance.bt2020.decode((codes - offset) / extent)
  }

  /// Converts R′G′B′ to code values, without clipping or rounding.
  public func encode(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    (matrix.isLinear ? matrix.encoding * rgb : ConstantLuminance.bt2020.encode(rgb)) * extent
      + offset
  }
}
