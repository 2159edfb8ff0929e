package import BromideValues

/// Rotates developed pixels and converts them to grey.
package enum FinishedPicture {
  /// Returns the picture mirrored and rotated.
  package static func turned(
    _ picture: ImageBuffer<UInt8>, _ rotation: ImageRotation
  ) -> ImageBuffer<UInt8> {
    let mirrored = rotation.isMirrored ? moved(picture, .topRight) : picture
    let turns: [Orientation] = [.topLeft, .rightTop, .bottomRight, .leftBottom]
    return moved(mirrored, turns[(rotation.quarters ?? 0) % 4])
  }

  /// Returns the upright picture for a stored orientation.
  static func moved(
    _ picture: ImageBuffer<UInt8>, _ orientation: Orientation
  ) -> ImageBuffer<UInt8> {
    if orientation == .upright { return picture }
    let channels = picture.channels
    var result = ImageBuffer<UInt8>(
      size: orientation.upright(picture.size), channels: channels)
    let size = result.size
    unsafe picture.withUnsafeSamples { from in
      unsafe result.withUnsafeMutableSamples { to in
        var o = 0
        for y in 0..<size.height {
          for x in 0..<size.width {
            let place = orientation.storedPosition(x: x, y: y, in: picture.size)
            let i = (place.y * picture.width + place.x) * channels
            for c in 0..<channels { unsafe to[o + c] = from[i + c] }
            o += channels
          }
        }
      }
    }
    return result
  }

  /// Returns the picture in a quality. Grey is the luminance of linear light. Black and white uses
  /// a threshold at code 128.
  package static func converted(
    _ picture: ImageBuffer<UInt8>, _ quality: ImageQuality
  ) -> ImageBuffer<UInt8> {
    switch quality {
    case .default, .color: return picture
    case .gray: return grey(picture) { $0 }
    case .bitonal: return grey(picture) { $0 < 128 ? 0 : 255 }
    }
  }

  private static func grey(
    _ picture: ImageBuffer<UInt8>, _ finish: (UInt8) -> UInt8
  ) -> ImageBuffer<UInt8> {
    var result = ImageBuffer<UInt8>(size: picture.size, channels: 1)
    let channels = picture.channels
    unsafe picture.withUnsafeSamples { from in
      unsafe result.withUnsafeMutableSamples { to in
        for i in to.indices {
          guard channels >= 3 else {
            unsafe to[i] = finish(from[i * channels])
            continue
          }
          let (r, g, b) = unsafe (
            from[i * channels], from[i * channels + 1], from[i * channels + 2]
          )
          let light = red[Int(r)] + green[Int(g)] + blue[Int(b)]
          unsafe to[i] = finish(codes[Int(light * Float(codes.count - 1) + 0.5)])
        }
      }
    }
    return result
  }

  private static let luminance = RGBSpace.srgb.toXYZ.rows[1]
  private static let red = light(luminance.x)
  private static let green = light(luminance.y)
  private static let blue = light(luminance.z)

  private static func light(_ weight: Double) -> [Float] {
    (0...255).map { Float(weight * TransferFunction.srgb.decode(Double($0) / 255)) }
  }

  /// sRGB codes of linear light. In the steepest part of the curve, each code has 20 steps.
  private static let codes = (0...(1 << 16)).map {
    UInt8((255 * min(TransferFunction.srgb.encode(Double($0) / Double(1 << 16)), 1)).rounded())
  }
}
