internal import BromideValues

/// The shadow of letters: their alpha with a soft edge.
enum TextShadow {
  /// Returns a picture of the shadow.
  ///
  /// - Parameters:
  ///   - letters: RGBA.
  ///   - color: sRGB code values from 0 to 1.
  ///   - opacity: The opacity outside the soft edge, from 0 to 1.
  ///   - softness: The width of the edge in pixels. The blur consists of three means, each with a
  ///     third of this width.
  static func picture(
    of letters: ImageBuffer<UInt8>, color: SIMD3<Double>, opacity: Double, softness: Double
  ) -> ImageBuffer<UInt8> {
    let size = letters.size
    var alpha = unsafe letters.withUnsafeSamples { samples in
      (0..<size.area).map { unsafe Float(samples[4 * $0 + 3]) }
    }
    let reach = Int((softness / 6).rounded())
    for _ in 0..<(reach > 0 ? 3 : 0) {
      alpha = mean(alpha, count: size.width, step: 1, lines: size.height, stride: size.width, reach)
      alpha = mean(alpha, count: size.height, step: size.width, lines: size.width, stride: 1, reach)
    }
    var picture = letters
    unsafe picture.withUnsafeMutableSamples { samples in
      let codes = (0..<3).map { UInt8((255 * color[$0]).rounded()) }
      for i in 0..<size.area {
        for c in 0..<3 { unsafe samples[4 * i + c] = codes[c] }
        unsafe samples[4 * i + 3] = UInt8((alpha[i] * Float(opacity)).rounded())
      }
    }
    return picture
  }

  /// Returns the mean of each value and its neighbours within a distance. Values outside are 0.
  private static func mean(
    _ values: [Float], count: Int, step: Int, lines: Int, stride: Int, _ reach: Int
  ) -> [Float] {
    var result = values
    for line in 0..<lines {
      var sum: Float = 0
      func value(_ i: Int) -> Float {
        (0..<count).contains(i) ? values[line * stride + i * step] : 0
      }
      for i in 0..<min(reach, count) { sum += value(i) }
      for i in 0..<count {
        // Sums of integers are exact.
        sum += value(i + reach) - value(i - reach - 1)
        result[line * stride + i * step] = sum / Float(2 * reach + 1)
      }
    }
    return result
  }
}
