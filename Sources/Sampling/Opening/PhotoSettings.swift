public import BromideDevelop
public import BromidePhotos
internal import BromideValues

/// How raw photos become pixels: how they are decoded, and how they are developed.
public struct PhotoSettings: Sendable, Hashable {
  /// How photos are developed.
  public var recipe = DevelopRecipe() { didSet { loading.profile = recipe.profile } }
  /// Looks fitted to the cameras' pictures, or `nil` to use the recipe's look.
  public var cameraLooks: CameraLooks?
  /// A window of the photo to make neutral. It replaces the recipe's white balance.
  public var balancePlace: BalancePlace?
  /// The lens and sensor corrections that the user set explicitly, so that Bromide warns if a photo
  /// does not support one. Pixels do not depend on this.
  public var requestedCorrections: Set<OpticsCorrection> = []
  /// How photos are decoded.
  public var loading: LoadSettings
  /// A crop in fractions of the stored picture that replaces the recipe's crop and rotation, or
  /// `nil` to use the recipe's.
  public var sensorCrop: SensorCrop?
  /// The rating that replaces the rating in the photo's metadata, or `nil` to keep it.
  public var rating: Int?
  /// The metadata of XMP files next to the photo, or `nil` without any. It comes before the
  /// metadata in the photo's file.
  public var sidecarMetadata: PhotoDescription?
  /// Settings for XMP files next to the photos (see `withSidecar(of:)`).
  public var sidecar = SidecarSettings()

  /// The standard development of sound photos.
  public init(_ context: RunContext) { loading = LoadSettings(context) }

  /// The means with which the run opens files.
  package var context: RunContext { loading.context }

  /// Whether photos use their recorded white balance, or an estimate if they do not have one.
  ///
  /// A set temperature replaces the camera's temperature. A tint without a temperature is added to
  /// the camera's balance.
  public var usesRecordedBalance: Bool {
    recipe.whiteBalance == .camera && balancePlace == nil && recipe.filters[.temperature] == nil
  }

  /// Returns the recipe for one photo. `balancePlace` and `sensorCrop`, if set, provide its white
  /// balance and its window.
  ///
  /// The point refers to the entire picture, even if filters show a part of it.
  /// - Throws: `DevelopError.unsupported` if the point does not give a white balance.
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
  /// In Camera Raw, the picture is the maker's default crop. If more of the sensor is shown, the
  /// window keeps its position on the sensor.
  fileprivate func apply(to recipe: inout DevelopRecipe, for source: DevelopSource) {
    guard let (crop, rotation) = values(in: source, recipe.cropArea) else { return }
    recipe.filters[.crop] = crop
    recipe.filters[.rotation] = [rotation]
  }

  /// Returns the crop and rotation that show this crop's window of a photo, or `nil` if its corners
  /// do not form a rectangle.
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
