internal import BromideCodecs
public import BromideDevelop
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
public import SystemPackage

extension Photo {
  /// Develops the photo into a PNG, JPEG or TIFF file, on all processors.
  ///
  /// `bromide convert` writes the same file, and with the recipe `.plain`, `bromide convert
  /// --plain` does. The file gets its name after it is complete. Its folder is created if it does
  /// not exist.
  ///
  /// - Parameters:
  ///   - path: The file's path. Its suffix selects the format: `.jpg` or `.jpeg` for JPEG, `.tif`
  ///     or `.tiff` for TIFF, otherwise PNG. The suffix of an unsupported format is an error.
  ///   - recipe: The settings of the picture. Its `sample` sets the bits of a sample, which are 8
  ///     for a JPEG.
  ///   - options: The settings of the file.
  /// - Returns: Sentences about problems that did not prevent the file, such as guessed colours.
  /// - Throws: `BromideError` if the photo cannot be decoded, cannot satisfy the recipe, or the file
  ///   cannot be written.
  @discardableResult
  public func write(
    to path: FilePath, recipe: DevelopRecipe = .standard, options: WriteOptions = WriteOptions()
  ) throws(BromideError) -> [String] {
    let settings = options.settings(
      for: try PictureFormat(writing: path),
      try .developing(recipe, store.access.context, damaged: store.access.damaged))
    let job = ConvertJob(
      input: store.input.path, output: .file(path), settings: settings,
      ifExists: options.ifExists, shown: store.input.name ?? "-")
    var run = RunOptions()
    run.watchesSignals = false
    var outcomes: [Outcome] = []
    _ = BatchRunner(Plan(jobs: [job]), options: run)
      .run(observer: OutcomeObserver { outcomes.append($0) })
    for outcome in outcomes
    where outcome.status > .damaged || outcome.status == .interrupted {
      let reason = outcome.reason ?? "it was not converted"
      switch outcome.stage {
      case .existing, .encode, .write: throw BromideError(.output, path, reason)
      case .develop: throw BromideError(.request, store.input.name, reason)
      default:
        // Loading fails for the same reason, and its error contains the kind.
        _ = try store.raw()
        throw BromideError(.input, store.input.name, reason)
      }
    }
    // A damaged photo with a picture has the damage as its reason.
    let damage = outcomes.filter { $0.status == .damaged }.compactMap(\.reason)
    let others = outcomes.flatMap { $0.warnings ?? [] }.map(\.text)
    return (damage + others).map { store.input.sentence($0) }
  }

  /// Develops the photo into a PNG, JPEG or TIFF file, on all processors, as
  /// `write(to:recipe:options:)` with a `FilePath` does.
  ///
  /// - Parameters:
  ///   - path: The file's path. Its suffix selects the format.
  ///   - recipe: The settings of the picture.
  ///   - options: The settings of the file.
  /// - Returns: Sentences about problems that did not prevent the file, such as guessed colours.
  /// - Throws: `BromideError` if the photo cannot be decoded, cannot satisfy the recipe, or the file
  ///   cannot be written.
  @discardableResult
  public func write(
    to path: String, recipe: DevelopRecipe = .standard, options: WriteOptions = WriteOptions()
  ) throws(BromideError) -> [String] {
    try write(to: FilePath(path), recipe: recipe, options: options)
  }
}
