public import BromideCodecs
public import BromideDevelop
public import BromidePhotos
internal import BromideRuns
public import BromideSampling
internal import BromideSystem
public import BromideValues
public import SystemPackage

/// A camera-raw photo.
///
/// Opening identifies the file and reads its metadata. Pixels are decoded when they are first
/// needed, and kept for as long as the photo lives. Any thread may use it.
public final class Photo: Sendable {
  /// The file's path, or nil if the photo was opened from bytes.
  public var path: FilePath? { store.input.name }
  /// The photo's metadata.
  public var metadata: PhotoMetadata { store.metadata }
  let store: PhotoStore

  private init(_ input: PhotoInput, _ damaged: DamagePolicy) throws(BromideError) {
    store = try PhotoStore(input, PhotoStore.Access(damaged: damaged))
  }

  /// Opens the photo at an exact path.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - damaged: What to do if the photo's data are damaged.
  /// - Throws: `BromideError` if the file is not a raw photo that can be identified.
  public convenience init(path: FilePath, damaged: DamagePolicy = .fail) throws(BromideError) {
    try self.init(PhotoInput(path: path), damaged)
  }

  /// Opens the photo at a path.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - damaged: What to do if the photo's data are damaged.
  /// - Throws: `BromideError` if the file is not a raw photo that can be identified.
  public convenience init(
    contentsOf path: String, damaged: DamagePolicy = .fail
  ) throws(BromideError) {
    try self.init(path: FilePath(path), damaged: damaged)
  }

  /// Opens a photo from the bytes of its file. Bromide copies them.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the file.
  ///   - damaged: What to do if the photo's data are damaged.
  /// - Throws: `BromideError` if the bytes are not a raw photo that can be identified, or the system has no `/proc`.
  public convenience init(bytes: [UInt8], damaged: DamagePolicy = .fail) throws(BromideError) {
    try self.init(PhotoInput(copying: bytes), damaged)
  }

  /// The damage found in the photo's data; nil if it is sound. Decodes the photo.
  ///
  /// - Throws: `BromideError` if the photo cannot be decoded.
  public func damage() throws(BromideError) -> String? { try store.raw().damageReason }

  /// A sentence about colours that are guessed because no matrix is known for the camera; nil if they are not. Decodes the
  /// photo.
  ///
  /// - Throws: `BromideError` if the photo cannot be decoded.
  public func guessedColors() throws(BromideError) -> String? { try store.raw().guessedColors }

  /// Sentences about damage, guessed colours and corrections that Bromide skips. Decodes the photo.
  ///
  /// - Throws: `BromideError` if the photo cannot be decoded.
  public func warnings() throws(BromideError) -> [String] {
    _ = try store.raw()
    return store.notes
  }

  /// Develops the photo to a picture in memory, on the calling thread.
  ///
  /// - Parameters:
  ///   - recipe: How the picture looks. Its `sample` is ignored: `Sample` decides.
  ///   - sample: `UInt8.self` or `UInt16.self`.
  /// - Throws: `BromideError` if the photo cannot be decoded or cannot satisfy the recipe.
  public func developed<Sample: PictureSample>(
    _ recipe: DevelopRecipe = .standard, as sample: Sample.Type = UInt8.self
  ) throws(BromideError) -> Picture<Sample> {
    try developed(recipe, as: sample, crew: .alone, report: nil)
  }

  /// Develops the photo to a picture in memory.
  ///
  /// - Parameters:
  ///   - crew: Helps.
  ///   - report: Receives the progress, and returns whether to continue.
  func developed<Sample: PictureSample>(
    _ recipe: DevelopRecipe, as sample: Sample.Type, crew: Crew, report: ProgressReport?
  ) throws(BromideError) -> Picture<Sample> {
    var settings = PhotoSettings.developing(recipe)
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
    return Picture(image, space: recipe.space)
  }

  /// The colour at a place of the photo: with `.convert`, the one that `bromide sample --as convert` prints for this recipe.
  ///
  /// - Parameters:
  ///   - point: The place in the upright picture.
  ///   - window: The pixels around the place that count; the single pixel there by default.
  ///   - recipe: How the photo is developed. Its space, size and filters of geometry are ignored, and with `.scene` all but white
  ///     balance, exposure, demosaicing and profile.
  ///   - light: `.scene` is the linear light that the sensor recorded, as in `bromide sample`. `.convert` is the developed colour.
  /// - Throws: `BromideError` if the photo cannot be decoded, or the place is outside it.
  public func color(
    at point: NormalizedPoint, window: SampleWindow = SampleWindow(),
    recipe: DevelopRecipe = .plain, light: SampledLight = .convert
  ) throws(BromideError) -> SampledColor {
    var settings = PhotoSettings()
    settings.recipe = recipe
    let ready = try store.ready(settings, crew: .alone)
    let sampler: PointSampler
    do throws(DevelopError) {
      sampler = try PointSampler(raw: ready.source, recipe: ready.recipe, light: light)
    } catch { throw BromideError(error, store.input) }
    do throws(SamplingError) {
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

  /// The recipe of `bromide convert --plain`: the standard look without corrections. The same as `DevelopRecipe()`.
  public static var plain: DevelopRecipe { DevelopRecipe() }
}
