internal import BromideCodecs
internal import BromideDevelop
public import BromidePhotos
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
public import BromideTimelines
public import SystemPackage

/// Renders the frames of a timeline as PNG, JPEG or TIFF files, or in memory.
public struct TimelineRenderer: Sendable {
  let opened: OpenedTimeline
  private let options: WriteOptions
  /// The warnings about the timeline and the fitted looks.
  private let problems: [Warning]

  /// Opens a timeline. You can also open a folder of photos, a photo or a clip.
  ///
  /// - Parameters:
  ///   - path: The exact path of a timeline (`.yaml`, `.yml`, `.json`), folder, photo or clip.
  ///   - options: How to write frames.
  ///   - context: The means to open files, such as your cameras.
  /// - Throws: `BromideError` if the timeline has problems or its files cannot be read.
  public init(
    path: FilePath, options: WriteOptions = WriteOptions(), context: RunContext = RunContext()
  ) throws(BromideError) {
    var timeline = Timeline(showing: path, context: context)
    if Timeline.isDocument(path) {
      do throws(TimelineError) {
        timeline = try Timeline(path: path, context: context)
      } catch { throw BromideError(.request, nil, error.description) }
    }
    try self.init(opening: timeline, options, context)
  }

  /// Opens a timeline that your program built.
  ///
  /// ```swift
  /// var source = TimelineSource(.photo("a.dng"))
  /// source.duration = .seconds(2)
  /// source.tracks = [ParameterTrack(.exposure, [.init(.tween(TweenEntry(from: [0], to: [1])))])]
  /// var timeline = Timeline()
  /// timeline.sources = [source]
  /// let renderer = try TimelineRenderer(timeline)
  /// ```
  ///
  /// - Parameters:
  ///   - timeline: The timeline. Its paths are relative to the current folder.
  ///   - options: How to write frames.
  ///   - context: The means to open files, such as your cameras.
  /// - Throws: `BromideError` if the timeline has problems or its files cannot be read.
  public init(
    _ timeline: Timeline, options: WriteOptions = WriteOptions(),
    context: RunContext = RunContext()
  ) throws(BromideError) {
    let problems = timeline.problems
    guard problems.isEmpty else {
      throw BromideError(.request, nil, TimelineError(problems).description)
    }
    try self.init(opening: timeline, options, context)
  }

  private init(
    opening timeline: Timeline, _ options: WriteOptions, _ context: RunContext
  ) throws(BromideError) {
    try timeline.recipe.check()
    try Self.checkPhotos(of: timeline)
    var timeline = timeline
    timeline.recipe.chooseDither()
    do throws(RenderError) {
      var opened = try OpenedTimeline(
        timeline, settings: options.settings(for: options.format, PhotoSettings(context)),
        threads: Machine.cores)
      let looks = try opened.measure(jobs: Machine.cores)
      self.opened = opened
      problems = timeline.warnings + opened.schedule.warnings + looks.compactMap { $0.warning() }
    } catch { throw BromideError(error) }
    self.options = options
  }

  /// Checks that photos exist, because their frames open them later. Opening a timeline reads the
  /// other files.
  private static func checkPhotos(of timeline: Timeline) throws(BromideError) {
    for source in timeline.sources {
      let path: FilePath
      switch source.content {
      case .photo(let photo): path = photo
      case .tiles(let layout): path = layout.photo
      case .sequence, .clip, .sheet, .text, .color: continue
      }
      do throws(SystemError) { _ = try FileSystem.status(path) } catch {
        throw BromideError(.input, path, "it cannot be read: \(SystemError.words(error.code))")
      }
    }
  }

  /// Opens a timeline. You can also open a folder of photos, a photo or a clip.
  ///
  /// - Parameters:
  ///   - path: The path of a timeline (`.yaml`, `.yml`, `.json`), folder, photo or clip.
  ///   - options: How to write frames.
  ///   - context: The means to open files, such as your cameras.
  /// - Throws: `BromideError` if the timeline has problems or its files cannot be read.
  public init(
    contentsOf path: String, options: WriteOptions = WriteOptions(),
    context: RunContext = RunContext()
  ) throws(BromideError) {
    try self.init(path: FilePath(path), options: options, context: context)
  }

  /// Sentences about the timeline itself, such as values outside their range. The results of
  /// `write` contain them also.
  public var warnings: [String] { problems.map(\.text) }
  /// Number of frames.
  public var frameCount: Int { opened.schedule.frameCount }
  /// Frames per second.
  public var framesPerSecond: Double { opened.schedule.rate.value }
  /// Width and height of every frame in pixels.
  public var size: Size { opened.form.size }

  /// Renders all frames to the folder, as `bromide render` does.
  ///
  /// Skips frames that exist and are current. Also writes a manifest.
  ///
  /// - Parameter folder: The folder's path. The folder is created if it does not exist.
  /// - Returns: Sentences about problems that did not prevent the frames, such as guessed colours.
  /// - Throws: `BromideError` if a frame cannot be rendered. All earlier frames are finished.
  @discardableResult
  public func write(to folder: FilePath) throws(BromideError) -> [String] {
    try render(Array(0..<frameCount), to: .folder(folder), as: options.format)
  }

  /// Renders all frames to the folder, as `bromide render` does.
  ///
  /// - Parameter folder: The folder's path. The folder is created if it does not exist.
  /// - Returns: Sentences about problems that did not prevent the frames, such as guessed colours.
  /// - Throws: `BromideError` if a frame cannot be rendered. All earlier frames are finished.
  @discardableResult
  public func write(to folder: String) throws(BromideError) -> [String] {
    try write(to: FilePath(folder))
  }

  /// Renders one frame to a file.
  ///
  /// - Parameters:
  ///   - frame: The frame number, starting at 0.
  ///   - path: The file's path. Its suffix sets the format.
  /// - Returns: Sentences about problems that did not prevent the frame, such as guessed colours.
  /// - Throws: `BromideError` if the frame does not exist or cannot be rendered.
  @discardableResult
  public func write(frame: Int, to path: FilePath) throws(BromideError) -> [String] {
    guard (0..<frameCount).contains(frame) else {
      throw BromideError(
        .request, nil, "frame \(frame) does not exist; the timeline has \(frameCount) frames")
    }
    return try render([frame], to: .file(path), as: try PictureFormat(writing: path))
  }

  /// Renders one frame to a file.
  ///
  /// - Parameters:
  ///   - frame: The frame number, starting at 0.
  ///   - path: The file's path. Its suffix sets the format.
  /// - Returns: Sentences about problems that did not prevent the frame, such as guessed colours.
  /// - Throws: `BromideError` if the frame does not exist or cannot be rendered.
  @discardableResult
  public func write(frame: Int, to path: String) throws(BromideError) -> [String] {
    try write(frame: frame, to: FilePath(path))
  }

  private func render(
    _ frames: [Int], to destination: FrameDestination, as format: PictureFormat
  ) throws(BromideError) -> [String] {
    var form = opened.form
    form.settings.encoding = options.encoding(format)
    let plan: RenderPlan
    do throws(RenderError) {
      plan = try RenderPlan(
        opened, try analyses(), frames: frames, form: form, destination: destination,
        ifExists: options.ifExists)
    } catch { throw BromideError(error) }
    var run = RunOptions()
    run.watchesSignals = false
    var warnings = problems
    // The worst of the frames that failed or were not rendered.
    var worst: FrameOutcome?
    let observer = OutcomeObserver<FrameOutcome> { outcome in
      warnings.add(outcome.warnings ?? [])
      if outcome.status > worst?.status ?? .current { worst = outcome }
    }
    let result = RenderRunner(plan, options: run).run(observer: observer)
    if let failure = result.failure { throw BromideError(.output, nil, failure) }
    if let outcome = worst {
      let kind: BromideError.Kind = outcome.remedy == .keepDamaged ? .damaged : .input
      throw BromideError(
        kind, nil, "frame \(outcome.frame): \(outcome.reason ?? outcome.status.rawValue)")
    }
    return warnings.map(\.text)
  }
}

extension TimelineRenderer {
  /// Measures the sequences whose photos must match.
  func analyses() throws(RenderError) -> [LapseAnalysis?] {
    var analyses: [LapseAnalysis?] = []
    for source in opened.timeline.sources.indices {
      analyses.append(
        try opened.analysis(of: source, file: nil, threads: Machine.cores)?.analysis)
    }
    return analyses
  }
}
