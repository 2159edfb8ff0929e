internal import BromideCodecs
internal import BromideValues
internal import CBromideLibRaw

/// The meaning of a photo's values as colours, and its source.
struct CameraColors {
  let profile: CameraProfile
  let source: ColorMatrixSource

  /// Reads the camera's colours from the file, Bromide's table and LibRaw. Call it before
  /// interpolation, which scales LibRaw's multipliers.
  ///
  /// A DNG contains its matrices (DNG 1.6, chapter 6). Other files use the matrices of Bromide's
  /// table, LibRaw's matrix for D65 if LibRaw lists this model, or the maker's matrix from camera
  /// to sRGB. Otherwise, the colours are a guess.
  init(_ handle: LibRawHandle, fields: ExifFields) {
    let layout = handle.layout
    let exposure = CameraExposure(handle, fields: fields)
    guard layout.colors > 1 else {
      profile = CameraProfile(
        calibrations: [], baselineExposure: exposure.baseline ?? 0,
        cameraExposure: exposure.exposure, isMonochrome: true)
      source = .none
      return
    }
    // LibRaw returns four colours (CMYG, RGBE) as balanced linear sRGB.
    guard layout.colors == 3 else {
      profile = CameraProfile(calibrations: [], asShotMultipliers: SIMD3(1, 1, 1))
      source = .none
      return
    }
    let multipliers = Multipliers.asShot(handle)
    let field = { (tag: UInt16) in handle.profileField(tag) ?? fields.profileField(tag) }
    let fromFile = layout.dng_version != 0 ? Self.dngCalibrations(handle, field) : []
    let found =
      fromFile.isEmpty
      ? Self.makersCalibrations(handle, fields, asShot: multipliers) : (fromFile, .dng)
    let analogBalance =
      (found.source == .dng ? handle.numbers(BROMIDE_RAW_DNG_ANALOG_BALANCE) : nil)
      .flatMap { Multipliers.plausible(SIMD3($0[0], $0[1], $0[2])) } ?? SIMD3(1, 1, 1)
    var profile = CameraProfile(
      calibrations: found.calibrations, analogBalance: analogBalance,
      asShotMultipliers: multipliers, baselineExposure: exposure.baseline ?? 0,
      cameraExposure: exposure.exposure)
    if multipliers == nil {
      profile.asShotMultipliers = Multipliers.asShotWhite(fields, profile)
    }
    if layout.dng_version != 0 {
      profile.calibrationSignature = field(ProfileTag.cameraSignature)?.text
      profile.tables = ProfileTables(field)
      profile.tables.exposureOffset = exposure.profileOffset
    }
    self.profile = profile
    source = found.source
  }

  /// Returns the calibrations of a DNG. If a light is unknown, returns only the first, because two
  /// are interpolated by temperature.
  private static func dngCalibrations(
    _ handle: LibRawHandle, _ field: (UInt16) -> ProfileField?
  ) -> [CameraProfile.Calibration] {
    // CameraCalibration belongs to a reference camera. For another one, it is the identity.
    let isSameReference =
      field(ProfileTag.cameraSignature)?.text == field(ProfileTag.profileSignature)?.text
    let lights = (0..<2).map { CalibrationLight.chromaticity($0, field) }
    let found = (0..<2).compactMap { index -> CameraProfile.Calibration? in
      guard
        let color = handle.numbers(BROMIDE_RAW_DNG_COLOR_MATRIX, index: index)
          .flatMap({ plausible(Matrix3x3($0, stride: 3)) })
      else { return nil }
      let camera =
        isSameReference ? handle.numbers(BROMIDE_RAW_DNG_CALIBRATION, index: index) : nil
      return CameraProfile.Calibration(
        illuminant: lights[index] ?? .d65, colorMatrix: color,
        cameraCalibration: camera.flatMap { plausible(Matrix3x3($0, stride: 4)) } ?? .identity,
        forwardMatrix: handle.numbers(BROMIDE_RAW_DNG_FORWARD_MATRIX, index: index)
          .flatMap { plausible(Matrix3x3($0, stride: 4)) })
    }
    return lights.contains(nil) ? Array(found.prefix(1)) : found
  }

  /// Returns the calibrations of a file that does not contain them as a DNG does.
  private static func makersCalibrations(
    _ handle: LibRawHandle, _ fields: ExifFields, asShot: SIMD3<Double>?
  ) -> (calibrations: [CameraProfile.Calibration], source: ColorMatrixSource) {
    let identity = CameraIdentity(handle, fields: fields)
    if let known = identity.camera?.calibrations, !known.isEmpty { return (known, .table) }
    // Whether the camera has multiplied its data already (Nikon D1, Kodak DC).
    let isBalanced = asShot == SIMD3(1, 1, 1)
    let libraw = librawCalibration(handle, isBalanced: isBalanced)
    if let libraw, identity.isListed { return ([libraw], .libraw) }
    if let file = fileCalibration(handle, isBalanced: isBalanced, asShot: asShot) {
      return ([file], .file)
    }
    if let libraw { return ([libraw], .guessed(.similarName)) }
    // If a file other than a DNG has three colours in every pixel, the camera has made a picture.
    let isMade = handle.layout.filters == 0 && handle.layout.dng_version == 0
    return ([], isMade ? .none : .guessed(.sRGB))
  }

  /// Returns LibRaw's matrix for D65. If data are balanced, the daylight multipliers are applied to
  /// it.
  private static func librawCalibration(
    _ handle: LibRawHandle, isBalanced: Bool
  ) -> CameraProfile.Calibration? {
    guard
      var matrix = handle.numbers(BROMIDE_RAW_XYZ_TO_CAMERA)
        .flatMap({ plausible(Matrix3x3($0, stride: 3)) })
    else { return nil }
    if isBalanced, let daylight = Multipliers.daylight(handle) {
      matrix = Matrix3x3(diagonal: daylight) * matrix
    }
    return CameraProfile.Calibration(illuminant: .d65, colorMatrix: matrix)
  }

  /// Returns the maker's matrix from balanced camera to sRGB: LibRaw's `rgb_cam` if LibRaw uses it,
  /// otherwise its `cmatrix`.
  ///
  /// The matrix does not include an illuminant. D65 is the white of the camera's daylight preset
  /// or, without it, of the camera's balance.
  private static func fileCalibration(
    _ handle: LibRawHandle, isBalanced: Bool, asShot: SIMD3<Double>?
  ) -> CameraProfile.Calibration? {
    // LibRaw could have computed it from fields of a DNG without a matrix.
    guard handle.dng == nil else { return nil }
    let toSRGB: Matrix3x3
    let daylight: SIMD3<Double>?
    if !handle.layout.is_raw_color, handle.numbers(BROMIDE_RAW_XYZ_TO_CAMERA) == nil,
      let adopted = handle.numbers(BROMIDE_RAW_CAMERA_TO_SRGB)
        .flatMap({ plausible(Matrix3x3($0, stride: 4)) }), adopted != .identity
    {
      toSRGB = adopted
      daylight = Multipliers.daylight(handle)
    } else if handle.layout.dng_version == 0,
      let recorded = handle.makersMatrix.map({ Matrix3x3($0, stride: 3) }), isSane(recorded)
    {
      toSRGB = recorded
      daylight = handle.daylightPreset ?? asShot
    } else {
      return nil
    }
    guard let toBalanced = toSRGB.inverse else { return nil }
    let unbalance = SIMD3(1, 1, 1) / (isBalanced ? SIMD3(1, 1, 1) : daylight ?? SIMD3(1, 1, 1))
    return CameraProfile.Calibration(
      illuminant: .d65,
      colorMatrix: Matrix3x3(diagonal: unbalance) * toBalanced * RGBSpace.linearSRGB.fromXYZ)
  }

  /// Returns whether a maker's matrix keeps white and changes colours as cameras do. This check is
  /// needed because many notes were only understood from their numbers.
  static func isSane(_ matrix: Matrix3x3) -> Bool {
    matrix.rows.allSatisfy { abs($0.sum() - 1) <= 0.02 }
      && (0..<3).allSatisfy { (0.9...2.5).contains(matrix[$0, $0]) } && matrix.determinant > 0.3
  }

  /// Returns `nil` for matrices that are impossible for a camera, because files can contain any
  /// numbers.
  private static func plausible(_ matrix: Matrix3x3) -> Matrix3x3? {
    let isSane = matrix.rows.allSatisfy { row in
      (0..<3).allSatisfy { row[$0].isFinite && abs(row[$0]) < 1000 }
    }
    return isSane && abs(matrix.determinant) > 1e-9 ? matrix : nil
  }
}

extension Matrix3x3 {
  /// Creates a matrix from the upper left of a row-major C array.
  fileprivate init(_ values: [Double], stride: Int) {
    func row(_ y: Int) -> SIMD3<Double> {
      SIMD3(values[y * stride], values[y * stride + 1], values[y * stride + 2])
    }
    self.init(row(0), row(1), row(2))
  }
}
