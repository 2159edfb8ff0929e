internal import BromideSystem
internal import SystemPackage

/// Maps the times of a source to its frames.
struct SourceTiming {
  /// Seconds from its first frame to the end state.
  let seconds: Double
  let frameCount: Int
  /// Paths of a sequence's photos, or empty for other sources.
  let photos: [FilePath]
  /// The number of a sequence's photos or a clip's frames, or 1 for other sources.
  let photoCount: Int
  /// Whether the first frame follows the last one, so that the last frame is not the end state.
  let isLoop: Bool

  /// The number of frames from the first one to the end state.
  private var steps: Int { isLoop ? frameCount : frameCount - 1 }

  /// Returns the time of a frame, in seconds from the source's start.
  ///
  /// The time is s·i/(N − 1), so that the last frame shows the end state. A single frame also shows
  /// it. In a loop, the time is s·i/N.
  func time(ofFrame frame: Int) -> Double {
    frame >= steps ? seconds : seconds * Double(frame) / Double(steps)
  }

  /// Returns the time of a position between frames, in seconds from the source's start, clamped to
  /// the source.
  func time(atFrame frame: Double) -> Double {
    guard steps > 0 else { return seconds }
    return min(max(seconds * frame / Double(steps), 0), seconds)
  }

  /// Returns the photo of a frame: one photo per frame if the numbers are equal, otherwise the
  /// nearest.
  func photo(ofFrame frame: Int) -> Int {
    if photoCount == frameCount { return frame }
    if frame >= frameCount - 1 { return photoCount - 1 }
    let place = Double(frame) * Double(photoCount - 1) / Double(frameCount - 1)
    return Int(place.rounded())
  }

  /// Returns the time of a point, or the reason if it does not have one.
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

  /// Returns the length of a duration.
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

/// The reason for an invalid time, as a sentence.
struct TimingError: Error, ExpressibleByStringInterpolation {
  let reason: String
  init(_ reason: String) { self.reason = reason }
  init(stringLiteral reason: String) { self.reason = reason }
}
