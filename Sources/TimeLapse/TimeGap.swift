internal import Metadata

/// A place in a sequence by time where photos are missing: much longer than what usually lies between two.
public struct TimeGap: Sendable, Hashable {
  /// The place in the sequence of the photo after it.
  public let place: Int
  /// The name of the photo before it.
  public let before: String
  /// The name of the photo after it.
  public let after: String
  /// From one to the other, in seconds.
  public let seconds: Double
  /// What usually lies between two photos of the sequence, in seconds.
  public let usual: Double

  /// Finds the gaps of photos in the order of their times.
  ///
  /// A gap is at least half as long again as the usual distance, and a second more if clocks count whole seconds. Photos without a
  /// time fill a place each. Fewer than four distances have none that is usual.
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
