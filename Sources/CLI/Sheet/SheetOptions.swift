internal import ArgumentParser
internal import BromideChoreography
internal import BromideRuns
internal import BromideTimelines
internal import BromideValues

/// The destination and format of a sheet.
struct SheetOutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A .png, .jpg or .tif file, a folder, or - for standard output",
      discussion: """
        Bromide creates missing folders.
        With --animate, name a folder for the frames.
        """,
      valueName: "path"),
    completion: .file())
  var output: String?

  @OptionGroup var existing: ExistingOptions

  @Option(
    help: ArgumentHelp("Bits per sample", of: ["8", "16"], standard: "8, for TIFF 16"),
    completion: .list(["8", "16"]), transform: PictureOptions.code)
  var depth: SampleFormat?

  @Option(
    help: ArgumentHelp(
      "Colour space", of: RGBSpace.all.map(\.name), standard: RGBSpace.srgb.name),
    completion: .list(RGBSpace.all.map(\.name)), transform: OutputOptions.space)
  var space: RGBSpace?

  @OptionGroup var coding: EncodingOptions

  @Flag(
    name: [.customShort("n"), .long], help: "Print the planned pages and write nothing")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "Write a report with one JSON line per photo. - is standard output", valueName: "file"),
    completion: .file())
  var report: String?

  @Option(
    help: ArgumentHelp(
      "Draw only share I of N: I/N, auto or auto/N",
      discussion: """
        The share is every Nth page, starting at page I. The first page is 1.
        auto reads the share from a job scheduler.
        """,
      valueName: "share"
    ), transform: ShardOptions.share)
  var shard: InputShare?
}

/// The layout of a sheet.
struct SheetOptions: ParsableArguments {
  @Option(choice: "Order of the photos", standard: "name")
  var order: PhotoList.Order = .name

  @Option(
    choice: "Source of the tiles' pixels", standard: "auto",
    note: """
      auto reads the sensor. Tiles up to a third of its size use cells of 2×2 sites.
      preview uses the embedded JPEG if it is large enough.
      """)
  var from: SheetLayout.Pixels = .auto

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Photos per row (default: for a page of about 3:2)",
      valueName: "count"))
  var columns: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Long edge of a photo on the sheet", valueName: "pixels"))
  var tile = 300

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Space between photos", valueName: "pixels"))
  var spacing = 12

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Space around the photos", valueName: "pixels"))
  var margin = 40

  @Option(
    help: ArgumentHelp(
      "Background: #RRGGBB, or none for a transparent sheet (default: #101010)",
      valueName: "color"), transform: Background.init)
  var background = Background.standard

  @Option(
    help: ArgumentHelp(
      "Captions: name, time, exposure, lens, or none (default: name)",
      discussion: "Separate several names with commas. Each is one line below the photo.",
      valueName: "list"), transform: Self.captions)
  var captions = Captions(list: [.name])

  @Option(help: ArgumentHelp("Title above the photos", valueName: "text"))
  var title: String?

  @Flag(help: "Enlarge photos that are smaller than their tile")
  var enlarge = false

  var style: SheetGrid.Style {
    SheetGrid.Style(
      columns: columns, tile: tile, spacing: spacing, margin: margin,
      captionLines: captions.list.count, hasTitle: title != nil)
  }

  struct Captions {
    var list: [SheetLayout.Caption]
  }

  /// The background as sRGB code values from 0 to 1, or `nil` if it is transparent.
  struct Background {
    var color: SIMD3<Double>?

    static let standard = Background(color: SIMD3(repeating: Double(0x10) / 255))

    init(color: SIMD3<Double>?) { self.color = color }

    init(_ text: String) throws {
      if text == "none" {
        color = nil
        return
      }
      guard text.hasPrefix("#"), text.count == 7, let codes = HexColor.codes(text.dropFirst())
      else { throw ValidationError("expected #RRGGBB or none") }
      color = SIMD3<Double>(codes) / 255
    }
  }

  private static func captions(_ text: String) throws -> Captions {
    if text == "none" || text.isEmpty { return Captions(list: []) }
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
    return Captions(
      list: try names.map { name in
        try Choice.value(
          String(name.drop { $0 == " " }),
          in: SheetLayout.Caption.allCases.map { ($0.rawValue, $0) })
      })
  }
}

/// The animation of a sheet.
struct SheetMotionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Animate photos, such as 'radial(middle) fadeIn slide(up)'",
      discussion: "Bromide writes numbered frames in which the photos appear and leave.",
      valueName: "text"), transform: Self.script)
  var animate: Script?

  @Option(
    help: ArgumentHelp("Write one animated PNG instead of frames", valueName: "file"),
    completion: .file())
  var apng: String?

  @Option(
    help: ArgumentHelp(
      "Frames per second: 25, 23.976 or 30000/1001 (default: 25)", valueName: "n[/d]"),
    transform: RenderFrameOptions.rate)
  var fps: FrameRate?

  @Option(
    help: ArgumentHelp(
      "Duration, such as 4s, 96f, 1m30s (default: until all photos are shown)",
      valueName: "time"), transform: RenderFrameOptions.duration)
  var duration: TimePoint?

  /// Returns the duration in seconds, or `nil` if it is not set.
  func seconds(_ rate: FrameRate) -> Double? {
    switch duration {
    case .seconds(let seconds)?: seconds
    case .frames(let count)?: Double(count) / rate.value
    default: nil
    }
  }

  mutating func validate() throws {
    guard animate == nil else { return }
    if apng != nil { throw ValidationError("--apng needs --animate") }
    if fps != nil { throw ValidationError("--fps needs --animate") }
    if duration != nil { throw ValidationError("--duration needs --animate") }
  }

  private static func script(_ text: String) throws -> Script {
    let script: Script
    do {
      script = try Script(parsing: text)
    } catch {
      throw ValidationError("“\(text)”, \(error)")
    }
    if let complaint = TileVariation.complaint(script) { throw ValidationError(complaint) }
    return script
  }
}
