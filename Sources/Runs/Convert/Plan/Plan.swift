internal import BromideCodecs
public import BromidePhotos
internal import BromideRaw
internal import BromideSampling
package import BromideSystem
public import SystemPackage

/// How outputs use the folders of their inputs.
public enum FolderTree: String, Sendable, Hashable, CaseIterable {
  /// Mirror the input folders in the output folder.
  case keep
  /// Put all pictures into the output folder.
  case flat
}

/// A request for a conversion.
public struct PlanRequest: Sendable {
  /// Files, folders, `@list` or `-`, as `ArgumentText` returns them.
  public var inputs: [String]
  /// The destination of the pictures.
  public var destination: Destination
  /// Whether to search subfolders.
  public var isRecursive: Bool
  /// The template for a picture's name.
  public var name: NameTemplate
  /// The settings for developing and writing.
  public var settings: PictureSettings
  /// The policy for existing outputs.
  public var ifExists: ExistingPolicy
  /// Options that work only on raws, as the user typed them. If there are any, finished pictures
  /// fail.
  public var rawOptions: [String] = []
  /// The photos to convert, by their marks, time and camera.
  public var choice = PhotoChoice()
  /// How outputs in a folder use the folders of their inputs.
  public var tree = FolderTree.keep
  /// The share of the photos to convert, or `nil` to convert all. Names do not depend on the share.
  public var shard: InputShare?

  /// Creates a request.
  ///
  /// - Parameter inputs: Files, folders, `@list` or `-`, as the user typed them.
  public init(
    inputs: [String], destination: Destination = .nextToInput, isRecursive: Bool = false,
    name: NameTemplate = .stem, settings: PictureSettings = PictureSettings(),
    ifExists: ExistingPolicy = .update
  ) {
    self.inputs = inputs
    self.destination = destination
    self.isRecursive = isRecursive
    self.name = name
    self.settings = settings
    self.ifExists = ifExists
  }
}

/// The jobs of a conversion. A plan is complete before Bromide writes any file.
public struct Plan: Sendable {
  /// The jobs, one per picture, in the order of the inputs.
  public var jobs: [ConvertJob]
  /// Inputs without a job, with the reason.
  public var failures: [Outcome]
  /// Files in folders that are not raws.
  public var leftOut: [FilePath]
  /// Subfolders that were not searched, without the subfolders of failures and without the
  /// output folder.
  public private(set) var skippedFolders: [FilePath] = []
  /// Inputs that were named twice.
  public var duplicates: [FilePath]
  /// The number of photos that the request's choice skips.
  public private(set) var unchosen = 0
  /// Warnings about sidecars with marks that the choice cannot use.
  public private(set) var warnings: [Warning] = []
  /// The file from standard input, or `nil` without one. It exists as long as this value.
  package private(set) var spooled: SpooledFile?
  /// Outputs that keep their input's extension, because the stems are equal.
  public var keptExtensions: [String]
  /// All inputs, including other shares.
  let inputs: [FilePath]

  /// Creates a plan from jobs.
  package init(jobs: [ConvertJob]) {
    self.jobs = jobs
    (failures, leftOut, duplicates, keptExtensions) = ([], [], [], [])
    inputs = jobs.map(\.input)
  }

  /// Finds the inputs and names the outputs.
  ///
  /// - Throws: `PlanError`, for example if two outputs have the same name or an output is an input.
  public init(_ request: PlanRequest) throws(PlanError) {
    try self.init(request, world: World())
  }

  /// The file system for planning. Tests replace it.
  struct World {
    var isRaw: (FilePath, HeaderlessRaw?) -> Bool = { OpenedPhoto.isRaw(path: $0, as: $1) }
    var standardInput: () throws(SystemError) -> [UInt8] = InputSearch.standardInputBytes
    var metadata: (FilePath, HeaderlessRaw?) -> PhotoMetadata? = { path, headerless in
      var settings = LoadSettings()
      settings.headerless = headerless
      return try? PhotoFile(path: path, settings: settings).metadata
    }
  }

  init(_ request: PlanRequest, world: World) throws(PlanError) {
    guard !request.inputs.isEmpty else { throw .noInputs }
    if request.inputs.contains("-") {
      switch request.destination {
      case .file, .standardOutput: break
      case .folder, .nextToInput: throw .namelessInput
      }
    }
    let headerless = request.settings.photo.loading.headerless
    let search: InputSearch
    do throws(InputError) {
      search = try InputSearch(
        request.inputs, isRecursive: request.isRecursive, kind: "raw photo",
        choice: request.choice, headerless: headerless, streams: .convert,
        standardInput: world.standardInput, isOne: { world.isRaw($0, headerless) },
        isNamedSo: FileKind.isRawName)
    } catch {
      throw .input(error)
    }
    let named =
      request.destination == .nextToInput && search.found.count + search.unchosen > 0
    failures = search.failures.filter { $0.belongs(to: request.shard) }.map { failure in
      var outcome = Outcome(failure)
      if named, failure.isMissing, PictureFormat(suffixOf: failure.input) != nil {
        outcome.remedy = .nameOutput(failure.input)
      }
      return outcome
    }
    leftOut = search.leftOut
    skippedFolders = search.skippedFolders.filter {
      guard case .folder(let output) = request.destination else { return true }
      return $0.collisionKey != output.collisionKey
    }
    duplicates = search.duplicates
    spooled = search.spooled
    warnings = search.warnings
    unchosen = search.unchosen
    let found = search.found
    let naming = OutputNaming(
      request: request, inputs: found,
      metadata: { path in
        guard var metadata = world.metadata(path, headerless) else { return nil }
        // A corrected clock also counts for names.
        let own = try? request.settings.photo.withSidecar(of: path).settings
        own?.sidecarMetadata?.correct(&metadata)
        return metadata
      })
    let outputs = try naming.outputs()
    keptExtensions = naming.keptExtensions(outputs)
    inputs = found.map(\.path)
    let own = zip(found, outputs).filter {
      request.shard?.takes($0.0.relativePath) ?? true
    }
    let stream = spooled?.path
    jobs = own.enumerated().map { index, pair in
      var job = ConvertJob(
        index: index, input: pair.0.path, output: pair.1, settings: request.settings,
        ifExists: request.ifExists, shown: pair.0.path == stream ? "-" : nil)
      job.rawOptions = request.rawOptions
      return job
    }
  }
}
