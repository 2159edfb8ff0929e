/// The meaning of a camera's raw values: the data from which white balance and matrices are
/// derived.
///
/// Camera coordinates are linear, black 0 and saturation 1 in every channel, before any white
/// balance. Terms and rules follow the DNG specification 1.6, chapter 6 ("Mapping Camera Color
/// Space to CIE XYZ Space").
public struct CameraProfile: Sendable, Hashable, Codable {
  /// The matrices measured under one illuminant.
  public struct Calibration: Sendable, Hashable, Codable {
    /// The illuminant's chromaticity.
    public var illuminant: Chromaticity
    /// XYZ to reference camera (DNG ColorMatrix).
    public var colorMatrix: Matrix3x3
    /// Reference camera to this camera (DNG CameraCalibration).
    public var cameraCalibration: Matrix3x3
    /// White-balanced camera to XYZ under D50 (DNG ForwardMatrix).
    public var forwardMatrix: Matrix3x3?

    /// The matrices that a camera's maker states for one illuminant; those left out change nothing.
    public init(
      illuminant: Chromaticity, colorMatrix: Matrix3x3,
      cameraCalibration: Matrix3x3 = .identity, forwardMatrix: Matrix3x3? = nil
    ) {
      self.illuminant = illuminant
      self.colorMatrix = colorMatrix
      self.cameraCalibration = cameraCalibration
      self.forwardMatrix = forwardMatrix
    }
  }

  /// None, one or two calibrations. Without any, camera values count as linear sRGB.
  public var calibrations: [Calibration]
  /// Gains applied in the camera (DNG AnalogBalance).
  public var analogBalance: SIMD3<Double>
  /// Multipliers of the shot's white balance as the camera recorded them, green 1; nil if it did
  /// not.
  public var asShotMultipliers: SIMD3<Double>?
  /// Stops to add for the brightness that the maker intended (DNG BaselineExposure); otherwise 0.
  public var baselineExposure: Double
  /// The stops of looks that follow the camera, in place of the baseline exposure; nil if they are
  /// the same.
  public var cameraExposure: PhotoExposure?
  /// Whether the sensor has only one channel.
  public var isMonochrome: Bool
  /// What the profile has beside matrices.
  public var tables = ProfileTables()

  /// A profile of these parts; those left out change nothing.
  ///
  /// - Parameter calibrations: None, one or two.
  public init(
    calibrations: [Calibration], analogBalance: SIMD3<Double> = SIMD3(1, 1, 1),
    asShotMultipliers: SIMD3<Double>? = nil, baselineExposure: Double = 0,
    cameraExposure: PhotoExposure? = nil, isMonochrome: Bool = false
  ) {
    self.calibrations = calibrations
    self.analogBalance = analogBalance
    self.asShotMultipliers = asShotMultipliers
    self.baselineExposure = baselineExposure
    self.cameraExposure = cameraExposure
    self.isMonochrome = isMonochrome
  }
}
