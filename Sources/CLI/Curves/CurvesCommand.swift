internal import ArgumentParser
internal import BromideChoreography
internal import BromideCodecs
internal import BromideDrawing
internal import BromidePhotos
internal import BromideRuns
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage
internal import Tweening

/// `bromide curves`.
struct CurvesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "curves",
    abstract: "Draw easing curves or print their numbers.",
    discussion: """
      Without names, Bromide shows all curves. Without -o, it draws them in the terminal.

      Examples:
        bromide curves -o catalogue.png
        bromide curves 'overshoot(2)' 'bezier(.4,0,.2,1)' -o curves.png --overlay
        bromide curves 'spring(.5,.7)' --derivative --filmstrip -o spring.png
        bromide curves 'easeOut(3)' --csv --steps 10
        bromide curves --detour 'ease(2) 0→10 in 4s, at 1.5s → 3 in 2s' -o detour.png
        bromide curves --sort 'radial(middle)' --grid 8x6 -o delays.png
        bromide curves --timeline zoom.yaml -o plot.png

      Exit status: 0 done, 1 the picture could not be drawn or written, 64 wrong usage.
      """)

  @Argument(
    help: ArgumentHelp("Curve names with optional parameters: bounce, 'easeOut(2.5)'"),
    completion: .list(Curve.catalogue.map(\.sample.name)))
  var curves: [String] = []

  @OptionGroup(title: "Output") var output: CurvesOutputOptions
  @OptionGroup(title: "Picture") var picture: CurvesPictureOptions

  @Flag(name: .shortAndLong, help: "Print problems only")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Also print the size of the file")
  var verbose = false

  mutating func validate() throws {
    if quiet && verbose { throw ValidationError("-q and -v exclude each other") }
    if picture.detour != nil && !curves.isEmpty {
      throw ValidationError(
        "--detour contains its curves; remove \(curves.map { "“\($0)”" }.joined(separator: ", "))"
      )
    }
    if picture.sort == nil && picture.grid != nil {
      throw ValidationError("--grid needs --sort; name a sort function")
    }
    let namesCurves =
      !curves.isEmpty || picture.detour != nil || picture.overlay || picture.derivative
      || picture.filmstrip || picture.steps != nil
    if picture.sort != nil, namesCurves {
      throw ValidationError("--sort draws delays; remove curves and their options")
    }
    if picture.timeline != nil {
      if namesCurves || picture.sort != nil {
        throw ValidationError("--timeline draws parameters; remove curves and their options")
      }
      if output.data == .json {
        throw ValidationError("--timeline prints text and csv, a line for each frame")
      }
    }
    if picture.overlay && (curves.count < 2 || picture.detour != nil) {
      throw ValidationError("--overlay draws several curves in one plot; name two or more")
    }
    if picture.filmstrip && output.output == nil {
      throw ValidationError("--filmstrip needs a picture; name one with -o")
    }
    if picture.filmstrip && (picture.overlay || picture.detour != nil) {
      throw ValidationError("--filmstrip belongs to a single curve, not to several in one plot")
    }
    if output.output != nil && output.data == nil && picture.steps != nil {
      throw ValidationError(
        "--steps applies to --csv and --format json; pictures are drawn smoothly")
    }
  }

  mutating func run() throws {
    do {
      try end(after: draw)
    } catch let error as DrawingError {
      throw ExitStatus.failure("\(error)")
    }
  }

  private func draw() throws -> ExitStatus {
    let drawing = try drawing()
    let destination = try output.output.map { path throws(DestinationError) in try Destination(path)
    }
    if destination == .standardOutput {
      if output.data != nil {
        throw UsageError("the picture and the numbers cannot both use standard output")
      }
      if Console.isTerminal(1) {
        throw UsageError("-o - would write a picture to the terminal; redirect standard output")
      }
    }
    let encoding = try output.coding.encoding(for: destination, takesDepth: false) {
      PictureEncoding($0).forDrawing
    }
    if output.data != nil || destination == nil {
      let status = drawing.write(as: output.data ?? .text, picture)
      if status != .done { return status }
    }
    guard let destination else { return .done }
    let messages = Messages(quiet: quiet, verbose: verbose)
    let written = DrawnPicture(
      destination, name: drawing.fileName, request: "curves \(drawing.request) \(picture.request)",
      encoding: encoding, policy: output.existing.policy, context: RunContext())
    let result = try written.write { () throws(DrawingError) in try drawing.draw(picture) }
    switch result {
    case .written(let bytes):
      if destination != .standardOutput { messages.info(written.output.name) }
      messages.detail(Formatted.bytes(bytes))
    case .skipped(let reason): messages.info(reason)
    case .failed(let reason, let remedy):
      messages.error(Remedy.advice(reason, remedy))
      return .inputsFailed
    case .closedPipe: break
    }
    return .done
  }

  /// Returns the subject of the arguments.
  private func drawing() throws(UsageError) -> any CurveDrawing {
    if let path = picture.timeline { return try TimelineCourse(path: FilePath(reversible: path)) }
    guard let sort = picture.sort else { return try subject() }
    do {
      return try DelaySheet(
        SortFunction(parsing: sort), columns: picture.grid?.width ?? 8,
        rows: picture.grid?.height ?? 6)
    } catch {
      throw UsageError("“\(sort)”, \(error)")
    }
  }

  private func subject() throws(UsageError) -> CurveSubject {
    if let detour = picture.detour { return .detour(try DetourText.read(detour)) }
    if curves.isEmpty { return .catalogue }
    var read: [Curve] = []
    for text in curves {
      do throws(CurveTextError) {
        let curve = try Curve(parsing: text)
        if !read.contains(curve) { read.append(curve) }
      } catch {
        throw UsageError("“\(text)”, \(error.advised)")
      }
    }
    return .curves(read)
  }
}

/// The curves to show.
enum CurveSubject: CustomStringConvertible {
  case catalogue
  case curves([Curve])
  case detour(DetourCourse)

  /// Text that identifies the subject.
  var description: String {
    switch self {
    case .catalogue: "catalogue"
    case .curves(let curves): curves.map(\.description).joined(separator: " ")
    case .detour(let course): "detour \(course.text)"
    }
  }

  /// The single curves, with titles and captions.
  var entries: [(title: String, caption: String, curve: Curve)] {
    switch self {
    case .catalogue:
      // Families with three directions come first, to align the directions in columns.
      let later: Set = ["linear", "hold"]
      let catalogue = Curve.catalogue.filter { !later.contains($0.sample.name) }
      let families = catalogue.prefix { $0.signature != "easeIn(strength=2)" }
      let entries =
        families + Curve.catalogue.filter { later.contains($0.sample.name) }
        + catalogue.dropFirst(families.count)
      return entries.map { entry in
        let name = entry.sample.name
        // If all parameters are optional, show the defaults instead of the sample.
        let parameters = entry.signature.split(separator: "(").dropFirst().first?.split(
          separator: ",")
        let isComplete = (parameters ?? []).allSatisfy { $0.contains("=") }
        let caption =
          isComplete
          ? String(entry.signature.dropFirst(name.count + 1).dropLast())
          : String(entry.sample.description.dropFirst(name.count))
        return (name, caption.spaced, entry.sample)
      }
    case .curves(let curves):
      guard Multiples.isSmall(curves.count) else { return curves.map { ($0.description, "", $0) } }
      return curves.map { curve in
        (curve.name, curve.description.dropFirst(curve.name.count).description.spaced, curve)
      }
    case .detour: return []
    }
  }
}

extension String {
  /// The text with a space after each comma.
  fileprivate var spaced: String {
    split(separator: ",", omittingEmptySubsequences: false).joined(separator: ", ")
  }
}
