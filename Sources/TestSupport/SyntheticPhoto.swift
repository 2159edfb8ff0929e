internal import Color
internal import Dispatch
public import Pixels

/// Noise of a sensor.
public struct SensorNoise: Sendable, Hashable {
  /// Electrons at saturation: fewer mean more shot noise.
  public var fullWell: Double
  /// Standard deviation of reading a site, in electrons.
  public var read: Double
  public var seed: UInt64

  public init(fullWell: Double = 30_000, read: Double = 3, seed: UInt64 = 1) {
    self.fullWell = fullWell
    self.read = read
    self.seed = seed
  }
}

/// A scene photographed with a made-up camera: samples whose truth is known, and a DNG of them.
public struct SyntheticPhoto: Sendable {
  public var scene: SyntheticScene
  public var camera = SyntheticCamera.standard
  public var light = SyntheticCamera.Light.daylight
  /// The stored picture, masked borders included.
  public var size: Size
  /// Stops: at 0 a white surface saturates the most sensitive channel.
  public var exposure = 0.0
  /// nil: none.
  public var noise: SensorNoise?
  /// Light is averaged over this many points in each direction of a site.
  public var pointsPerSite = 1
  /// Over how many sites in each direction: 1 is a perfect lens, 1.5 to 2 a real one with a low-pass filter.
  public var spread = 1.0
  /// `color` is set from the camera and the light when a file is made, unless `statesOwnColor`.
  public var options = DNGOptions()
  /// Whether `options.color` stays as it is.
  public var statesOwnColor = false

  public init(_ scene: SyntheticScene, size: Size) {
    self.scene = scene
    self.size = size
  }

  /// The stored pixels that the light reaches.
  public var activeArea: Region { options.activeArea ?? Region(size) }

  /// The stored pixels that show the scene from its left to its right and from its top to its bottom edge.
  public var shownArea: Region {
    guard let crop = options.defaultCrop else { return activeArea }
    return crop.translated(x: activeArea.x, y: activeArea.y)
  }

  /// Camera values (black 0, saturation 1, not clipped) at a stored pixel, without noise.
  public func cameraValues(x: Int, y: Int) -> SIMD3<Double> {
    exposedResponse * average(x: x, y: y)
  }

  /// Black level at a stored pixel.
  public func black(x: Int, y: Int, channel: Int = 0) -> Double {
    let pattern = options.blackPatternSize
    let (column, row) = (
      modulo(x - activeArea.x, pattern.width), modulo(y - activeArea.y, pattern.height)
    )
    return options.black[
      (row * pattern.width + column) * options.layout.samplesPerPixel + channel]
  }

  /// The filter over a stored pixel.
  public func filter(x: Int, y: Int) -> CFAColor? {
    let pattern = options.layout.repeatSize
    return options.layout.color(
      x: modulo(x - activeArea.x, pattern.width), y: modulo(y - activeArea.y, pattern.height))
  }

  /// What the sensor records.
  ///
  /// - Complexity: O(pixels), on all cores.
  public func samples() -> SensorSamples {
    let channels = options.layout.samplesPerPixel
    let stride = size.width * channels
    let response = exposedResponse
    let recorded = unsafe [UInt16](unsafeUninitializedCapacity: size.height * stride) {
      buffer, count in
      nonisolated(unsafe) let base = buffer.baseAddress!
      DispatchQueue.concurrentPerform(iterations: size.height) { y in
        for x in 0..<size.width {
          let received = values(x: x, y: y, response: response)
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

  /// The photo as a DNG.
  public func file() -> [UInt8] {
    var options = options
    if !statesOwnColor {
      let baseline = options.color.baselineExposure
      options.color = camera.color(light: light)
      options.color.baselineExposure = baseline
    }
    return DNGWriter.file(samples(), options)
  }

  /// What each sample of a pixel receives, 0 in the masked border.
  private func values(x: Int, y: Int, response: Matrix3x3) -> SIMD3<Double> {
    let area = activeArea
    guard x >= area.x, x < area.endX, y >= area.y, y < area.endY else { return SIMD3() }
    let light = average(x: x, y: y)
    switch options.layout {
    case .linear: return response * light
    case .monochrome: return SIMD3((response.rows[1] * light).sum(), 0, 0)
    case .bayer, .xTrans:
      return SIMD3((response.rows[filter(x: x, y: y)!.rawValue] * light).sum(), 0, 0)
    }
  }

  /// The mean of the scene's light over a stored pixel.
  private func average(x: Int, y: Int) -> SIMD3<Double> {
    let area = shownArea
    let step = 1 / Double(pointsPerSite)
    var sum = SIMD3<Double>()
    for j in 0..<pointsPerSite {
      for i in 0..<pointsPerSite {
        let px = (Double(x - area.x) + offset(i, step)) / Double(area.width)
        let py = (Double(y - area.y) + offset(j, step)) / Double(area.height)
        let place = upright(px, py)
        sum += scene.color(place.x, place.y)
      }
    }
    return sum * (step * step)
  }

  /// A place within a site, 0.5 its middle.
  private func offset(_ point: Int, _ step: Double) -> Double {
    ((Double(point) + 0.5) * step - 0.5) * spread + 0.5
  }

  /// Where a place of the stored picture is in the upright one.
  private func upright(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    switch options.orientation {
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
    let black = black(x: x, y: y, channel: channel)
    let code = (black + value * (Double(options.white) - black)).rounded()
    return UInt16(min(max(code, 0), Double(options.white)))
  }

  private var exposedResponse: Matrix3x3 {
    power(2, exposure) * camera.response(light)
  }

  private func modulo(_ value: Int, _ divisor: Int) -> Int {
    let rest = value % divisor
    return rest < 0 ? rest + divisor : rest
  }
}
