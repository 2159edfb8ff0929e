public import Inputs
internal import Metadata
public import Outputs
internal import PhotoLoading
package import Platform
internal import RawDecoding
internal import Sampling
public import SystemPackage

/// A request for a conversion.
public struct PlanRequest: Sendable {
  /// Files, folders, `@list`, `-`, as `ArgumentText` hands them out.
  public var inputs: [String]
  /// Where the pictures go.
  public var destination: Destination
  /// Whether folders in folders are searched.
  public var isRecursive: Bool
  /// How a picture is named after its photo.
  public var name: NameTemplate
  /// How pictures are developed and written.
  public var settings: PictureSettings
  /// The treatment of outputs that exist.
  public var ifExists: ExistingPolicy
  /// Options that were given and work on raw photos only, as they are typed: finished pictures fail then.
  public var rawOptions: [String] = []
  /// The share of the photos that is converted; nil for all. Names are those that all photos together get.
  public var shard: InputShare?

  /// - Parameter inputs: Files, folders, `@list`, `-`, as typed.
  public init(
    inputs: [String], destination: Destination = .besideInput, isRecursive: Bool = false,
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

/// The jobs of a conversion, decided before anything is written.
public struct Plan: Sendable {
  /// The jobs, one per picture, in the order of the inputs.
  public var jobs: [ConvertJob]
  /// Inputs that gave no job, each with its reason.
  public var failures: [Outcome]
  /// Files of folders that are not raw photos.
  public var leftOut: [FilePath]
  /// Files that were named again.
  public var duplicates: [FilePath]
  /// The file that came on standard input, which lives as long as this; nil without one.
  package private(set) var spooled: SpooledFile?
  /// Outputs that keep their input's extension because stems are equal.
  public var keptExtensions: [String]
  /// All inputs that were found, those of other shares too.
  let inputs: [FilePath]

  /// A plan of jobs whose inputs and outputs are known.
  package init(jobs: [ConvertJob]) {
    self.jobs = jobs
    (failures, leftOut, duplicates, keptExtensions) = ([], [], [], [])
    inputs = jobs.map(\.input)
  }

  /// Finds the inputs and names the outputs.
  ///
  /// - Throws: `PlanError`, if two outputs would have one name or an output is an input, for example.
  public init(_ request: PlanRequest) throws(PlanError) {
    try self.init(request, world: World())
  }

  /// The files that planning sees; tests substitute their own.
  struct World {
    var isRaw: (FilePath, HeaderlessRaw?) -> Bool = { OpenedPhoto.isRaw(path: $0, as: $1) }
    var standardInput: () throws(SystemError) -> [UInt8] = { () throws(SystemError) in
      try FileSystem.contents(descriptor: 0, name: "standard input")
    }
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
      case .folder, .besideInput: throw .namelessInput
      }
    }
    let headerless = request.settings.photo.loading.headerless
    var finder = InputFinder(
      isRecursive: request.isRecursive, kind: "raw photo",
      isOne: { world.isRaw($0, headerless) }, isNamedSo: FileKind.isRawName,
      standardInput: world.standardInput, streams: .convert)
    do throws(InputError) {
      for input in request.inputs { try finder.add(argument: input) }
    } catch {
      throw .input(error)
    }
    failures = finder.failures.filter { $0.belongs(to: request.shard) }.map { Outcome($0) }
    leftOut = finder.leftOut
    duplicates = finder.duplicates
    spooled = finder.spooled

    let naming = OutputNaming(
      request: request, inputs: finder.found, metadata: { world.metadata($0, headerless) })
    let outputs = try naming.outputs()
    keptExtensions = naming.keptExtensions(outputs)
    inputs = finder.found.map(\.path)
    let own = zip(finder.found, outputs).filter {
      request.shard?.takes($0.0.relativePath) ?? true
    }
    let stream = finder.spooled?.path
    jobs = own.enumerated().map { index, pair in
      var job = ConvertJob(
        index: index, input: pair.0.path, output: pair.1, settings: request.settings,
        ifExists: request.ifExists, shown: pair.0.path == stream ? "-" : nil)
      job.rawOptions = request.rawOptions
      return job
    }
  }
}
