public import Pixels

/// A made-up time-lapse: the light of a landscape falls over the run, the photographer turns the shutter and then the ISO up by
/// a stop each, and the aperture never closes twice alike.
///
/// The truth that tools are tested against: `light`, `setting` and `flicker` of each photo.
public struct SyntheticNight: Sendable {
  /// Photos in the run.
  public var count = 16
  /// Of each photo.
  public var size = Size(width: 384, height: 256)
  /// EV by which the light falls from the first photo to the last.
  public var fall = 2.2
  /// The most that an exposure is off, in EV, either way.
  public var flicker = 0.1
  /// Scales of detail in the landscape.
  public var octaves = 7
  /// nil: a perfect sensor.
  public var noise: SensorNoise? = SensorNoise()
  /// The photo from which the shutter is open for twice as long.
  public var shutterStep = 5
  /// The photo from which the ISO is twice as high.
  public var isoStep = 11

  /// The run that lies in `TestImages/night`.
  public init() {}

  /// EV of the scene's light above that of the first photo: falls slowly, fast and slowly again.
  public func light(_ index: Int) -> Double {
    let t = Double(index) / Double(max(count - 1, 1))
    return -fall * t * t * (3 - 2 * t)
  }

  /// EV that the settings give above those of the first photo.
  public func setting(_ index: Int) -> Double {
    (index >= shutterStep ? 1 : 0) + (index >= isoStep ? 1 : 0)
  }

  /// EV by which the exposure of a photo is off.
  public func flicker(_ index: Int) -> Double {
    flicker * (2 * SeededNoise(seed: 31).uniform(index, 7) - 1)
  }

  /// As the camera names them: 1/15 s and 1/8 s are 2⁻⁴ s and 2⁻³ s.
  public func metadata(_ index: Int) -> DNGMetadata {
    var metadata = DNGMetadata()
    metadata.exposureTime = index >= shutterStep ? DNGRational(1, 8) : DNGRational(1, 15)
    metadata.fNumber = DNGRational(28, 10)
    metadata.iso = index >= isoStep ? 800 : 400
    metadata.focalLength = DNGRational(24, 1)
    // Every 20.5 s from 22:10:00.
    let halves = 41 * index
    let seconds = halves / 2
    metadata.dateTime =
      "2026:06:21 22:\(Self.digits(10 + seconds / 60)):\(Self.digits(seconds % 60))"
    metadata.subSecond = halves % 2 == 0 ? "00" : "50"
    metadata.zone = "+02:00"
    return metadata
  }

  /// A name that only natural order sorts.
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
