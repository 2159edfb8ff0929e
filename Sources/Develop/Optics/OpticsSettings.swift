/// Lens and sensor corrections, which run on sensor pixels.
public struct OpticsSettings: Sendable, Hashable, Codable {
  /// The correction of lateral colour: red and cyan edges.
  public enum LateralColorChoice: Sendable, Hashable, Codable {
    /// As found on the mosaic.
    case auto
    /// No correction.
    case none
    /// Magnifications of red and blue against green.
    case fixed(red: Double, blue: Double)
  }

  /// The source of distortion and shading corrections, and of other corrections in the file.
  public enum Lens: String, Sendable, Hashable, Codable, CaseIterable {
    /// Use the file's corrections. For missing parts, use lensfun's database if it can identify the
    /// lens with certainty.
    case auto
    /// Use only the file's corrections, and warn if there are none.
    case embedded
    /// Use lensfun's distortion, lateral colour and shading instead of the file's.
    case lensfun
    /// No correction.
    case none

    /// Whether the file's corrections are applied.
    var usesEmbedded: Bool { self != .none }

    /// Whether to look up the lens in a database.
    package var usesDatabase: Bool { self == .auto || self == .lensfun }
  }

  /// How a rotation treats empty corners.
  public enum RotationFit: String, Sendable, Hashable, Codable, CaseIterable {
    /// Zoom in just enough to hide empty corners.
    case fill
    /// Keep the scale. Corners are black.
    case keep
  }

  /// The repair of hot and dead pixels.
  public enum HotPixels: String, Sendable, Hashable, Codable, CaseIterable {
    /// As found on the mosaic.
    case auto
    /// No repair.
    case none
  }

  /// Sharpening of the capture or of the output.
  public enum Sharpening: Sendable, Hashable, Codable {
    /// The standard amount.
    case auto
    /// None.
    case none
    /// The amount, 0…3.
    case amount(Double)

    /// Accepted amounts.
    public static let amounts = 0.0...3.0

    fileprivate func amount(standard: Double) -> Double {
      switch self {
      case .auto: standard
      case .none: 0
      case .amount(let amount): amount
      }
    }
  }

  /// The reduction of noise.
  public enum NoiseReduction: Sendable, Hashable, Codable {
    /// Reduce colour noise only.
    case light
    /// Reduce colour and luminance noise.
    case auto
    /// Reduce both with sliding transforms, which keep more texture and take more time.
    case best
    /// None.
    case none
    /// Reduce colour and luminance noise by a strength of 0…1. `auto` has the strength ½.
    case strength(Double)

    /// Whether luminance noise is also reduced.
    public var treatsLuminance: Bool {
      switch self {
      case .light, .none: false
      case .auto, .best: true
      case .strength(let strength): strength > 0
      }
    }

    /// The factor of all thresholds. 0 turns it off.
    public var strength: Double {
      switch self {
      case .light, .auto, .best: 1
      case .none: 0
      case .strength(let strength): 2 * strength
      }
    }
  }

  /// The correction of the lens.
  public var lens = Lens.none
  /// How a rotation treats empty corners.
  public var rotationFit = RotationFit.keep
  /// The correction of lateral colour.
  public var lateralColor = LateralColorChoice.none
  /// The repair of hot and dead pixels.
  public var hotPixels = HotPixels.none
  /// Sharpening that undoes the blur of lens and sensor.
  public var captureSharpening = Sharpening.none
  /// The reduction of noise.
  public var noise = NoiseReduction.none
  /// Sharpening of pictures smaller than the sensor, at the output's size.
  public var outputSharpening = Sharpening.none
  /// Whether noise is reduced at the output's size where the sensor's pixels are much smaller.
  package var reducesOutputNoise = true

  /// All corrections are off. Pixels are unchanged after the demosaic, and rotated pictures keep
  /// their scale.
  public static let none = OpticsSettings()

  /// The default for pictures: the corrections in the file or in lensfun, lateral colour, hot
  /// pixels, colour noise and capture sharpening.
  public static let standard: OpticsSettings = {
    var settings = OpticsSettings()
    settings.lens = .auto
    settings.rotationFit = .fill
    settings.lateralColor = .auto
    settings.hotPixels = .auto
    settings.captureSharpening = .auto
    settings.noise = .light
    settings.outputSharpening = .auto
    return settings
  }()

  /// The default corrections on sensor pixels only. No pixel moves.
  ///
  /// Output sharpening is off, because it would change while a film zooms.
  public static let onSensor: OpticsSettings = {
    var settings = OpticsSettings.standard
    settings.outputSharpening = .none
    settings.lens = .none
    settings.rotationFit = .keep
    return settings
  }()

  /// This, with another correction of the lens.
  public func with(_ lens: Lens) -> OpticsSettings {
    var settings = self
    settings.lens = lens
    return settings
  }

  /// Everything off.
  public init() {}

  /// The fraction of the lost detail to add, 0…3. 0 turns capture sharpening off.
  public var captureAmount: Double { captureSharpening.amount(standard: 1.7) }

  /// The amount of output sharpening, 0…3. 0 turns it off.
  public var outputAmount: Double { outputSharpening.amount(standard: 1) }

  /// Whether a correction depends on a reading of the photo's lens and sensor.
  public var usesReading: Bool {
    lateralColor == .auto || hotPixels != .none || captureAmount > 0
      || noise.strength > 0 || outputAmount > 0
  }

  /// Whether all numbers are finite and within their ranges.
  var isSound: Bool {
    let magnifications = LateralColorChoice.magnifications
    if case .fixed(let red, let blue) = lateralColor,
      !magnifications.contains(red) || !magnifications.contains(blue)
    {
      return false
    }
    if case .strength(let strength) = noise, !(0...1).contains(strength) { return false }
    return [captureAmount, outputAmount].allSatisfy(Sharpening.amounts.contains)
  }
}
