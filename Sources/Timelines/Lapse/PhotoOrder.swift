internal import BromideCodecs
internal import BromidePhotos
internal import BromideSystem
internal import SystemPackage

extension PhotoList.Order {
  /// Sorts photos in this order. Ties are sorted by name, as a camera's counter sets it
  /// (`CameraCounter`), then by the given order.
  ///
  /// A photo without a time, for example an incomplete file, follows the photo before it by name,
  /// so that it keeps its position in the run. Photos without a known colour come last.
  func sort(
    _ photos: [SequencePhoto], threads: Int, context: RunContext
  ) -> [SequencePhoto] {
    let keys: [[Double]]
    switch self {
    case .listed: return photos
    case .name: keys = photos.map { _ in [] }
    case .time: return Self.byTime(photos)
    case .brightness, .hue:
      let colors = Crew(threads: threads).map(photos) {
        MeanColor(path: $0.path, context: context)
      }
      keys = colors.map { color in
        (self == .hue ? color?.hue : color?.lightness).map { [$0] } ?? [.infinity]
      }
    }
    return Self.sorted(photos, by: keys)
  }

  private static func sorted(_ photos: [SequencePhoto], by keys: [[Double]]) -> [SequencePhoto] {
    let turns = CameraCounter(photos.map(\.path)).turns
    let names = photos.map { NaturalKey($0.path.reversibleName) }
    return photos.indices.sorted { i, j in
      if keys[i] != keys[j] { return keys[i].lexicographicallyPrecedes(keys[j]) }
      if turns[i] != turns[j] { return turns[i].lexicographicallyPrecedes(turns[j]) }
      return names[i] == names[j] ? i < j : names[i] < names[j]
    }.map { photos[$0] }
  }

  private static func byTime(_ photos: [SequencePhoto]) -> [SequencePhoto] {
    let times = times(photos.map { $0.facts?.time })
    let timed = photos.indices.filter { photos[$0].facts?.time != nil }
    var result = sorted(timed.map { photos[$0] }, by: timed.map { times[$0] })
    guard !timed.isEmpty, timed.count < photos.count else {
      return timed.isEmpty ? sorted(photos, by: photos.map { _ in [] }) : result
    }
    // Photos before any photo with a time come first.
    var before: SequencePhoto?
    for photo in sorted(photos, by: photos.map { _ in [] }) {
      if photo.facts?.time == nil {
        let place = before.flatMap { before in result.lastIndex(of: before) }.map { $0 + 1 } ?? 0
        result.insert(photo, at: place)
      }
      before = photo
    }
    return result
  }

  /// Returns seconds and their fraction. They are in UTC if every photo records its zone, otherwise
  /// in the camera's clock.
  private static func times(_ times: [CaptureTime?]) -> [[Double]] {
    let isZoned = times.allSatisfy { $0 == nil || $0?.zoneSeconds != nil }
    return times.map { time in
      guard let time else { return [.infinity] }
      let seconds = time.clockSeconds - (isZoned ? time.zoneSeconds ?? 0 : 0)
      return [Double(seconds), time.fraction]
    }
  }
}
