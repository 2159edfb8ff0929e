internal import BromideDevelop
public import BromideValues
internal import Synchronization

/// A picture with transparency to draw over finished pictures.
public struct Logo: Sendable, Codable {
  /// The file's path as specified, for messages.
  public let path: String
  /// A digest of the file's bytes: two logos with equal ones are equal.
  public let digest: String
  /// The size of the file's picture.
  public let size: Size
  /// Whether all visible pixels are grey.
  package let isNeutral: Bool
  /// The space of the light.
  let space: RGBSpace
  /// Linear red, green and blue multiplied by alpha, and alpha, for each pixel, 0 to 1.
  let light: [Float]
}

extension Logo: Hashable {
  /// Whether both were read from equal bytes.
  public static func == (left: Logo, right: Logo) -> Bool { left.digest == right.digest }

  /// Hashes the digest.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

extension Logo {
  /// Returns linear red, green and blue multiplied by alpha, and alpha, in the primaries of a space.
  /// Colours outside the space can be negative.
  ///
  /// Pictures of one run often need the same size, so the last result is cached.
  package func light(at target: Size, in space: RGBSpace) -> ImageBuffer<Float> {
    let key = DrawnKey(digest: digest, size: target, space: space)
    if let last = Self.last.withLock({ $0 }), last.key == key { return last.light }
    var drawn = PictureResampler.resampled(light, size: size, channels: 4, to: target)
    // A matrix keeps neutral colours only up to rounding.
    let matrix = isNeutral ? nil : self.space.matrix(to: space)
    unsafe drawn.withUnsafeMutableSamples { samples in
      for pixel in stride(from: 0, to: samples.count, by: 4) {
        // The filter overshoots at edges.
        let alpha = unsafe min(max(samples[pixel + 3], 0), 1)
        var color = SIMD3<Double>()
        for c in 0..<3 { color[c] = unsafe Double(min(max(samples[pixel + c], 0), alpha)) }
        if let matrix { color = matrix * color }
        for c in 0..<3 { unsafe samples[pixel + c] = Float(color[c]) }
        unsafe samples[pixel + 3] = alpha
      }
    }
    let light = drawn
    Self.last.withLock { $0 = (key, light) }
    return light
  }

  private struct DrawnKey: Hashable {
    let digest: String
    let size: Size
    let space: RGBSpace
  }

  private static let last = Mutex<(key: DrawnKey, light: ImageBuffer<Float>)?>(nil)
}
