internal import ArgumentParser
internal import BromideCodecs
internal import BromideKernels
internal import BromidePhotos
internal import BromideRaw
internal import BromideRuns
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import Synchronization

/// The command `bromide`.
struct BromideCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bromide",
    abstract:
      "Convert camera raws, sample colours, render time-lapses and create contact sheets.",
    // Avoid opening libraries at every start. This only needs them for `--version`.
    version: ArgumentText.arguments.contains("--version") ? version : BromideVersion.number,
    subcommands: [
      ConvertCommand.self, SampleCommand.self, ColourCommand.self, RenderCommand.self,
      SheetCommand.self,
      VerifyCommand.self, InfoCommand.self, CurvesCommand.self, FiltersCommand.self,
      CamerasCommand.self, LookCommand.self, ProfileCommand.self, ReportCommand.self,
      ServeCommand.self,
      PreviewCommand.self, ThumbnailCommand.self,
    ])

  func run() throws { throw CleanExit.helpRequest(self) }

  /// Parses the command.
  ///
  /// - Throws: If the first argument is not a command, an error that suggests the most similar
  ///   command. ArgumentParser only calls it unexpected.
  static func command(_ typed: [String]) throws -> any ParsableCommand {
    let arguments = HolyGrailText.parted(BareMonochrome.completed(typed))
    // The earlier name of the command.
    if arguments.first == "--cameras" {
      return try command(["cameras"] + arguments.dropFirst())
    }
    if let rejection = CostOptions.rejection(arguments) ?? DashedName.rejection(arguments) {
      throw ValidationError(rejection)
    }
    // The server parses these options.
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
    if arguments.first == SampleCommand.configuration.commandName,
      let type = SampleCommand.configuration.subcommands.first(where: {
        $0.configuration.commandName == arguments.dropFirst().first
      })
    {
      return try QuickParse.command(type, Array(arguments.dropFirst(2)))
        ?? SampleTree.parseAsRoot(arguments)
    }
    // Parse the subcommand directly. Via the root command, ArgumentParser reflects the options four
    // times. Directly, it does this once, which halves the start time. Use the complete tree for
    // help and errors.
    if let type = configuration.subcommands.first(where: {
      $0.configuration.commandName == arguments.first
    }), let command = QuickParse.command(type, Array(arguments.dropFirst())) {
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

  /// The libraries that encode, which only a picture of their format loads.
  private static var encoders: String {
    let libraries = [
      ("JPEG XL", JXLEncoderVersion.text), ("AVIF", AVIFVersion.text), ("WebP", WebPVersion.text),
    ]
    return libraries.map { format, library in
      library.map { "\($0), loaded to write \(format)" }
        ?? "no library for \(format): --to \(format == "JPEG XL" ? "jxl" : format.lowercased()) fails"
    }.joined(separator: "\n")
  }

  /// The text of `--version`: this program and its libraries.
  static var version: String {
    """
    bromide \(BromideVersion.number)
    LibRaw \(LibRawVersion.text)
    libjxl \(JPEGXLVersion.text), loaded if a DNG needs it
    libpng \(PNGLibraryVersions.libpng)
    \(JPEGVersion.text)
    \(encoders)
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

/// The commands below `bromide sample`. In the complete tree, the inputs of `sample` capture their
/// names.
private struct SampleTree: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bromide", version: BromideCommand.configuration.version,
    subcommands: [Sample.self])

  struct Sample: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "sample", subcommands: SampleCommand.configuration.subcommands)
  }
}

/// Runs the command in the process's arguments, then ends the process with its exit status.
public func runBromide() -> Never {
  // Parsing arguments uses most of the stack. If the stack cannot grow, the process would end
  // without a message.
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
  // Without a parser, this takes half the time.
  if ArgumentText.arguments == ["--version"] {
    let status = ExitStatus.put(BromideCommand.version + "\n") ?? .done
    BromideCommand.exit(withError: status.code)
  }
  do {
    var command = try command(ArgumentText.arguments)
    try command.run()
    BromideCommand.exit()
  } catch {
    Console.widen(to: HelpText.leastColumns)
    // Help and version are results, so a write error must change the exit status.
    if BromideCommand.exitCode(for: error) == .success {
      let message = BromideCommand.fullMessage(for: error)
      let text =
        CompletionScript.isRequested
        ? CompletionScript.completed(message)
        : HelpText.printed(message, for: ArgumentText.arguments)
      let status = ExitStatus.put(text + "\n") ?? .done
      BromideCommand.exit(withError: status.code)
    }
    let text = UnknownOption.corrected(BromideCommand.fullMessage(for: error))
    if !text.isEmpty { Console.message(text + "\n") }
    BromideCommand.exit(withError: BromideCommand.exitCode(for: error))
  }
}

/// Bytes of stack that the main thread needs.
private let leastStack = 1 << 20

/// Parses the command. For conversions, this prepares other data in parallel.
private func command(_ arguments: [String]) throws -> any ParsableCommand {
  guard arguments.first == ConvertCommand.configuration.commandName else {
    return try BromideCommand.command(arguments)
  }
  return try EarlyWork.during { try BromideCommand.command(arguments) }
}

/// Ends the process if it cannot continue without more memory. A worker reports this by its exit
/// status.
@Sendable private func endForLack(of bytes: Int) -> Never {
  guard ArgumentText.arguments != [PhotoWorker.argument] else { PhotoWorker.endForLackOfMemory() }
  Temporaries.removeAll()
  Console.message("Error: \(MemoryShortage.words(bytes))\n")
  Interruption.end(ExitStatus.inputsFailed.rawValue)
}
