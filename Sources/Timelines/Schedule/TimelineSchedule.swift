internal import Choreography
public import Develop
internal import Pixels
internal import Platform
internal import Tweening

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
  public init(_ timeline: Timeline, photos: [[String]] = []) throws(TimelineError) {
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

/// What is known of a source once its files are: as much as it has of it.
public struct SourceLength: Sendable, Hashable {
  /// The paths of a sequence's photos, in the order in which they are shown.
  public var photos: [String]
  /// Frames of a clip.
  public var frames: Int?
  /// Seconds that an animation of tiles or of a sheet takes.
  public var seconds: Double?

  /// - Parameters:
  ///   - photos: The paths of a sequence's photos, in the order in which they are shown.
  ///   - frames: Frames of a clip.
  ///   - seconds: Seconds that an animation takes.
  public init(photos: [String] = [], frames: Int? = nil, seconds: Double? = nil) {
    self.photos = photos
    self.frames = frames
    self.seconds = seconds
  }
}

/// When a source shows.
public struct ScheduledSource: Sendable {
  /// The timeline's frame that shows its first.
  public let firstFrame: Int
  let timing: SourceTiming
  /// Its parameters that move.
  public let tracks: [ScheduledTrack]

  /// How many frames it has.
  public var frameCount: Int { timing.frameCount }
  /// Seconds from its beginning to its end state.
  public var seconds: Double { timing.seconds }

  /// The seconds from the source's beginning that a frame of it shows.
  public func time(ofFrame frame: Int) -> Double { timing.time(ofFrame: frame) }
}

/// One frame.
public struct ScheduledFrame: Sendable {
  /// From 0.
  public var index: Int
  /// Seconds from the beginning at which it is shown: index / fps.
  public var time: Double
  /// What is drawn, the lowest first.
  public var layers: [ScheduledLayer]

  /// A frame with its layers, the lowest first.
  public init(index: Int, time: Double, layers: [ScheduledLayer]) {
    self.index = index
    self.time = time
    self.layers = layers
  }
}

/// What one source shows in a frame.
public struct ScheduledLayer: Sendable {
  /// The source's place in the timeline.
  public var source: Int
  /// The frame of the source, from 0.
  public var frame: Int
  /// Seconds from the source's beginning.
  public var time: Double
  /// Of a sequence or clip, the photo's or the clip's frame's place; else 0.
  public var photo: Int
  /// The values of all parameters, the timeline's constants included.
  public var filters: FilterSettings
  /// Parameters that a curve carried beyond their range and that were brought back.
  public var clamped: [Parameter]

  /// What a source shows; without `photo` and `clamped` its only photo, with nothing out of range.
  public init(
    source: Int, frame: Int, time: Double, photo: Int = 0, filters: FilterSettings,
    clamped: [Parameter] = []
  ) {
    self.source = source
    self.frame = frame
    self.time = time
    self.photo = photo
    self.filters = filters
    self.clamped = clamped
  }
}

extension TimelineSource {
  /// How long it shows, or why that is not known.
  fileprivate func timing(_ length: SourceLength, _ timeline: Timeline) -> Result<
    SourceTiming, TimingError
  > {
    let rate = timeline.rate
    var photoCount = 1
    switch content {
    case .photo, .tiles, .sheet: break
    case .sequence:
      guard !length.photos.isEmpty else { return .failure("the sequence has no photos") }
      photoCount = length.photos.count
    case .clip:
      guard let frames = length.frames, frames > 0 else {
        return .failure("the clip has no frames")
      }
      photoCount = frames
    }
    let seconds: Double
    let frameCount: Int
    switch duration {
    case .frames(let frames)?:
      frameCount = max(1, frames)
      seconds = Double(frameCount) / rate.value
    case .seconds(let stated)?:
      seconds = stated
      guard stated * rate.value <= Double(TimePoint.mostFrames) else {
        return .failure(
          "\(SourceTiming.text(stated)) s have more than \(TimePoint.mostFrames) frames")
      }
      frameCount = rate.frames(in: stated)
    case .share?, .photo?, .photoNamed?: return .failure("accepted are 4s or 96f")
    case nil:
      switch content {
      case .sequence, .clip:
        frameCount = photoCount
        seconds = Double(photoCount) / rate.value
      case .photo:
        return .failure("is missing; a photo shows as long as duration (4s) or frames (96) say")
      case .tiles, .sheet:
        guard let animation = length.seconds ?? tileSeconds(timeline) else {
          return .failure(
            "is missing; what has no animation shows as long as duration (4s) or frames (96) say")
        }
        seconds = animation
        frameCount = rate.frames(in: animation)
      }
    }
    return .success(
      SourceTiming(
        seconds: seconds, frameCount: frameCount, photos: length.photos, photoCount: photoCount))
  }

  /// How long the animation of tiles takes.
  private func tileSeconds(_ timeline: Timeline) -> Double? {
    guard case .tiles(let layout) = content, let script else { return nil }
    let area = Extent(
      width: Double(timeline.size?.width ?? 1920), height: Double(timeline.size?.height ?? 1280))
    let stage = try? Stage.grid(columns: layout.columns, rows: layout.rows, area: area)
    return stage.map { Performance(of: script, on: $0).duration }
  }
}
