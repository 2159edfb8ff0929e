internal import BromideDevelop
public import BromidePhotos
public import SystemPackage

/// The contents of every frame of a timeline.
///
/// A source with a duration of d seconds has N = max(1, round(d · fps)) frames. Its frame i shows
/// the time d·i/(N − 1), so that the last frame shows the end state. By default, each source starts
/// after the previous one. Sources that are visible at the same time are layers.
public struct TimelineSchedule: Sendable {
  /// The number of frames. The last one shows the end state.
  public let frameCount: Int
  /// Frames per second.
  public let rate: FrameRate
  /// The timing of each source, in the timeline's order.
  public let sources: [ScheduledSource]
  /// Warnings about movements that the end of their source cuts off.
  public let warnings: [Warning]
  let shutter: Double
  /// Finds the sources of a frame.
  let index: FrameIndex

  /// Creates a schedule.
  ///
  /// - Parameters:
  ///   - timeline: The timeline.
  ///   - lengths: Known facts about its sources, one for each. Missing ones are unknown.
  /// - Throws: All problems, such as keys after a source's end.
  public init(_ timeline: Timeline, lengths: [SourceLength]) throws(TimelineError) {
    var problems: [TimelineProblem] = []
    var warnings: [Warning] = []
    var sources: [ScheduledSource] = []
    let path = timeline.path ?? ""
    var next = 0
    for (index, source) in timeline.sources.enumerated() {
      func report(_ key: String, _ reason: String) {
        problems.append(TimelineProblem(path: path, line: source.line, key: key, reason: reason))
      }
      let length = index < lengths.count ? lengths[index] : SourceLength()
      let timing: SourceTiming
      switch source.timing(length, timeline) {
      case .success(let found): timing = found
      case .failure(let error):
        report("duration", error.reason)
        continue
      }
      if let start = source.start {
        next = Int(((start.seconds(at: timeline.rate) ?? 0) * timeline.rate.value).rounded())
      }
      var fade = 0
      if let transition = source.transition {
        fade = timeline.rate.frames(in: transition.duration.seconds(at: timeline.rate) ?? 0)
        let before = sources.last?.frameCount ?? 0
        if index == 0 {
          report("transition", "the first source does not have a source before it")
        } else if fade >= min(before, timing.frameCount) {
          report(
            "transition",
            "\(transition.duration) are \(fade) frames, and both sources must be longer; they have \(before) and \(timing.frameCount)"
          )
          fade = 0
        }
        next -= min(fade, next)
      }
      var constants = timeline.recipe(of: index).filters
      if let shape = constants.cropShape, source.tracks.contains(where: { $0.parameter == .crop }) {
        report(
          "crop", "the shape \(shape.text) cannot move; use X,Y,WIDTH,HEIGHT with a track of crop")
        constants[.crop] = nil
      }
      func built(_ given: [ParameterTrack]) -> [ScheduledTrack] {
        given.compactMap { track in
          let constant = constants[track.parameter] ?? track.parameter.standard
          var builder = TrackBuilder(track, timing, constant: constant, path: path)
          let result = builder.build()
          problems += builder.problems
          if let warning = builder.warning { warnings.append(warning) }
          return result
        }
      }
      let tracks = built(source.tracks)
      let layer = ScheduledSource.Layer(source, tracks: built(source.layer.tracks))
      let pace = source.retiming.track.flatMap { built([$0]).first }
      let course = PhotoCourse(source.retiming, track: pace, timing: timing)
      if let reason = course.complaint(source.retiming) { report("blend", reason) }
      sources.append(
        ScheduledSource(
          firstFrame: next, timing: timing, tracks: tracks, fade: fade, layer: layer,
          course: course, pace: pace, constants: constants))
      next += timing.frameCount
      if next > TimePoint.mostFrames {
        report("duration", "ends at frame \(next); a timeline has at most \(TimePoint.mostFrames)")
        next = 0
      }
    }
    let end = sources.map { $0.firstFrame + $0.frameCount }.max() ?? 0
    if problems.isEmpty, let gap = Self.gap(sources, end) {
      problems.append(
        TimelineProblem(
          path: path, line: nil,
          reason:
            "no source shows in the frames \(gap.lowerBound) to \(gap.upperBound - 1); let a source last longer or start earlier"
        ))
    }
    if let crowd = Self.crowd(sources) {
      problems.append(
        TimelineProblem(
          path: path, line: nil,
          reason:
            "frame \(crowd.frame) shows \(crowd.count) sources; a frame shows at most \(Self.mostLayers)"
        ))
    }
    if timeline.sources.isEmpty {
      problems.append(
        TimelineProblem(path: path, line: nil, reason: "a timeline has one or more sources"))
    }
    if !problems.isEmpty { throw TimelineError(problems) }
    self.sources = sources
    self.warnings = warnings
    frameCount = end
    index = FrameIndex(sources, frameCount: end)
    rate = timeline.rate
    shutter = timeline.shutter
  }

  /// Creates the schedule of a timeline with only photos and sequences.
  ///
  /// - Parameter photos: Paths of each sequence's photos, in display order, and empty for other
  ///   sources.
  /// - Throws: All problems, such as keys after a source's end.
  public init(_ timeline: Timeline, photos: [[FilePath]] = []) throws(TimelineError) {
    try self.init(timeline, lengths: photos.map { SourceLength(photos: $0) })
  }

  /// Returns the first frames without a visible source.
  private static func gap(_ sources: [ScheduledSource], _ end: Int) -> Range<Int>? {
    var shown = 0
    for source in sources.sorted(by: { $0.firstFrame < $1.firstFrame }) {
      if source.firstFrame > shown { return shown..<source.firstFrame }
      shown = max(shown, source.firstFrame + source.frameCount)
    }
    return nil
  }
}

/// The timing of a source and its moving parameters.
public struct ScheduledSource: Sendable {
  /// The timeline's frame that shows the source's first frame.
  public let firstFrame: Int
  let timing: SourceTiming
  /// The moving parameters.
  public let tracks: [ScheduledTrack]
  /// The number of frames of the transition from the previous source.
  let fade: Int
  /// The position on the frame.
  let layer: Layer
  /// The photos in its frames.
  let course: PhotoCourse
  /// The track of its speed or photos, or `nil` for one photo per frame, or for the speed that the
  /// duration requires.
  let pace: ScheduledTrack?
  /// The constant parameters of its photos.
  let constants: FilterSettings
  /// The position parameters that are set.
  public var placing: [ScheduledTrack] { layer.tracks }

  /// The number of frames.
  public var frameCount: Int { timing.frameCount }
  /// Seconds from its start to its end state.
  public var seconds: Double { timing.seconds }

  /// Returns the time of one of the source's frames, in seconds from its start.
  public func time(ofFrame frame: Int) -> Double { timing.time(ofFrame: frame) }
}
