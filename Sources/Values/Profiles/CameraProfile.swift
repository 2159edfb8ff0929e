/// The meaning of a camera's raw values: the data for calculating white balance and matrices.
///
/// Camera coordinates are linear, with black 0 and saturation 1 in every channel, before any white
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

    /// Creates a calibration from the maker's matrices for one illuminant. The defaults have no
    /// effect.
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

  /// Zero, one or two calibrations. Without calibrations, camera values are treated as linear sRGB.
  public var calibrations: [Calibration]
  /// The reference camera of the camera calibrations (DNG CameraCalibrationSignature), or `nil` if
  /// it is missing.
  public var calibrationSignature: String?
  /// Gains applied in the camera (DNG AnalogBalance).
  public var analogBalance: SIMD3<Double>
  /// Multipliers of the photo's recorded white balance with green 1, or `nil` without a recorded
  /// balance.
  public var asShotMultipliers: SIMD3<Double>?
  /// Stops to add for the brightness that the maker intended (DNG BaselineExposure). The default is
  /// 0.
  public var baselineExposure: Double
  /// The stops for looks that follow the camera, used instead of the baseline exposure, or `nil` if
  /// they are equal.
  public var cameraExposure: PhotoExposure?
  /// Whether the sensor has only one channel.
  public var isMonochrome: Bool
  /// The parts of the profile other than matrices.
  public var tables = ProfileTables()

  /// Creates a profile. The defaults have no effect.
  ///
  /// - Parameter calibrations: Zero, one or two calibrations.
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
