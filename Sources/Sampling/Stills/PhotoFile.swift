public import BromideCodecs
public import BromideDevelop
public import BromidePhotos
internal import BromideRaw
public import BromideValues
public import SystemPackage

/// A photo of either kind, opened: a raw, or a finished picture.
public enum PhotoFile {
  case raw(OpenedPhoto)
  case still(StillPhoto)

  /// Opens a file as the type that it contains. Files of an unknown type fail as a raw.
  ///
  /// - Throws: `PhotoError` with the cause `.opening`.
  public init(path: FilePath, settings: LoadSettings) throws(PhotoError) {
    if let still = try StillPhoto(path: path, settings: settings) {
      self = .still(still)
      return
    }
    do throws(PhotoError) {
      self = .raw(try OpenedPhoto(path: path, settings: settings))
    } catch {
      guard case .opening(.notRaw(_, let found)) = error.cause, !found.isEmpty else { throw error }
      let advice =
        FileKind.of(path, context: settings.context).isStill
        ? ", though its name ends as that of a raw"
        : "; expected a raw photo, \(PictureFormat.alternatives)"
      throw PhotoError(path: path, cause: .opening(.notRaw(path: path, found: found + advice)))
    }
  }

  /// Whether it is a finished picture.
  public var isStill: Bool { if case .still = self { true } else { false } }

  /// The photo's metadata.
  public var metadata: PhotoMetadata {
    switch self {
    case .raw(let photo): photo.metadata
    case .still(let still): still.metadata
    }
  }

  /// The size as stored, before orientation.
  public var size: Size {
    switch self {
    case .raw(let photo): photo.size
    case .still(let still): still.size
    }
  }

  /// The size with square pixels, before orientation. The shorter side of a pixel is stretched, as
  /// in developed pictures.
  public var squareSize: Size {
    guard case .raw(let photo) = self, abs(photo.pixelAspect - 1) >= 0.005 else { return size }
    let aspect = photo.pixelAspect
    return Size(
      width: Int((Double(size.width) * max(1, aspect)).rounded()),
      height: Int((Double(size.height) / min(1, aspect)).rounded()))
  }

  /// Peak memory of loading, in bytes.
  public var expectedMemory: Int {
    switch self {
    case .raw(let photo): photo.expectedMemory
    case .still(let still): still.expectedMemory
    }
  }

  /// Returns the light of the photo, for display or measurement.
  ///
  /// - Parameter leavesSamplesInFile: See ``OpenedPhoto/load(parts:crew:leavesSamplesInFile:)``.
  /// - Returns: The pixels, and a closure. It returns the reason if pixels in the file became zero
  ///   while they were in use.
  public func source(
    leavesSamplesInFile: Bool = false
  ) throws(PhotoError) -> (source: DevelopSource, lostPixels: () -> String?) {
    switch self {
    case .raw(let photo):
      let loaded = try photo.load(leavesSamplesInFile: leavesSamplesInFile)
      return (loaded.source, { loaded.lostPixels })
    case .still(let still): return (try still.load().source, { nil })
    }
  }
}
