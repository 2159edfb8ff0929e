internal import Metadata
internal import Platform
internal import Scheduling
internal import SystemPackage
internal import Timelines

extension PhotoList.Order {
  /// Sorts photos in this order; those without a known value come last. Ties are broken by name, then by the given order.
  func sort(_ photos: [SequencePhoto], threads: Int) -> [SequencePhoto] {
    let keys: [[Double]]
    switch self {
    case .listed: return photos
    case .name: keys = photos.map { _ in [] }
    case .time: keys = Self.times(photos.map { $0.facts?.time })
    case .brightness, .hue:
      let colors = Crew(threads: threads).map(photos) { MeanColor(path: $0.path) }
      keys = colors.map { color in
        (self == .hue ? color?.hue : color?.lightness).map { [$0] } ?? [.infinity]
      }
    }
    return photos.indices.sorted { i, j in
      if keys[i] != keys[j] { return keys[i].lexicographicallyPrecedes(keys[j]) }
      let (left, right) = (photos[i].path.reversibleName, photos[j].path.reversibleName)
      return left == right ? i < j : NaturalOrder.precedes(left, right)
    }.map { photos[$0] }
  }

  /// Seconds and their fraction; in UTC if every photo states its zone, otherwise by the camera's clock.
  private static func times(_ times: [CaptureTime?]) -> [[Double]] {
    let isZoned = times.allSatisfy { $0 == nil || $0?.zoneSeconds != nil }
    return times.map { time in
      guard let time else { return [.infinity] }
      let seconds = time.clockSeconds - (isZoned ? time.zoneSeconds ?? 0 : 0)
      return [Double(seconds), time.fraction]
    }
  }
}
