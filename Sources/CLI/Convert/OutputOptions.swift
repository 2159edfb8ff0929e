internal import ArgumentParser
internal import BromideCodecs
internal import BromideRuns
internal import BromideValues

/// The destination and format of pictures.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A picture file, a folder, or - (default: next to the input)",
      discussion: """
        The suffix sets the format: .png, .jpg, .tif, .jxl, .avif or .webp.
        Bromide creates missing folders.
        Use - to write one picture to standard output.
        """,
      valueName: "path"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Name from {stem} {ext} {folder} {n} {date} {camera} (default: {stem})",
      valueName: "template"))
  var name: String?

  @Option(
    choice: "Input folders under -o", standard: "keep",
    note: "flat leaves out the input folders, but keeps folders in --name.")
  var tree: FolderTree = .keep

  @OptionGroup var existing: ExistingOptions

  @Option(
    help: ArgumentHelp(
      "Colour space, or FILE.icc of a printer or display", of: RGBSpace.all.map(\.name),
      standard: RGBSpace.srgb.name),
    completion: .list(RGBSpace.all.map(\.name)), transform: OutputSpace.init)
  var space: OutputSpace?

  @Option(
    choice: "Rendering intent of FILE.icc", standard: "relative",
    note: """
        relative    keep the colours that the device shows
        perceptual  keep the relations of colours, with the profile's table
        saturation  keep strong colours strong, with the profile's table
        absolute    keep colours on any paper, also white, for proofs
      """)
  var intent: RenderingIntent?

  @Option(
    help: ArgumentHelp(
      "Black point compensation with FILE.icc", of: ["on", "off"], standard: "on",
      note: "on moves black to the device's black, so that dark tones stay distinct."),
    completion: .list(["on", "off"]), transform: Self.isOn)
  var blackPoint: Bool?

  @OptionGroup var coding: EncodingOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Keep 0.5 to 6 stops of light above white for HDR displays",
      discussion: "A JPEG gets a gain map. JPEG XL and AVIF become Rec. 2020 with PQ.",
      valueName: "stops"),
    transform: Self.headroom)
  var hdr: Double?

  @Option(
    help: ArgumentHelp(
      "Curve of --hdr in JPEG XL and AVIF", of: ["pq", "hlg"], standard: "pq"),
    completion: .list(["pq", "hlg"]), transform: Self.curve)
  var hdrTransfer: HighRangeCurve?

  @Option(
    choice: "Metadata to copy", standard: "all",
    note: """
        no-place   without GPS, city, state and country. Keywords stay
        copyright  only the creator, the rights and the creator's address
      """)
  var metadata: MetadataChoice = .all

  @Option(
    name: .customLong("xmp"),
    help: ArgumentHelp(
      "Set a property, such as dc:title=Harbour. Repeatable",
      discussion: """
        Use ; between list items, += to add items, and an empty value to delete.
          --xmp 'dc:subject+=sea;boats' --xmp photoshop:City=
        """,
      valueName: "name=value"), transform: Self.change)
  var changes: [MetadataChange] = []

  @Option(help: ArgumentHelp("Copyright notice to store in the picture", valueName: "text"))
  var copyright: String?

  @Option(help: ArgumentHelp("Artist to store in the picture", valueName: "text"))
  var artist: String?

  @Flag(
    name: [.customShort("n"), .long], help: "Print the planned conversions and write nothing")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "Write a report with one JSON line per input. - is standard output", valueName: "file"),
    completion: .file())
  var report: String?

  // Other converters use this name for `--to`.
  @Option(
    help: ArgumentHelp("Same as --to", visibility: .hidden), transform: EncodingOptions.format)
  var format: PictureFormat?

  mutating func validate() throws {
    guard let format else { return }
    if let to = coding.to, to != format {
      throw ValidationError(
        "--to \(to.rawValue) contradicts --format \(format.rawValue); remove one")
    }
    coding.to = format
  }

  /// The place of the pictures.
  func destination() throws(DestinationError) -> Destination {
    try Destination(output, format: coding.to)
  }

  /// Whether the pictures go to folders, so that `--to` sets their format.
  var hasManyPictures: Bool {
    switch try? destination() {
    case .folder?, .nextToInput?: true
    case .file?, .standardOutput?, nil: false
    }
  }

  private static func change(_ text: String) throws -> MetadataChange {
    do throws(MetadataChangeError) { return try MetadataChange(parsing: text) } catch {
      throw ValidationError("\(error)")
    }
  }

  private static func curve(_ text: String) throws -> HighRangeCurve {
    try Choice.value(text, in: [("pq", .pq), ("hlg", .hlg)])
  }

  private static func headroom(_ text: String) throws -> Double {
    guard let stops = Double(text), JPEGOptions.headrooms.contains(stops) else {
      throw ValidationError("expected 0.5 to 6 stops, such as 2.5")
    }
    return stops
  }

  private static func isOn(_ text: String) throws -> Bool {
    try Choice.value(text, in: [("on", true), ("off", false)])
  }

  /// Reads the space of a command that does not support output profiles.
  static func space(_ text: String) throws -> RGBSpace {
    switch try OutputSpace(text) {
    case .named(let space): return space
    case .profile: throw ValidationError("an output profile requires bromide convert")
    }
  }
}
