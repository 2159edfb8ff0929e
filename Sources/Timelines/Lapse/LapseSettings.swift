/// The meaning of `LapseOptions` for one sequence, with spans as numbers of photos.
public struct LapseSettings: Sendable, Hashable, Codable {
  /// The smoothing of exposure steps, or `nil` to keep steps.
  public var holyGrail: HolyGrail?
  /// The removal of flicker, or `nil` to keep flicker.
  public var deflicker: Deflicker?
  /// The white balance of the photos.
  public var balance = LapseOptions.Balance.camera

  /// The photos over which steps of exposure are smoothed.
  public struct HolyGrail: Sendable, Hashable, Codable {
    /// The number of photos over which to smooth each step, or `nil` for the distance between
    /// steps.
    public var smooth: Double?

    /// - Parameter smooth: The number of photos over which to smooth each step, or `nil` for the
    ///   distance between steps.
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
  ///   - holyGrail: The smoothing of exposure steps.
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

  /// Creates the settings of a source.
  ///
  /// Frames and seconds are converted to photos by their fraction of the source. With one photo per
  /// frame, a frame is a photo.
  /// - Parameters:
  ///   - rate: Frames per second.
  ///   - frames: The number of frames in the source, at least 1.
  ///   - photos: The number of photos.
  ///   - balance: The white balance of the photos.
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
      // A name is a moment and not a duration, so documents do not accept it here.
      case .photoNamed: 0
      }
    }
    holyGrail = options.holyGrail.map { HolyGrail(smooth: $0.smooth.map(count)) }
    deflicker = options.deflicker.map { Deflicker(region: $0.region, smooth: count($0.smooth)) }
  }
}
