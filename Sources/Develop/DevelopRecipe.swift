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
  /// What the size is given as, in pixels.
  public enum Bounds: Sendable, Hashable, Codable {
    /// A box of that many pixels.
    case box(Size)
    /// The long edge of the picture.
    case longEdge(Int)
  }
  /// How the picture goes into a box of other proportions.
  public enum Fit: String, Sendable, Hashable, Codable, CaseIterable {
    /// All of the picture within the box.
    case contain
    /// All of the box filled, the rest cut off evenly.
    case cover
  }
  /// The box or long edge, in pixels.
  public var bounds: Bounds
  /// How the picture goes into the bounds.
  public var fit: Fit
  /// Whether a picture that is smaller already grows.
  public var enlarge: Bool

  /// A request for that size, without enlargement unless asked for.
  public init(bounds: Bounds, fit: Fit = .contain, enlarge: Bool = false) {
    self.bounds = bounds
    self.fit = fit
    self.enlarge = enlarge
  }
}

/// Everything that decides how a photo looks; the same recipe and photo give the same pixels.
public struct DevelopRecipe: Sendable, Hashable, Codable {
  /// The white balance; the camera's unless said otherwise.
  public var whiteBalance: WhiteBalance = .camera
  /// What becomes of channels that the sensor clipped.
  public var highlightMode: HighlightMode = .clip
  /// How a mosaic becomes full colour.
  public var demosaic: DemosaicMethod = .rcd
  /// The tone mode.
  public var tone: ToneMode = .standard
  /// The colour space of the output.
  public var space: RGBSpace = .srgb
  /// The format of the output's samples.
  public var sample: SampleFormat = .uint8
  /// Which pixels the picture shows, before the window's crop.
  public var cropArea: CropArea = .default
  /// Whether pixels are turned upright.
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

  /// A recipe with everything at its default.
  public init() {}
}
