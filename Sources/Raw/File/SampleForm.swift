internal import BromideLibc
package import BromideValues

/// The memory layout and meaning of a sensor picture, without its samples. Worker processes send
/// it.
package struct SampleForm: Sendable, Codable {
  private enum Kind: Codable {
    case mosaic(ColorFilters, SensorLevels)
    case linear(channels: Int, white: Float, gains: SIMD3<Float>)
  }

  private let kind: Kind
  private let width: Int
  private let height: Int
  private var stride: Int

  /// Creates the form of a picture.
  package init(_ image: SensorImage) {
    let plane = image.samples
    kind =
      switch image {
      case .mosaic(let mosaic): .mosaic(.bayer(mosaic.pattern), mosaic.levels)
      case .xtrans(let mosaic): .mosaic(.xtrans(mosaic.pattern), mosaic.levels)
      case .linear(let linear):
        .linear(channels: linear.channels, white: linear.white, gains: linear.appliedGains)
      }
    (width, height, stride) = (plane.width, plane.height, plane.stride)
  }

  /// The bytes from the first to the last sample, or `nil` if the form is invalid. A form from
  /// another process can be invalid.
  package var byteCount: Int? {
    guard width > 0, height > 0, stride >= width, width <= Self.mostSamples,
      height <= Self.mostSamples, stride <= Self.mostSamples,
      stride * height <= Self.mostSamples
    else { return nil }
    switch kind {
    case .mosaic(_, let levels):
      let pattern = levels.blackPatternSize
      guard pattern.width > 0, pattern.height > 0, pattern.width <= 1 << 16,
        pattern.height <= 1 << 16, levels.black.count == pattern.area
      else { return nil }
    case .linear(let channels, _, _):
      guard channels == 1 || channels == 3, width.isMultiple(of: channels) else { return nil }
    }
    return ((height - 1) * stride + width) * MemoryLayout<UInt16>.stride
  }

  /// Whether the form is valid and its levels are numbers.
  package var isSound: Bool {
    guard byteCount != nil else { return false }
    switch kind {
    case .mosaic(_, let levels):
      return (levels.black + [levels.white, levels.linearMaximum ?? 0]).allSatisfy(\.isFinite)
    case .linear(_, let white, let gains):
      return white.isFinite && gains.x.isFinite && gains.y.isFinite && gains.z.isFinite
    }
  }

  /// The size of the picture in pixels.
  package var size: Size {
    if case .linear(let channels, _, _) = kind {
      return Size(width: width / max(channels, 1), height: height)
    }
    return Size(width: width, height: height)
  }

  /// Returns the picture with its first sample at `start`.
  ///
  /// - Parameter start: The address of `byteCount` readable bytes. `byteCount` must not be `nil`.
  @unsafe package func image(
    at start: UnsafeRawPointer, owner: any AnyObject & Sendable
  ) -> SensorImage {
    let samples = unsafe PlaneView(
      base: start.assumingMemoryBound(to: UInt16.self), width: width, height: height,
      stride: stride, owner: owner)
    return switch kind {
    case .mosaic(let filters, let levels): SensorImage(samples, filters, levels)
    case .linear(let channels, let white, let gains):
      .linear(LinearImage(samples: samples, channels: channels, white: white, appliedGains: gains))
    }
  }

  /// Copies a picture's samples, without gaps between rows.
  ///
  /// - Returns: The form of the copy, or `nil` if it needs more than `capacity` bytes.
  @unsafe package static func copy(
    _ image: SensorImage, to start: UnsafeMutableRawPointer, capacity: Int
  ) -> SampleForm? {
    var form = SampleForm(image)
    form.stride = form.width
    guard let count = form.byteCount, count <= capacity else { return nil }
    let samples = image.samples
    for y in 0..<samples.height {
      unsafe memcpy(
        start + y * form.width * 2, samples.base + y * samples.stride, form.width * 2)
    }
    return form
  }

  /// More than any sensor has.
  private static let mostSamples = 1 << 33
}
