internal import Color
public import Develop
public import PhotoLoading
internal import Pixels
public import Sidecars

/// How raw photos become pixels: how they are decoded, and how they are developed.
public struct PhotoSettings: Sendable, Hashable, Codable {
  /// How photos are developed.
  public var recipe = DevelopRecipe() { didSet { loading.profile = recipe.profile } }
  /// Looks of the cameras' own pictures in place of the recipe's; nil for the recipe's.
  public var cameraLooks: CameraLooks?
  /// A window of the photo to make neutral, in place of the recipe's white balance.
  public var balancePlace: BalancePlace?
  /// Corrections of lens and sensor that were asked for by name, so that a photo that cannot get one is told of. No pixel
  /// depends on them.
  public var askedCorrections: Set<OpticsCorrection> = []
  /// How photos are decoded.
  public var loading = LoadSettings()
  /// A crop in fractions of the stored picture, which takes the place of the recipe's crop and
  /// rotation; nil for the recipe's.
  public var sensorCrop: SensorCrop?
  /// Replaces the rating in the photo's metadata; nil keeps it.
  public var rating: Int?
  /// Whether a file beside the photo changes these settings: see `withSidecar(of:)`.
  public var sidecar = SidecarSettings()

  /// The standard development of sound photos.
  public init() {}

  /// Whether photos are balanced as they record it, or as is found for those that record nothing.
  ///
  /// A temperature that is asked for replaces the camera's; a tint alone is added to it.
  public var usesRecordedBalance: Bool {
    recipe.whiteBalance == .camera && balancePlace == nil && recipe.filters[.temperature] == nil
  }

  /// The recipe for one photo, its white balance taken from `balancePlace` and its window from
  /// `sensorCrop` if these are set.
  ///
  /// The place is one of the whole picture, whichever part of it the filters show.
  /// - Throws: `DevelopError.unsupported` if the place yields no white balance.
  public func recipe(for source: DevelopSource) throws(DevelopError) -> DevelopRecipe {
    var recipe = recipe
    sensorCrop?.apply(to: &recipe, for: source)
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

extension SensorCrop {
  /// Sets a recipe's crop and rotation to the window that this crop shows of a photo.
  ///
  /// Camera Raw's picture is the maker's default crop. Where more than that is shown, the window
  /// keeps its place on the sensor.
  fileprivate func apply(to recipe: inout DevelopRecipe, for source: DevelopSource) {
    guard let (crop, rotation) = values(in: source, recipe.cropArea) else { return }
    recipe.filters[.crop] = crop
    recipe.filters[.rotation] = [rotation]
  }

  /// The values of crop and rotation that show this crop's window of a photo; nil if its corners belong to no rectangle.
  package func values(
    in source: DevelopSource, _ cropArea: CropArea
  ) -> (crop: [Double], rotation: Double)? {
    let part = source.defaultCrop
    let whole = source.region(cropArea)
    func inWhole(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
      (
        (Double(part.x - whole.x) + x * Double(part.width)) / Double(whole.width),
        (Double(part.y - whole.y) + y * Double(part.height)) / Double(whole.height)
      )
    }
    let ((left, top), (right, bottom)) = (
      inWhole(self.left, self.top), inWhole(self.right, self.bottom)
    )
    let crop = SensorCrop(left: left, top: top, right: right, bottom: bottom, angle: angle)
    let size = (Double(whole.width) * source.pixelAspect, Double(whole.height))
    guard let window = crop.window(size: size, orientation: source.orientation) else { return nil }
    return (
      Parameter.crop.clamped([window.x, window.y, window.width, window.height]), window.rotation
    )
  }
}
