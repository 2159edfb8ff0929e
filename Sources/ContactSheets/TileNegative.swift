public import Color
public import Compositing
public import Develop
public import Kernels
public import Pixels

/// A photo's camera values at a tile's size, to be developed again and again with other parameters.
///
/// Each channel is balanced with the smallest gain that any of the recipes has and clipped there, as `DemosaicedPhoto` does it,
/// so that highlights stay neutral whatever the balance becomes. 16 bits, linear. Local tone is measured on the tile, which
/// may be a part of the photo.
public struct TileNegative: Sendable {
  /// The photo at the tile's size, upright.
  public let source: DevelopSource
  /// Whether crop, zoom and rotation are its pictures' own; else they are in it already.
  private let movesWindow: Bool
  private let instructionSet: InstructionSet

  private static let window: [Parameter] = ParameterTable.filters
    .filter { $0.stage == .geometry }.flatMap(\.parameters)

  /// - Parameters:
  ///   - source: The photo as it was decoded.
  ///   - recipes: All recipes that it will be developed with, at least one; size, demosaic and highlight mode come from
  ///     the first.
  /// - Throws: `DevelopError.unsupported` if a recipe asks for something that this photo cannot give.
  public init(
    _ source: DevelopSource, for recipes: [DevelopRecipe], instructionSet: InstructionSet = .best
  ) throws(DevelopError) {
    guard let first = recipes.first else { throw .unsupported("no recipe for the photo") }
    var gains = SIMD3<Double>(repeating: .infinity)
    for recipe in recipes {
      let own = try Developer(source, recipe: recipe, instructionSet: instructionSet).multipliers
      gains = pointwiseMin(gains, own / own.min())
    }
    // Camera values are taken as linear light, so that nothing happens to them but the balance and the size.
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

  /// The picture that a recipe makes, or a part of it.
  ///
  /// - Parameters:
  ///   - recipe: One of those that it was made for; its size is not used.
  ///   - part: The part to develop, in pixels of the tile; nil for all of it.
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
    // The negative's highlights are treated, and its channels clipped.
    recipe.highlightMode = .clip
    recipe.orientation = .apply
    recipe.space = LightPicture.space(like: space)
    recipe.sample = .uint16
    recipe.filters[.opacity] = nil
    // Filters that depend on the place in the frame or on neighbours need all of it.
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
