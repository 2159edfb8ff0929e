internal import BromideCodecs
public import BromideDevelop
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
public import SystemPackage

extension Photo {
  /// Develops the photo to a PNG, JPEG or TIFF file, on all processors.
  ///
  /// The file equals the file of `bromide convert`. With `.plain`, it equals `bromide convert
  /// --plain`. The complete file is renamed to the path at the end. Bromide creates missing
  /// folders.
  ///
  /// - Parameters:
  ///   - path: The file's path. The suffix sets the format: `.jpg` or `.jpeg` for JPEG, `.tif` or
  ///     `.tiff` for TIFF. Other suffixes mean PNG, but the suffix of an unsupported format is an
  ///     error.
  ///   - recipe: The settings. Their `sample` sets the bits per sample. A JPEG requires 8.
  ///   - options: The options of the file.
  /// - Throws: `BromideError` if the photo cannot be decoded or does not support the recipe, or the
  ///   file cannot be written.
  public func write(
    to path: FilePath, recipe: DevelopRecipe = .standard, options: WriteOptions = WriteOptions()
  ) throws(BromideError) {
    var settings = options.settings(for: try PictureFormat(writing: path))
    settings.photo.recipe = recipe
    settings.photo.recipe.chooseDither(isPlain: recipe.optics == .none)
    settings.photo.loading.damaged = store.access.damaged
    let job = ConvertJob(
      index: 0, input: store.input.path, output: .file(path), settings: settings,
      ifExists: options.ifExists, shown: store.input.name ?? "-")
    var run = RunOptions()
    run.watchesSignals = false
    let listener = OutcomeListener()
    _ = BatchRunner(Plan(jobs: [job]), options: run).run(observer: listener)
    for outcome in listener.outcomes
    where outcome.status > .damaged || outcome.status == .interrupted {
      let reason = outcome.reason ?? "it was not converted"
      switch outcome.stage {
      case .existing, .encode, .write: throw BromideError(.output, path, reason)
      case .develop: throw BromideError(.request, store.input.name, reason)
      default:
        // Loading fails for the same reason, and sets the kind of the error.
        _ = try store.raw()
        throw BromideError(.input, store.input.name, reason)
      }
    }
  }

  /// Develops the photo to a PNG, JPEG or TIFF file, like `write(to:recipe:options:)` with a
  /// `FilePath`.
  ///
  /// - Parameters:
  ///   - path: The file's path. The suffix sets the format.
  ///   - recipe: The settings.
  ///   - options: The options of the file.
  /// - Throws: `BromideError` if the photo cannot be decoded or does not support the recipe, or the
  ///   file cannot be written.
  public func write(
    to path: String, recipe: DevelopRecipe = .standard, options: WriteOptions = WriteOptions()
  ) throws(BromideError) {
    try write(to: FilePath(path), recipe: recipe, options: options)
  }
}

/// Collects the outcomes of a run.
private final class OutcomeListener: RunObserver {
  private(set) var outcomes: [Outcome] = []

  func finished(_ outcome: Outcome) { outcomes.append(outcome) }
  func progress(_ tally: Tally<Outcome.Status>, elapsed: Double) {}
}
