/// The photos of a sequence in each frame.
struct PhotoCourse: Sendable {
  /// A photo and its weight in a frame.
  typealias Part = ScheduledLayer.PhotoPart

  /// The position of each frame in the photos, starting at 0, or `nil` to use the timing.
  private let positions: [Double]?
  private let blend: Retiming.Blend
  /// Whether each frame combines all photos up to its time.
  private let stacks: Bool
  private let timing: SourceTiming

  /// Creates the course.
  ///
  /// - Parameter track: A scheduled track of speed or of photos.
  init(_ retiming: Retiming, track: ScheduledTrack?, timing: SourceTiming) {
    blend = retiming.blend
    stacks = retiming.stacks
    self.timing = timing
    let last = Double(timing.photoCount - 1)
    positions = track.map { track in
      let values: [Double]
      if track.parameter == Retiming.timeMap {
        values = (0..<timing.frameCount).map { track.value(at: timing.time(ofFrame: $0)).values[0] }
      } else {
        values = Self.integral(of: track, timing)
      }
      return values.map { min(max($0, 0), last) }
    }
  }

  /// Returns the number of photos before each frame.
  ///
  /// It integrates the speed in each interval with Simpson's rule in eight parts, which is exact
  /// for cubics.
  private static func integral(of track: ScheduledTrack, _ timing: SourceTiming) -> [Double] {
    var positions = [0.0]
    for frame in 1..<max(1, timing.frameCount) {
      let (begin, end) = (timing.time(ofFrame: frame - 1), timing.time(ofFrame: frame))
      var sum = 0.0
      for part in 0...8 {
        let speed = track.value(at: begin + (end - begin) * Double(part) / 8).values[0]
        sum += speed * (part == 0 || part == 8 ? 1 : part.isMultiple(of: 2) ? 2 : 4)
      }
      positions.append(positions[frame - 1] + sum / 24)
    }
    return positions
  }

  /// Returns an error in the retiming: a blend without effect, or a photo after the last one.
  func complaint(_ retiming: Retiming) -> String? {
    guard blend != .nearest, !stacks else { return nil }
    let isWhole = (0..<timing.frameCount).allSatisfy { parts($0).isEmpty }
    return isWhole
      ? "\(blend.rawValue) has no effect, because each frame shows one photo; add duration, speed or time-map"
      : nil
  }

  /// Returns the position of a frame in the photos.
  func position(_ frame: Int) -> Double {
    if let positions { return positions[frame] }
    if timing.photoCount == timing.frameCount { return Double(frame) }
    if frame >= timing.frameCount - 1 { return Double(timing.photoCount - 1) }
    return Double(frame) * Double(timing.photoCount - 1) / Double(timing.frameCount - 1)
  }

  /// Returns the nearest photo.
  func photo(_ frame: Int) -> Int {
    positions.map { Int($0[frame].rounded()) } ?? timing.photo(ofFrame: frame)
  }

  /// Returns the photos in a frame with weights that add up to 1, or an empty array for a single
  /// photo.
  ///
  /// Each photo covers one unit of positions. A frame covers the unit around its position. In an
  /// average, it covers all photos during its time. In a stack, it covers all photos up to its own,
  /// and a single frame covers all photos.
  func parts(_ frame: Int) -> [Part] {
    guard blend != .nearest else { return [] }
    if stacks {
      let last = timing.frameCount == 1 ? timing.photoCount - 1 : photo(frame)
      return (0...last).map { Part(photo: $0, weight: 1 / Double(last + 1)) }
    }
    let place = position(frame)
    let width = blend.takesAll ? max(1, abs(advance(frame))) : 1
    let (begin, end) = (place - width / 2, place + width / 2)
    var parts: [Part] = []
    for photo in Int((begin + 0.5).rounded(.down))...Int((end + 0.5).rounded(.down)) {
      let covered = min(end, Double(photo) + 0.5) - max(begin, Double(photo) - 0.5)
      guard covered > 1e-9 else { continue }
      let inside = min(max(photo, 0), timing.photoCount - 1)
      if parts.last?.photo == inside {
        parts[parts.count - 1].weight += covered / width
      } else {
        parts.append(Part(photo: inside, weight: covered / width))
      }
    }
    return parts.count > 1 ? parts : []
  }

  /// Returns the number of photos during a frame's time.
  private func advance(_ frame: Int) -> Double {
    let (before, after) = (max(frame - 1, 0), min(frame + 1, timing.frameCount - 1))
    return after > before
      ? (position(after) - position(before)) / Double(after - before) : 0
  }
}
