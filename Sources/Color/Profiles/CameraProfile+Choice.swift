extension CameraProfile {
  /// This profile as a choice changes it.
  ///
  /// `none` drops everything that the photo's profile brings but its matrices. A file replaces that, and
  /// the matrices and their lights if it states any. What is the camera's own stays in every case: gains
  /// applied in it, its recorded balance, the calibration of this very camera, its exposure.
  public func applying(_ choice: ProfileChoice) -> CameraProfile {
    switch choice {
    case .embedded: return self
    case .none: return replacing(ProfileTables())
    case .file(let file):
      var profile = replacing(file.tables)
      guard !file.lights.isEmpty, !isMonochrome else { return profile }
      profile.calibrations = file.lights.map { light in
        Calibration(
          illuminant: light.illuminant, colorMatrix: light.colorMatrix,
          cameraCalibration: calibrations.first { $0.illuminant == light.illuminant }?
            .cameraCalibration ?? .identity,
          forwardMatrix: light.forwardMatrix)
      }
      return profile
    }
  }

  private func replacing(_ tables: ProfileTables) -> CameraProfile {
    var profile = self
    let change = tables.exposureOffset - self.tables.exposureOffset
    profile.tables = tables
    if change != 0 {
      var exposure =
        cameraExposure ?? PhotoExposure(stops: baselineExposure, source: .none)
      exposure.stops += change
      if exposure.stops != 0, exposure.source == .none { exposure.source = .file }
      profile.cameraExposure = exposure
    }
    return profile
  }

  /// The profile's correction of colours under a white; nil if it has none.
  public func hueSatMap(white: Chromaticity) -> ColorTable? {
    tables.hueSatMap(share: secondShare(white: white))
  }
}
