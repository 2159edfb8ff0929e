public import BromideValues

/// Noise of a sensor.
public struct SensorNoise: Sendable, Hashable {
  /// Electrons at saturation: fewer mean more shot noise.
  public var fullWell: Double
  /// Standard deviation of reading a site, in electrons.
  public var read: Double
  /// Seed of the noise. Equal seeds give equal noise.
  public var seed: UInt64

  /// - Parameters:
  ///   - fullWell: Electrons at saturation.
  ///   - read: Standard deviation of reading a site, in electrons.
  public init(fullWell: Double = 30_000, read: Double = 3, seed: UInt64 = 1) {
    self.fullWell = fullWell
    self.read = read
    self.seed = seed
  }
}

/// A scene photographed by a synthetic camera: samples with known truth, and a DNG of them.
public struct SyntheticPhoto: Sendable {
  /// The scene.
  public var scene: SyntheticScene
  /// The camera.
  public var camera = SyntheticCamera.standard
  /// The light on the scene.
  public var light = SyntheticCamera.Light.daylight
  /// Stored size, masked borders included.
  public var size: Size
  /// Exposure in stops. At 0, a white surface saturates the most sensitive channel.
  public var exposure = 0.0
  /// Noise of the sensor, or `nil` for a perfect sensor.
  public var noise: SensorNoise?
  /// Number of points in each direction of a site over which light is averaged.
  public var pointsPerSite = 1
  /// Width of a point's image in sites: 1 is a perfect lens, 1.5 to 2 a real one with a low-pass
  /// filter.
  public var spread = 1.0
  /// Options of the file. `color` is set from the camera and the light unless `recordsColor`.
  public var options = DNGOptions()
  /// Whether to keep `options.color`.
  public var recordsColor = false

  /// - Parameter size: Stored size, masked borders included.
  public init(_ scene: SyntheticScene, size: Size) {
    self.scene = scene
    self.size = size
  }

  /// The stored pixels that light reaches.
  public var activeArea: Region { options.activeArea ?? Region(size) }

  /// The stored pixels that show the scene from edge to edge.
  public var shownArea: Region {
    guard let crop = options.defaultCrop else { return activeArea }
    return crop.translated(x: activeArea.x, y: activeArea.y)
  }

  /// Black level at a stored pixel.
  public func black(x: Int, y: Int, channel: Int = 0) -> Double {
    SensorRecorder(self).black(x: x, y: y, channel: channel)
  }

  /// The filter over a stored pixel.
  public func filter(x: Int, y: Int) -> CFAColor? {
    SensorRecorder(self).filter(x: x, y: y)
  }

  /// The samples that the sensor records.
  ///
  /// - Complexity: O(pixels), on all cores.
  public func samples() -> SensorSamples {
    SensorRecorder(self).samples()
  }

  /// The photo as a DNG.
  public func file() -> [UInt8] {
    DNGWriter.file(samples(), givenOptions)
  }

  /// The photo as a DNG of existing samples.
  public func file(of samples: SensorSamples) -> [UInt8] {
    DNGWriter.file(samples, givenOptions)
  }

  private var givenOptions: DNGOptions {
    guard !recordsColor else { return options }
    var options = options
    options.color = camera.color(light: light)
    options.color.baselineExposure = self.options.color.baselineExposure
    return options
  }
}
