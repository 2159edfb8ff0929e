internal import BromideCodecs
internal import BromideDevelop
internal import BromideRaw
internal import BromideValues
internal import SystemPackage

/// The exposure to use if neither the file nor the table of camera models contains it.
public enum UnknownExposure: Sendable, Hashable, Codable {
  /// Measure it from each photo's preview.
  case auto
  /// 0 EV.
  case none
  /// A number of stops.
  case fixed(Double)
  /// Use the median of several previews per camera model.
  case locked(LockedExposures)

  /// The range of stops.
  public static let stops = -5.0...5.0
}

/// Exposures per camera model. Each is the median of several photos' previews.
public struct LockedExposures: Sendable, Hashable, Codable {
  /// A camera model.
  public struct Camera: Sendable, Hashable, Codable {
    /// The maker in the files, or an empty string if it is missing.
    public let make: String
    /// The model in the files, or an empty string if it is missing.
    public let model: String

    /// Creates the model of a photo.
    public init(_ photo: OpenedPhoto) {
      make = photo.metadata.make ?? ""
      model = photo.metadata.model ?? ""
    }

    /// The text to show to a person, such as `Canon PowerShot S40`.
    public var text: String { LookCurve.Origin(make: make, model: model, photo: "").camera }
  }

  /// The exposure of a model.
  public struct Entry: Sendable, Hashable, Codable {
    /// The model.
    public let camera: Camera
    /// The median of the photos' stops.
    public let stops: Double
    /// The number of photos.
    public let photos: Int

    /// Creates an entry.
    public init(_ camera: Camera, stops: Double, photos: Int) {
      (self.camera, self.stops, self.photos) = (camera, stops, photos)
    }
  }

  /// One entry for each model with a measured exposure.
  public let entries: [Entry]
  /// The warnings about models whose exposure could not be measured.
  package let unknown: [Camera: Warning]

  /// Creates a list of exposures with the warnings about other models.
  package init(_ entries: [Entry], unknown: [Camera: Warning]) {
    (self.entries, self.unknown) = (entries, unknown)
  }
}

extension OpenedPhoto {
  /// Returns the lookup of a loaded photo's exposure.
  ///
  /// It is `nil` if the exposure is known, or if the entire photo is necessary to find it.
  ///
  /// - Parameter warning: Receives the warning if a search fails.
  func exposureLookup(
    _ choice: UnknownExposure, _ raw: RawPhoto, _ source: DevelopSource, _ warning: LateWarning
  ) -> ExposureLookup? {
    guard raw.profile.cameraExposure?.isUnknown == true, raw.isInColor else { return nil }
    switch choice {
    case .none: return ExposureLookup(nil)
    case .fixed(let stops): return ExposureLookup(PhotoExposure(stops: stops, source: .set))
    case .locked(let locked):
      let camera = LockedExposures.Camera(self)
      return ExposureLookup {
        let entry = locked.entries.first { $0.camera == camera }
        if entry == nil { warning.value = locked.unknown[camera] }
        return entry.map { PhotoExposure(stops: $0.stops, source: .preview, photos: $0.photos) }
      }
    case .auto:
      guard raw.matrixSource != .none, preview != nil else { return ExposureLookup(nil) }
      guard !source.isPartial else { return nil }
      let (path, context, camera) = (path, settings.context, LockedExposures.Camera(self))
      let obstacle = foreignPreview
      return ExposureLookup {
        do throws(PreviewUnusable) {
          if let obstacle { throw PreviewUnusable(obstacle) }
          let stops = try Self.previewStops(of: source, path, context)
          return PhotoExposure(stops: stops, source: .preview, photos: 1)
        } catch {
          warning.value = Warning(
            "\(camera.text): its exposure is not known, and \(error.reason) (\(path.lastComponent?.string ?? "")); photos have 0 EV",
            key: "exposure of \(camera.text)")
          return nil
        }
      }
    }
  }

  /// Returns the brightness of a photo's preview relative to the standard look, in stops.
  ///
  /// - Throws: `ExposureUnknown` with the reason if the preview does not show it.
  public func previewExposure(of photo: LoadedPhoto) throws(ExposureUnknown) -> Double {
    do throws(PreviewUnusable) {
      guard photo.raw.isInColor else { throw PreviewUnusable("the photo is in black and white") }
      guard photo.raw.matrixSource != .none else {
        throw PreviewUnusable("the photo's values are a finished picture's")
      }
      if let foreignPreview { throw PreviewUnusable(foreignPreview) }
      return try Self.previewStops(of: photo.source, path, settings.context)
    } catch { throw ExposureUnknown(reason: error.reason) }
  }

  /// Throws the reason why the preview cannot show the exposure, as far as it is known without the
  /// photo's pixels.
  public func checkPreviewExposure() throws(ExposureUnknown) {
    do throws(PreviewUnusable) {
      if let foreignPreview { throw PreviewUnusable(foreignPreview) }
      let context = settings.context
      try PreviewPicture.check(Self.previewContent(path, context), of: path, context)
    } catch { throw ExposureUnknown(reason: error.reason) }
  }

  private static func previewContent(
    _ path: FilePath, _ context: RunContext
  ) throws(PreviewUnusable) -> RawPreview.Content {
    // Open the file again, because another thread may use the first instance.
    guard let content = try? RawSource(path: path, context: context).readPreview() else {
      throw PreviewUnusable("it has no preview")
    }
    return content
  }

  private static func previewStops(
    of source: DevelopSource, _ path: FilePath, _ context: RunContext
  ) throws(PreviewUnusable) -> Double {
    let content = try previewContent(path, context)
    let edge = 2 * PicturePair.Purpose.exposure.longEdge
    let preview = try PreviewPicture(
      content, of: path, rawOrientation: source.orientation,
      atLeast: Size(width: edge, height: edge), context: context)
    guard preview.hasAspect(of: preview.shown(of: source), in: source) else {
      throw PreviewUnusable("its preview has other proportions")
    }
    return try ExposureFit(PicturePair(source, preview, for: .exposure)).stops
  }

  /// The reason if the preview shows a program's edits instead of the camera's brightness, or
  /// `nil`.
  ///
  /// A program that converts or edits a DNG writes its name there. Cameras rarely write their name
  /// into DNGs.
  private var foreignPreview: String? {
    guard let program = file.header.previewProgram, !program.isEmpty else { return nil }
    let words = [metadata.make, metadata.model].compactMap { name in
      name?.split(separator: " ").first?.lowercased()
    }
    let name = program.lowercased()
    guard !words.contains(where: { name.contains($0) }) else { return nil }
    return "its preview is by \(program.prefix(40)), not by the camera"
  }
}

/// The reason for an unknown exposure.
public struct ExposureUnknown: Error, Sendable, Hashable {
  /// A clause, such as `it has no preview`.
  public let reason: String
}
