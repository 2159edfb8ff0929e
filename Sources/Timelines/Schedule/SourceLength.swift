internal import BromideChoreography
internal import BromideValues
public import SystemPackage
internal import Tweening

/// Known facts about a source from its files.
public struct SourceLength: Sendable, Hashable {
  /// Paths of a sequence's photos, in display order.
  public var photos: [FilePath]
  /// The number of frames in a clip.
  public var frames: Int?
  /// Frames per second of a clip, or `nil` if the file does not contain it.
  public var rate: FrameRate?
  /// The duration of an animation of tiles or a sheet, in seconds.
  public var seconds: Double?

  /// Creates facts.
  ///
  /// - Parameters:
  ///   - photos: Paths of a sequence's photos, in display order.
  ///   - frames: The number of frames in a clip.
  ///   - seconds: The duration of an animation in seconds.
  public init(photos: [FilePath] = [], frames: Int? = nil, seconds: Double? = nil) {
    self.photos = photos
    self.frames = frames
    self.seconds = seconds
  }
}

extension TimelineSource {
  /// Returns the timing of the source, or the reason if it is unknown.
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
    case .frames(0)?, .seconds(0)?: return .failure("is 0; a source shows one frame or more")
    case .frames(let frames)?:
      frameCount = max(1, frames)
      seconds = Double(frameCount) / rate.value
    case .seconds(let given)?:
      seconds = given
      guard given * rate.value <= Double(TimePoint.mostFrames) else {
        return .failure(
          "\(SourceTiming.text(given)) s are more than \(TimePoint.mostFrames) frames")
      }
      frameCount = rate.frames(in: given)
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
        return .failure("is missing; set how long \(noun) shows with duration (4s) or frames (96)")
      case .tiles, .sheet:
        guard let animation = length.seconds ?? tileSeconds(timeline) else {
          return .failure(
            "is missing; set how long a source without animation shows with duration (4s) or frames (96)"
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

  /// Returns the number of frames of a sequence or a clip at its natural speed.
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

  /// Returns the rate of a clip that keeps its duration in a timeline with a different rate. It is
  /// `nil` if each clip frame becomes one timeline frame.
  package func conforms(_ length: SourceLength, _ rate: FrameRate) -> FrameRate? {
    guard case .clip = content, duration == nil, retiming.track == nil, clipPace == .time,
      let own = length.rate, abs(own.value / rate.value - 1) > 1e-6
    else { return nil }
    return own
  }

  /// Returns the duration of the animation of tiles.
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
