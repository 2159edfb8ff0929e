/// The baseline exposure of a photo in stops, without the user's exposure, and its source.
public struct PhotoExposure: Sendable, Hashable, Codable {
  /// The source of the stops.
  public enum Source: String, Sendable, Hashable, Codable, CaseIterable {
    /// The file: DNG's BaselineExposure, or a camera mode that underexposes on purpose.
    case file
    /// The table of camera models.
    case model
    /// The photo's embedded preview, because the exposure is in neither file nor table.
    case preview
    /// A number from the user, for photos with an exposure in neither file nor table.
    case set
    /// Nobody.
    case none
  }

  /// Stops to add to scene-linear light.
  public var stops: Double
  /// The source of the stops.
  public var source: Source
  /// The part of the stops that comes from the table of camera models.
  public var modelStops: Double
  /// Whether the camera's exposure is in neither a DNG tag nor the table, so that the photo's
  /// preview can be used.
  public var isUnknown: Bool
  /// The number of photos in the median for stops from previews. For other sources, it is 0.
  public var photos: Int

  /// Creates an exposure.
  ///
  /// - Parameters:
  ///   - modelStops: The part that comes from the table of camera models.
  ///   - isUnknown: Whether the camera's exposure is in neither a DNG tag nor the table. `nil`
  ///     means true for the source `none`.
  ///   - photos: The number of photos in the median for stops from previews.
  public init(
    stops: Double, source: Source, modelStops: Double = 0, isUnknown: Bool? = nil, photos: Int = 0
  ) {
    self.stops = stops
    self.source = source
    self.modelStops = modelStops
    self.isUnknown = isUnknown ?? (source == .none)
    self.photos = photos
  }

  /// The exposure without the part from the table of camera models.
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
