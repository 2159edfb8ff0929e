/// The stops that belong to a photo before anybody asks for more, and where they come from.
public struct PhotoExposure: Sendable, Hashable, Codable {
  /// Who states the stops.
  public enum Source: String, Sendable, Hashable, Codable, CaseIterable {
    /// The file: DNG's BaselineExposure, or a mode in which the camera exposed less on purpose.
    case file
    /// The table of camera models.
    case model
    /// Nobody.
    case none
  }

  /// Stops to add to scene-linear light.
  public var stops: Double
  /// Who states them.
  public var source: Source

  /// Stops from a source.
  public init(stops: Double, source: Source) {
    self.stops = stops
    self.source = source
  }
}

extension CameraProfile {
  /// The stops that the photo has under a look.
  public func exposure(for look: Look) -> PhotoExposure {
    if look.followsCamera, let cameraExposure { return cameraExposure }
    return PhotoExposure(stops: baselineExposure, source: baselineExposure == 0 ? .none : .file)
  }
}
