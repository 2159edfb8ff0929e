public import Develop
internal import Sampling

extension ConvertSettings {
  /// The recipe for one photo: its white balance taken from a place of the picture, where that was asked for.
  ///
  /// The place is one of the whole picture, whatever part of it the filters show.
  /// - Throws: `DevelopError.unsupported` where no balance can be had.
  public func recipe(for source: DevelopSource) throws(DevelopError) -> DevelopRecipe {
    var recipe = recipe
    guard let balancePlace else { return recipe }
    let sampler = try PointSampler(raw: source, recipe: recipe)
    do throws(SamplingError) {
      recipe.whiteBalance = try sampler.whiteBalance(balancePlace)
    } catch {
      throw .unsupported(error.description)
    }
    return recipe
  }
}
