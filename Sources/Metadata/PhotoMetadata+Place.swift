extension PhotoMetadata {
  /// The same without where it was taken: position, altitude, direction and the satellites' time (`--metadata no-place`).
  public func withoutPlace() -> PhotoMetadata {
    var metadata = self
    metadata.position = nil
    return metadata
  }
}
