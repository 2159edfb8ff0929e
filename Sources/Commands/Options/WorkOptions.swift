internal import ArgumentParser
internal import Kernels
internal import PhotoLoading
internal import Platform
internal import RawDecoding
internal import Sampling
internal import Scheduling

/// The resources that a command may use, and how much it prints.
struct WorkOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("Number of threads (default: one per processor core).", valueName: "count"),
    transform: Self.jobs)
  var jobs: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Memory for photos in progress: \(MemoryLimit.accepted) of free memory (default: 50%).",
      valueName: "limit"),
    transform: Self.memory)
  var memory: MemoryLimit = .standard

  @Option(
    help: ArgumentHelp(
      "Instruction set to use", of: ["best"] + InstructionSet.available.map(\.rawValue),
      standard: "best"),
    completion: .list(["best"] + InstructionSet.available.map(\.rawValue)),
    transform: InstructionSetChoice.init)
  var isa = InstructionSetChoice.best

  @Option(
    help: ArgumentHelp("Decoder that unpacks raw data", of: ["auto", "libraw"], standard: "auto"),
    completion: .list(["auto", "libraw"]), transform: Choice.value)
  var unpack: Unpacker = .auto

  @Flag(name: .shortAndLong, help: "Print only problems.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Print more, such as files that were left out and timings.")
  var verbose = false

  mutating func validate() throws {
    if quiet && verbose { throw ValidationError("-q and -v exclude each other") }
  }

  /// Fits looks with these resources.
  func lookFitting(_ loading: LoadSettings) -> LookFitting {
    LookFitting(
      loading: loading, jobs: jobs ?? Machine.cores,
      memory: memory.bytes(free: Machine.freeMemory()), isStopped: { Interruption.hasCome })
  }

  private static func jobs(_ text: String) throws -> Int {
    guard let count = Int(text), (1...1024).contains(count) else {
      throw ValidationError("expected whole numbers from 1 to 1024")
    }
    return count
  }

  private static func memory(_ text: String) throws -> MemoryLimit {
    guard let limit = MemoryLimit(text) else {
      throw ValidationError("expected \(MemoryLimit.accepted)")
    }
    return limit
  }
}

/// The fastest instruction set available, or a particular one.
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
