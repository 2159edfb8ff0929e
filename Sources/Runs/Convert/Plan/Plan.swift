internal import BromideCodecs
public import BromidePhotos
internal import BromideRaw
internal import BromideSampling
package import BromideSystem
public import SystemPackage

/// The jobs of a conversion: finds the inputs, names the outputs, and locks the values that photos
/// share.
///
/// A plan is complete before Bromide writes any file, and it does not change.
public struct Plan: Sendable {
  /// The jobs, one per picture, in the order of the inputs.
  public let jobs: [ConvertJob]
  /// Inputs without a job, with the reason.
  public let failures: [Outcome]
  /// Files in folders that are not raws.
  public let leftOut: [FilePath]
  /// Subfolders that were not searched, without the subfolders of failures and without the
  /// output folder.
  public let skippedFolders: [FilePath]
  /// Inputs that were named twice.
  public let duplicates: [FilePath]
  /// The number of photos that the request's choice skips.
  public let unchosen: Int
  /// Warnings about sidecars with marks that the choice cannot use.
  public let warnings: [Warning]
  /// The file from standard input, or `nil` without one. It exists as long as this value.
  package let spooled: SpooledFile?
  /// Outputs that keep their input's extension, because the stems are equal.
  public let keptExtensions: [String]

  /// The measurements of lenses and sensors for each group, in the order of its first photo.
  public var lockedOptics: LockedOptics {
    let entries = jobs.flatMap { $0.settings.photo.loading.lockedOptics?.entries ?? [] }
    return LockedOptics(entries.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
  }

  /// Creates a plan from jobs.
  ///
  /// - Parameters:
  ///   - warnings: The warnings of the plan that contains the jobs.
  ///   - keptExtensions: The outputs of that plan that keep their input's extension.
  package init(jobs: [ConvertJob], warnings: [Warning] = [], keptExtensions: [String] = []) {
    self.jobs = jobs
    self.warnings = warnings
    self.keptExtensions = keptExtensions
    (failures, leftOut, skippedFolders, duplicates) = ([], [], [], [])
    (unchosen, spooled) = (0, nil)
  }

  /// Finds the inputs, names the outputs, and locks the values that photos share.
  ///
  /// - Throws: `PlanError`, for example if two outputs have the same name or an output is an input.
  public init(_ request: ConvertRequest) throws(PlanError) {
    try self.init(request, world: World(request.settings.context))
  }

  /// The file system for planning. Tests replace it.
  struct World {
    var isRaw: (FilePath, HeaderlessRaw?) -> Bool
    var standardInput: () throws(SystemError) -> [UInt8] = InputSearch.standardInputBytes
    var metadata: (FilePath, HeaderlessRaw?) -> PhotoMetadata?
  }

  init(_ request: ConvertRequest, world: World) throws(PlanError) {
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
        context: request.settings.context, standardInput: world.standardInput,
        isOne: { world.isRaw($0, headerless) },
        isNamedSo: FileKind.isRawName)
    } catch {
      throw .input(error)
    }
    let named =
      request.destination == .nextToInput && search.found.count + search.unchosen > 0
    failures = search.failures.filter { $0.belongs(to: request.shard) }.map { failure in
      let isOutput =
        named && failure.isMissing && PictureFormat(suffixOf: failure.input) != nil
      return Outcome(failure, remedy: isOutput ? .nameOutput(failure.input) : nil)
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
    let own = zip(found, outputs).filter { request.shard?.takes($0.0.relativePath) ?? true }
    let planned = own.map { input, output in
      ConvertJob(
        input: input.path, output: output, settings: request.settings, ifExists: request.ifExists,
        shown: search.shown(input.path), rawOptions: request.rawOptions)
    }
    if case .overwritesInput(let file, let output)? = InputKeys(request.files).problem(
      with: planned.map(\.output.path))
    {
      throw .overwritesFile(file, output: output)
    }
    jobs = try request.locks.locked(
      planned, of: search.paths, context: request.settings.context)
  }
}

extension Plan.World {
  /// The file system of this machine.
  fileprivate init(_ context: RunContext) {
    self.init(
      isRaw: { OpenedPhoto.isRaw(path: $0, as: $1, context: context) },
      metadata: { path, headerless in
        var settings = LoadSettings(context)
        settings.headerless = headerless
        return try? PhotoFile(path: path, settings: settings).metadata
      })
  }
}
