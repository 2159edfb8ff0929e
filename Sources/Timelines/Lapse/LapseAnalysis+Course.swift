internal import BromideLibc

extension LapseAnalysis {
  /// The brightness of the photos in sequence, for a plot.
  public struct Course: Sendable, Hashable {
    /// Whether the numbers are the photos' measured light. Otherwise they are the camera's
    /// settings.
    public let isMeasured: Bool
    /// EV of each photo as it was taken, or `nil` if unknown. 0 is white or the first setting.
    public let before: [Double?]
    /// The same with its correction.
    public let after: [Double?]
    /// Photos that differ from their neighbours as lightning does (`LapseAnalysis.outliers`).
    public let outliers: [Int]
    /// Photos with settings that differ from the photo before.
    public let steps: [Int]
  }

  /// The photos' brightness before and after: of the measured part where it was measured, else as
  /// set.
  public var course: Course {
    let isMeasured = photos.contains { $0.luminance ?? 0 > 0 }
    let set = HolyGrail.carried(photos.map(\.setting))
    let before = photos.indices.map { i -> Double? in
      guard isMeasured else { return photos[i].setting.map { $0 - set[0] } }
      return photos[i].luminance.flatMap { $0 > 0 ? log2($0) : nil }
    }
    return Course(
      isMeasured: isMeasured, before: before,
      after: zip(before, photos).map { value, photo in value.map { $0 + photo.correction } },
      outliers: outliers, steps: photos.indices.filter { photos[$0].step != 0 })
  }
}
