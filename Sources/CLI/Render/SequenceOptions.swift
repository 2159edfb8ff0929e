internal import ArgumentParser
internal import BromidePhotos
internal import BromideRuns
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage

/// Options for matching the photos of a sequence.
struct SequenceOptions: ParsableArguments {
  @Option(choice: "Order of the photos", standard: "from the timeline, or time")
  var order: PhotoList.Order?

  @Option(
    choice: "Missing photos", standard: "from the timeline, or fail",
    note: "The option also applies to damaged photos.")
  var onMissing: LapseOptions.Missing?

  @Option(
    help: ArgumentHelp(
      "Black and white levels: own, lock, or a photo",
      discussion: """
          own   from each photo
          lock  from the first photo
        The default is from the timeline, or lock.
        """,
      valueName: "own|lock|file"))
  var levels: String?

  @Option(
    help: ArgumentHelp(
      "Turn photos or clips: own, lock, 1-8 (default: the timeline's, or own)",
      discussion: """
          own   use the tag of each photo
          lock  use the tag of the first photo, for a camera that pointed up
          1-8   use this Exif orientation for clips. 6 turns frames clockwise by 90 degrees
        """,
      valueName: "name"),
    completion: .list(Choice.names(LapseOptions.Turning.self)), transform: Turning.init)
  var orientation: Turning?

  /// The value of `--orientation`.
  enum Turning: Sendable, Hashable {
    /// For photos of a sequence.
    case photos(LapseOptions.Turning)
    /// For clips.
    case clips(Orientation)

    init(_ text: String) throws {
      if let orientation = Int(text).flatMap({ Orientation(rawValue: $0) }) {
        self = .clips(orientation)
      } else if Int(text) != nil {
        throw ValidationError("expected own, lock, or a number of Exif's from 1 to 8")
      } else {
        self = .photos(try Choice.value(text))
      }
    }
  }

  @Option(
    help: ArgumentHelp(
      "Correct lateral colour, hot pixels, colour noise and blur",
      discussion: """
        These are the corrections of bromide convert.
          own   measure each photo
          lock  measure the first photo of each camera, lens, focal length and ISO
          none  correct nothing
          file  load a file from convert --optics-save
        By default, Bromide only repairs the hot pixels of stacks.
        """,
      valueName: "own|lock|none|file"),
    completion: .file(), transform: Self.optics)
  var optics: OpenedTimeline.OpticsSource?

  @Flag(
    help: ArgumentHelp(
      "Smooth each step in shutter speed, aperture and ISO",
      discussion: """
        Bromide spreads a step over the photos up to the next step.
        --holy-grail=12f spreads it over 12 photos.
        """))
  var holyGrail = false

  // The value after `--holy-grail=`. See `HolyGrailText`.
  @Option(help: .hidden)
  var holyGrailWindow: String?

  @Flag(
    help: ArgumentHelp(
      "Smooth flicker of light and white balance",
      discussion: """
        Bromide uses 15 photos before and after each photo.
        With --white-balance, the white balance is not smoothed.
        """)
  )
  var deflicker = false

  @Option(
    help: ArgumentHelp(
      "Read XMP files next to photos as keys: none, keys, or keys:4",
      discussion: """
        Exposure, white balance, crop and more move from key to key.
        keys:4 reads the XMP files with four stars or more.
        The default is from the timeline, or none.
        """,
      valueName: "none|keys"), completion: .list(["none", "keys", "keys:4"]),
    transform: Self.sidecarKeys)
  var sidecar: SidecarKeys?

  @Flag(
    help: ArgumentHelp(
      "Measure only, and print the correction of each photo",
      discussion: "Bromide saves the measurements next to the timeline for later runs.")
  )
  var analyse = false

  @Option(
    help: ArgumentHelp(
      "With --analyse, plot the light of the photos before and after",
      discussion: "The plot marks steps, gaps and outliers.",
      valueName: "file"), completion: .file())
  var plot: String?

  @Option(
    help: ArgumentHelp(
      "Demosaicing method", of: DemosaicChoice.names, standard: "from the timeline, or auto"),
    completion: .list(DemosaicChoice.names), transform: DemosaicChoice.init)
  var demosaic: DemosaicChoice?

  @Option(choice: "Damaged photos", standard: "fail")
  var damaged: DamagePolicy = .fail

  @OptionGroup var strictness: StrictOptions

  mutating func validate() throws {
    if let holyGrailWindow { _ = try HolyGrailText.window(holyGrailWindow) }
    if let plot {
      guard analyse else {
        throw ValidationError("--plot requires --analyse; add it")
      }
      do throws(UsageError) { try AnswerPicture.check(plot, of: "plot") } catch {
        throw ValidationError(error.message)
      }
    }
  }

  private static func optics(_ text: String) throws -> OpenedTimeline.OpticsSource {
    if text == "none" { return .off }
    switch try OpticsChoice(text) {
    case .own: return .own
    case .lock: return .lock
    case .file(let readings, _): return .file(readings)
    }
  }

  static func sidecarKeys(_ text: String) throws -> SidecarKeys {
    guard let keys = SidecarKeys(text) else {
      throw ValidationError("expected \(SidecarKeys.accepted)")
    }
    return keys
  }

  /// Rejects a flag without effect.
  func check(_ timeline: Timeline, _ balance: LapseOptions.Balance?) throws(UsageError) {
    var flag: String?
    if let balance, balance != .camera { flag = "--white-balance \(balance.rawValue)" }
    if case .keys? = sidecar { flag = "--sidecar keys" }
    if holyGrail { flag = "--holy-grail" }
    if deflicker { flag = "--deflicker" }
    if case .photos(let turning)? = orientation { flag = "--orientation \(turning.rawValue)" }
    if case .clips(let orientation)? = orientation {
      let hasClip = timeline.sources.contains {
        if case .clip = $0.content { true } else { false }
      }
      guard hasClip else {
        throw UsageError("--orientation \(orientation.rawValue) requires a clip; use own or lock")
      }
    }
    guard let flag else { return }
    let hasSequence = timeline.sources.contains {
      if case .sequence = $0.content { true } else { false }
    }
    guard hasSequence else {
      throw UsageError("\(flag) requires a sequence of photos; remove it")
    }
  }

  /// Applies the flags to a source.
  func apply(to source: inout TimelineSource) {
    if let order, case .sequence(var list) = source.content {
      list.order = order
      source.content = .sequence(list)
    }
    if let sidecar, case .sequence = source.content { source.lapse.sidecar = sidecar }
    switch orientation {
    case .photos(let turning): source.lapse.orientation = turning
    case .clips(let orientation):
      if case .clip = source.content { source.clipOrientation = orientation }
    case nil: break
    }
    if let onMissing { source.lapse.missing = onMissing }
    switch levels {
    case nil: break
    case "own": source.lapse.levels = .own
    case "lock": source.lapse.levels = .lock
    case let path?: source.lapse.levels = .file(FilePath(reversible: path))
    }
    if holyGrail {
      let given = source.lapse.holyGrail?.smooth
      source.lapse.holyGrail = .init(
        smooth: holyGrailWindow.flatMap { try? HolyGrailText.window($0) } ?? given)
    }
    if deflicker, source.lapse.deflicker == nil { source.lapse.deflicker = .init() }
  }
}
