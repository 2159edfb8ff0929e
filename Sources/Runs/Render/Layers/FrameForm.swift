public import BromideDevelop
internal import BromideKernels
internal import BromidePhotos
internal import BromideSampling
internal import BromideSystem
public import BromideValues
internal import SystemPackage

/// The size and settings of all frames in a run.
public struct FrameForm: Sendable {
  /// The size of every frame, in pixels.
  public var size: Size
  /// The method to fit photos to this size.
  public var fit: SizeRequest.Fit
  /// Frame pixels per timeline pixel, less than 1 in a preview.
  public var scale = 1.0
  /// The settings for decoding, developing and writing photos. Each layer sets the recipe's size
  /// and filters.
  public var settings: PictureSettings

  /// Creates a form.
  ///
  /// - Parameter settings: The settings. The recipe's size and filters are ignored.
  public init(size: Size, fit: SizeRequest.Fit = .cover, settings: PictureSettings) {
    self.size = size
    self.fit = fit
    self.settings = settings
  }

  var instructionSet: InstructionSet { settings.photo.loading.effectiveInstructionSet }

  /// Returns the recipe of a layer, except a white balance that depends on the photo.
  public func recipe(_ filters: FilterSettings) -> DevelopRecipe {
    var recipe = settings.photo.recipe
    recipe.size = SizeRequest(bounds: .box(size), fit: fit, enlarge: true)
    recipe.filters = filters
    return recipe
  }

  /// Returns the white balance of one photo, measured if the settings request it.
  ///
  /// - Throws: `FrameError.develop`.
  func whiteBalance(of photo: LoadedPhoto) throws(FrameError) -> WhiteBalance {
    let source = photo.source
    do throws(DevelopError) {
      var recipe = try settings.photo.recipe(for: source)
      if recipe.whiteBalance == .auto {
        recipe.filters = FilterSettings()
        let m = try Developer(source, recipe: recipe).multipliers
        recipe.whiteBalance = .multipliers(m.x, m.y, m.z)
      }
      return recipe.whiteBalance
    } catch {
      throw .develop(error)
    }
  }

  /// Returns this form with the look of one photo's camera, if looks come from cameras, and the
  /// photo's warnings. They are complete after the photo was developed.
  ///
  /// - Throws: `FrameError.develop`.
  func looking(
    like photo: OpenedPhoto, _ loaded: LoadedPhoto
  ) throws(FrameError) -> (form: FrameForm, warnings: @Sendable () -> [Warning]) {
    let look = try developing { () throws(DevelopError) in
      try settings.photo.cameraLook(of: photo, loaded)
    }
    var form = self
    form.settings.photo = settings.photo.with(look)
    let (requested, path) = (settings.photo, photo.path)
    return (form, { requested.warnings(about: loaded, path, look: look) })
  }

  /// Returns this form with one demosaic method that suffices for all frames of a photo. So frames
  /// do not differ if a zoom enlarges the photo.
  ///
  /// - Parameter moments: The parameters of the frames, or of the frames with the smallest visible
  ///   part. If empty, each frame uses its method.
  /// - Throws: `FrameError.develop`.
  func demosaicing(
    _ source: DevelopSource, for moments: [FilterSettings]
  ) throws(FrameError) -> FrameForm {
    guard !moments.isEmpty else { return self }
    var form = self
    let recipes = moments.map { recipe($0) }
    do throws(DevelopError) {
      form.settings.photo.recipe.demosaic = try source.demosaic(for: recipes)
    } catch {
      throw .develop(error)
    }
    return form
  }

  /// Returns the moments with the smallest visible width and height of a photo.
  static func nearest(of moments: [FilterSettings]) -> [FilterSettings] {
    func least(_ side: Int) -> FilterSettings? {
      func shown(_ moment: FilterSettings) -> Double {
        // A shape does not move, so only the zoom matters.
        (moment.cropShape == nil ? moment.numbers(.crop)[side] : 1) / moment.number(.zoom)
      }
      return moments.min { shown($0) < shown($1) }
    }
    return Array(Set([least(2), least(3)].compactMap { $0 }))
  }

  /// Returns this form for a finished picture, which is developed without a look.
  ///
  /// - Throws: `FrameError.unsupported` if a setting does not work with finished pictures.
  func finished(_ path: FilePath) throws(FrameError) -> FrameForm {
    if let complaint = StillPhoto.complaint(about: settings.photo) {
      throw .unsupported("\(path): \(complaint)")
    }
    var form = self
    form.settings.photo.cameraLooks = nil
    form.settings.photo.recipe = StillPhoto.recipe(settings.photo.recipe)
    return form
  }

  /// Creates a developer for a layer.
  func developing<R>(_ body: () throws(DevelopError) -> R) throws(FrameError) -> R {
    let developing = Stopwatch()
    defer { Trace.note("develop", "", developing) }
    do throws(DevelopError) { return try body() } catch { throw .develop(error) }
  }

  /// Returns the settings that change pixels, as text for a layer's identity.
  func identity(_ filters: FilterSettings) -> String {
    var photo = settings.photo
    photo.recipe = recipe(filters)
    return PhotoIdentity(photo).text
  }
}
