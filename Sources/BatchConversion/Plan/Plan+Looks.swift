internal import Outputs
internal import PhotoLoading
public import Sampling

extension Plan {
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
