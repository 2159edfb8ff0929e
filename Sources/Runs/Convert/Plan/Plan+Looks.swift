public import BromidePhotos
public import BromideSampling

extension Plan {
  /// Sets one exposure for all photos of a camera model, if the files and the table of models do
  /// not contain it.
  ///
  /// This uses all inputs, including inputs of other shards.
  /// - Returns: The exposures, or the setting for single photos if the exposure is not needed.
  public mutating func lockExposures(by fitting: PhotoFitting) -> UnknownExposure {
    guard let photo = jobs.first?.settings.photo else { return .auto }
    let exposure = photo.lockingExposures(of: inputs, [photo.recipe], by: fitting)
      .loading.unknownExposure
    for index in jobs.indices { jobs[index].settings.photo.loading.unknownExposure = exposure }
    return exposure
  }

  /// Fits one look per camera and camera setting, and sets it for the photos of all jobs.
  ///
  /// - Returns: The looks.
  public mutating func fitLooks(by fitting: PhotoFitting) -> FittedLooks {
    let looks = fitting.lookGroups(of: jobs.map(\.input).filter { !FileKind.of($0).isStill })
    for index in jobs.indices { jobs[index].settings.photo.cameraLooks = .fitted(looks) }
    return looks
  }
}
