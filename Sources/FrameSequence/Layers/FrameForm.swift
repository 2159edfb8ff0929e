internal import Color
internal import Costs
public import Develop
internal import Kernels
internal import Lenses
public import Outputs
internal import PhotoLoading
public import Pixels
internal import Platform
internal import RawDecoding
internal import Sampling
internal import SystemPackage

/// The size and settings that all frames of a run share.
public struct FrameForm: Sendable {
  /// The size of every frame, in pixels.
  public var size: Size
  /// The way photos are fitted to that size.
  public var fit: SizeRequest.Fit
  /// Pixels in one of those by which the timeline measures: below 1 in a preview.
  public var scale = 1.0
  /// How photos are decoded, developed and written; the recipe's size and filters are those of each layer.
  public var settings: PictureSettings

  /// - Parameter settings: The recipe's size and filters are not used.
  public init(size: Size, fit: SizeRequest.Fit = .cover, settings: PictureSettings) {
    self.size = size
    self.fit = fit
    self.settings = settings
  }

  var instructionSet: InstructionSet { settings.photo.loading.effectiveInstructionSet }

  /// The recipe of a layer, except for a white balance that is taken from the photo.
  public func recipe(_ filters: FilterSettings) -> DevelopRecipe {
    var recipe = settings.photo.recipe
    recipe.size = SizeRequest(bounds: .box(size), fit: fit, enlarge: true)
    recipe.filters = filters
    return recipe
  }

  /// The white balance of one photo, measured at a place or over all of it if the settings ask for that.
  ///
  /// - Throws: `FrameError.develop`.
  func whiteBalance(of photo: LoadedPhoto) throws(FrameError) -> WhiteBalance {
    let source = photo.source
    if settings.photo.usesRecordedBalance { photo.tellBalance() }
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

  /// This form with the look of one photo's camera in its recipe, if looks are the cameras'.
  ///
  /// - Throws: `FrameError.develop`.
  func looking(like photo: OpenedPhoto, _ loaded: LoadedPhoto) throws(FrameError) -> FrameForm {
    var form = self
    form.settings.photo = settings.photo.with(
      try developing { () throws(DevelopError) in
        try settings.photo.cameraLook(of: photo, loaded)
      })
    return form
  }

  /// This form with the demosaic that suffices for all frames of a photo, so that none differs from its neighbours where a
  /// zoom makes the photo larger.
  ///
  /// - Parameter moments: The parameters of those frames, or those that show the least of the photo; empty to leave
  ///   it to each frame.
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

  /// Of some moments, those that show the least of a photo, along its width and along its height.
  static func nearest(of moments: [FilterSettings]) -> [FilterSettings] {
    func least(_ side: Int) -> FilterSettings? {
      func shown(_ moment: FilterSettings) -> Double {
        moment.numbers(.crop)[side] / moment.number(.zoom)
      }
      return moments.min { shown($0) < shown($1) }
    }
    return Array(Set([least(2), least(3)].compactMap { $0 }))
  }

  /// This form for the light of a finished picture, which is developed without a look.
  ///
  /// - Throws: `FrameError.unsupported` if it asks for something that a finished picture does not have.
  func finished(_ path: FilePath) throws(FrameError) -> FrameForm {
    if let complaint = StillPhoto.complaint(about: settings.photo) {
      throw .unsupported("\(path): \(complaint)")
    }
    var form = self
    form.settings.photo.cameraLooks = nil
    form.settings.photo.recipe = StillPhoto.recipe(settings.photo.recipe)
    return form
  }

  /// A developer for a layer.
  func developing<R>(_ body: () throws(DevelopError) -> R) throws(FrameError) -> R {
    let developing = Stopwatch()
    defer { Trace.note("develop", "", developing) }
    do throws(DevelopError) { return try body() } catch { throw .develop(error) }
  }

  /// The settings that change pixels, as text for a layer's identity.
  func identity(_ filters: FilterSettings) -> String {
    struct Words: Encodable {
      let recipe: DevelopRecipe
      /// Absent unless looks come from cameras' pictures.
      let looks: LookIdentity?
      let place: BalancePlace?
      /// Absent unless photos may have an exposure that neither file nor table state.
      let exposure: String?
      let levels: SensorLevels?
      /// Absent unless there is one.
      let optics: LockedOptics?
      /// Absent unless lensfun's database may correct the lens.
      let lenses: String?
      let interpolation: LibRawInterpolation?
      let damaged: DamagePolicy
      /// Absent unless all photos are turned alike.
      let orientation: Int?
      let instructionSet: InstructionSet?
    }
    let looks = LookIdentity(settings.photo)
    var recipe = recipe(filters).digestible
    recipe.look = looks.shared
    return JSONText.encode(
      Words(
        recipe: recipe, looks: looks.rest, place: settings.photo.balancePlace,
        exposure: settings.photo.exposureIdentity,
        levels: settings.photo.loading.lockedLevels?.levels,
        optics: settings.photo.loading.lockedOptics,
        lenses: recipe.optics.lens.usesDatabase ? LensDatabase.shared.identity : nil,
        interpolation: settings.photo.loading.interpolation,
        damaged: settings.photo.loading.damaged,
        orientation: settings.photo.loading.orientation.map { Int($0.rawValue) },
        instructionSet: settings.photo.loading.instructionSet))
  }
}
