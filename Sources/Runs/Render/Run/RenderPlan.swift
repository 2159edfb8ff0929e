internal import BromideCodecs
internal import BromideDevelop
internal import BromidePhotos
internal import BromideSampling
internal import BromideSystem
public import BromideTimelines
internal import BromideValues
internal import SystemPackage

/// The frames to render. A plan is complete before Bromide writes any file.
public struct RenderPlan: Sendable {
  /// The number of frames in the entire run, even if they are not drawn now.
  public let frameCount: Int
  /// Returns the layers of a frame.
  let frame: @Sendable (Int) -> ScheduledFrame
  /// The makers of the timeline's sources, one each.
  let makers: [any LayerMaker]
  /// The size and settings of all frames.
  let form: FrameForm
  /// Frames per second.
  let rate: FrameRate
  /// The frames to draw, in ascending order.
  let frames: [Int]
  /// The destination.
  let destination: FrameDestination
  /// The policy for existing files.
  let ifExists: ExistingPolicy
  /// Whether frames have alpha although their parameters do not require it.
  let isTransparent: Bool
  /// Whether a missing or damaged photo stops the run.
  let needsWholePhotos: Bool

  /// Creates a plan.
  ///
  /// - Parameters:
  ///   - frameCount: The number of frames in the entire run.
  ///   - frames: The frames to draw, in ascending order, or `nil` to draw all.
  ///   - makers: One for each source of the timeline.
  ///   - ifExists: The policy for existing files.
  ///   - isTransparent: Whether frames have alpha although their parameters do not require it.
  ///   - needsWholePhotos: Whether a missing or damaged photo stops the run.
  ///   - frame: Returns the layers of a frame. Any thread can call it.
  public init(
    frameCount: Int, frames: [Int]? = nil, makers: [any LayerMaker], form: FrameForm,
    rate: FrameRate, destination: FrameDestination, ifExists: ExistingPolicy = .update,
    isTransparent: Bool = false, needsWholePhotos: Bool = true,
    frame: @escaping @Sendable (Int) -> ScheduledFrame
  ) {
    self.frameCount = frameCount
    self.frames = frames ?? Array(0..<frameCount)
    self.makers = makers
    self.form = form
    self.rate = rate
    self.destination = destination
    self.ifExists = ifExists
    self.isTransparent = isTransparent
    self.needsWholePhotos = needsWholePhotos
    self.frame = frame
  }

  /// Creates a plan for the frames of a timeline.
  ///
  /// - Parameters:
  ///   - analyses: The corrections that make the photos of each source match.
  ///   - form: The size and settings of the files, or `nil` for those of the timeline.
  /// - Throws: `RenderError` if the sources cannot be opened.
  public init(
    _ opened: OpenedTimeline, _ analyses: [LapseAnalysis?] = [], frames: [Int]? = nil,
    form: FrameForm? = nil, destination: FrameDestination, ifExists: ExistingPolicy = .update,
    needsWholePhotos: Bool = true
  ) throws(RenderError) {
    let schedule = opened.schedule
    self.init(
      frameCount: schedule.frameCount, frames: frames, makers: try opened.makers(analyses),
      form: form ?? opened.form, rate: schedule.rate, destination: destination, ifExists: ifExists,
      needsWholePhotos: needsWholePhotos
    ) { schedule.frame($0) }
  }

  /// The names of the frames in a folder.
  var names: FrameNames {
    FrameNames(count: frameCount, suffix: form.settings.encoding.format.suffix)
  }

  /// Returns the path of a frame, or `nil` for streams.
  func path(_ frame: Int) -> FilePath? {
    switch destination {
    case .folder(let folder): folder.appending(names.name(frame))
    case .file(let path): path
    case .standardOutput, .animation, .y4m, .raw, .film: nil
    }
  }

  /// Returns a hash of all data that a frame's pixels depend on.
  ///
  /// - Parameter stops: Whether a signal stops the computation.
  /// - Throws: `FrameError.input` if an input cannot be read, `FrameError.stopped`.
  func hash(_ frame: ScheduledFrame, stops: Bool = false) throws(FrameError) -> String {
    var hash = ContentHash()
    let form = form
    hash.add(Array("\(form.size) \(form.settings.photo.recipe.space.name)".utf8))
    let words = JSONText.encode([
      form.settings.metadata.rawValue, Fingerprint.words(form.settings.encoding),
      form.settings.copyright ?? "", form.settings.artist ?? "",
    ])
    hash.add(Array(words.utf8))
    // If a layer moves while the shutter is open, include all moments.
    let layers = frame.exposures.isEmpty ? frame.layers : frame.exposures.flatMap(\.self)
    for layer in layers {
      if stops { try FrameError.checkSignal() }
      hash.add(Array(try makers[layer.source].identity(of: layer).utf8) + [0])
      if layer.place != nil || layer.wipe != nil {
        let words = [
          layer.place.map { JSONText.encode($0) }, layer.wipe.map { JSONText.encode($0) },
        ]
        hash.add(Array("\(words) at \(form.scale)".utf8) + [0])
      }
    }
    return hash.text
  }

  /// Returns the input files of a frame.
  func inputs(_ frame: ScheduledFrame) -> [FilePath] {
    frame.layers.flatMap { makers[$0.source].inputs(of: $0) }
  }

  /// Returns the approximate bytes that a thread needs for a frame.
  func memory(_ frame: ScheduledFrame) -> Int {
    let layers = frame.layers.reduce(0) { $0 + makers[$1.source].memory(of: $1) }
    // Rows, the encoder's memory, and the encoded bands or a stream's bytes.
    return layers + form.size.area * 4 * form.settings.photo.recipe.sample.byteCount + 4 << 20
  }

  /// Returns the number of frames that show each source.
  func uses() -> [Int] {
    var uses = [Int](repeating: 0, count: makers.count)
    for index in frames {
      for source in Set(frame(index).layers.map(\.source)) { uses[source] += 1 }
    }
    return uses
  }
}
