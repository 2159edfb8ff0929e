public import BromideDevelop
public import BromideDrawing
public import BromideKernels
public import BromideValues

/// A photo's camera values at tile size, for developing repeatedly with other parameters.
///
/// Each channel is multiplied by the smallest gain of all recipes and clipped there, as in
/// `DemosaicedPhoto`. So highlights stay neutral with any white balance. The values are linear with
/// 16 bits. Local tone is measured on the tile, which can be a part of the photo.
public struct TileNegative: Sendable {
  /// The upright photo at tile size.
  public let source: DevelopSource
  /// Whether each picture applies crop, zoom and rotation itself. Otherwise, the negative already
  /// contains them.
  private let movesWindow: Bool
  private let instructionSet: InstructionSet

  private static let window: [Parameter] = ParameterTable.filters
    .filter { $0.stage == .geometry }.flatMap(\.parameters)

  /// Creates a negative.
  ///
  /// - Parameters:
  ///   - source: The decoded photo.
  ///   - recipes: All recipes that will be used, at least one. Size, demosaic and highlight mode
  ///     come from the first.
  /// - Throws: `DevelopError.unsupported` if a recipe does not fit this photo.
  public init(
    _ source: DevelopSource, for recipes: [DevelopRecipe], instructionSet: InstructionSet = .best
  ) throws(DevelopError) {
    guard let first = recipes.first else { throw .unsupported("no recipe for the photo") }
    var gains = SIMD3<Double>(repeating: .infinity)
    for recipe in recipes {
      let own = try Developer(source, recipe: recipe, instructionSet: instructionSet).multipliers
      gains = pointwiseMin(gains, own / own.min())
    }
    // Treat camera values as linear light, so that only white balance and size apply.
    var plain = source
    plain.headroom = 0
    plain.profile = CameraProfile(
      calibrations: [], asShotMultipliers: gains / gains.y,
      isMonochrome: source.profile.isMonochrome)
    var recipe = DevelopRecipe()
    recipe.size = first.size
    recipe.demosaic = first.demosaic
    recipe.highlightMode = first.highlightMode
    recipe.cropArea = first.cropArea
    recipe.orientation = first.orientation
    recipe.tone = .linear
    recipe.space = .linearSRGB
    recipe.sample = .uint16
    movesWindow = recipes.contains { recipe in
      Self.window.contains { recipe.filters[$0] != first.filters[$0] }
    }
    if !movesWindow {
      for parameter in Self.window { recipe.filters[parameter] = first.filters[parameter] }
    }
    let applied = gains / gains.min()
    let developer = try Developer(plain, recipe: recipe, instructionSet: instructionSet)
    let codes = developer.picture(of: UInt16.self)
    let image = LinearImage(
      samples: codes.plane, channels: codes.channels, white: 65535,
      appliedGains: codes.channels == 1 ? SIMD3(1, 1, 1) : SIMD3<Float>(applied))
    var negative = DevelopSource(
      image: .linear(image), profile: source.profile, defaultCrop: Region(image.size))
    negative.headroom = source.headroom
    negative.area = developer.area(on: plain)
    self.source = negative
    self.instructionSet = instructionSet
  }

  /// Develops the picture or a part of it.
  ///
  /// - Parameters:
  ///   - recipe: One of the recipes from `init`. Its size is ignored.
  ///   - part: The part to develop, in pixels of the tile, or `nil` to develop all.
  public func picture(
    _ recipe: DevelopRecipe, part: Region? = nil, in space: RGBSpace, shrinks: Bool
  ) throws(DevelopError) -> LightPicture {
    var source = source
    if let part { source.defaultCrop = part }
    var recipe = recipe
    recipe.size =
      movesWindow
      ? SizeRequest(bounds: .box(source.defaultCrop.size), fit: .cover, enlarge: true) : nil
    if !movesWindow { for parameter in Self.window { recipe.filters[parameter] = nil } }
    recipe.cropArea = .default
    // The negative already contains recovered highlights and clipped channels.
    recipe.highlightMode = .clip
    recipe.orientation = .apply
    recipe.space = LightPicture.space(like: space)
    recipe.sample = .uint16
    recipe.filters[.opacity] = nil
    // Filters that use the position or neighbours need the complete tile.
    let isWhole = Self.placed.contains { !recipe.filters.isStandard($0) }
    if part != nil, isWhole { source.defaultCrop = Region(source.image.size) }
    let codes = try Developer(source, recipe: recipe, instructionSet: instructionSet)
      .picture(of: UInt16.self)
    guard let part, isWhole else { return LightPicture(codes: codes, shrinks: shrinks) }
    return LightPicture(codes: codes).part(part, shrinks: shrinks)
  }

  private static let placed: [Parameter] =
    ParameterTable.filters.filter { [.neighborhood, .output].contains($0.stage) }.flatMap(
      \.parameters)
    + [.vignette]
}
