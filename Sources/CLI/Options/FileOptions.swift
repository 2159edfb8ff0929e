internal import ArgumentParser
internal import BromidePhotos
internal import BromideRuns

/// The input files of a command.
struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Files, folders, @list.txt, or @- for a list on standard input",
      discussion: """
        Newlines or NULs separate the paths of a list.
        Use - to read one photo or picture from standard input.
        sample also reads a stream of video frames from -.
        """),
    completion: .file())
  var inputs: [String] = []

  @Flag(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Include subfolders",
      discussion: """
        convert -o mirrors them in the output folder.
        Bromide skips hidden files and folders.
        """))
  var recursive = false

  @Option(
    choice: "Damaged photos", standard: "fail",
    note: "keep uses the part that can be decoded. The exit status is still 1.")
  var damaged: DamagePolicy = .fail

  @OptionGroup var headerless: HeaderlessOptions
  @OptionGroup var strictness: StrictOptions
}

/// Options that make warnings fail.
struct StrictOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Fail photos with guessed colours instead of warning",
      discussion: """
        Bromide guesses colours if it does not know a matrix for the camera.
        Photos also fail if --look cannot be fitted to their preview.
        Pictures and clips in PQ or HLG fail too.
        """)
  )
  var strict = false
}

/// The policy for existing outputs.
struct ExistingOptions: ParsableArguments {
  @Option(
    choice: "Existing files", standard: "update",
    note: """
        update     replace an output if its input or settings changed
        verify     like update, but also check the pixels of the outputs
        skip       keep existing outputs
        overwrite  always replace outputs
        fail       report an error
      update and verify never replace a file that Bromide did not write.
      """)
  var ifExists: ExistingPolicy?

  @Flag(name: .customShort("y"), help: "Same as --if-exists overwrite")
  var overwrites = false

  mutating func validate() throws {
    if overwrites, let ifExists, ifExists != .overwrite {
      throw ValidationError("-y contradicts --if-exists \(ifExists.rawValue); remove one")
    }
  }

  var policy: ExistingPolicy { overwrites ? .overwrite : ifExists ?? .update }
}
