internal import ArgumentParser
internal import BromideCodecs
internal import BromideDevelop
internal import BromideRuns
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage

/// The destination and format of frames.
struct RenderOutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Folder for frames, film such as x.mp4, or picture for one frame",
      discussion: """
        Bromide creates a missing folder.
        ffmpeg writes films: .mp4, .mov, .mkv, .webm, .gif, .webp or .avif.
        A single frame can also be a .png, .jpg or .tif file, or - for standard output.
        """,
      valueName: "path"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp("Write one animated PNG", valueName: "file.png"), completion: .file())
  var apng: String?

  @Option(
    help: ArgumentHelp(
      "Write a Y4M video. - is standard output",
      discussion: """
        The video is 4:2:0 with limited range, and keeps the codes of the pictures.
        With --depth 16, it has 10 bits.
        """,
      valueName: "file"), completion: .file())
  var y4m: String?

  @Option(
    help: ArgumentHelp(
      "Write RGB without a header, 8 or 16 bits. - is standard output",
      valueName: "file"),
    completion: .file())
  var raw: String?

  @OptionGroup var film: FilmOptions

  @Flag(help: "Render small and fast, to a separate folder or file (-preview)")
  var preview = false

  @Option(
    help: ArgumentHelp(
      "Render only share I of N: I/N, auto or auto/N",
      discussion: """
        The first share is 1. auto reads the share from a job scheduler.
        Several machines can render their shares to the same folder.
        """,
      valueName: "share"
    ), transform: ShardOptions.share)
  var shard: InputShare?

  @OptionGroup var existing: ExistingOptions

  @Option(
    help: ArgumentHelp(
      "Colour space", of: RGBSpace.all.map(\.name), standard: "from the timeline, or srgb"),
    completion: .list(RGBSpace.all.map(\.name)), transform: OutputOptions.space)
  var space: RGBSpace?

  @Option(
    help: ArgumentHelp(
      "Bits per sample", of: ["8", "16"], standard: "from the timeline, or 8, for TIFF 16"),
    completion: .list(["8", "16"]), transform: PictureOptions.code)
  var depth: SampleFormat?

  @Option(choice: "Dither 8-bit frames", standard: "the timeline's, else auto")
  var dither: Dither?

  @OptionGroup var coding: EncodingOptions

  @Option(
    choice: "Metadata to copy from each photo", standard: "all",
    note: "no-place copies everything except the position.")
  var metadata: MetadataChoice = .all

  @Flag(
    name: [.customShort("n"), .long],
    help: "Print every parameter of every frame and write nothing")
  var dryRun = false

  @Option(choice: "Format of --dry-run", standard: "text")
  var format: PlanFormat = .text

  @Flag(help: "Print the JSON Schema of timelines and exit")
  var schema = false

  @Option(
    help: ArgumentHelp(
      "Write a report with one JSON line per frame. - is standard output", valueName: "file"),
    completion: .file())
  var report: String?

  mutating func validate() throws {
    let places = [("-o", output), ("--apng", apng), ("--y4m", y4m), ("--raw", raw)]
      .filter { $0.1 != nil }
    guard places.count <= 1 else {
      throw ValidationError(
        "only one output is possible; remove \(places.map(\.0).joined(separator: " or "))")
    }
    if shard != nil, let filmPath {
      throw ValidationError(
        "--shard requires a folder; use -o FOLDER for the shares, then bromide render FOLDER -o \(filmPath)"
      )
    }
    try rejectOtherFilms()
    if let option = film.given.first, filmPath == nil {
      throw ValidationError("\(option) belongs to a film; name one with -o film.mp4")
    }
    if [apng, y4m, raw].contains("") { throw ValidationError("a stream needs a file name, or -") }
    for (option, name, own) in [("--y4m", y4m, ["y4m"]), ("--raw", raw, ["rgb", "raw", "yuv"])] {
      guard let name else { continue }
      let suffix = FilePath(reversible: name).lowercasedExtension
      guard Self.promises.contains(suffix), !own.contains(suffix) else { continue }
      throw ValidationError(
        "\(option) \(name): \(option) does not write .\(suffix); name a .\(own[0]) file")
    }
    if let apng, !["png", "apng"].contains(FilePath(reversible: apng).lowercasedExtension) {
      throw ValidationError("--apng names a .png file")
    }
  }

  /// Returns the format of single pictures and its options.
  func encoding() throws -> PictureEncoding {
    if apng != nil { try coding.check(stream: "--apng", isPNG: true) }
    if y4m != nil { try coding.check(stream: "--y4m", isPNG: false) }
    if raw != nil { try coding.check(stream: "--raw", isPNG: false) }
    if let filmPath {
      try coding.check(stream: "-o \(filmPath)", isPNG: false)
      return PictureEncoding(.png)
    }
    // Use the suffix of `-o` for one picture or several. A later check compares it with the frames.
    let place = try output.map { text throws(DestinationError) in try Destination(text) }
    return try coding.encoding(for: place, sample: depth)
  }

  /// Whether each frame becomes a separate picture.
  var isPictures: Bool { apng == nil && y4m == nil && raw == nil && filmPath == nil }

  /// Whether `-o` names a single picture.
  var isOnePicture: Bool {
    guard let output, filmPath == nil, let place = try? Destination(output) else { return false }
    switch place {
    case .file, .standardOutput: return true
    case .nextToInput, .folder: return false
    }
  }

  /// The video that `-o` names.
  private var filmPath: FilePath? {
    output.map { FilePath(reversible: $0) }.flatMap { FilmFormat(suffixOf: $0) == nil ? nil : $0 }
  }

  /// Rejects suffixes of unsupported video formats. Otherwise, a folder with this name would be
  /// created.
  private func rejectOtherFilms() throws {
    guard let output, !output.hasSuffix("/") else { return }
    let path = FilePath(reversible: output)
    guard FilmFormat(suffixOf: path) == nil, !FileSystem.isFolder(path),
      Self.otherFilms.contains(path.lowercasedExtension)
    else { return }
    let remedy =
      switch path.lowercasedExtension {
      case "y4m": "write --y4m \(output)"
      case "apng": "write --apng \(output)"
      case "rgb", "yuv": "write --raw \(output), or --y4m for YCbCr"
      default:
        "Bromide writes films as \(FilmFormat.allCases.map { ".\($0.rawValue)" }.joined(separator: ", "))"
      }
    throw ValidationError("-o \(output): \(remedy)")
  }

  /// Suffixes of unsupported videos, streams and raw frames.
  private static let otherFilms: Set<String> = [
    "avi", "m4v", "ts", "mts", "m2ts", "mpg", "mpeg", "vob", "mxf", "3gp", "ogv", "wmv", "asf",
    "flv", "f4v", "nut", "dv", "mjpeg", "mjpg", "3g2", "m2v", "mpv", "rm", "qt", "apng", "hevc",
    "h264", "h265", "264", "265", "ivf", "obu", "y4m", "rgb", "yuv",
  ]

  /// Suffixes of files that do not contain Y4M or bare frames.
  private static let promises = otherFilms.union(FilmFormat.allCases.map(\.rawValue))
    .union(["png", "jpg", "jpeg", "tif", "tiff", "jxl", "dng"])

  /// The destination of frames, or `nil` if it is not set.
  ///
  /// - Parameter isOne: Whether a single frame is rendered, which can be a file.
  func destination(isOne: Bool) throws -> FrameDestination? {
    if let apng { return .animation(FilePath(reversible: apng)) }
    if let y4m { return .y4m(FilePath(reversible: y4m)) }
    if let raw { return .raw(FilePath(reversible: raw)) }
    if let filmPath, var film = Film(filmPath) {
      self.film.apply(to: &film)
      return .film(film)
    }
    guard let output else { return nil }
    switch try Destination(output) {
    case .nextToInput: return nil
    case .folder(let path): return .folder(path)
    case .file(let path) where isOne: return .file(path)
    case .standardOutput where isOne: return .standardOutput
    case .file:
      throw UsageError(
        "-o \(output) is one picture; use --frame, -o FOLDER, -o FILM or --apng \(output)"
      )
    case .standardOutput:
      throw UsageError("-o - is one picture; use --frame, --y4m - or --raw -")
    }
  }
}

/// The format of a printed plan.
enum PlanFormat: String, Sendable, Hashable, CaseIterable {
  case text, csv
}

/// The frames to render, their size and their timing.
struct RenderFrameOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Frames to render, such as 3,10-50:4,90- (default: all)",
      discussion: "The first frame is 0. Ranges include both ends.",
      valueName: "list"),
    transform: FrameSelection.init)
  var frames: FrameSelection?

  @Option(
    help: ArgumentHelp("A single frame: its number, or last", valueName: "n"),
    transform: FrameSelection.one)
  var frame: FrameSelection?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Frame size: WxH, or the long edge in pixels",
      discussion: "The default is from the timeline, or the size of the first photo.",
      valueName: "size"), transform: PictureOptions.bounds)
  var size: SizeRequest.Bounds?

  @Option(choice: "Fit photos to the frame", standard: "from the timeline, or cover")
  var fit: SourceFit?

  @Option(
    help: ArgumentHelp(
      "Frames per second, such as 25, 23.976 or 30000/1001",
      discussion: "The default is from the timeline, or 25.", valueName: "n[/d]"),
    transform: Self.rate)
  var fps: FrameRate?

  @Option(
    help: ArgumentHelp("Duration of a single source: 4s, 96f, 1m30s", valueName: "time"),
    transform: Self.duration)
  var duration: TimePoint?

  mutating func validate() throws {
    if frames != nil, frame != nil { throw ValidationError("give --frames or --frame, not both") }
  }

  /// Returns the selected frames of a timeline.
  func selected(of count: Int) throws(UsageError) -> [Int] {
    guard let selection = frame ?? frames else { return Array(0..<count) }
    let beyond = selection.parts.flatMap { [$0.first, $0.last].compactMap(\.self) }
      .filter { $0 >= count }
    if let first = beyond.min(), !selection.isLast {
      throw UsageError("frame \(first) does not exist; the last frame is \(count - 1)")
    }
    return selection.frames(of: count)
  }

  static func rate(_ text: String) throws -> FrameRate {
    guard let rate = FrameRate(text) else {
      throw ValidationError("expected 25, 23.976 or 30000/1001, up to 1000")
    }
    return rate
  }

  static func duration(_ text: String) throws -> TimePoint {
    switch TimePoint(text) {
    case .seconds(let seconds) where seconds > 0: return .seconds(seconds)
    case .frames(let frames) where frames > 0: return .frames(frames)
    default: throw ValidationError("expected seconds (4s, 1m30s) or frames (96f)")
    }
  }
}
