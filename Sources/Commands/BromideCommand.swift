internal import ArgumentParser
internal import BatchConversion
internal import ColorProfiles
internal import JPEGCoding
internal import Kernels
internal import Lenses
internal import PNGCoding
internal import PhotoLoading
internal import Pixels
internal import Platform
internal import RawDecoding
internal import Sidecars
internal import Synchronization
internal import TIFFCoding
internal import Timelines
internal import YCbCr

/// The command `bromide`.
struct BromideCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bromide",
    abstract:
      "Convert camera raws, sample colours, render time-lapses and create contact sheets.",
    // It opens libraries, and this is made at every start.
    version: ArgumentText.arguments.contains("--version") ? version : BromideVersion.number,
    subcommands: [
      ConvertCommand.self, SampleCommand.self, ColourCommand.self, RenderCommand.self,
      SheetCommand.self,
      VerifyCommand.self, InfoCommand.self, CurvesCommand.self, FiltersCommand.self,
      LookCommand.self, ProfileCommand.self, ReportCommand.self, ServeCommand.self,
      PreviewCommand.self,
    ])

  // Carried out by CamerasCommand: its option here would be an option of every command.
  @Flag(
    help: "List the cameras with built-in colours. Programs can add --format json")
  var cameras = false

  func run() throws { throw CleanExit.helpRequest(self) }

  /// Reads the command that the arguments ask for.
  ///
  /// - Throws: An error that suggests the nearest command if the first argument is not the name of one; ArgumentParser
  ///   only calls it unexpected.
  static func command(_ typed: [String]) throws -> any ParsableCommand {
    let arguments = HolyGrailText.parted(typed)
    if arguments.first == "--cameras" {
      return try CamerasCommand.parse(Array(arguments.dropFirst()))
    }
    if let refusal = CostOptions.refusal(arguments) { throw ValidationError(refusal) }
    // Its options are the server's own.
    if arguments.first == ServeCommand.configuration.commandName {
      var command = ServeCommand()
      command.arguments = Array(arguments.dropFirst())
      return command
    }
    if arguments.first == PreviewCommand.configuration.commandName {
      var command = PreviewCommand()
      command.arguments = Array(arguments.dropFirst())
      return command
    }
    // Below another command, ArgumentParser reflects a command's options four times; by itself once,
    // which halves the start. Help and mistakes are the whole tree's to word.
    if let type = configuration.subcommands.first(where: {
      $0.configuration.commandName == arguments.first
    }), let command = try? type.parseAsRoot(Array(arguments.dropFirst())),
      Swift.type(of: command) == type
    {
      return command
    }
    let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    if let name = arguments.first, !name.hasPrefix("-"), !names.contains(name) {
      throw ValidationError(
        "no command is called “\(name)”" + Suggestion.text(for: name, among: names))
    }
    return try parseAsRoot(arguments)
  }

  private static var lensfun: String {
    guard LensDatabase.isLibraryThere else {
      return "lensfun missing: --lens uses the corrections in files only"
    }
    let database = LensDatabase.shared.identity == nil ? ", without its database" : ""
    return
      "lensfun of interface \(LensDatabase.interface), loaded if a lens is known\(database)"
  }

  /// The text that `--version` prints: this program and the libraries it runs with.
  private static var version: String {
    """
    bromide \(BromideVersion.number)
    LibRaw \(LibRawVersion.text)
    libjxl \(JPEGXLVersion.text), loaded if a DNG needs it
    libpng \(PNGLibraryVersions.libpng)
    \(JPEGVersion.text)
    libtiff \(TIFFLibraryVersion.text), loaded if a TIFF is read
    \(lensfun)
    Little CMS \(LCMSVersion.text)
    ISA-L \(PNGLibraryVersions.isal)
    zlib \(PNGLibraryVersions.zlib)
    libyaml \(LibYAMLVersion.text)
    libexpat \(LibExpatVersion.text)
    instruction set \(InstructionSet.best.rawValue)
    """
  }
}

/// Runs the command that the process's arguments ask for and ends the process with its exit status.
public func runBromide() -> Never {
  // Reading arguments takes most of it, and a stack that cannot grow ends the process without a word.
  if let limit = Machine.stackLimit, limit < leastStack {
    Console.message(
      "Error: the stack may have \(limit / 1024) kB, and Bromide needs \(leastStack / 1024) kB; ulimit -s sets it\n"
    )
    Interruption.end(ExitStatus.inputsFailed.rawValue)
  }
  PixelMemory.endProcess.withLock { $0 = { endForLack(of: $0) } }
  if let bytes = Machine.shareScarceHeap() { endForLack(of: bytes) }
  if ArgumentText.arguments == [PhotoWorker.argument], let status = PhotoWorker.run() {
    BromideCommand.exit(withError: ExitCode(status))
  }
  if let mismatch = LibRawVersion.mismatch {
    Console.message("bromide: \(mismatch)\n")
    BromideCommand.exit(withError: ExitStatus.inputsFailed.code)
  }
  do {
    var command = try command(ArgumentText.arguments)
    try command.run()
    BromideCommand.exit()
  } catch {
    // Help and version are results: they must arrive, or the exit status says so.
    if BromideCommand.exitCode(for: error) == .success {
      let text = HelpText.printed(
        BromideCommand.fullMessage(for: error), for: ArgumentText.arguments)
      let status = ExitStatus.put(text + "\n") ?? .done
      BromideCommand.exit(withError: status.code)
    }
    let text = BromideCommand.fullMessage(for: error)
    if !text.isEmpty { Console.message(text + "\n") }
    BromideCommand.exit(withError: BromideCommand.exitCode(for: error))
  }
}

/// Bytes of stack that the main thread needs.
private let leastStack = 1 << 20

/// Reads the command, with what conversions need anyway made meanwhile.
private func command(_ arguments: [String]) throws -> any ParsableCommand {
  guard arguments.first == ConvertCommand.configuration.commandName else {
    return try BromideCommand.command(arguments)
  }
  return try EarlyWork.during { try BromideCommand.command(arguments) }
}

/// Ends the process where memory lacks without which nothing goes on. A worker says it by its status.
@Sendable private func endForLack(of bytes: Int) -> Never {
  guard ArgumentText.arguments != [PhotoWorker.argument] else { PhotoWorker.endForLackOfMemory() }
  Temporaries.removeAll()
  Console.message("Error: \(MemoryShortage.words(bytes))\n")
  Interruption.end(ExitStatus.inputsFailed.rawValue)
}
