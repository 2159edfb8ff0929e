internal import BromideKernels
public import BromideValues

/// The treatment of channels that the sensor clipped.
public enum HighlightMode: RawRepresentable, Sendable, Hashable, Codable, CaseIterable {
  /// Clip all channels to the common white, which makes highlights neutral.
  case clip
  /// Blend between clipped and unclipped colour by the number of clipped channels.
  case blend
  /// Rebuild clipped channels from the others and from the colour of nearby highlights. Unclipped
  /// sites keep their brightness.
  case recover

  /// Creates the mode with a name. The earlier name `reconstruct` is also accepted for `recover`.
  public init?(rawValue: String) {
    switch rawValue {
    case "clip": self = .clip
    case "blend": self = .blend
    case "recover", "reconstruct": self = .recover
    default: return nil
    }
  }

  /// The mode's name.
  public var rawValue: String {
    switch self {
    case .clip: "clip"
    case .blend: "blend"
    case .recover: "recover"
    }
  }
}

/// The pixels that the picture shows.
public enum CropArea: String, Sendable, Hashable, Codable, CaseIterable {
  /// The photographer's crop in a DNG. Without a user crop, the maker's default crop.
  case user
  /// The maker's default crop.
  case `default`
  /// All developed pixels.
  case active
}

/// Keeps the fingerprints of settings from before `user` existed, so that pictures with the default
/// crop stay up to date. `user` is encoded as `default`, and the maker's crop as `maker`.
extension CropArea {
  private static let encoded: [CropArea: String] = [
    .user: "default", .default: "maker", .active: "active",
  ]

  /// Decodes the output of `encode`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let area = Self.allCases.first(where: { Self.encoded[$0] == text }) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "no crop area: \(text)")
    }
    self = area
  }

  /// Writes the area.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Self.encoded[self])
  }
}

/// The method that computes full colour from a mosaic. LibRaw's methods are chosen when the file is
/// decoded.
public enum DemosaicMethod: String, Sendable, Hashable, Codable, CaseIterable {
  /// `rcd` for Bayer, or `cells` for pictures of at most a third of the size. `xtrans` for X-Trans.
  case auto
  /// Ratio corrected demosaicing, of a Bayer mosaic.
  case rcd
  /// Directional filter banks without a round, of X-Trans.
  case xtrans
  /// Directional filter banks with one round.
  case fine
  /// Directional filter banks with all rounds that there are: one for X-Trans, two for Bayer.
  case best
  /// Plain averages.
  case bilinear
  /// One pixel for each 2×2 sites of a Bayer mosaic, every colour at its middle, for smaller
  /// pictures.
  case cells
  /// One pixel for each 2×2 sites, in the quickest way.
  case half
}

extension DemosaicMethod {
  /// Returns the method that `auto` or `best` selects for these filters at full size. Other methods
  /// are returned unchanged.
  public func resolved(_ filters: ColorFilters) -> DemosaicMethod {
    switch (self, filters) {
    case (.auto, .bayer): .rcd
    case (.auto, .xtrans): .xtrans
    case (.best, .xtrans): .fine
    default: self
    }
  }

  /// Returns the kernel of the method, or `nil` if the method does not support these filters.
  func kernel(of filters: ColorFilters) -> DemosaicKernel? {
    switch (resolved(filters), filters) {
    case (.rcd, .bayer): .rcd
    case (.xtrans, .xtrans): .banks
    case (.fine, _): .banks1
    case (.best, .bayer): .banks2
    case (.bilinear, _): .bilinear
    case (.cells, .bayer): .cells
    case (.half, _): .half
    default: nil
    }
  }
}

/// The treatment of a photo's orientation.
public enum OrientationHandling: String, Sendable, Hashable, Codable, CaseIterable {
  /// Rotate pixels upright and set the tag to upright.
  case apply
  /// Keep pixels and tag as stored.
  case keep
}

/// A request for a size of the picture.
public struct SizeRequest: Sendable, Hashable, Codable {
  /// The requested size in pixels.
  public enum Bounds: Sendable, Hashable, Codable {
    /// A box of this size.
    case box(Size)
    /// The long edge of the picture.
    case longEdge(Int)
    /// The short edge of the picture.
    case shortEdge(Int)
    /// At most this number of millions of pixels.
    case megapixels(Double)
    /// This share of the width and of the height, above 0.
    case fraction(Double)

    /// A box of this width and any height.
    public static func width(_ width: Int) -> Bounds {
      .box(Size(width: width, height: sides.upperBound))
    }
    /// A box of this height and any width.
    public static func height(_ height: Int) -> Bounds {
      .box(Size(width: sides.upperBound, height: height))
    }
  }
  /// How the picture fits a box of other proportions.
  public enum Fit: String, Sendable, Hashable, Codable, CaseIterable {
    /// The entire picture fits inside the box.
    case contain
    /// The picture fills the box, and the rest is cut off evenly.
    case cover
  }
  /// The box or long edge, in pixels.
  public var bounds: Bounds
  /// How the picture fits the bounds.
  public var fit: Fit
  /// Whether a smaller picture is enlarged.
  public var enlarge: Bool
  /// Whether to stretch the picture to fill the box exactly, with a separate scale for each axis.
  ///
  /// Adjacent tiles need this. `nil` means false and is omitted from the settings' fingerprint.
  package var isStretched: Bool?

  /// A request for a size, without enlargement by default.
  public init(bounds: Bounds, fit: Fit = .contain, enlarge: Bool = false) {
    self.bounds = bounds
    self.fit = fit
    self.enlarge = enlarge
  }
}

/// All settings that determine the look of a photo. The same recipe and photo give the same pixels.
public struct DevelopRecipe: Sendable, Hashable, Codable {
  /// The white balance. The default is the camera's balance.
  public var whiteBalance: WhiteBalance = .camera
  /// The treatment of channels that the sensor clipped.
  public var highlightMode: HighlightMode = .recover
  /// The method that makes full colour of a mosaic.
  public var demosaic: DemosaicMethod = .auto
  /// The tone mode.
  public var tone: ToneMode = .standard
  /// The look that the standard tone mode gives.
  public var look: Look = .standard
  /// A look from a table, applied after the tone curve or instead of it, or `nil` without a table.
  /// `nil` is omitted from the settings' fingerprint.
  public var tableLook: TableLook?
  /// The camera profile. The default is the profile in the photo.
  public var profile = ProfileChoice.embedded
  /// The colour space of the output.
  public var space: RGBSpace = .srgb
  /// The profile of the output's device, which replaces `space`, or `nil` without a profile. `nil`
  /// is omitted from the settings' fingerprint.
  public var outputProfile: OutputProfile?
  /// The format of the output's samples. With `float32`, samples are linear light, and the space's
  /// transfer function is not used.
  public var sample: SampleFormat = .uint8
  /// The rounding to 8 bits. `nil` means `none` and is omitted from the settings' fingerprint.
  public var dither: Dither?
  /// The pixels that the picture shows, before the window's crop.
  public var cropArea: CropArea = .user
  /// The treatment of the photo's orientation.
  public var orientation: OrientationHandling = .apply
  /// The size of the output, or `nil` to use every pixel of the crop.
  public var size: SizeRequest?
  /// Lens and sensor corrections. By default, all are off.
  public var optics = OpticsSettings.none
  /// The photographic parameters that are not at their defaults.
  public var filters = FilterSettings()

  /// Stops in linear light from -10 to 10, added to the photo's baseline exposure. The curve of a
  /// timeline can leave this range.
  public var exposure: Double {
    get { filters.number(.exposure) }
    set { filters[.exposure] = [newValue] }
  }

  /// The space of the output's samples, as recorded in the file.
  public var encodedSpace: RGBSpace { sample == .float32 ? space.linearLight : space }

  /// The look of the picture, or `nil` if it keeps linear light.
  public var rendering: Look? { tone == .standard ? look : nil }

  /// This recipe for a fingerprint of settings.
  ///
  /// A profile file is identified by its own fingerprint. `rotationFit` is ignored without a
  /// rotation.
  package var digestible: DevelopRecipe {
    var recipe = self
    if filters.number(.rotation) == 0 { recipe.optics.rotationFit = .keep }
    if roundingDither == .none { recipe.dither = nil }
    if let look = tableLook {
      recipe.tableLook?.table = LookTable(path: "", digest: look.table.digest)
    }
    recipe.outputProfile = outputProfile?.digestible
    guard case .file(let file) = profile else { return recipe }
    recipe.profile = .file(
      ProfileFile(path: "", digest: file.digest, camera: nil, lights: [], tables: ProfileTables()))
    return recipe
  }

  /// A recipe with everything at its default.
  public init() {}
}
