public import BromideValues

/// A synthetic time-lapse. The light of a landscape falls during the run. The photographer
/// increases exposure time and then ISO by a stop each, and the aperture is slightly different for
/// each photo.
///
/// `light`, `setting` and `flicker` of each photo are the reference for tests.
public struct SyntheticNight: Sendable {
  /// Number of photos.
  public var count = 16
  /// Size of each photo.
  public var size = Size(width: 384, height: 256)
  /// Fall of the light from the first photo to the last, in EV.
  public var fall = 2.2
  /// Largest error of an exposure in either direction, in EV.
  public var flicker = 0.1
  /// Number of scales of detail in the landscape.
  public var octaves = 7
  /// Noise of the sensor, or `nil` for a perfect sensor.
  public var noise: SensorNoise? = SensorNoise()
  /// Index of the first photo with twice the exposure time.
  public var shutterStep = 5
  /// Index of the first photo with twice the ISO.
  public var isoStep = 11

  /// Creates the run stored in `TestImages/night`.
  public init() {}

  /// The scene's light relative to the first photo, in EV: it falls slowly, fast, and slowly again.
  public func light(_ index: Int) -> Double {
    let t = Double(index) / Double(max(count - 1, 1))
    return -fall * t * t * (3 - 2 * t)
  }

  /// The exposure of the settings relative to the first photo, in EV.
  public func setting(_ index: Int) -> Double {
    (index >= shutterStep ? 1 : 0) + (index >= isoStep ? 1 : 0)
  }

  /// The error of a photo's exposure, in EV.
  public func flicker(_ index: Int) -> Double {
    flicker * (2 * SeededNoise(seed: 31).uniform(index, 7) - 1)
  }

  /// The metadata as a camera rounds them: 1/15 s and 1/8 s are 2⁻⁴ s and 2⁻³ s.
  public func metadata(_ index: Int) -> DNGMetadata {
    var metadata = DNGMetadata()
    metadata.exposureTime = index >= shutterStep ? DNGRational(1, 8) : DNGRational(1, 15)
    metadata.fNumber = DNGRational(28, 10)
    metadata.iso = index >= isoStep ? 800 : 400
    metadata.focalLength = DNGRational(24, 1)
    // One photo every 20.5 s from 22:10:00.
    let halves = 41 * index
    let seconds = halves / 2
    metadata.dateTime =
      "2026:06:21 22:\(Self.digits(10 + seconds / 60)):\(Self.digits(seconds % 60))"
    metadata.subSecond = halves % 2 == 0 ? "00" : "50"
    metadata.zone = "+02:00"
    return metadata
  }

  /// A file name that only natural order sorts correctly.
  public func name(_ index: Int) -> String { "night_\(index + 1).dng" }

  /// Photo `index`, from 0.
  public func photo(_ index: Int) -> SyntheticPhoto {
    var photo = SyntheticPhoto(.landscape(seed: 3, octaves: octaves), size: size)
    photo.exposure = -0.8 + light(index) + setting(index) + flicker(index)
    photo.noise = noise
    photo.noise?.seed = UInt64(index + 1)
    photo.options.storage.bitsPerSample = 12
    photo.options.storage.compression = .losslessJPEG(predictor: 1)
    photo.options.black = [256]
    photo.options.white = 4095
    photo.options.metadata = metadata(index)
    return photo
  }

  private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
