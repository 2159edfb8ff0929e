internal import ArgumentParser
internal import BromidePhotos
internal import BromideRuns
internal import BromideSystem
internal import BromideTimelines
internal import SystemPackage

/// Options for a slide show of a folder, without a timeline.
struct SlideOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Show a folder as a slide show with slow movements",
      discussion: """
        Each picture fades into the next.
        --duration sets the length of the film (default: 3s per picture).
        """)
  )
  var kenBurns = false

  @Option(
    help: ArgumentHelp(
      "Length of a fade in --ken-burns (default: 1s)", valueName: "time"),
    transform: RenderFrameOptions.duration)
  var crossfade: TimePoint?

  @Option(
    help: ArgumentHelp(
      "Title at the start of --ken-burns",
      discussion: "You can use the fields of a timeline's text.",
      valueName: "text"))
  var title: String?

  mutating func validate() throws {
    for (name, isGiven) in [("--crossfade", crossfade != nil), ("--title", title != nil)]
    where isGiven && !kenBurns {
      throw ValidationError("\(name) requires --ken-burns; set it in the timeline instead")
    }
  }

  /// Returns the timeline of a folder's pictures, the number of pictures that the choice skips,
  /// with warnings about their sidecars, and the subfolders that are not searched.
  func timeline(
    _ path: FilePath, duration: TimePoint?, order: PhotoList.Order?, rate: FrameRate?,
    choice: PhotoChoice, threads: Int, context: RunContext
  ) throws -> (
    timeline: Timeline, unchosen: Int, warnings: [Warning], skippedFolders: [FilePath]
  ) {
    guard FileSystem.isFolder(path) else {
      throw UsageError("--ken-burns shows the pictures of a folder, which \(path) is not")
    }
    let list = PhotoList([path], order: order ?? .time)
    let sequence: PhotoSequence
    do throws(SequenceError) {
      sequence = try PhotoSequence(list, threads: threads, context: context)
    } catch {
      throw RenderError.input(error.description)
    }
    let found = sequence.photos.map(\.path)
    var warnings: [Warning] = []
    let photos = found.filter { choice.takes($0, context: context, &warnings) }
    guard !photos.isEmpty else { throw RenderError.noneChosen(found.count, warnings) }
    var timeline = Timeline()
    timeline.rate = rate ?? timeline.rate
    var show = SlideShow(photos)
    show.duration = duration
    show.crossfade = crossfade ?? show.crossfade
    show.title = title
    switch show.sources(at: timeline.rate) {
    case .success(let sources): timeline.sources = sources
    case .failure(let error): throw UsageError(error.reason)
    }
    return (timeline, found.count - photos.count, warnings, sequence.skippedFolders)
  }
}
