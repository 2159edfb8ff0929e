public import Timelines

/// The meaning of `LapseOptions` for one sequence, with spans as numbers of photos.
public struct LapseSettings: Sendable, Hashable, Codable {
  /// The smoothing of steps of exposure; nil if steps stay.
  public var holyGrail: HolyGrail?
  /// The removal of flicker; nil if flicker stays.
  public var deflicker: Deflicker?
  /// The white balance of the photos.
  public var balance = LapseOptions.Balance.camera

  /// The photos over which steps of exposure are smoothed.
  public struct HolyGrail: Sendable, Hashable, Codable {
    /// Photos over which each step is to be smoothed; nil for the distance between steps.
    public var smooth: Double?

    /// - Parameter smooth: Photos over which each step is to be smoothed; nil for the distance between steps.
    public init(smooth: Double? = nil) { self.smooth = smooth }
  }

  /// The part that is measured, and the number of photos over which it is smoothed.
  public struct Deflicker: Sendable, Hashable, Codable {
    /// In fractions of the upright picture: x, y, width, height.
    public var region: SIMD4<Double>
    /// Photos on either side that a photo's course depends on.
    public var smooth: Double

    /// - Parameters:
    ///   - region: In fractions of the upright picture: x, y, width, height.
    ///   - smooth: Photos on either side that a photo's course depends on.
    public init(region: SIMD4<Double> = SIMD4(0, 0, 1, 1), smooth: Double) {
      self.region = region
      self.smooth = smooth
    }
  }

  /// - Parameters:
  ///   - holyGrail: The smoothing of steps of exposure.
  ///   - deflicker: The removal of flicker.
  ///   - balance: The white balance of the photos.
  public init(
    holyGrail: HolyGrail? = nil, deflicker: Deflicker? = nil,
    balance: LapseOptions.Balance = .camera
  ) {
    self.holyGrail = holyGrail
    self.deflicker = deflicker
    self.balance = balance
  }

  /// The settings of a source.
  ///
  /// Frames and seconds become photos by the share of the source that they take: with one photo a frame, a frame is a photo.
  /// - Parameters:
  ///   - rate: Frames a second.
  ///   - frames: Frames that the source has, at least 1.
  ///   - photos: Its photos.
  ///   - balance: The white balance of its photos.
  public init(
    _ options: LapseOptions, rate: FrameRate, frames: Int, photos: Int,
    balance: LapseOptions.Balance = .camera
  ) {
    self.balance = balance
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
    holyGrail = options.holyGrail.map { HolyGrail(smooth: $0.smooth.map(count)) }
    deflicker = options.deflicker.map { Deflicker(region: $0.region, smooth: count($0.smooth)) }
  }
}
