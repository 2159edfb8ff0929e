internal import BromideCodecs

/// A position in a time-sorted sequence where photos are missing, because the time between two is
/// much longer than usual.
public struct TimeGap: Sendable, Hashable {
  /// The place in the sequence of the photo after it.
  public let place: Int
  /// The name of the photo before it.
  public let before: String
  /// The name of the photo after it.
  public let after: String
  /// From one to the other, in seconds.
  public let seconds: Double
  /// The usual time between two photos of the sequence, in seconds.
  public let usual: Double

  /// Finds the gaps between photos in time order.
  ///
  /// A gap is at least 1.5 times the usual interval, plus a second if clocks record full seconds.
  /// Each photo without a time fills one position. With fewer than four intervals, the usual
  /// interval is unknown.
  public static func all(in photos: [SequencePhoto]) -> [TimeGap] {
    var distances: [(before: Int, after: Int, seconds: Double)] = []
    var last: Int?
    for (index, photo) in photos.enumerated() {
      guard let time = photo.facts?.time else { continue }
      if let last, let earlier = photos[last].facts?.time {
        distances.append((last, index, time.seconds - earlier.seconds))
      }
      last = index
    }
    guard distances.count >= 4 else { return [] }
    let usual = distances.map(\.seconds).sorted()[distances.count / 2]
    let isWhole = photos.allSatisfy { $0.facts?.time?.subSecond == nil }
    return distances.compactMap { before, after, seconds in
      let places = Double(after - before)
      guard usual > 0, seconds > usual * (places + 0.5) + (isWhole ? 1 : 0) else { return nil }
      return TimeGap(
        place: after, before: photos[before].name, after: photos[after].name, seconds: seconds,
        usual: usual)
    }
  }
}

extension CaptureTime {
  fileprivate var seconds: Double { Double(clockSeconds) + fraction }
}
