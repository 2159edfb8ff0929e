public import BromideDevelop
public import BromidePhotos
public import BromideSampling
internal import BromideSystem
public import BromideValues
public import SystemPackage

/// A camera-raw photo.
///
/// Opening identifies the file and reads its metadata. Bromide decodes the pixels when you first
/// need them, and keeps them as long as the photo exists. You can use a photo on any thread.
public final class Photo: Sendable {
  /// The file's path, or `nil` if you opened the photo from bytes.
  public var path: FilePath? { store.input.name }
  /// The photo's metadata.
  public var metadata: PhotoMetadata { store.metadata }
  let store: PhotoStore

  private init(
    _ input: PhotoInput, _ damaged: DamagePolicy, _ context: RunContext
  ) throws(BromideError) {
    store = try PhotoStore(input, PhotoStore.Access(context: context, damaged: damaged))
  }

  /// Opens the photo at an exact path.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - damaged: The policy for damaged data.
  ///   - context: The means to open files, such as your cameras.
  /// - Throws: `BromideError` if Bromide cannot identify the file as a raw photo.
  public convenience init(
    path: FilePath, damaged: DamagePolicy = .fail, context: RunContext = RunContext()
  ) throws(BromideError) {
    try self.init(PhotoInput(path: path), damaged, context)
  }

  /// Opens the photo at a path.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - damaged: The policy for damaged data.
  ///   - context: The means to open files, such as your cameras.
  /// - Throws: `BromideError` if Bromide cannot identify the file as a raw photo.
  public convenience init(
    contentsOf path: String, damaged: DamagePolicy = .fail, context: RunContext = RunContext()
  ) throws(BromideError) {
    try self.init(path: FilePath(path), damaged: damaged, context: context)
  }

  /// Opens a photo from the bytes of its file. Bromide copies them.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the file.
  ///   - damaged: The policy for damaged data.
  ///   - context: The means to open files, such as your cameras.
  /// - Throws: `BromideError` if Bromide cannot identify the bytes as a raw photo, or `/proc` is
  ///   missing.
  public convenience init(
    bytes: [UInt8], damaged: DamagePolicy = .fail, context: RunContext = RunContext()
  ) throws(BromideError) {
    try self.init(PhotoInput(copying: bytes), damaged, context)
  }

  /// The damage in the photo's data, or `nil` if they are intact. Decodes the photo.
  ///
  /// - Throws: `BromideError` if the photo cannot be decoded.
  public func damage() throws(BromideError) -> String? { try store.raw().damageReason }

  /// A sentence about guessed colours if the matrix of the camera is unknown, or `nil`. Decodes the
  /// photo.
  ///
  /// - Throws: `BromideError` if the photo cannot be decoded.
  public func guessedColors() throws(BromideError) -> String? { try store.raw().guessedColors }

  /// Decodes the photo, and returns sentences about damage, guessed colours, skipped corrections
  /// and earlier calls.
  ///
  /// - Throws: `BromideError` if the photo cannot be decoded.
  public func warnings() throws(BromideError) -> [String] {
    _ = try store.raw()
    return store.notes
  }

  /// Develops the photo to a picture in memory, on the calling thread.
  ///
  /// - Parameters:
  ///   - recipe: The settings. `Sample` replaces their `sample`.
  ///   - sample: `UInt8.self` or `UInt16.self`.
  /// - Throws: `BromideError` if the photo cannot be decoded or does not support the recipe.
  public func developed<Sample: PictureSample>(
    _ recipe: DevelopRecipe = .standard, as sample: Sample.Type = UInt8.self
  ) throws(BromideError) -> Picture<Sample> {
    try developed(recipe, as: sample, crew: .alone, report: nil)
  }

  /// Develops the photo to a picture in memory.
  ///
  /// - Parameters:
  ///   - crew: The threads that help.
  ///   - report: Receives the progress, and returns whether to continue.
  func developed<Sample: PictureSample>(
    _ recipe: DevelopRecipe, as sample: Sample.Type, crew: Crew, report: ProgressReport?
  ) throws(BromideError) -> Picture<Sample> {
    var settings = try PhotoSettings.developing(recipe, store.access.context)
    settings.recipe.sample = Sample.format
    let ready = try store.ready(settings, crew: crew)
    let developer: Developer
    do throws(DevelopError) {
      developer = try Developer(ready.source, recipe: ready.recipe, crew: crew)
      let bytes = developer.outputSize.byteCount(developer.format.bytesPerPixel)
      guard MemoryShortage.isThere(bytes) else { throw .outOfMemory(bytes: bytes) }
    } catch { throw BromideError(error, store.input) }
    let format = developer.format
    var image = ImageBuffer<Sample>(size: developer.outputSize, channels: format.channels)
    let run = DevelopRun(developer: developer, crew: crew, report: report)
    do throws(DevelopRun.Failure) {
      try unsafe image.withUnsafeMutableSamples { samples throws(DevelopRun.Failure) in
        try run.develop(
          into: unsafe RowTarget(
            UnsafeMutableRawBufferPointer(samples),
            stride: developer.outputSize.width * format.bytesPerPixel))
      }
    } catch { throw BromideError(error, store.input) }
    var picture = Picture(image, space: recipe.space)
    picture.warnings = ready.warnings()
    return picture
  }

  /// Returns the colour at a point. With `.convert`, it equals `bromide sample --as convert` with
  /// this recipe.
  ///
  /// - Parameters:
  ///   - point: The point in the upright picture.
  ///   - window: The pixels around the point to average. The default is a single pixel.
  ///   - recipe: The settings. Sampling ignores space, size and geometry filters. `.scene` uses
  ///     only white balance, exposure, demosaicing and profile.
  ///   - light: `.scene` is the linear light of the sensor, as in `bromide sample`. `.convert` is
  ///     the developed colour.
  /// - Throws: `BromideError` if the photo cannot be decoded, the point is outside it, or the
  ///   window is outside the range of `SampleWindow.Side`.
  public func color(
    at point: NormalizedPoint, window: SampleWindow = SampleWindow(),
    recipe: DevelopRecipe = .plain, light: SampledLight = .convert
  ) throws(BromideError) -> SampledColor {
    try recipe.check()
    var settings = PhotoSettings(store.access.context)
    settings.recipe = recipe
    let ready = try store.ready(settings, crew: .alone)
    let sampler: PointSampler
    do throws(DevelopError) {
      sampler = try PointSampler(raw: ready.source, recipe: ready.recipe, light: light)
    } catch { throw BromideError(error, store.input) }
    do throws(SamplingError) {
      try window.check()
      return SampledColor(
        try sampler.sample(at: point, window: window, scratch: sampler.makeScratch()))
    } catch { throw BromideError(.request, store.input.name, error.description) }
  }
}

extension DevelopRecipe {
  /// The recipe of `bromide convert`: the standard look, with the corrections of lens and sensor.
  public static var standard: DevelopRecipe {
    var recipe = DevelopRecipe()
    recipe.optics = .standard
    return recipe
  }

  /// The recipe of `bromide convert --plain`: the standard look without corrections. The same as
  /// `DevelopRecipe()`.
  public static var plain: DevelopRecipe { DevelopRecipe() }
}
