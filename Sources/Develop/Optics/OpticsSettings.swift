/// What is corrected of lens and sensor, on the sensor's own pixels.
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

  /// The correction of what a lens distorts and shades, and of what else the file states of its picture.
  public enum Lens: String, Sendable, Hashable, Codable, CaseIterable {
    /// Each part by the file's own corrections, and what it does not state by lensfun's database, if the lens is known beyond
    /// doubt.
    case auto
    /// By the file's own corrections; a photo that states none is told of.
    case embedded
    /// By lensfun's database, in place of the file's distortion, lateral colour and shading.
    case lensfun
    /// No correction.
    case none

    /// Whether the file's corrections are applied.
    var usesEmbedded: Bool { self != .none }

    /// Whether a database of lenses is asked.
    package var usesDatabase: Bool { self == .auto || self == .lensfun }
  }

  /// What a rotation does where the picture ends.
  public enum RotationFit: String, Sendable, Hashable, Codable, CaseIterable {
    /// Enlarges the picture by as little as leaves no corner black.
    case fill
    /// Keeps the scale; corners are black.
    case keep
  }

  /// The repair of hot and dead pixels.
  public enum HotPixels: String, Sendable, Hashable, Codable, CaseIterable {
    /// As found on the mosaic.
    case auto
    /// No repair.
    case none
  }

  /// Sharpening by what lens and sensor blur.
  public enum CaptureSharpening: Sendable, Hashable, Codable {
    /// The standard amount.
    case auto
    /// None.
    case none
    /// Share of the lost detail that is added, 0…3.
    case amount(Double)

    /// Accepted amounts.
    public static let amounts = 0.0...3.0

    /// Share of the lost detail that is added; 0 is none.
    public var amount: Double {
      switch self {
      case .auto: 1.7
      case .none: 0
      case .amount(let amount): amount
      }
    }
  }

  /// Sharpening of pictures that are smaller than the sensor, at their own size.
  public enum OutputSharpening: Sendable, Hashable, Codable {
    /// The standard amount, 1.
    case auto
    /// None.
    case none
    /// The amount, 0…3.
    case amount(Double)

    /// Accepted amounts.
    public static let amounts = 0.0...3.0

    /// The amount; 0 is none.
    public var amount: Double {
      switch self {
      case .auto: 1
      case .none: 0
      case .amount(let amount): amount
      }
    }
  }

  /// The reduction of noise.
  public enum NoiseReduction: Sendable, Hashable, Codable {
    /// Of colour alone.
    case light
    /// Of colour and luminance.
    case auto
    /// Of both by sliding transforms, which keep more texture and take more time.
    case best
    /// None.
    case none
    /// Of colour and luminance, 0…1; ½ is `auto`'s strength.
    case strength(Double)

    /// Whether luminance is treated, too.
    public var treatsLuminance: Bool {
      switch self {
      case .light, .none: false
      case .auto, .best: true
      case .strength(let strength): strength > 0
      }
    }

    /// The factor of all thresholds; 0 is none.
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
  /// What a rotation does to corners.
  public var rotationFit = RotationFit.keep
  /// The correction of lateral colour.
  public var lateralColor = LateralColorChoice.none
  /// The repair of hot and dead pixels.
  public var hotPixels = HotPixels.none
  /// Sharpening by what lens and sensor blur.
  public var captureSharpening = CaptureSharpening.none
  /// The reduction of noise.
  public var noise = NoiseReduction.none
  /// Sharpening at the output's size.
  public var outputSharpening = OutputSharpening.none
  /// Whether noise is reduced at the output's size where the sensor's pixels are much smaller.
  package var reducesOutputNoise = true

  /// Nothing is corrected: every pixel is as the demosaic makes it, and rotated pictures keep their scale.
  public static let none = OpticsSettings()

  /// What pictures get unless something else is asked for: the file's own corrections, lateral colour, hot pixels, colour noise and the blur of the
  /// capture are corrected.
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

  /// What pictures get on the sensor's own pixels, which leaves every pixel at its place. A film has no sharpening at the output's
  /// size, which would change while it zooms.
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

  /// Whether a correction is on that depends on what is known of the photo's lens and sensor.
  public var usesReading: Bool {
    lateralColor == .auto || hotPixels != .none || captureSharpening.amount > 0
      || noise.strength > 0 || outputSharpening.amount > 0
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
    return CaptureSharpening.amounts.contains(captureSharpening.amount)
      && OutputSharpening.amounts.contains(outputSharpening.amount)
  }
}
