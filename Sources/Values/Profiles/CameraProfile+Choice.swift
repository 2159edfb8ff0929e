extension CameraProfile {
  /// Returns this profile with a choice applied.
  ///
  /// `none` removes everything except the matrices. A file replaces the profile's tables, and the
  /// matrices and their lights if it has any. The camera's data always stay: analog balance,
  /// recorded balance and exposure. The calibration of the individual camera stays if the file has
  /// the same signature, because other signatures mean another reference camera (DNG 1.7.1,
  /// chapter 6).
  public func applying(_ choice: ProfileChoice) -> CameraProfile {
    switch choice {
    case .embedded: return self
    case .none: return replacing(ProfileTables())
    case .file(let file):
      var profile = replacing(file.tables)
      if let forward = file.forwardMatrix, !isMonochrome {
        if profile.calibrations.isEmpty, let inverse = forward.inverse {
          profile.calibrations = [Calibration(illuminant: .d50, colorMatrix: inverse)]
        }
        for index in profile.calibrations.indices {
          profile.calibrations[index].forwardMatrix = forward
        }
      }
      guard !file.lights.isEmpty, !isMonochrome else { return profile }
      let kept = file.calibrationSignature == calibrationSignature ? calibrations : []
      profile.calibrations = file.lights.map { light in
        Calibration(
          illuminant: light.illuminant, colorMatrix: light.colorMatrix,
          cameraCalibration: kept.first { $0.illuminant == light.illuminant }?
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

  /// Returns the profile's colour correction under a white, or `nil` if it has no correction.
  public func hueSatMap(white: Chromaticity) -> ColorTable? {
    tables.hueSatMap(share: secondShare(white: white))
  }
}
