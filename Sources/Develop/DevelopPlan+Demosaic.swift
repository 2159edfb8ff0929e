internal import Kernels
internal import Pixels

/// The choice of a demosaic where the recipe leaves it open.
///
/// A picture that is made much smaller does not show what a demosaic of every site adds: `cells` then makes it, of X-Trans
/// `half`. Geometry alone decides, never the photo's content, and for frames of a sequence all of them together, so that
/// none jumps where a zoom crosses the limit. What only a demosaic of every site corrects keeps it: lateral colour of
/// Bayer mosaics, hot pixels of X-Trans.
extension DevelopPlan {
  /// The method that makes a picture by a recipe.
  ///
  /// - Throws: `DevelopError.unsupported` if the recipe asks for something this photo cannot give.
  static func method(
    of source: DevelopSource, recipe: DevelopRecipe
  ) throws(DevelopError) -> DemosaicMethod {
    guard let filters = source.image.filters else { return recipe.demosaic }
    let full = recipe.demosaic.resolved(filters)
    guard recipe.demosaic == .auto, recipe.size != nil else { return full }
    let crop = try crop(of: source, recipe: recipe)
    var plain = recipe
    plain.demosaic = full
    let (geometry, _) = geometry(of: source, recipe: plain, crop: crop, measuring: nil)
    switch filters {
    case .bayer:
      let isSmall = geometry.largestScale <= mostCellScale && !recipe.optics.needsSites
      return isSmall && !MosaicCorrections.movesColor(plain, filters, geometry) ? .cells : full
    case .xtrans:
      let isSmall = geometry.largestScale <= mostXTransHalfScale && !recipe.optics.needsSites
      return isSmall && recipe.optics.hotPixels == .none ? .half : full
    }
  }

  /// Output pixels per sensor pixel up to which `auto` is `cells`: the filters are made for it.
  ///
  /// On reduced photographs, of known truth, a third of the size lies at 43 dB by cells, by RCD at 46; half the size at
  /// 38 and 44 (Benchmarks/RESULTS.md).
  static let mostCellScale = 1.0 / 3 + 1e-9
  /// The same of X-Trans, up to which it is `half`.
  static let mostXTransHalfScale = 1.0 / 4 + 1e-9
  /// Output pixels per sensor pixel up to which cells can be reduced, and not enlarged.
  static let mostHalvedScale = 0.5
}

extension DevelopSource {
  /// The method that demosaics this photo for several pictures alike: one for reduced ones if each of them is.
  ///
  /// - Parameter recipes: At least one; all with one method.
  /// - Throws: `DevelopError.unsupported` if a recipe asks for something this photo cannot give.
  public func demosaic(for recipes: [DevelopRecipe]) throws(DevelopError) -> DemosaicMethod {
    guard let first = recipes.first else {
      throw .unsupported("no recipe to demosaic the photo for")
    }
    for recipe in recipes {
      let method = try DevelopPlan.method(of: self, recipe: recipe)
      if !method.halves { return method }
    }
    return try DevelopPlan.method(of: self, recipe: first)
  }
}

extension DemosaicMethod {
  /// Whether one pixel is made of each 2×2 sites of a mosaic.
  var halves: Bool { self == .half || self == .cells }

  /// Whether that pixel's colours lie at its middle, so that it shows the place of its sites.
  func isCentred(_ filters: ColorFilters) -> Bool {
    self == .cells || self == .half && filters.period == XTransPattern.period
  }
}
