internal import ArgumentParser
internal import BromideKernels
internal import BromidePhotos
internal import BromideRaw
internal import BromideSampling
internal import BromideSystem

/// The resources for a command, and the level of messages.
struct WorkOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("Number of threads (default: one per processor core)", valueName: "n"),
    transform: WorkValue.jobs)
  var jobs: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Memory for photos, such as 2G or 50% of free memory (default: 50%)",
      valueName: "limit"),
    transform: WorkValue.memory)
  var memory: MemoryLimit = .standard

  @Option(
    help: ArgumentHelp(
      "Instruction set to use", of: ["best"] + InstructionSet.available.map(\.rawValue),
      standard: "best"),
    completion: .list(["best"] + InstructionSet.available.map(\.rawValue)),
    transform: InstructionSetChoice.init)
  var isa = InstructionSetChoice.best

  @Option(
    choice: "Decoder of raw data", standard: "auto",
    note: "libraw turns off Bromide's built-in decoders.")
  var unpack: Unpacker = .auto

  @OptionGroup var cameras: CamerasOptions

  @OptionGroup var isolation: IsolationOptions

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "Flush each file to disk before renaming it",
      discussion: "With --no-sync, a power cut can damage or lose files."))
  var sync = true

  @Flag(name: .shortAndLong, help: "Print problems only")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Also print skipped files and timings")
  var verbose = false

  mutating func validate() throws {
    if quiet && verbose { throw ValidationError("-q and -v exclude each other") }
  }

  /// The number of threads: the requested number or the number of processor cores, limited by the
  /// number of open files.
  var threads: Int { min(jobs ?? Machine.cores, Self.mostThreads) }

  /// A thread opens a photo, a picture, a worker and its memory. Some files are common to all
  /// threads.
  private static var mostThreads: Int { max(1, (Machine.mostOpenFiles - 6) / 6) }

  /// Returns fitting of looks, exposures and optics with these resources.
  func fitting(_ loading: LoadSettings) -> PhotoFitting {
    PhotoFitting(
      loading: loading, jobs: threads,
      memory: memory.bytes(free: Machine.freeMemory()), isStopped: { Interruption.hasCome })
  }

  /// Applies the options of the process, and returns the context of the run. It has worker processes
  /// if requested, or if there are several photos.
  func begin(severalPhotos: Bool) -> RunContext {
    if let jobs, jobs > threads {
      Messages(quiet: quiet, verbose: verbose).warning(
        "\(threads) of \(jobs) threads run: no more than \(Machine.mostOpenFiles) files may be open (ulimit -n)"
      )
    }
    OutputPolicy.durability = sync ? .synced : .unsynced
    let messages = Messages(quiet: quiet, verbose: verbose)
    OutputPolicy.onUnsynced { folder in
      if messages.isTerminal { ProgressBar.remove() }
      messages.warning(
        "the file system of \(folder) cannot flush files, so a power cut can lose them. Use --no-sync to hide this"
      )
    }
    return isolation.context(
      severalFiles: severalPhotos, threads: threads, cameras: cameras.cameras,
      memory: memory.bytes(free: Machine.freeMemory()))
  }

  /// Returns the context of a run with the photos in the arguments.
  func begin(_ inputs: [String]) -> RunContext {
    begin(severalPhotos: IsolationOptions.mayNameSeveral(inputs))
  }
}

/// The fastest instruction set, or a specific one.
enum InstructionSetChoice: Sendable, Hashable {
  case best
  case forced(InstructionSet)

  init(_ text: String) throws {
    self = try Choice.value(
      text, in: [("best", .best)] + InstructionSet.available.map { ($0.rawValue, .forced($0)) })
  }

  var instructionSet: InstructionSet? {
    switch self {
    case .best: nil
    case .forced(let set): set
    }
  }
}
