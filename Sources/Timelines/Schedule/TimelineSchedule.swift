internal import Develop
public import SystemPackage

/// What a timeline shows in each frame.
///
/// A source that lasts d seconds has N = max(1, round(d · fps)) frames; its frame i shows the time d·i/(N − 1), so that the
/// last one shows the end state. Sources follow each other unless they state when they begin; where several show at a time
/// they are layers.
public struct TimelineSchedule: Sendable {
  /// Frames in all; the last shows the end state.
  public let frameCount: Int
  /// Frames a second.
  public let rate: FrameRate
  /// When each source shows, in the timeline's order.
  public let sources: [ScheduledSource]
  private let constants: FilterSettings

  /// - Parameters:
  ///   - timeline: What is shown.
  ///   - lengths: What its sources are known to have, one for each; fewer leave the rest unknown.
  /// - Throws: Everything that is wrong, such as keys behind a source's end.
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
      var tracks: [ScheduledTrack] = []
      for track in source.tracks {
        let constant = timeline.recipe.filters[track.parameter] ?? track.parameter.standard
        var builder = TrackBuilder(track, timing, constant: constant, path: path)
        if let built = builder.build() { tracks.append(built) }
        problems += builder.problems
      }
      sources.append(ScheduledSource(firstFrame: next, timing: timing, tracks: tracks))
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
            "nothing shows in the frames \(gap.lowerBound) to \(gap.upperBound - 1); let a source last longer or start earlier"
        ))
    }
    if timeline.sources.isEmpty {
      problems.append(
        TimelineProblem(path: path, line: nil, reason: "a timeline has one or more sources"))
    }
    if !problems.isEmpty { throw TimelineError(problems) }
    self.sources = sources
    frameCount = end
    rate = timeline.rate
    constants = timeline.recipe.filters
  }

  /// A schedule of photos alone.
  ///
  /// - Parameter photos: The paths of each source's photos, in the order in which they are shown; empty for sources
  ///   that are no sequences.
  public init(_ timeline: Timeline, photos: [[FilePath]] = []) throws(TimelineError) {
    try self.init(timeline, lengths: photos.map { SourceLength(photos: $0) })
  }

  /// What a frame shows, and with which values.
  ///
  /// - Parameter index: 0 ..< `frameCount`.
  /// - Complexity: O(s + t log n) for s sources and t tracks of n keys; a microsecond a track.
  public func frame(_ index: Int) -> ScheduledFrame {
    precondition((0..<frameCount).contains(index), "no such frame")
    var layers: [ScheduledLayer] = []
    for (place, source) in sources.enumerated() {
      let frame = index - source.firstFrame
      guard frame >= 0 && frame < source.frameCount else { continue }
      var layer = ScheduledLayer(
        source: place, frame: frame, time: source.time(ofFrame: frame),
        photo: source.timing.photo(ofFrame: frame), filters: constants, clamped: [])
      for track in source.tracks {
        let (values, isClamped) = track.value(at: layer.time)
        layer.filters[track.parameter] = values
        if isClamped { layer.clamped.append(track.parameter) }
      }
      layers.append(layer)
    }
    return ScheduledFrame(index: index, time: Double(index) / rate.value, layers: layers)
  }

  /// The first frames without a source.
  private static func gap(_ sources: [ScheduledSource], _ end: Int) -> Range<Int>? {
    var shown = 0
    for source in sources.sorted(by: { $0.firstFrame < $1.firstFrame }) {
      if source.firstFrame > shown { return shown..<source.firstFrame }
      shown = max(shown, source.firstFrame + source.frameCount)
    }
    return nil
  }
}
