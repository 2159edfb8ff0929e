internal import BromideValues

/// Chooses the demosaic for recipes with `auto`.
///
/// A strongly reduced picture does not show the detail that a full demosaic adds, so `auto` uses
/// `cells` for Bayer and `half` for X-Trans. The choice depends on geometry only and never on the
/// photo's content. All frames of a sequence use the same choice, so that no frame jumps when a
/// zoom crosses the limit. Lateral colour of Bayer mosaics and hot pixels of X-Trans can only be
/// corrected with a full demosaic, so photos with these corrections keep it.
extension DevelopPlan {
  /// Returns the demosaic method for a recipe.
  ///
  /// - Throws: `DevelopError.unsupported` if this photo does not support the recipe.
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

  /// The largest scale, in output pixels per sensor pixel, at which `auto` uses `cells`. The
  /// filters are made for it.
  ///
  /// On reduced photographs with a known reference, a third of the size reaches 43 dB with cells
  /// and 46 dB with RCD. Half the size reaches 38 dB and 44 dB (Benchmarks/RESULTS.md).
  static let mostCellScale = 1.0 / 3 + 1e-9
  /// The largest scale, in output pixels per sensor pixel, at which `auto` uses `half` for X-Trans.
  static let mostXTransHalfScale = 1.0 / 4 + 1e-9
  /// The largest scale, in output pixels per sensor pixel, at which cells are reduced instead of
  /// enlarged.
  static let mostHalvedScale = 0.5
}

extension DevelopSource {
  /// Returns the method that demosaics this photo for several pictures. It is a method for reduced
  /// pictures only if all pictures are reduced.
  ///
  /// - Parameter recipes: At least one recipe. All must use the same method.
  /// - Throws: `DevelopError.unsupported` if this photo does not support a recipe.
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

  /// Whether the pixel's colours are centred in it, so that it shows the position of its sites.
  func isCentred(_ filters: ColorFilters) -> Bool {
    self == .cells || self == .half && filters.period == XTransPattern.period
  }
}
