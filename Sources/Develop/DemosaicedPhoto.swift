internal import Color
public import Kernels
internal import Pixels

/// A photo demosaiced once for many developments: camera RGB of the part that some recipes show.
///
/// It is balanced, for each channel, with the smallest gain that any of the recipes has, and clipped there (or its
/// highlights treated) as a development of its own would. A recipe's own gains are that times 1 or more, so
/// what it clips is what it would have clipped itself, and highlights stay neutral when the balance moves.
/// Where all recipes have one balance, developments from here are those from the sensor's image but for the rounding
/// of 16-bit codes, and else but for directions that the demosaic chose under another balance.
///
/// Fill it before use: any thread may make any tile, once, with scratch of its own.
public final class DemosaicedPhoto: Sendable {
  /// The photo it was made from.
  public let source: DevelopSource
  let gains: SIMD3<Double>
  let frame: CodedFrame
  /// Where `frame` lies in what the demosaic makes.
  let region: Region
  /// What a recipe must share.
  private let demosaic: DemosaicMethod
  private let highlightMode: HighlightMode
  private let maker: Developer

  /// - Parameters:
  ///   - recipes: Every recipe it will be developed with, at least one; all have one demosaic, highlight mode and
  ///     crop area.
  /// - Throws: `DevelopError.unsupported` where a recipe asks for what this photo cannot give.
  public init(
    _ source: DevelopSource, for recipes: [DevelopRecipe], instructionSet: InstructionSet = .best
  ) throws(DevelopError) {
    guard let first = recipes.first else {
      throw .unsupported("no recipe to demosaic the photo for")
    }
    self.source = source
    demosaic = first.demosaic
    highlightMode = first.highlightMode
    let shown = Self.shown(of: source, recipe: first, try Developer.crop(of: source, recipe: first))
    var gains = SIMD3<Double>(repeating: .infinity)
    var region: Region?
    for recipe in recipes {
      guard recipe.demosaic == demosaic, recipe.highlightMode == highlightMode,
        recipe.cropArea == first.cropArea
      else {
        throw .unsupported("recipes of one photo share demosaic, highlight mode and crop area")
      }
      let crop = try Developer.crop(of: source, recipe: recipe)
      let own = try Developer.whiteBalance(of: source, recipe: recipe, crop: crop).gains
      gains = pointwiseMin(gains, own)
      let needed = Developer.geometry(of: source, recipe: recipe, shown: shown).reach
      region = region.map { $0.union(needed) } ?? needed
    }
    let kept = region ?? shown
    self.gains = gains
    self.region = kept
    maker = Developer(
      demosaicing: source, region: kept, gains: gains, recipe: first,
      instructionSet: instructionSet)
    frame = CodedFrame(
      size: kept.size, channels: source.image.channels,
      ceiling: maker.steps.ceiling.isFinite ? 1 : Float(gains.max()),
      instructionSet: instructionSet)
  }

  /// Rows in a tile; the demosaic warms up for 8 rows in each.
  private static let tileRows = 128

  /// Bytes that the pixels take.
  public var memory: Int { frame.size.area * frame.channels * 2 }

  /// How many tiles the pixels are made in; the last one may have fewer rows.
  public var tileCount: Int { (frame.size.height + Self.tileRows - 1) / Self.tileRows }

  /// Working memory for one thread that makes tiles.
  public func makeScratch() -> DevelopScratch { maker.makeScratch() }

  /// Demosaics one tile.
  public func make(tile: Int, scratch: DevelopScratch) {
    let first = tile * Self.tileRows
    maker.fill(frame, first..<min(first + Self.tileRows, frame.size.height), scratch)
  }

  /// Whether a recipe may be developed from here.
  func accepts(_ recipe: DevelopRecipe, gains own: SIMD3<Double>, reach: Region) -> Bool {
    // Gains come from the same arithmetic, so equal ones are equal.
    recipe.demosaic == demosaic && recipe.highlightMode == highlightMode
      && all(own .>= gains * (1 - 1e-12)) && region.contains(reach)
  }

  /// All that may be shown, in pixels of what the demosaic makes.
  static func shown(of source: DevelopSource, recipe: DevelopRecipe, _ crop: Region) -> Region {
    Developer.isHalved(source.image, recipe: recipe) ? crop.halved : crop
  }
}

extension Region {
  /// The smallest region with all pixels of both.
  fileprivate func union(_ other: Region) -> Region {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Region(
      x: left, y: top, width: max(endX, other.endX) - left, height: max(endY, other.endY) - top)
  }
}
