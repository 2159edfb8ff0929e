internal import Color
public import Develop
public import PhotoLoading

/// How raw photos become pixels: how they are decoded, and how they are developed.
public struct PhotoSettings: Sendable, Hashable, Codable {
  /// How photos are developed.
  public var recipe = DevelopRecipe() { didSet { loading.profile = recipe.profile } }
  /// Looks of the cameras' own pictures in place of the recipe's; nil for the recipe's.
  public var cameraLooks: CameraLooks?
  /// A window of the photo to make neutral, in place of the recipe's white balance.
  public var balancePlace: BalancePlace?
  /// How photos are decoded.
  public var loading = LoadSettings()

  /// The standard development of sound photos.
  public init() {}

  /// Whether photos are balanced as they record it, or as is found for those that record nothing.
  ///
  /// A temperature that is asked for replaces the camera's; a tint alone is added to it.
  public var usesRecordedBalance: Bool {
    recipe.whiteBalance == .camera && balancePlace == nil && recipe.filters[.temperature] == nil
  }

  /// The recipe for one photo, its white balance taken from `balancePlace` if that is set.
  ///
  /// The place is one of the whole picture, whichever part of it the filters show.
  /// - Throws: `DevelopError.unsupported` if the place yields no white balance.
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
