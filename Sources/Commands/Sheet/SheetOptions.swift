internal import ArgumentParser
internal import Choreography
internal import Develop
internal import FrameSequence
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
      "Which pixels tiles are made from: auto takes half the sensor's each way where they suffice, preview the embedded JPEG where it is large enough",
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
    parsing: .unconditional,
    help: ArgumentHelp("Frames a second, N or N/D (default 25).", valueName: "rate"),
    transform: Self.rate)
  var fps: FrameRate?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How long the frames show: 4s, 96f, 1m30s (default: until all photos are there).",
      valueName: "time"), transform: Self.duration)
  var duration: Length?

  /// A span as it was typed.
  enum Length {
    case seconds(Double)
    case frames(Int)

    func seconds(_ rate: FrameRate) -> Double {
      switch self {
      case .seconds(let seconds): seconds
      case .frames(let count): Double(count) / rate.value
      }
    }
  }

  mutating func validate() throws {
    guard animate == nil else { return }
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

  private static func rate(_ text: String) throws -> FrameRate {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard let first = parts.first, let numerator = first, (1...1_000_000).contains(numerator),
      parts.count == 1 || parts.count == 2, let denominator = parts.count == 2 ? parts[1] : 1,
      (1...1_000_000).contains(denominator), numerator <= 1000 * denominator
    else { throw ValidationError("accepted are 25 and 30000/1001, at most 1000 a second") }
    return FrameRate(numerator, denominator)
  }

  /// Reads `4s`, `1m30s`, `96f`.
  private static func duration(_ text: String) throws -> Length {
    if text.hasSuffix("f"), let count = Int(text.dropLast()), (1...10_000_000).contains(count) {
      return .frames(count)
    }
    if text.hasSuffix("s") {
      let parts = text.dropLast().split(separator: "m", omittingEmptySubsequences: false)
      let numbers = parts.map { Double($0) }
      if (1...2).contains(parts.count), let last = numbers[parts.count - 1],
        let minutes = parts.count == 2 ? numbers[0] : 0
      {
        let seconds = 60 * minutes + last
        if minutes >= 0, last >= 0, seconds > 0, seconds <= 86_400 { return .seconds(seconds) }
      }
    }
    throw ValidationError("accepted are 4s, 1m30s and 96f, up to a day")
  }
}
