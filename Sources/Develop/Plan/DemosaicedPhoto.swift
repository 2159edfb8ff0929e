public import BromideKernels
public import BromideSystem
internal import BromideValues

/// A photo demosaiced once for many developments. It stores camera RGB for the part that the
/// recipes show.
///
/// Each channel is balanced with the smallest gain that any of the recipes gives it. If all recipes
/// use the same balance, highlights are treated here, and developments match developments from the
/// sensor image except for the rounding to 16-bit codes. Otherwise, each recipe clips or restores
/// highlights under its own gains, which are the gains here times 1 or more. Highlights therefore
/// stay neutral while the balance moves. Developments then also differ if the demosaic chose
/// another direction under another balance.
///
/// Fill it before use. Any thread can make any tile once, with separate scratch.
public final class DemosaicedPhoto: Sendable {
  /// The photo it was made from.
  public let source: DevelopSource
  let gains: SIMD3<Double>
  /// Set if recipes must treat clipped pixels under their own gains, or `nil` if highlights are
  /// treated in `picture`.
  private let clipped: ClippedNote?
  let picture: CodedPicture
  /// The position of `picture` in the demosaic's output.
  let region: Region
  /// Output pixels per pixel of the demosaic's output, for the recipe with the largest scale.
  let scale: Double
  /// Every recipe's corrections of lens and sensor.
  private let optics: OpticsSettings
  /// Every recipe's demosaic.
  private let demosaic: DemosaicMethod
  /// The method that `auto` selects for all recipes together.
  public let method: DemosaicMethod
  /// Every recipe's highlight mode.
  private let highlightMode: HighlightMode
  private let pipeline: RowPipeline

  /// Allocates the pixels. `make(tile:scratch:)` fills them later.
  ///
  /// - Parameters:
  ///   - source: The photo.
  ///   - recipes: All recipes to develop the photo with, at least one. They use the same demosaic,
  ///     optics, highlight mode and crop area.
  ///   - instructionSet: The instruction set of the kernels.
  ///   - crew: Threads for the measurements that the geometry of the pictures depends on.
  /// - Throws: `DevelopError.unsupported` if this photo does not support a recipe, and
  ///   `outOfMemory`.
  public init(
    _ source: DevelopSource, for recipes: [DevelopRecipe],
    instructionSet: InstructionSet = .best, crew: Crew = .alone
  ) throws(DevelopError) {
    let measuring = Measuring(instructionSet: instructionSet, crew: crew)
    guard let first = recipes.first else {
      throw .unsupported("no recipe to demosaic the photo for")
    }
    self.source = source
    optics = first.optics
    demosaic = first.demosaic
    highlightMode = first.highlightMode
    let method = try source.demosaic(for: recipes)
    self.method = method
    var carriedOut = first
    carriedOut.demosaic = method
    var gains = SIMD3<Double>(repeating: .infinity)
    var isShared = true
    var region: Region?
    var scale = 0.0
    for recipe in recipes {
      guard recipe.demosaic == demosaic, recipe.highlightMode == highlightMode,
        recipe.cropArea == first.cropArea, recipe.optics == optics
      else {
        throw .unsupported(
          "recipes of one photo share demosaic, optics, highlight mode and crop area")
      }
      var recipe = recipe
      recipe.demosaic = method
      let crop = try DevelopPlan.crop(of: source, recipe: recipe)
      let own = try DevelopPlan.whiteBalance(
        of: source.applying(recipe.profile), recipe: recipe, crop: crop
      ).balance.gains
      if region != nil, own != gains { isShared = false }
      gains = pointwiseMin(gains, own)
      let (geometry, _) = DevelopPlan.geometry(
        of: source, recipe: recipe, crop: crop, measuring: measuring)
      scale = max(scale, geometry.scale)
      let needed = geometry.reach
      region = region.map { $0.union(needed) } ?? needed
    }
    let kept = region!
    self.gains = gains
    self.region = kept
    // Clipping under smaller gains leaves all that larger ones clip.
    var highlights = HighlightStep(carriedOut, source)
    if case .clip = highlights { isShared = true }
    let clipped = isShared ? nil : ClippedNote()
    if let clipped { highlights = .keep(clipped) }
    self.clipped = clipped
    self.scale = scale
    let steps = try DevelopPlan.demosaicing(
      source, region: kept, scale: scale, gains: gains, highlights: highlights, recipe: carriedOut)
    (pipeline, picture) = try DevelopError.passing { () throws(PixelShortage) in
      let pipeline = try RowPipeline(
        .sensor(source.image), steps: steps, stripWidth: DemosaicStrip.preferredWidth,
        instructionSet: instructionSet)
      let picture = try CodedPicture(
        size: kept.size, channels: source.image.channels, ceiling: pipeline.steps.range,
        instructionSet: instructionSet)
      return (pipeline, picture)
    }
  }

  /// The number of rows in a tile. The demosaic computes 8 additional rows to start each tile.
  private static let tileRows = 128

  /// The number of tiles. The last one can have fewer rows than the others.
  public var tileCount: Int { (picture.size.height + Self.tileRows - 1) / Self.tileRows }

  /// Allocates working memory for one thread that makes tiles.
  public func makeScratch() -> DevelopScratch { pipeline.makeScratch() }

  /// Demosaics one tile.
  ///
  /// - Parameters:
  ///   - tile: 0 ..< tileCount.
  ///   - scratch: Scratch from `makeScratch()`, which only one thread can use at once.
  public func make(tile: Int, scratch: DevelopScratch) {
    let first = tile * Self.tileRows
    pipeline.fill(picture, first..<min(first + Self.tileRows, picture.size.height), scratch)
  }

  /// Whether recipes can skip highlights, because no pixel needs treatment under their gains. Valid
  /// after filling.
  var isTreated: Bool { clipped?.isSet != true }

  /// A recipe with the method that carries out its demosaic here.
  func carriedOut(_ recipe: DevelopRecipe) -> DevelopRecipe {
    guard recipe.demosaic == demosaic else { return recipe }
    var recipe = recipe
    recipe.demosaic = method
    return recipe
  }

  /// Whether a recipe may be developed from here.
  ///
  /// - Parameters:
  ///   - recipe: The recipe.
  ///   - own: The white-balance gains that the recipe has for this photo.
  ///   - reach: The part of the demosaic's output that the recipe's geometry reads.
  func accepts(_ recipe: DevelopRecipe, gains own: SIMD3<Double>, reach: Region) -> Bool {
    // Gains come from the same arithmetic, so equal ones are equal.
    recipe.demosaic == demosaic && recipe.optics == optics && recipe.highlightMode == highlightMode
      && all(own .>= gains * (1 - 1e-12)) && region.contains(reach)
  }
}

extension Region {
  /// The smallest region that contains both.
  fileprivate func union(_ other: Region) -> Region {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Region(
      x: left, y: top, width: max(endX, other.endX) - left, height: max(endY, other.endY) - top)
  }
}
