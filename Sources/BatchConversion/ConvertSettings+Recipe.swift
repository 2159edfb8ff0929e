internal import Color
public import Develop
internal import Kernels
internal import Sampling

extension ConvertSettings {
  /// The recipe for one photo: its white balance taken from a place of the picture, where that was asked for, and temperature and
  /// tint in place of those that the balance has for this photo.
  ///
  /// - Throws: `DevelopError.unsupported` where no balance can be had.
  public func recipe(for source: DevelopSource) throws(DevelopError) -> DevelopRecipe {
    var recipe = recipe
    if let balancePlace {
      let sampler = try PointSampler(raw: source, recipe: recipe)
      do throws(SamplingError) {
        recipe.whiteBalance = try sampler.whiteBalance(balancePlace)
      } catch {
        throw .unsupported(error.description)
      }
    }
    guard temperature != nil || tint != nil else { return recipe }
    if let temperature, let tint {
      recipe.whiteBalance = .temperature(temperature, tint: tint)
      return recipe
    }
    let own = try Developer(source, recipe: recipe, instructionSet: instructionSet ?? .best)
      .whiteBalance
    recipe.whiteBalance = .temperature(
      temperature ?? own.temperature, tint: tint ?? own.tint)
    return recipe
  }
}
