internal import BromideKernels
internal import BromideValues

extension YCbCrConverter {
  /// Returns R, G and B of one pixel, exactly as `convert` writes them.
  ///
  /// The order is R, G, B even for `.bgra8`.
  ///
  /// - Parameters:
  ///   - x: 0…width − 1. Other values are a programming error.
  /// - Returns: Code values at the output's depth, or floats.
  /// - Complexity: O(1). Reads only this pixel and does not allocate memory.
  public func pixel(_ frame: YCbCrFrame, x: Int, y: Int) -> SIMD3<Double> {
    let rgb = YCbCrPixelReader(frame, self).rgb(x: x, y: y)
    withExtendedLifetime(frame.owner) {}
    return rgb
  }

  /// Returns the stored Y, Cb and Cr of one pixel as code values, with chroma upsampled.
  public func codes(_ frame: YCbCrFrame, x: Int, y: Int) -> SIMD3<Double> {
    let codes = YCbCrPixelReader(frame, self).codes(x: x, y: y)
    withExtendedLifetime(frame.owner) {}
    return codes
  }

  func horizontalTap(count: Int) -> ChromaTap.Rule {
    ChromaTap.Rule(
      shared: layout.subsampling.across, place: siting.across, isLinear: upsampling == .linear,
      count: count)
  }

  func verticalTap(count: Int, of frame: YCbCrFrame) -> ChromaTap.Rule {
    ChromaTap.Rule(
      shared: layout.subsampling.down, place: siting.down, isLinear: upsampling == .linear,
      count: count,
      // A single row of chroma serves both fields.
      hasFields: frame.hasFields && count > 1)
  }

  /// Converts rows by the formula for one pixel.
  @unsafe func convertByPixel(_ frame: YCbCrFrame, _ rows: Range<Int>, _ target: Target) {
    let reader = YCbCrPixelReader(frame, self)
    for y in rows {
      for x in 0..<frame.size.width {
        var rgb = reader.rgb(x: x, y: y)
        if output == .bgra8 { rgb = SIMD3(rgb.z, rgb.y, rgb.x) }
        let place = unsafe target.row(y) + x * output.bytesPerPixel
        for channel in 0..<output.channels {
          let value = channel < 3 ? rgb[channel] : output.maximum
          unsafe store(value, at: place + channel * output.bytesPerSample)
        }
      }
    }
  }

  @unsafe private func store(_ value: Double, at place: UnsafeMutableRawPointer) {
    switch output {
    case .rgb8, .rgba8, .bgra8: unsafe place.storeBytes(of: UInt8(value), as: UInt8.self)
    case .rgb16, .rgba16: unsafe place.storeBytes(of: UInt16(value), as: UInt16.self)
    case .rgbFloat: unsafe place.storeBytes(of: Float(value), as: Float.self)
    }
  }
}
