public import Color
public import Pixels

/// What becomes of channels that the sensor clipped.
public enum HighlightMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// Clip all channels to the common white: highlights are neutral.
  case clip
  /// Blend between clipped and unclipped colour by how many channels are clipped.
  case blend
  /// Rebuild clipped channels from those that are not, and neighbours' colour ratios.
  case reconstruct
}

/// Which pixels the picture shows.
public enum CropArea: String, Sendable, Hashable, Codable, CaseIterable {
  /// The maker's default crop.
  case `default`
  /// All developed pixels.
  case active
}

/// How a mosaic becomes full colour; LibRaw's own methods are chosen when the file is decoded.
public enum DemosaicMethod: String, Sendable, Hashable, Codable, CaseIterable {
  case rcd
  case bilinear
  case half
}

/// Whether pixels are turned upright.
public enum OrientationHandling: String, Sendable, Hashable, Codable, CaseIterable {
  /// Pixels are turned, and the tag says upright.
  case apply
  /// Pixels and tag stay as they were stored.
  case keep
}

/// The size a picture shall have.
public struct SizeRequest: Sendable, Hashable, Codable {
  public enum Bounds: Sendable, Hashable, Codable {
    /// A box of that many pixels.
    case box(Size)
    /// The long edge of the picture.
    case longEdge(Int)
  }
  public enum Fit: String, Sendable, Hashable, Codable, CaseIterable {
    /// All of the picture within the box.
    case contain
    /// All of the box filled, the rest cut off evenly.
    case cover
  }
  public var bounds: Bounds
  public var fit: Fit
  /// Whether a picture that is smaller already grows.
  public var enlarge: Bool

  public init(bounds: Bounds, fit: Fit = .contain, enlarge: Bool = false) {
    self.bounds = bounds
    self.fit = fit
    self.enlarge = enlarge
  }
}

/// Everything that decides how a photo looks; the same recipe and photo give the same pixels.
public struct DevelopRecipe: Sendable, Hashable, Codable {
  public var whiteBalance: WhiteBalance = .camera
  public var highlightMode: HighlightMode = .clip
  public var demosaic: DemosaicMethod = .rcd
  public var tone: ToneMode = .standard
  public var space: RGBSpace = .srgb
  public var sample: SampleFormat = .uint8
  public var cropArea: CropArea = .default
  public var orientation: OrientationHandling = .apply
  /// nil: every pixel of the crop is one of the output.
  public var size: SizeRequest?
  /// The photographic parameters that are not at their defaults.
  public var filters = FilterSettings()

  /// Stops in linear light, added to the photo's baseline exposure.
  public var exposure: Double {
    get { filters.number(.exposure) }
    set { filters[.exposure] = [newValue] }
  }

  public init() {}
}
