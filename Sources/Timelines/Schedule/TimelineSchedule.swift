internal import Develop
public import SystemPackage

/// The contents of every frame of a timeline.
///
/// A source that lasts d seconds has N = max(1, round(d · fps)) frames. Its frame i shows the time
/// d·i/(N − 1), so that the last one shows the end state. Sources follow each other unless they
/// state a beginning; sources that show at the same time are layers.
public struct TimelineSchedule: Sendable {
  /// Number of frames; the last one shows the end state.
  public let frameCount: Int
  /// Frames a second.
  public let rate: FrameRate
  /// The timing of each source, in the timeline's order.
  public let sources: [ScheduledSource]
  let shutter: Double
  /// Finds the sources of a frame.
  let index: FrameIndex

  /// - Parameters:
  ///   - timeline: The timeline.
  ///   - lengths: Known facts about its sources, one for each; missing ones are unknown.
  /// - Throws: All problems, such as keys after a source's end.
  public init(_ timeline: Timeline, lengths: [SourceLength]) throws(TimelineError) {
    var problems: [TimelineProblem] = []
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
      let constants = timeline.recipe(of: index).filters
      func built(_ stated: [ParameterTrack]) -> [ScheduledTrack] {
        stated.compactMap { track in
          let constant = constants[track.parameter] ?? track.parameter.standard
          var builder = TrackBuilder(track, timing, constant: constant, path: path)
          let result = builder.build()
          problems += builder.problems
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
    frameCount = end
    index = FrameIndex(sources, frameCount: end)
    rate = timeline.rate
    shutter = timeline.shutter
  }

  /// Creates the schedule of a timeline whose sources are photos and sequences.
  ///
  /// - Parameter photos: Paths of each source's photos, in the order in which they show; empty for
  ///   sources other than sequences.
  /// - Throws: All problems, such as keys after a source's end.
  public init(_ timeline: Timeline, photos: [[FilePath]] = []) throws(TimelineError) {
    try self.init(timeline, lengths: photos.map { SourceLength(photos: $0) })
  }

  /// The first frames that no source shows.
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
  /// The parameters that move.
  public let tracks: [ScheduledTrack]
  /// The first frames, in which it comes in over the source before it.
  let fade: Int
  /// Where it lies on the frame.
  let layer: Layer
  /// Which photos its frames show.
  let course: PhotoCourse
  /// The track of its speed or of its photos; nil for one photo a frame, or as many as the duration asks for.
  let pace: ScheduledTrack?
  /// The parameters of its photos that do not move.
  let constants: FilterSettings
  /// The parameters of its place that are stated.
  public var placing: [ScheduledTrack] { layer.tracks }

  /// Number of frames.
  public var frameCount: Int { timing.frameCount }
  /// Seconds from its beginning to its end state.
  public var seconds: Double { timing.seconds }

  /// Seconds from the source's beginning at the given frame of it.
  public func time(ofFrame frame: Int) -> Double { timing.time(ofFrame: frame) }
}
