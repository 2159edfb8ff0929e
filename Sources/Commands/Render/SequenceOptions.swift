internal import ArgumentParser
internal import FrameSequence
internal import Outputs
internal import PhotoLoading
internal import Platform
internal import SystemPackage
internal import Timelines

/// How the photos of a sequence become frames that match.
struct SequenceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Order of the photos", of: Choice.names(PhotoList.Order.self),
      standard: "the timeline's, else time"
    ), completion: .list(Choice.names(PhotoList.Order.self)), transform: Choice.value)
  var order: PhotoList.Order?

  @Option(
    help: ArgumentHelp(
      "How to treat missing or damaged photos", of: Choice.names(LapseOptions.Missing.self),
      standard: "the timeline's, else fail"),
    completion: .list(Choice.names(LapseOptions.Missing.self)), transform: Choice.value)
  var onMissing: LapseOptions.Missing?

  @Option(
    help: ArgumentHelp(
      "Black and white levels: the photo's own, the first photo's (lock), or those of the photo in a file (default: the timeline's, else lock).",
      valueName: "own|lock|file"))
  var levels: String?

  @Option(
    help: ArgumentHelp(
      "Turn photos upright as each states it (own), or all as the first does (lock), for a camera that pointed up",
      of: Choice.names(LapseOptions.Turning.self), standard: "the timeline's, else own"),
    completion: .list(Choice.names(LapseOptions.Turning.self)), transform: Choice.value)
  var orientation: LapseOptions.Turning?

  @Option(
    help: ArgumentHelp(
      "Correct lateral colour, hot pixels, coloured noise and the capture's blur as bromide convert does, by what each photo shows (own), what the first photo of its camera, lens, focal length and ISO shows (lock), or what a file says that convert --optics-save wrote (default: they are left).",
      valueName: "own|lock|file"),
    completion: .file(), transform: OpticsChoice.init)
  var optics: OpticsChoice?

  @Flag(
    help: ArgumentHelp(
      "Spread each step in shutter speed, aperture and ISO over the distance to the next; --holy-grail=12f over 12 photos."
    ))
  var holyGrail = false

  // What follows --holy-grail=: see `HolyGrailText`.
  @Option(help: .hidden)
  var holyGrailWindow: String?

  @Flag(
    help:
      "Smooth flicker of light, and of the white balance unless --white-balance sets one, over 15 photos on either side."
  )
  var deflicker = false

  @Option(
    help: ArgumentHelp(
      "XMP files beside the photos as keys, between which exposure, white balance, crop and more move: none, keys, or keys:4 for photos with four stars and more (default: the timeline's, else none).",
      valueName: "none|keys"), completion: .list(["none", "keys", "keys:4"]),
    transform: Self.sidecarKeys)
  var sidecar: SidecarKeys?

  @Flag(
    help:
      "Only measure: print each photo's correction, and save it beside the timeline for later runs."
  )
  var analyse = false

  @Option(
    help: ArgumentHelp(
      "With --analyse: draw the photos' light before and after, with steps, gaps and outliers.",
      valueName: "file"), completion: .file())
  var plot: String?

  @Option(
    help: ArgumentHelp(
      "Demosaicing method", of: DemosaicChoice.names, standard: "the timeline's, else auto"),
    completion: .list(DemosaicChoice.names), transform: DemosaicChoice.init)
  var demosaic: DemosaicChoice?

  @Option(
    help: ArgumentHelp("How to treat damaged photos", of: ["fail", "keep"], standard: "fail"),
    completion: .list(["fail", "keep"]), transform: Choice.value)
  var damaged: DamagePolicy = .fail

  @OptionGroup var strictness: StrictOptions

  mutating func validate() throws {
    if let holyGrailWindow { _ = try HolyGrailText.window(holyGrailWindow) }
    if let plot {
      guard analyse else {
        throw ValidationError("--plot draws what --analyse measures; add --analyse")
      }
      do throws(UsageError) { try AnswerPicture.check(plot, of: "plot") } catch {
        throw ValidationError(error.message)
      }
    }
  }

  /// The file of a plot, or nil.
  func plotPicture(_ policy: ExistingPolicy) -> AnswerPicture? {
    plot.map { AnswerPicture(path: $0, policy: policy) }
  }

  static func sidecarKeys(_ text: String) throws -> SidecarKeys {
    guard let keys = SidecarKeys(text) else {
      throw ValidationError("expected \(SidecarKeys.accepted)")
    }
    return keys
  }

  /// Refuses a flag that has nothing to work on.
  func check(_ timeline: Timeline, _ balance: LapseOptions.Balance?) throws(UsageError) {
    var flag: String?
    if let balance, balance != .camera { flag = "--white-balance \(balance.rawValue)" }
    if case .keys? = sidecar { flag = "--sidecar keys" }
    if holyGrail { flag = "--holy-grail" }
    if deflicker { flag = "--deflicker" }
    if let orientation { flag = "--orientation \(orientation.rawValue)" }
    guard let flag else { return }
    let hasSequence = timeline.sources.contains {
      if case .sequence = $0.content { true } else { false }
    }
    guard hasSequence else {
      throw UsageError("\(flag) has nothing to work on: there is no sequence of photos")
    }
  }

  /// Applies the flags to a source.
  func apply(to source: inout TimelineSource) {
    if let order, case .sequence(var list) = source.content {
      list.order = order
      source.content = .sequence(list)
    }
    if let sidecar, case .sequence = source.content { source.lapse.sidecar = sidecar }
    if let orientation { source.lapse.orientation = orientation }
    if let onMissing { source.lapse.missing = onMissing }
    switch levels {
    case nil: break
    case "own": source.lapse.levels = .own
    case "lock": source.lapse.levels = .lock
    case let path?: source.lapse.levels = .file(FilePath(reversible: path))
    }
    if holyGrail {
      let stated = source.lapse.holyGrail?.smooth
      source.lapse.holyGrail = .init(
        smooth: holyGrailWindow.flatMap { try? HolyGrailText.window($0) } ?? stated)
    }
    if deflicker, source.lapse.deflicker == nil { source.lapse.deflicker = .init() }
  }
}
