internal import BromideValues
internal import Dispatch

/// Records the samples of a photo. A class, so that the photo's options are not copied for every
/// pixel.
final class SensorRecorder: Sendable {
  private let photo: SyntheticPhoto
  private let area: Region
  private let shown: Region
  private let orientation: Orientation
  private let layout: SensorLayout
  private let filterSize: Size
  private let channels: Int
  private let blackSize: Size
  private let black: [Double]
  /// The largest black level for each sample of a pixel.
  private let largestBlack: [Double]
  private let white: Double
  private let response: Matrix3x3
  private let color: @Sendable (Double, Double) -> SIMD3<Double>
  private let points: Int
  private let spread: Double
  private let noise: SensorNoise?

  init(_ photo: SyntheticPhoto) {
    self.photo = photo
    area = photo.activeArea
    shown = photo.shownArea
    orientation = photo.options.orientation
    layout = photo.options.layout
    filterSize = layout.repeatSize
    channels = layout.samplesPerPixel
    blackSize = photo.options.blackPatternSize
    let black = photo.options.black
    let channels = layout.samplesPerPixel
    self.black = black
    largestBlack = (0..<channels).map { channel in
      stride(from: channel, to: black.count, by: channels).map { black[$0] }.max()!
    }
    white = Double(photo.options.white)
    response = power(2, photo.exposure) * photo.camera.response(photo.light)
    color = photo.scene.color
    points = photo.pointsPerSite
    spread = photo.spread
    noise = photo.noise
  }

  func samples() -> SensorSamples {
    let size = photo.size
    let stride = size.width * channels
    let recorded = unsafe [UInt16](unsafeUninitializedCapacity: size.height * stride) {
      buffer, count in
      nonisolated(unsafe) let base = buffer.baseAddress!
      DispatchQueue.concurrentPerform(iterations: size.height) { y in
        for x in 0..<size.width {
          let received = values(x: x, y: y)
          for channel in 0..<channels {
            unsafe base[y * stride + x * channels + channel] = code(
              received[channel], x: x, y: y, channel: channel)
          }
        }
      }
      count = size.height * stride
    }
    return SensorSamples(size: size, samplesPerPixel: channels, values: recorded)
  }

  func black(x: Int, y: Int, channel: Int) -> Double {
    let column = modulo(x - area.x, blackSize.width)
    let row = modulo(y - area.y, blackSize.height)
    return black[(row * blackSize.width + column) * channels + channel]
  }

  func filter(x: Int, y: Int) -> CFAColor? {
    layout.color(x: modulo(x - area.x, filterSize.width), y: modulo(y - area.y, filterSize.height))
  }

  /// Returns the values for the samples of a pixel. They are 0 in the masked border.
  private func values(x: Int, y: Int) -> SIMD3<Double> {
    guard x >= area.x, x < area.endX, y >= area.y, y < area.endY else { return SIMD3() }
    let light = average(x: x, y: y)
    switch layout {
    case .linear: return response * light
    case .monochrome: return SIMD3((response.rows[1] * light).sum(), 0, 0)
    case .bayer, .xTrans:
      return SIMD3((response.rows[filter(x: x, y: y)!.rawValue] * light).sum(), 0, 0)
    }
  }

  /// The mean of the scene's light over a stored pixel.
  private func average(x: Int, y: Int) -> SIMD3<Double> {
    let step = 1 / Double(points)
    var sum = SIMD3<Double>()
    for j in 0..<points {
      for i in 0..<points {
        let px = (Double(x - shown.x) + offset(i, step)) / Double(shown.width)
        let py = (Double(y - shown.y) + offset(j, step)) / Double(shown.height)
        let place = upright(px, py)
        sum += color(place.x, place.y)
      }
    }
    return sum * (step * step)
  }

  /// A place within a site, with its middle at 0.5.
  private func offset(_ point: Int, _ step: Double) -> Double {
    ((Double(point) + 0.5) * step - 0.5) * spread + 0.5
  }

  /// The place in the upright picture of a place in the stored one.
  private func upright(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    switch orientation {
    case .topLeft: (x, y)
    case .topRight: (1 - x, y)
    case .bottomRight: (1 - x, 1 - y)
    case .bottomLeft: (x, 1 - y)
    case .leftTop: (y, x)
    case .rightTop: (1 - y, x)
    case .rightBottom: (1 - y, 1 - x)
    case .leftBottom: (y, 1 - x)
    }
  }

  private func code(_ value: Double, x: Int, y: Int, channel: Int) -> UInt16 {
    var value = value
    if let noise {
      let deviation =
        (max(value, 0) * noise.fullWell + noise.read * noise.read).squareRoot() / noise.fullWell
      let random = SeededNoise(seed: noise.seed &+ UInt64(channel) &* 0x5851_F42D_4C95_7F2D)
      value += deviation * random.normal(x, y)
    }
    // DNG 1.7.1, chapter 5: one scale for all sites, by the largest black.
    let code = black(x: x, y: y, channel: channel) + value * (white - largestBlack[channel])
    return UInt16(min(max(code.rounded(), 0), white))
  }

  private func modulo(_ value: Int, _ divisor: Int) -> Int {
    let rest = value % divisor
    return rest < 0 ? rest + divisor : rest
  }
}
