public import Timelines

/// The meaning of `LapseOptions` for one sequence, with spans as numbers of photos.
public struct LapseSettings: Sendable, Hashable, Codable {
  /// Photos over which a step of exposure is smoothed; nil if steps stay.
  public var holyGrail: Double?
  /// The removal of flicker; nil if flicker stays.
  public var deflicker: Deflicker?

  /// The part that is measured, and the number of photos over which it is smoothed.
  public struct Deflicker: Sendable, Hashable, Codable {
    /// In fractions of the upright picture: x, y, width, height.
    public var region: SIMD4<Double>
    /// Photos that the running average has.
    public var smooth: Double

    /// - Parameters:
    ///   - region: In fractions of the upright picture: x, y, width, height.
    ///   - smooth: Photos that the running average has.
    public init(region: SIMD4<Double> = SIMD4(0, 0, 1, 1), smooth: Double) {
      self.region = region
      self.smooth = smooth
    }
  }

  /// - Parameters:
  ///   - holyGrail: Photos over which a step of exposure is smoothed.
  ///   - deflicker: The removal of flicker.
  public init(holyGrail: Double? = nil, deflicker: Deflicker? = nil) {
    self.holyGrail = holyGrail
    self.deflicker = deflicker
  }

  /// The settings of a source.
  ///
  /// Frames and seconds become photos by the share of the source that they take: with one photo a frame, a frame is a photo.
  /// - Parameters:
  ///   - rate: Frames a second.
  ///   - frames: Frames that the source has, at least 1.
  ///   - photos: Its photos.
  public init(_ options: LapseOptions, rate: FrameRate, frames: Int, photos: Int) {
    let perFrame = Double(photos) / Double(max(frames, 1))
    func count(_ span: TimePoint) -> Double {
      switch span {
      case .seconds(let seconds): seconds * rate.value * perFrame
      case .frames(let frames): Double(frames) * perFrame
      case .share(let share): share * Double(photos)
      case .photo(let count): Double(count)
      // A name is a moment and no span; documents do not accept it here.
      case .photoNamed: 0
      }
    }
    holyGrail = options.holyGrail.map(count)
    deflicker = options.deflicker.map { Deflicker(region: $0.region, smooth: count($0.smooth)) }
  }
}
