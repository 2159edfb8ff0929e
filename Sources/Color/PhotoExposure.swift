/// The stops that belong to a photo before anybody asks for more, and where they come from.
public struct PhotoExposure: Sendable, Hashable, Codable {
  /// Who states the stops.
  public enum Source: String, Sendable, Hashable, Codable, CaseIterable {
    /// The file: DNG's BaselineExposure, or a mode in which the camera exposed less on purpose.
    case file
    /// The table of camera models.
    case model
    /// The photo's embedded preview, as neither file nor table state the exposure.
    case preview
    /// The person who set a number for photos of which neither file nor table state it.
    case set
    /// Nobody.
    case none
  }

  /// Stops to add to scene-linear light.
  public var stops: Double
  /// Who states them.
  public var source: Source
  /// The part of the stops that the table of camera models states.
  public var modelStops: Double
  /// Whether neither a DNG's tag nor the table states the camera's exposure, so that the photo's preview may.
  public var isUnknown: Bool
  /// The number of photos that stops from previews are the median of; 0 for other sources.
  public var photos: Int

  /// Stops from a source.
  ///
  /// - Parameters:
  ///   - modelStops: The part that the table of camera models states.
  ///   - isUnknown: Whether neither a DNG's tag nor the table states the camera's exposure; nil for the source `none`.
  ///   - photos: The number of photos that stops from previews are the median of.
  public init(
    stops: Double, source: Source, modelStops: Double = 0, isUnknown: Bool? = nil, photos: Int = 0
  ) {
    self.stops = stops
    self.source = source
    self.modelStops = modelStops
    self.isUnknown = isUnknown ?? (source == .none)
    self.photos = photos
  }

  /// What is left without the table of camera models.
  public var withoutModel: PhotoExposure {
    guard source == .model else { return self }
    let rest = stops - modelStops
    return PhotoExposure(stops: rest, source: rest == 0 ? .none : .file)
  }
}

extension CameraProfile {
  /// The stops that the photo has under a look.
  public func exposure(for look: Look) -> PhotoExposure {
    if look.followsCamera, let cameraExposure {
      return look.includesModel ? cameraExposure.withoutModel : cameraExposure
    }
    return PhotoExposure(stops: baselineExposure, source: baselineExposure == 0 ? .none : .file)
  }
}
