internal import CBromideLibRaw

/// LibRaw's data about cameras.
extension LibRawHandle {
  /// The names of all cameras that LibRaw lists. The corresponding C function is
  /// `libraw_cameraList`.
  static var listedCameras: [String] {
    var count = 0
    guard let list = unsafe bromide_raw_camera_list(&count) else { return [] }
    return (0..<count).compactMap { index in
      unsafe list[index].map { unsafe String(cString: $0) }
    }
  }

  /// How the samples are stored.
  var coding: bromide_raw_coding { unsafe bromide_raw_get_coding(raw) }

  /// The maker's matrix from balanced camera values to sRGB, by rows, or `nil` if it is missing.
  var makersMatrix: [Double]? {
    var values = [Double](repeating: 0, count: 9)
    return unsafe bromide_raw_makers_matrix(raw, &values) ? values : nil
  }

  /// The multipliers of the camera's daylight preset, or `nil` if they are missing.
  var daylightPreset: SIMD3<Double>? {
    var values = [Double](repeating: 0, count: 3)
    guard unsafe bromide_raw_daylight_preset(raw, &values) else { return nil }
    return Multipliers.plausible(SIMD3(values[0], values[1], values[2]))
  }

  /// Replaces LibRaw's data.
  func correct(_ facts: bromide_raw_corrections) {
    corrections = facts
    unsafe withUnsafePointer(to: facts) { unsafe bromide_raw_correct(raw, $0) }
  }

  /// Replaces LibRaw's levels again, after unpacking.
  func correctLevels(_ facts: bromide_raw_corrections) {
    unsafe withUnsafePointer(to: facts) { unsafe bromide_raw_correct_levels(raw, $0) }
  }
}
