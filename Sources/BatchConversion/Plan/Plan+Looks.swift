internal import Outputs
public import PhotoLoading
public import Sampling

extension Plan {
  /// Gives all photos of a camera model one exposure, if neither their files nor the table of models states it.
  ///
  /// All inputs decide, not only those of a shard.
  /// - Returns: The exposures, or the setting of single photos if none of them counts.
  public mutating func lockExposures(by fitting: ExposureFitting) -> UnknownExposure {
    guard let photo = jobs.first?.settings.photo else { return .auto }
    let exposure = photo.lockingExposures(of: inputs, [photo.recipe], by: fitting)
      .loading.unknownExposure
    for index in jobs.indices { jobs[index].settings.photo.loading.unknownExposure = exposure }
    return exposure
  }

  /// Gives the photos of all jobs the looks of their cameras' pictures, one fitted for each camera
  /// and its settings.
  ///
  /// - Returns: The looks.
  public mutating func fitLooks(by fitting: LookFitting) -> FittedLooks {
    let looks = fitting.groups(of: jobs.map(\.input).filter { !FileKind.of($0).isStill })
    for index in jobs.indices { jobs[index].settings.photo.cameraLooks = .fitted(looks) }
    return looks
  }
}
