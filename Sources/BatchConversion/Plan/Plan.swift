public import Inputs
internal import Metadata
public import Outputs
internal import PhotoLoading
internal import Platform
internal import RawDecoding
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
    var isRaw: (FilePath) -> Bool = { OpenedPhoto.isRaw(path: $0) }
    var standardInput: () throws(SystemError) -> [UInt8] = { () throws(SystemError) in
      try FileSystem.contents(descriptor: 0, name: "standard input")
    }
    var metadata: (FilePath) -> PhotoMetadata? = { try? OpenedPhoto(path: $0).metadata }
  }

  init(_ request: PlanRequest, world: World) throws(PlanError) {
    guard !request.inputs.isEmpty else { throw .noInputs }
    var finder = InputFinder(
      isRecursive: request.isRecursive, kind: "raw photo",
      isOne: world.isRaw, isNamedSo: RawExtension.isExtension,
      standardInput: world.standardInput)
    do throws(InputError) {
      for input in request.inputs { try finder.add(argument: input) }
    } catch {
      throw .input(error)
    }
    failures = finder.failures.filter { $0.belongs(to: request.shard) }.map { Outcome($0) }
    leftOut = finder.leftOut
    duplicates = finder.duplicates

    let naming = OutputNaming(request: request, inputs: finder.found, metadata: world.metadata)
    let outputs = try naming.outputs()
    keptExtensions = naming.keptExtensions(outputs)
    inputs = finder.found.map(\.path)
    let own = zip(finder.found, outputs).filter {
      request.shard?.takes($0.0.relativePath) ?? true
    }
    jobs = own.enumerated().map { index, pair in
      ConvertJob(
        index: index, input: pair.0.path, output: pair.1, settings: request.settings,
        ifExists: request.ifExists)
    }
  }
}
