internal import Platform
internal import SystemPackage
internal import Tweening

/// Maps the moments of a source to its frames.
struct SourceTiming {
  /// Seconds from its first frame to the end state.
  let seconds: Double
  let frameCount: Int
  /// Paths of a sequence's photos; otherwise empty.
  let photos: [FilePath]
  /// Number of photos of a sequence or of frames of a clip; otherwise 1.
  let photoCount: Int
  /// Whether the frame after the last one is the first one again, so that the last is not the end state.
  let isLoop: Bool

  /// Frames from the first one to the end state.
  private var steps: Int { isLoop ? frameCount : frameCount - 1 }

  /// Seconds from the source's beginning at which a frame shows: s·i/(N − 1), so that the last
  /// frame shows the end state; a single frame shows it too. In a loop it is s·i/N.
  func time(ofFrame frame: Int) -> Double {
    frame >= steps ? seconds : seconds * Double(frame) / Double(steps)
  }

  /// Seconds from the source's beginning at a place between frames, within the source.
  func time(atFrame frame: Double) -> Double {
    guard steps > 0 else { return seconds }
    return min(max(seconds * frame / Double(steps), 0), seconds)
  }

  /// The photo that a frame shows: one photo a frame if the numbers match, otherwise the nearest.
  func photo(ofFrame frame: Int) -> Int {
    if photoCount == frameCount { return frame }
    if frame >= frameCount - 1 { return photoCount - 1 }
    let place = Double(frame) * Double(photoCount - 1) / Double(frameCount - 1)
    return Int(place.rounded())
  }

  /// The time of a moment, or the reason why it has none.
  func time(of point: TimePoint) -> Result<Double, TimingError> {
    switch point {
    case .seconds(let time):
      return time <= seconds * (1 + 1e-9)
        ? .success(min(time, seconds))
        : .failure("is after the source's end at \(Self.text(seconds)) s")
    case .frames(let frame):
      return frame < frameCount
        ? .success(time(ofFrame: frame))
        : .failure("is after the source's last frame, \(frameCount - 1)f")
    case .share(let share): return .success(share == 1 ? seconds : seconds * share)
    case .photo(let place):
      guard place < photoCount, !photos.isEmpty || photoCount > 1 else {
        return .failure(
          photoCount == 1 && photos.isEmpty
            ? "the source is not a sequence"
            : "the last of the source's photos is photo \(photoCount - 1)")
      }
      return .success(time(ofPhoto: place))
    case .photoNamed(let name):
      let names = photos.map(\.reversibleName)
      if let place = names.firstIndex(of: name)
        ?? photos.firstIndex(where: { $0.reversibleStem == name })
      {
        return .success(time(ofPhoto: place))
      }
      let why =
        photos.isEmpty
        ? "the source has no photos with names" : "no photo of the source has that name"
      return .failure(TimingError(why + Suggestion.text(for: name, among: names)))
    }
  }

  /// The length of a span.
  func length(of span: TimePoint) -> Result<Double, TimingError> {
    switch span {
    case .seconds(let seconds): .success(seconds)
    case .frames(let frames):
      .success(steps > 0 ? seconds * Double(frames) / Double(steps) : 0)
    case .share(let share): .success(seconds * share)
    case .photo, .photoNamed: .failure("a photo is not a length of time")
    }
  }

  private func time(ofPhoto place: Int) -> Double {
    place >= photoCount - 1 ? seconds : seconds * Double(place) / Double(photoCount - 1)
  }

  static func text(_ number: Double) -> String {
    let rounded = (number * 1e6).rounded() / 1e6
    return rounded == rounded.rounded() && abs(rounded) < 1e9 ? "\(Int(rounded))" : "\(rounded)"
  }
}

/// The reason why a moment has no time, as a sentence.
struct TimingError: Error, ExpressibleByStringInterpolation {
  let reason: String
  init(_ reason: String) { self.reason = reason }
  init(stringLiteral reason: String) { self.reason = reason }
}
