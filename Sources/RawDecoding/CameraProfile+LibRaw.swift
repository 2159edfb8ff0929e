internal import CLibRaw
internal import Color
internal import Metadata

extension CameraProfile {
  /// Reads the camera's colours from LibRaw and the file. Must precede interpolation, which scales LibRaw's own
  /// multipliers.
  ///
  /// A DNG brings its matrices (DNG 1.6, chapter 6). Others have LibRaw's one for D65, or a maker's camera-to-sRGB one.
  init(_ handle: LibRawHandle, fields: ExifFields) {
    let layout = handle.layout
    guard layout.colors > 1 else {
      self.init(
        calibrations: [], baselineExposure: Self.baselineExposure(handle), isMonochrome: true)
      return
    }
    // Four colours (CMYG, RGBE) reach us as balanced linear sRGB.
    guard layout.colors == 3 else {
      self.init(calibrations: [], asShotMultipliers: SIMD3(1, 1, 1))
      return
    }
    var calibrations = layout.dng_version != 0 ? Self.dngCalibrations(handle) : []
    let isFromDNG = !calibrations.isEmpty
    var multipliers = Multipliers.asShot(handle)
    if !isFromDNG {
      let daylight = Multipliers.daylight(handle)
      let isBalanced = multipliers == SIMD3(1, 1, 1)
      calibrations = Self.makersCalibration(handle, isBalanced: isBalanced, daylight: daylight)
    }
    let analogBalance =
      (isFromDNG ? handle.numbers(BROMIDE_RAW_DNG_ANALOG_BALANCE) : nil)
      .flatMap { Multipliers.plausible(SIMD3($0[0], $0[1], $0[2])) } ?? SIMD3(1, 1, 1)
    if multipliers == nil, let calibration = calibrations.last {
      multipliers = Multipliers.asShotWhite(fields, calibration, analogBalance)
    }
    self.init(
      calibrations: calibrations, analogBalance: analogBalance, asShotMultipliers: multipliers,
      baselineExposure: Self.baselineExposure(handle))
  }

  private static func baselineExposure(_ handle: LibRawHandle) -> Double {
    handle.numbers(BROMIDE_RAW_DNG_BASELINE_EXPOSURE)?.first ?? 0
  }

  private static func dngCalibrations(_ handle: LibRawHandle) -> [Calibration] {
    (0..<2).compactMap { index in
      guard
        let color = handle.numbers(BROMIDE_RAW_DNG_COLOR_MATRIX, index: index)
          .flatMap({ plausible(Matrix3x3($0, stride: 3)) })
      else { return nil }
      let code = handle.numbers(BROMIDE_RAW_DNG_ILLUMINANT, index: index)?.first ?? 0
      return Calibration(
        illuminant: Illuminant.chromaticity(exifLightSource: Int(code)) ?? .d65,
        colorMatrix: color,
        cameraCalibration: handle.numbers(BROMIDE_RAW_DNG_CALIBRATION, index: index)
          .flatMap { plausible(Matrix3x3($0, stride: 4)) } ?? .identity,
        forwardMatrix: handle.numbers(BROMIDE_RAW_DNG_FORWARD_MATRIX, index: index)
          .flatMap { plausible(Matrix3x3($0, stride: 4)) })
    }
  }

  /// LibRaw's matrix for D65.
  ///
  /// - Parameter isBalanced: Whether the camera has multiplied its data already (Nikon D1, Kodak DC): D65 then is where
  ///   the daylight multipliers have been applied.
  private static func makersCalibration(
    _ handle: LibRawHandle, isBalanced: Bool, daylight: SIMD3<Double>?
  ) -> [Calibration] {
    if var matrix = handle.numbers(BROMIDE_RAW_XYZ_TO_CAMERA)
      .flatMap({ plausible(Matrix3x3($0, stride: 3)) })
    {
      if isBalanced, let daylight { matrix = Matrix3x3(diagonal: daylight) * matrix }
      return [Calibration(illuminant: .d65, colorMatrix: matrix)]
    }
    // Makers that state balanced camera to sRGB instead: LibRaw's `rgb_cam`, whose rows add up to 1.
    guard !handle.layout.is_raw_color,
      let toSRGB = handle.numbers(BROMIDE_RAW_CAMERA_TO_SRGB)
        .flatMap({ plausible(Matrix3x3($0, stride: 4)) }), toSRGB != .identity,
      let toBalanced = toSRGB.inverse
    else { return [] }
    let unbalance = SIMD3(1, 1, 1) / (isBalanced ? SIMD3(1, 1, 1) : daylight ?? SIMD3(1, 1, 1))
    return [
      Calibration(
        illuminant: .d65,
        colorMatrix: Matrix3x3(diagonal: unbalance) * toBalanced * RGBSpace.linearSRGB.fromXYZ)
    ]
  }

  /// Nil for matrices that no camera has: files state nonsense too.
  private static func plausible(_ matrix: Matrix3x3) -> Matrix3x3? {
    let isSane = matrix.rows.allSatisfy { row in
      (0..<3).allSatisfy { row[$0].isFinite && abs(row[$0]) < 1000 }
    }
    return isSane && abs(matrix.determinant) > 1e-9 ? matrix : nil
  }
}

extension Matrix3x3 {
  /// The upper left of a row-major C array.
  fileprivate init(_ values: [Double], stride: Int) {
    func row(_ y: Int) -> SIMD3<Double> {
      SIMD3(values[y * stride], values[y * stride + 1], values[y * stride + 2])
    }
    self.init(row(0), row(1), row(2))
  }
}
