public import BromideDevelop
public import BromidePhotos
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
public import SystemPackage

/// Converts many photos into a folder, as `bromide convert` does.
///
/// When you create a batch, it finds the photos and names the pictures, but does not write a file.
/// One bad photo does not stop the others.
///
/// ```swift
/// let batch = try Batch(["~/photos"], to: "out")
/// for await outcome in batch.outcomes() { print(outcome.input, outcome.status) }
/// ```
public struct Batch: Sendable {
  /// The outcome of one photo.
  public struct Outcome: Sendable, Hashable {
    /// The result of a photo, in order of severity.
    public enum Status: String, Sendable, Hashable, CaseIterable {
      /// The picture is complete.
      case converted
      /// The picture is up to date, or Bromide did not write the file with its name.
      case skipped
      /// The batch was cancelled before this photo ended.
      case interrupted
      /// The picture is complete, but a part of the photo could not be decoded.
      case damaged
      /// Bromide did not write a picture.
      case failed
    }

    /// The photo's path.
    public let input: String
    /// The picture's path, or `nil` if Bromide did not write one.
    public let output: String?
    /// The result of the photo.
    public let status: Status
    /// The reason as a sentence, or `nil` for a converted photo.
    public let reason: String?
    /// Sentences about problems that did not prevent the picture, such as guessed colours.
    public let warnings: [String]
  }

  private let plan: Plan
  /// The number of photos, including missing photos.
  public var count: Int { plan.jobs.count + plan.failures.count }
  /// The planned pictures, in the order of the photos.
  public var outputs: [String] { plan.jobs.map(\.output.name) }

  /// Subfolders that the batch skips, because it is not recursive and the inputs do not contain
  /// them. Without a photo in the folder itself, the folder is a failed input instead.
  public var skippedFolders: [FilePath] { plan.skippedFolders }

  /// Finds photos and names their pictures.
  ///
  /// - Parameters:
  ///   - inputs: Paths of photos and folders.
  ///   - folder: The folder of the pictures. Bromide creates it if necessary.
  ///   - recipe: The settings of the pictures.
  ///   - options: The format and metadata of the files.
  ///   - isRecursive: Whether to include subfolders.
  ///   - damaged: The policy for damaged photos.
  ///   - context: The means to open files, such as your cameras.
  /// - Throws: `BromideError` if an input is missing, two photos would have the same output, or a
  ///   value of the recipe is outside its range.
  public init(
    _ inputs: [FilePath], to folder: FilePath, recipe: DevelopRecipe = .standard,
    options: WriteOptions = WriteOptions(), isRecursive: Bool = false,
    damaged: DamagePolicy = .fail, context: RunContext = RunContext()
  ) throws(BromideError) {
    let settings = options.settings(
      for: options.format, try .developing(recipe, context, damaged: damaged))
    let request = ConvertRequest(
      // Only the command has names for lists and standard input.
      inputs: inputs.map { ($0.isAbsolute ? $0 : FilePath(".").pushing($0)).reversible },
      destination: .folder(folder), isRecursive: isRecursive, settings: settings,
      ifExists: options.ifExists)
    do throws(PlanError) { plan = try Plan(request) } catch {
      throw BromideError(.request, nil, error.description)
    }
  }

  /// Finds photos and names their pictures, like the initialiser with `FilePath`s.
  public init(
    _ inputs: [String], to folder: String, recipe: DevelopRecipe = .standard,
    options: WriteOptions = WriteOptions(), isRecursive: Bool = false,
    damaged: DamagePolicy = .fail, context: RunContext = RunContext()
  ) throws(BromideError) {
    try self.init(
      inputs.map { FilePath($0) }, to: FilePath(folder), recipe: recipe, options: options,
      isRecursive: isRecursive, damaged: damaged, context: context)
  }

  /// Converts the photos on all processors.
  ///
  /// - Returns: The outcomes in the order of completion. A loop over them starts the batch. If you
  ///   end the loop, cancel the task or call ``Outcomes/cancel()``, the batch ends, and no
  ///   incomplete files remain.
  public func outcomes() -> Outcomes { Outcomes(plan) }
}
