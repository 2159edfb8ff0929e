internal import BromideCodecs
internal import BromideValues
internal import CBromideLibRaw

/// Computes multipliers of camera red, green and blue, green 1.
enum Multipliers {
  /// Returns the multipliers that the camera recorded, or `nil` if they are missing.
  static func asShot(_ handle: LibRawHandle) -> SIMD3<Double>? {
    handle.numbers(BROMIDE_RAW_CAMERA_MULTIPLIERS)
      .flatMap { plausible(SIMD3($0[0], $0[1], $0[2])) }
  }

  /// Returns LibRaw's multipliers for D65.
  static func daylight(_ handle: LibRawHandle) -> SIMD3<Double>? {
    handle.numbers(BROMIDE_RAW_DAYLIGHT_MULTIPLIERS)
      .flatMap { plausible(SIMD3($0[0], $0[1], $0[2])) }
  }

  /// Returns multipliers with green 1, or `nil` unless all are positive and in the range of
  /// sensors.
  static func plausible(_ values: SIMD3<Double>) -> SIMD3<Double>? {
    guard values.min() > 0, values.max().isFinite, values.max() / values.min() < 100 else {
      return nil
    }
    return values / values.y
  }

  /// Returns the multipliers for DNG's AsShotWhiteXY (0xC629), with the matrix for this white.
  static func asShotWhite(_ fields: ExifFields, _ profile: CameraProfile) -> SIMD3<Double>? {
    guard !profile.calibrations.isEmpty,
      let xy = fields.rationals(0xc629, in: .main, count: 2), xy[0].value > 0, xy[1].value > 0
    else { return nil }
    let camera = profile.neutral(white: Chromaticity(x: xy[0].value, y: xy[1].value))
    return camera.min() > 0 ? plausible(SIMD3(1, 1, 1) / camera) : nil
  }
}
