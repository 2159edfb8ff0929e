internal import Color
public import Kernels
internal import Pixels
public import Scheduling

/// A photo demosaiced once for many developments: camera RGB of the part that some recipes show.
///
/// Each channel is balanced with the smallest gain that any of the recipes gives it. If all recipes
/// share one balance, highlights are treated here, and developments equal those from the sensor
/// image but for the rounding to 16-bit codes. If not, each recipe clips or restores highlights
/// under its own gains, which are these times 1 or more, so that they stay as neutral as on their
/// own while the balance moves; developments then also differ where the demosaic chose another
/// direction under another balance.
///
/// Fill it before use: any thread may make any tile, once, with scratch of its own.
public final class DemosaicedPhoto: Sendable {
  /// The photo it was made from.
  public let source: DevelopSource
  let gains: SIMD3<Double>
  /// Whether pixels are clipped that recipes must treat under their own gains; nil if highlights are
  /// treated in `picture`.
  private let clipped: ClippedNote?
  let picture: CodedPicture
  /// Where `picture` lies in the demosaic's output.
  let region: Region
  /// Output pixels per pixel of the demosaic's output, of the recipe that has most.
  let scale: Double
  /// Every recipe's corrections of lens and sensor.
  private let optics: OpticsSettings
  /// Every recipe's demosaic.
  private let demosaic: DemosaicMethod
  /// What that stands for with all recipes together.
  public let method: DemosaicMethod
  /// Every recipe's highlight mode.
  private let highlightMode: HighlightMode
  private let pipeline: RowPipeline

  /// Allocates the pixels, which `make(tile:scratch:)` then fills.
  ///
  /// - Parameters:
  ///   - source: The photo.
  ///   - recipes: Every recipe to develop it with, at least one. They share demosaic, optics,
  ///     highlight mode and crop area.
  ///   - instructionSet: The instruction set of the kernels.
  ///   - crew: Measures what the pictures' geometry depends on.
  /// - Throws: `DevelopError.unsupported` if a recipe asks for something this photo cannot give, and `outOfMemory`.
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

  /// Rows in a tile; the demosaic warms up for 8 rows in each.
  private static let tileRows = 128

  /// Bytes that the pixels take.
  public var memory: Int { picture.size.area * picture.channels * 2 }

  /// Number of tiles; the last one may have fewer rows than the others.
  public var tileCount: Int { (picture.size.height + Self.tileRows - 1) / Self.tileRows }

  /// Allocates working memory for one thread that makes tiles.
  public func makeScratch() -> DevelopScratch { pipeline.makeScratch() }

  /// Demosaics one tile.
  ///
  /// - Parameters:
  ///   - tile: 0 ..< tileCount.
  ///   - scratch: Made by this photo, and used by one thread at a time.
  public func make(tile: Int, scratch: DevelopScratch) {
    let first = tile * Self.tileRows
    pipeline.fill(picture, first..<min(first + Self.tileRows, picture.size.height), scratch)
  }

  /// Whether highlights need no treatment under a recipe's own gains. Filled photos know.
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
