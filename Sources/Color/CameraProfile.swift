/// What a camera's raw values mean: the data from which `Color` derives white balance and matrices.
///
/// Camera coordinates are linear, black 0 and saturation 1 in every channel, before any white balance.
/// Terms and rules are those of the DNG specification 1.6, chapter 6 ("Mapping Camera Color Space to CIE XYZ Space").
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

    /// The matrices that a camera's maker states for one illuminant; what is left out changes nothing.
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

  /// None (camera values are then taken as linear sRGB), one or two.
  public var calibrations: [Calibration]
  /// Gains applied in the camera (DNG AnalogBalance).
  public var analogBalance: SIMD3<Double>
  /// Camera multipliers of the shot's white balance, as the camera recorded them, green 1; nil where it did not.
  public var asShotMultipliers: SIMD3<Double>?
  /// Stops to add to reach the maker's intended brightness (DNG BaselineExposure); 0 elsewhere.
  public var baselineExposure: Double
  /// Whether the sensor has one channel only.
  public var isMonochrome: Bool

  /// - Parameter calibrations: None, one or two; what is left out changes nothing.
  public init(
    calibrations: [Calibration], analogBalance: SIMD3<Double> = SIMD3(1, 1, 1),
    asShotMultipliers: SIMD3<Double>? = nil, baselineExposure: Double = 0,
    isMonochrome: Bool = false
  ) {
    self.calibrations = calibrations
    self.analogBalance = analogBalance
    self.asShotMultipliers = asShotMultipliers
    self.baselineExposure = baselineExposure
    self.isMonochrome = isMonochrome
  }
}
