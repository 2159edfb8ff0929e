internal import ArgumentParser
internal import Choreography
internal import ContactSheets
internal import Develop
internal import Pixels
internal import Timelines

/// What stands where on a sheet.
struct SheetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Order of the photos", of: Choice.names(PhotoList.Order.self), standard: "name"),
    completion: .list(Choice.names(PhotoList.Order.self)), transform: Choice.value)
  var order: PhotoList.Order = .name

  @Option(
    help: ArgumentHelp(
      "Which pixels tiles are made from: auto takes half the sensor's each way for tiles of a quarter or less, preview the embedded JPEG where it is large enough",
      of: Choice.names(SheetLayout.Pixels.self), standard: "auto"),
    completion: .list(Choice.names(SheetLayout.Pixels.self)), transform: Choice.value)
  var from: SheetLayout.Pixels = .auto

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Photos side by side (default: a page about half as wide again as high).",
      valueName: "count"))
  var columns: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Long edge of a photo on the sheet.", valueName: "pixels"))
  var tile = 300

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Between photos.", valueName: "pixels"))
  var spacing = 12

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Around all of them.", valueName: "pixels"))
  var margin = 40

  @Option(
    help: ArgumentHelp(
      "Colour behind the photos, #RRGGBB or none for a transparent sheet (default #101010).",
      valueName: "color"), transform: Background.init)
  var background = Background.standard

  @Option(
    help: ArgumentHelp(
      "Lines below a photo, with commas between: name, time, exposure, lens; or none (default name).",
      valueName: "list"), transform: Self.captions)
  var captions = Captions(list: [.name])

  @Option(help: ArgumentHelp("A line above the photos.", valueName: "text"))
  var title: String?

  @Flag(help: "Photos smaller than their tile grow.")
  var enlarge = false

  var style: SheetGrid.Style {
    SheetGrid.Style(
      columns: columns, tile: tile, spacing: spacing, margin: margin,
      captionLines: captions.list.count, hasTitle: title != nil)
  }

  struct Captions {
    var list: [SheetLayout.Caption]
  }

  /// sRGB code values; nil: transparent.
  struct Background {
    var color: SIMD3<Double>?

    static let standard = Background(color: SIMD3(repeating: Double(0x10) / 255))

    init(color: SIMD3<Double>?) { self.color = color }

    init(_ text: String) throws {
      if text == "none" {
        color = nil
        return
      }
      let digits = text.dropFirst()
      guard text.hasPrefix("#"), digits.count == 6, digits.allSatisfy(\.isHexDigit),
        let code = Int(digits, radix: 16)
      else { throw ValidationError("accepted are #RRGGBB and none") }
      color = SIMD3(Double(code >> 16), Double(code >> 8 & 255), Double(code & 255)) / 255
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

/// How a sheet moves.
struct SheetMotionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How photos come and go, into numbered frames: 'radial(middle) fadeIn slide(up)'.",
      valueName: "text"), transform: Self.script)
  var animate: Script?

  @Option(
    help: ArgumentHelp("Write one animated PNG instead of frames.", valueName: "file"),
    completion: .file())
  var apng: String?

  @Option(
    help: ArgumentHelp(
      "Frames a second: 25, 23.976 or 30000/1001 (default 25).", valueName: "n[/d]"),
    transform: RenderFrameOptions.rate)
  var fps: FrameRate?

  @Option(
    help: ArgumentHelp(
      "How long it shows: 4s, 96f, 1m30s (default: until all photos are there).",
      valueName: "time"), transform: RenderFrameOptions.duration)
  var duration: TimePoint?

  /// How long it shows, where that is stated.
  func seconds(_ rate: FrameRate) -> Double? {
    switch duration {
    case .seconds(let seconds)?: seconds
    case .frames(let count)?: Double(count) / rate.value
    default: nil
    }
  }

  mutating func validate() throws {
    guard animate == nil else { return }
    if apng != nil { throw ValidationError("--apng is for --animate") }
    if fps != nil { throw ValidationError("--fps is for --animate") }
    if duration != nil { throw ValidationError("--duration is for --animate") }
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
