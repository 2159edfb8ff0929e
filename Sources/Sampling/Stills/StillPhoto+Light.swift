internal import BromideValues

extension StillPhoto {
  /// Returns the tone-mapped light of PQ or HLG.
  func toneMapped(_ sampler: PointSampler) -> ImageBuffer<UInt16> {
    func code(_ value: Double) -> Float {
      Float(65535 * (value - sampler.black) / sampler.extent)
    }
    // The curve applies to opaque colours, so opacity follows.
    var image: ImageBuffer<UInt16>
    let opacity: [Float]
    switch sampler.pixels {
    case .eight(let codes):
      image = Self.colors(codes) { code(Double($0)) }
      opacity = Self.opacity(codes) { Float($0) / Float(sampler.opaque) }
    case .sixteen(let codes):
      image = Self.colors(codes) { code(Double($0)) }
      opacity = Self.opacity(codes) { Float($0) / Float(sampler.opaque) }
    case .float(let codes):
      image = Self.colors(codes) { $0 * 65535 }
      opacity = Self.opacity(codes) { $0 }
    case .frame(let frame, let converter):
      (image, opacity) = (codes(of: frame, converter), [])
    case .raw: preconditionFailure("a picture is not a raw")
    }
    let light = FinishedLight(sampler.space)
    unsafe image.withUnsafeMutableSamples { samples in
      unsafe light.convert(samples)
      for (pixel, opacity) in opacity.enumerated() {
        for index in (3 * pixel)..<(3 * pixel + 3) {
          let value = unsafe Float(samples[index]) * min(max(opacity, 0), 1)
          unsafe samples[index] = UInt16(value.rounded())
        }
      }
    }
    return image
  }

  /// Converts grey to three channels, and ignores transparency.
  private static func colors<Sample>(
    _ codes: ImageBuffer<Sample>, _ decode: (Sample) -> Float
  ) -> ImageBuffer<UInt16> { light(codes, { _ in 1 }, decode) }

  /// Returns the opacity of each pixel, or an empty list for opaque pictures.
  private static func opacity<Sample>(
    _ codes: ImageBuffer<Sample>, _ opacity: (Sample) -> Float
  ) -> [Float] {
    let channels = codes.channels
    guard channels.isMultiple(of: 2) else { return [] }
    return unsafe codes.withUnsafeSamples { samples in
      (0..<codes.size.area).map { opacity(unsafe samples[($0 + 1) * channels - 1]) }
    }
  }

  /// Linear light of each code of an integer picture, in 16 bits.
  static func table(_ sampler: PointSampler, codes: Int) -> [UInt16] {
    table(sampler.space.transfer, codes: codes, black: sampler.black, extent: sampler.extent)
  }

  /// Linear light of each code, in 16 bits.
  ///
  /// - Parameters:
  ///   - codes: The number of codes.
  ///   - black: The code of black.
  ///   - extent: The number of codes from black to white.
  static func table(
    _ transfer: TransferFunction, codes: Int, black: Double = 0, extent: Double
  ) -> [UInt16] {
    (0..<codes).map {
      UInt16((min(max(transfer.decode((Double($0) - black) / extent), 0), 1) * 65535).rounded())
    }
  }

  /// Converts grey to three channels, and transparency to black.
  static func light<Sample: BinaryFloatingPoint>(
    _ codes: ImageBuffer<Sample>, opaque: Float, _ decode: (Sample) -> Float
  ) -> ImageBuffer<UInt16> { light(codes, { Float($0) / opaque }, decode) }

  static func light<Sample: FixedWidthInteger>(
    _ codes: ImageBuffer<Sample>, opaque: Float, _ decode: (Sample) -> Float
  ) -> ImageBuffer<UInt16> { light(codes, { Float($0) / opaque }, decode) }

  private static func light<Sample>(
    _ codes: ImageBuffer<Sample>, _ alpha: (Sample) -> Float, _ decode: (Sample) -> Float
  ) -> ImageBuffer<UInt16> {
    var result = ImageBuffer<UInt16>(size: codes.size, channels: 3)
    let channels = codes.channels
    let isGrey = channels < 3
    let hasAlpha = channels.isMultiple(of: 2)
    unsafe codes.withUnsafeSamples { from in
      unsafe result.withUnsafeMutableSamples { to in
        for y in 0..<codes.height {
          var (i, o) = (y * codes.stride, y * codes.width * 3)
          for _ in 0..<codes.width {
            let opacity = hasAlpha ? alpha(unsafe from[i + channels - 1]) : 1
            for c in 0..<3 {
              let value = decode(unsafe from[i + (isGrey ? 0 : c)]) * opacity
              unsafe to[o + c] = UInt16(min(max(value, 0), 65535).rounded())
            }
            i += channels
            o += 3
          }
        }
      }
    }
    return result
  }
}
