package import BromideValues

extension SizeRequest {
  /// Returns the size of the picture of an upright photo.
  package func size(of photo: Size) -> Size {
    OutputGeometry(
      source: Region(photo), pixelAspect: 1, orientation: .upright, request: self
    ).outputSize
  }

  /// Returns the request for the picture inside a border, or `nil` if the border leaves no picture.
  ///
  /// - Precondition: The request is not a fraction of the photo.
  /// - Parameters:
  ///   - border: The pixels on each side.
  ///   - photo: The size of the complete upright photo.
  package func inside(border: Int, of photo: Size) -> SizeRequest? {
    var inner = self
    switch bounds {
    case .box(let size):
      inner.bounds = .box(
        Size(width: size.width - 2 * border, height: size.height - 2 * border))
    case .longEdge(let edge): inner.bounds = .longEdge(edge - 2 * border)
    case .shortEdge(let edge): inner.bounds = .shortEdge(edge - 2 * border)
    case .fraction: preconditionFailure("the caller replaces a fraction with a box")
    case .megapixels(let millions):
      // The scale s of the photo, from (width · s + 2 · border) · (height · s + 2 · border) = pixels.
      let half = Double(border) * Double(photo.width + photo.height)
      let rest = 1e6 * millions - 4 * Double(border) * Double(border)
      let area = Double(photo.area)
      guard rest > 0 else { return nil }
      let scale = ((half * half + area * rest).squareRoot() - half) / area
      inner.bounds = .megapixels(scale * scale * area / 1e6)
    }
    return inner.bounds.isSound ? inner : nil
  }
}

extension Developer {
  /// Returns the size of the picture of a recipe, without its measurements.
  ///
  /// - Throws: `DevelopError.unsupported` if this photo does not support the recipe.
  package static func size(
    of source: DevelopSource, recipe: DevelopRecipe
  ) throws(DevelopError) -> Size {
    var recipe = recipe
    recipe.demosaic = try DevelopPlan.method(of: source, recipe: recipe)
    let source = source.applying(recipe.profile)
    let crop = try DevelopPlan.crop(of: source, recipe: recipe)
    return DevelopPlan.geometry(of: source, recipe: recipe, crop: crop, measuring: nil)
      .0.outputSize
  }
}
