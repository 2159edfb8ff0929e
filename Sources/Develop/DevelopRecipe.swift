public import Color
internal import Kernels
public import Pixels

/// The treatment of channels that the sensor clipped.
public enum HighlightMode: RawRepresentable, Sendable, Hashable, Codable, CaseIterable {
  /// Clip all channels to the common white, which makes highlights neutral.
  case clip
  /// Blend between clipped and unclipped colour by the number of clipped channels.
  case blend
  /// Rebuild clipped channels from the others and from the colour of bright light around; what no
  /// sensor site clipped stays as bright as it is.
  case recover

  /// The mode of a name; the earlier name `reconstruct` reads as `recover`.
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
  /// The photographer's crop in a DNG; the maker's default crop where there is none.
  case user
  /// The maker's default crop.
  case `default`
  /// All developed pixels.
  case active
}

/// Digests of settings are made of what is encoded. They stay those of before there was `user`, so that pictures made by the
/// default need not be made again: it is encoded as `default`, and the maker's crop as `maker`.
extension CropArea {
  private static let encoded: [CropArea: String] = [
    .user: "default", .default: "maker", .active: "active",
  ]

  /// Reads what `encode` wrote.
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

/// The method that makes full colour of a mosaic. LibRaw's own methods are chosen when the file is
/// decoded.
public enum DemosaicMethod: String, Sendable, Hashable, Codable, CaseIterable {
  /// `rcd` for a Bayer mosaic, or `cells` where the picture is a third as large or less; `xtrans` for X-Trans.
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
  /// One pixel for each 2×2 sites of a Bayer mosaic, every colour at its middle, for smaller pictures.
  case cells
  /// One pixel for each 2×2 sites, in the quickest way.
  case half
}

extension DemosaicMethod {
  /// The method that `auto` stands for with these colours of sites, for a picture of full size; this one otherwise.
  public func resolved(_ filters: ColorFilters) -> DemosaicMethod {
    switch (self, filters) {
    case (.auto, .bayer): .rcd
    case (.auto, .xtrans): .xtrans
    case (.best, .xtrans): .fine
    default: self
    }
  }

  /// What carries it out; nil if the method is not for these colours.
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
  /// Pixels are turned upright, and the tag says so.
  case apply
  /// Pixels and tag remain as they were stored.
  case keep
}

/// A request for a size of the picture.
public struct SizeRequest: Sendable, Hashable, Codable {
  /// The form in which the size is given, in pixels.
  public enum Bounds: Sendable, Hashable, Codable {
    /// A box of this size.
    case box(Size)
    /// The long edge of the picture.
    case longEdge(Int)

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
    /// The whole picture lies within the box.
    case contain
    /// The picture fills the whole box; the rest is cut off evenly.
    case cover
  }
  /// The box or long edge, in pixels.
  public var bounds: Bounds
  /// How the picture fits the bounds.
  public var fit: Fit
  /// Whether a smaller picture is enlarged.
  public var enlarge: Bool
  /// Whether the picture is stretched to fill a box exactly, each axis by its own scale, as a tile must that meets its
  /// neighbours; nil, the same as false, is no part of the settings' digest.
  package var isStretched: Bool?

  /// A request for a size, without enlargement by default.
  public init(bounds: Bounds, fit: Fit = .contain, enlarge: Bool = false) {
    self.bounds = bounds
    self.fit = fit
    self.enlarge = enlarge
  }
}

/// Everything that decides how a photo looks. The same recipe and photo give the same pixels.
public struct DevelopRecipe: Sendable, Hashable, Codable {
  /// The white balance; the camera's by default.
  public var whiteBalance: WhiteBalance = .camera
  /// The treatment of channels that the sensor clipped.
  public var highlightMode: HighlightMode = .recover
  /// The method that makes full colour of a mosaic.
  public var demosaic: DemosaicMethod = .auto
  /// The tone mode.
  public var tone: ToneMode = .standard
  /// The look that the standard tone mode gives.
  public var look: Look = .standard
  /// A look by a table, after the tone curve or in its place; nil, for none, is no part of the settings' digest.
  public var tableLook: TableLook?
  /// The camera profile; the photo's own by default.
  public var profile = ProfileChoice.embedded
  /// The colour space of the output.
  public var space: RGBSpace = .srgb
  /// The format of the output's samples. Those of `float32` are linear light, whatever the space's
  /// transfer function.
  public var sample: SampleFormat = .uint8
  /// The rounding to 8 bits; nil, the same as `none`, is no part of the settings' digest.
  public var dither: Dither?
  /// The pixels that the picture shows, before the window's crop.
  public var cropArea: CropArea = .user
  /// The treatment of the photo's orientation.
  public var orientation: OrientationHandling = .apply
  /// The size of the output; nil if every pixel of the crop is one of the output.
  public var size: SizeRequest?
  /// What is corrected of lens and sensor; nothing by default.
  public var optics = OpticsSettings.none
  /// The photographic parameters that are not at their defaults.
  public var filters = FilterSettings()

  /// Stops in linear light, added to the photo's baseline exposure.
  public var exposure: Double {
    get { filters.number(.exposure) }
    set { filters[.exposure] = [newValue] }
  }

  /// The space of the output's samples, which the file states.
  public var encodedSpace: RGBSpace { sample == .float32 ? space.linearLight : space }

  /// The look that the picture has; nil if it keeps linear light.
  public var rendering: Look? { tone == .standard ? look : nil }

  /// This recipe for a digest of settings: a profile's file counts by its own, and what a rotation would do does not
  /// count without one.
  package var digestible: DevelopRecipe {
    var recipe = self
    if filters.number(.rotation) == 0 { recipe.optics.rotationFit = .keep }
    if roundingDither == .none { recipe.dither = nil }
    if let look = tableLook {
      recipe.tableLook?.table = LookTable(path: "", digest: look.table.digest)
    }
    guard case .file(let file) = profile else { return recipe }
    recipe.profile = .file(
      ProfileFile(path: "", digest: file.digest, camera: nil, lights: [], tables: ProfileTables()))
    return recipe
  }

  /// A recipe with everything at its default.
  public init() {}
}
