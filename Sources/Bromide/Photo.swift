internal import BatchConversion
public import Develop
public import Metadata
internal import Outputs
public import PhotoLoading
public import Pixels
internal import Platform
public import Sampling
internal import Scheduling
internal import Synchronization
public import SystemPackage

/// A camera-raw photo.
///
/// Opening identifies the file and reads its metadata. Pixels are decoded when they are first
/// needed, and kept for as long as the photo lives. Any thread may use it.
public final class Photo: Sendable {
  /// The file's path.
  public let path: FilePath
  /// The photo's metadata.
  public let metadata: PhotoMetadata
  private let damaged: DamagePolicy
  private let decoded = Mutex<LoadedPhoto?>(nil)

  /// Opens the photo at an exact path.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - damaged: What to do if the photo's data are damaged.
  /// - Throws: `BromideError` if the file is not a raw photo that can be identified.
  public init(path: FilePath, damaged: DamagePolicy = .fail) throws(BromideError) {
    do throws(PhotoError) {
      metadata = try OpenedPhoto(path: path).metadata
    } catch { throw BromideError(error) }
    self.path = path
    self.damaged = damaged
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

  /// The damage found in the photo's data; nil if it is sound. Decodes the photo.
  ///
  /// - Throws: `BromideError` if the photo cannot be decoded.
  public func damage() throws(BromideError) -> String? { try load().damageReason }

  /// A sentence about colours that are guessed because no matrix is known for the camera; nil if they are not. Decodes the
  /// photo.
  ///
  /// - Throws: `BromideError` if the photo cannot be decoded.
  public func guessedColors() throws(BromideError) -> String? { try load().guessedColors }

  /// Develops the photo to a picture in memory, on the calling thread.
  ///
  /// - Parameters:
  ///   - recipe: How the picture looks. Its `sample` is ignored: `Sample` decides.
  ///   - sample: `UInt8.self` or `UInt16.self`.
  /// - Throws: `BromideError` if the photo cannot be decoded or cannot satisfy the recipe.
  public func developed<Sample: PictureSample>(
    _ recipe: DevelopRecipe = DevelopRecipe(), as sample: Sample.Type = UInt8.self
  ) throws(BromideError) -> Picture<Sample> {
    let source = try load().source
    var recipe = recipe
    recipe.sample = Sample.format
    recipe.chooseDither(isPlain: recipe.optics == .none)
    do throws(DevelopError) {
      let image = try Developer(source, recipe: recipe).picture(of: sample)
      return Picture(image, space: recipe.space)
    } catch { throw BromideError(error, path) }
  }

  /// Develops the photo into a PNG, JPEG or TIFF file, on all processors: the file that `bromide convert --plain` writes, or with
  /// `recipe.optics = .standard` that of `bromide convert`.
  ///
  /// The file gets its name only when it is whole. Its folder is made if it does not exist.
  ///
  /// - Parameters:
  ///   - path: The file's path. Its suffix decides the format: `.jpg` or `.jpeg` is JPEG, `.tif` or `.tiff` TIFF,
  ///     anything else PNG, unless it names a format that Bromide does not write.
  ///   - recipe: How the picture looks; its `sample` decides the form of a sample: 8 bits for a JPEG, any for a TIFF.
  ///   - options: How it is written.
  /// - Throws: `BromideError` if the photo cannot be decoded, cannot satisfy the recipe, or the file
  ///   cannot be written.
  public func write(
    to path: FilePath, recipe: DevelopRecipe = DevelopRecipe(),
    options: WriteOptions = WriteOptions()
  ) throws(BromideError) {
    var settings = options.settings(for: try PictureFormat(writing: path))
    settings.photo.recipe = recipe
    settings.photo.recipe.chooseDither(isPlain: recipe.optics == .none)
    settings.photo.loading.damaged = damaged
    let job = ConvertJob(
      index: 0, input: self.path, output: .file(path), settings: settings,
      ifExists: options.ifExists)
    var run = RunOptions()
    run.watchesSignals = false
    let listener = OutcomeListener()
    _ = BatchRunner(Plan(jobs: [job]), options: run).run(observer: listener)
    for outcome in listener.outcomes
    where outcome.status > .damaged || outcome.status == .interrupted {
      let reason = outcome.reason ?? "it was not converted"
      switch outcome.stage {
      case .existing, .encode, .write: throw BromideError(.output, path, reason)
      case .develop: throw BromideError(.request, self.path, reason)
      default:
        // Loading it fails for the same reason, and knows of which kind that is.
        _ = try load()
        throw BromideError(.input, self.path, reason)
      }
    }
  }

  /// Develops the photo into a PNG, JPEG or TIFF file, on all processors: the file that `bromide convert` writes.
  ///
  /// The file gets its name only when it is whole. Its folder is made if it does not exist.
  ///
  /// - Parameters:
  ///   - path: The file's path. Its suffix decides the format: `.jpg` or `.jpeg` is JPEG, `.tif` or `.tiff` TIFF,
  ///     anything else PNG, unless it names a format that Bromide does not write.
  ///   - recipe: How the picture looks; its `sample` decides the form of a sample: 8 bits for a JPEG, any for a TIFF.
  ///   - options: How it is written.
  /// - Throws: `BromideError` if the photo cannot be decoded, cannot satisfy the recipe, or the file
  ///   cannot be written.
  public func write(
    to path: String, recipe: DevelopRecipe = DevelopRecipe(),
    options: WriteOptions = WriteOptions()
  ) throws(BromideError) {
    try write(to: FilePath(path), recipe: recipe, options: options)
  }

  /// The colour at a place of the photo.
  ///
  /// - Parameters:
  ///   - point: The place in the upright picture.
  ///   - window: The pixels around the place that count; the single pixel there by default.
  ///   - recipe: How the photo is developed. Its space, size and filters of geometry are ignored.
  /// - Throws: `BromideError` if the photo cannot be decoded, or the place is outside it.
  public func color(
    at point: NormalizedPoint, window: SampleWindow = SampleWindow(),
    recipe: DevelopRecipe = DevelopRecipe()
  ) throws(BromideError) -> SampledColor {
    let source = try load().source
    let sampler: PointSampler
    do throws(DevelopError) {
      sampler = try PointSampler(raw: source, recipe: recipe)
    } catch { throw BromideError(error, path) }
    do throws(SamplingError) {
      return SampledColor(
        try sampler.sample(at: point, window: window, scratch: sampler.makeScratch()))
    } catch { throw BromideError(error, path) }
  }

  /// The decoded photo, decoded now if nobody needed it before.
  private func load() throws(BromideError) -> LoadedPhoto {
    let result: Result<LoadedPhoto, BromideError> = decoded.withLock { decoded in
      if let decoded { return .success(decoded) }
      var settings = LoadSettings()
      settings.damaged = damaged
      do throws(PhotoError) {
        let photo = try LoadedPhoto(path: path, settings: settings)
        decoded = photo
        return .success(photo)
      } catch { return .failure(BromideError(error)) }
    }
    return try result.get()
  }
}

/// Keeps the outcomes of a run.
private final class OutcomeListener: RunObserver {
  private(set) var outcomes: [Outcome] = []

  func finished(_ outcome: Outcome) { outcomes.append(outcome) }
  func progress(_ tally: Tally<Outcome.Status>, elapsed: Double) {}
}
