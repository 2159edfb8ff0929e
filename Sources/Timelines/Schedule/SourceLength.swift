internal import Choreography
internal import Pixels
public import SystemPackage
internal import Tweening

/// The facts about a source that only its files can tell, as far as they are known.
public struct SourceLength: Sendable, Hashable {
  /// Paths of a sequence's photos, in the order in which they show.
  public var photos: [FilePath]
  /// Number of frames in a clip.
  public var frames: Int?
  /// Frames a second of a clip, if it states them.
  public var rate: FrameRate?
  /// Duration of an animation of tiles or a sheet, in seconds.
  public var seconds: Double?

  /// - Parameters:
  ///   - photos: Paths of a sequence's photos, in the order in which they show.
  ///   - frames: Number of frames in a clip.
  ///   - seconds: Duration of an animation in seconds.
  public init(photos: [FilePath] = [], frames: Int? = nil, seconds: Double? = nil) {
    self.photos = photos
    self.frames = frames
    self.seconds = seconds
  }
}

extension TimelineSource {
  /// The timing of the source, or the reason why it is unknown.
  func timing(_ length: SourceLength, _ timeline: Timeline) -> Result<
    SourceTiming, TimingError
  > {
    let rate = timeline.rate
    var photoCount = 1
    switch content {
    case .photo, .tiles, .sheet, .text, .color: break
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
          "\(SourceTiming.text(stated)) s are more than \(TimePoint.mostFrames) frames")
      }
      frameCount = rate.frames(in: stated)
    case .share?, .photo?, .photoNamed?: return .failure("expected 4s or 96f")
    case nil:
      switch content {
      case .sequence, .clip:
        switch ownFrames(photoCount, length, rate) {
        case .success(let count): frameCount = count
        case .failure(let error): return .failure(error)
        }
        seconds = Double(frameCount) / rate.value
      case .photo, .text, .color:
        let noun =
          switch content {
          case .text: "a text"
          case .color: "a colour"
          default: "a photo"
          }
        return .failure("is missing; duration (4s) or frames (96) states how long \(noun) shows")
      case .tiles, .sheet:
        guard let animation = length.seconds ?? tileSeconds(timeline) else {
          return .failure(
            "is missing; duration (4s) or frames (96) states how long a source without animation shows"
          )
        }
        seconds = animation
        frameCount = rate.frames(in: animation)
      }
    }
    return .success(
      SourceTiming(
        seconds: seconds, frameCount: frameCount, photos: length.photos, photoCount: photoCount,
        isLoop: timeline.isLoop))
  }

  /// The frames that a sequence or a clip takes at its own pace.
  private func ownFrames(
    _ photoCount: Int, _ length: SourceLength, _ rate: FrameRate
  ) -> Result<Int, TimingError> {
    guard let track = retiming.track, track.parameter == Retiming.speed else {
      let pace = conforms(length, rate)
      let count = (Double(photoCount) * rate.value / (pace ?? rate).value).rounded()
      guard count <= Double(TimePoint.mostFrames) else {
        return .failure("is more than \(TimePoint.mostFrames) frames at this rate")
      }
      return .success(max(1, Int(count)))
    }
    guard let speed = retiming.constantSpeed, speed > 0 else {
      return .failure(
        "is missing; with a speed that changes, duration (4s) or frames (96) is needed")
    }
    let count = Double(photoCount - 1) / speed + 1
    guard count <= Double(TimePoint.mostFrames) else {
      return .failure("is more than \(TimePoint.mostFrames) frames at this speed")
    }
    // Rounding must not lose the last photo.
    return .success(Int((count - 1e-9).rounded(.up)))
  }

  /// The rate of a clip that keeps its time in a timeline of another rate; nil if each of its frames is one of the timeline.
  package func conforms(_ length: SourceLength, _ rate: FrameRate) -> FrameRate? {
    guard case .clip = content, duration == nil, retiming.track == nil, clipPace == .time,
      let own = length.rate, abs(own.value / rate.value - 1) > 1e-6
    else { return nil }
    return own
  }

  /// The duration of the animation of tiles.
  private func tileSeconds(_ timeline: Timeline) -> Double? {
    guard case .tiles(let layout) = content, let script else { return nil }
    let size = timeline.size ?? Size(width: 1920, height: 1280)
    guard layout.complaint(in: size) == nil else { return nil }
    let stage = Stage(
      area: Extent(width: Double(size.width), height: Double(size.height)),
      points: layout.parts(in: size).map { part in
        Point(
          x: Double(part.x) + Double(part.width) / 2, y: Double(part.y) + Double(part.height) / 2)
      })
    return Performance(of: script, on: stage).duration
  }
}
