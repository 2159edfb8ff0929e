internal import ArgumentParser
internal import BromidePhotos
internal import BromideRuns
internal import BromideSystem
internal import SystemPackage

/// The facts to print, and their format.
struct InfoOptions: ParsableArguments {
  enum Format: String, CaseIterable {
    case text, json, csv
  }

  @Option(
    choice: "Format", standard: "text",
    note: "json prints one object per line.")
  var format = Format.text

  @Option(
    help: ArgumentHelp(
      "Fields or sections to print, such as time,exposure or camera",
      discussion: "Use the names of the JSON format, separated by commas.",
      valueName: "names"),
    transform: Self.fields)
  var fields: [InfoField]?

  @OptionGroup var names: LensNamesOptions

  /// The source of lens names: the file only, if no field needs another one.
  var lensNames: LensNames {
    asksForLens ? names.source : .file
  }

  private var asksForLens: Bool {
    fields.map { $0.contains(.lens) || $0.contains(.lensFrom) } ?? true
  }

  @Flag(help: "Count the raw values of each sensor colour")
  var histogram = false

  @Option(
    help: ArgumentHelp(
      "Draw the histogram of one photo",
      discussion: "The heights are square roots of the counts.",
      valueName: "file.png"),
    completion: .file())
  var plot: String?

  @Option(
    help: ArgumentHelp(
      "Save the camera's JPEG preview without changes",
      valueName: "file.jpg"),
    completion: .file(), transform: Self.path)
  var savePreview: FilePath?

  @Option(
    help: ArgumentHelp(
      "Save the GPS positions of the photos as a track",
      discussion: "The suffix sets the format: GeoJSON or GPX.",
      valueName: "file.geojson|.gpx"),
    completion: .file(), transform: Self.path)
  var track: FilePath?

  @Option(
    help: ArgumentHelp(
      "Save the readings of a film's motion sensors as CSV",
      discussion: "GoPro's GPMF and telephones' CAMM in MP4 and QuickTime.",
      valueName: "file.csv"),
    completion: .file(), transform: Self.path)
  var sensors: FilePath?

  @Flag(
    name: .customShort("y"),
    help: "Replace the files of --save-preview, --track, --sensors and --plot")
  var overwrites = false

  mutating func validate() throws {
    if let source = names.lensNames, !asksForLens {
      throw ValidationError(
        "--lens-names \(source.rawValue) has no effect on these fields; add --fields lens")
    }
    if overwrites, savePreview == nil, track == nil, sensors == nil, plot == nil {
      throw ValidationError("-y requires --save-preview, --track, --sensors or --plot; add one")
    }
    if plot != nil, !histogram {
      throw ValidationError("--plot draws the histogram; add --histogram")
    }
    if let track, trackForm == nil {
      throw ValidationError("--track \(track): expected a name that ends in .geojson or .gpx")
    }
    if let sensors, sensors.lowercasedExtension != "csv" {
      throw ValidationError("--sensors \(sensors): expected a name that ends in .csv")
    }
    if let savePreview, !["jpg", "jpeg"].contains(savePreview.lowercasedExtension) {
      throw ValidationError(
        "--save-preview \(savePreview): the preview is a JPEG; expected a name that ends in .jpg")
    }
  }

  /// The format of a track.
  enum TrackForm {
    case geoJSON, gpx
  }

  var trackForm: TrackForm? {
    switch track?.lowercasedExtension {
    case "geojson", "json": .geoJSON
    case "gpx": .gpx
    default: nil
    }
  }

  /// Rejects options that do not work with the inputs.
  func check(_ paths: [FilePath]) throws(UsageError) {
    if savePreview != nil, paths.count > 1 {
      throw UsageError("--save-preview writes one preview, but there are \(paths.count) inputs")
    }
    if sensors != nil, paths.count > 1 {
      throw UsageError("--sensors reads one film, but there are \(paths.count) inputs")
    }
    if let plot {
      try AnswerPicture.check(plot, of: "plot")
      if paths.count > 1 {
        throw UsageError("--plot draws one photo, but there are \(paths.count) inputs")
      }
    }
    let inputs = InputKeys(paths)
    for (name, file) in [
      ("plot", plot.map(Self.path)), ("save-preview", savePreview), ("track", track),
      ("sensors", sensors),
    ] {
      guard let file else { continue }
      if inputs.problem(with: [file]) != nil {
        throw UsageError("--\(name) \(file) would overwrite an input")
      }
      // A plot has the fingerprint of its photo, so it can be updated.
      if name != "plot", !overwrites, FileSystem.exists(file) {
        throw UsageError("--\(name): \(file) exists; use -y or another name")
      }
    }
  }

  private static func path(_ text: String) -> FilePath { FilePath(reversible: text) }

  private static func fields(_ text: String) throws -> [InfoField] {
    var fields: [InfoField] = []
    for name in text.split(separator: ",") {
      let name = name.trimmingBlanks
      guard let named = InfoField.named(name) else {
        throw ValidationError(
          "no field is called “\(name)”" + Suggestion.text(for: name, among: InfoField.names)
            + "; bromide help info and Documentation/info.md list them")
      }
      for field in named where !fields.contains(field) { fields.append(field) }
    }
    guard !fields.isEmpty else { throw ValidationError("expected names of fields, such as time") }
    return fields
  }
}

extension Substring {
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

/// The resources for `info`.
struct InfoWorkOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("Number of threads (default: one per processor core)", valueName: "n"),
    transform: WorkValue.jobs)
  var jobs: Int?

  @OptionGroup var cameras: CamerasOptions
  @OptionGroup var isolation: IsolationOptions

  @Flag(name: .shortAndLong, help: "Print only the answer and problems")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Also print skipped files")
  var verbose = false

  mutating func validate() throws {
    if quiet && verbose { throw ValidationError("-q and -v exclude each other") }
  }

  var threads: Int { jobs ?? Machine.cores }

  /// Memory for photos while their pixels are counted.
  var memory: MemoryLimit { .standard }

  /// Returns the context of the run, with worker processes if there are several files, or if
  /// requested.
  func begin(_ inputs: [String]) -> RunContext {
    isolation.context(
      severalFiles: IsolationOptions.mayNameSeveral(inputs), threads: threads,
      cameras: cameras.cameras, memory: .max)
  }
}
