internal import Color
internal import Develop
internal import Metadata
internal import Pixels
internal import RawDecoding
internal import SystemPackage

/// The exposure of photos of which neither the file nor the table of camera models states one.
public enum UnknownExposure: Sendable, Hashable, Codable {
  /// As each photo's preview shows it.
  case auto
  /// 0 EV.
  case none
  /// A number of stops.
  case fixed(Double)
  /// As the previews of some photos of a model show it.
  case locked(LockedExposures)

  /// Accepted stops.
  public static let stops = -5.0...5.0
}

/// The exposures of camera models, each the median of some photos' previews.
public struct LockedExposures: Sendable, Hashable, Codable {
  /// A camera model.
  public struct Camera: Sendable, Hashable, Codable {
    /// The maker, as files write it; empty if they do not name it.
    public let make: String
    /// The model, as files write it; empty if they do not name it.
    public let model: String

    /// The model of a photo.
    public init(_ photo: OpenedPhoto) {
      make = photo.metadata.make ?? ""
      model = photo.metadata.model ?? ""
    }

    /// For a person, such as `Canon PowerShot S40`.
    public var text: String { LookCurve.Origin(make: make, model: model, photo: "").camera }
  }

  /// The exposure of a model.
  public struct Entry: Sendable, Hashable, Codable {
    /// The model.
    public let camera: Camera
    /// The median of some photos' stops.
    public let stops: Double
    /// The number of those photos.
    public let photos: Int

    /// The exposure of a model.
    public init(_ camera: Camera, stops: Double, photos: Int) {
      (self.camera, self.stops, self.photos) = (camera, stops, photos)
    }
  }

  /// An entry for each model whose previews tell an exposure.
  public let entries: [Entry]

  /// Exposures, each of another model.
  public init(_ entries: [Entry]) { self.entries = entries }
}

extension OpenedPhoto {
  /// Looks for the exposure of a loaded photo; nil if there is nothing to look for, or if all of the photo is needed for it.
  func exposureLookup(
    _ choice: UnknownExposure, _ raw: RawPhoto, _ source: DevelopSource
  ) -> ExposureLookup? {
    guard raw.profile.cameraExposure?.isUnknown == true, raw.isInColor else { return nil }
    switch choice {
    case .none: return ExposureLookup(nil)
    case .fixed(let stops): return ExposureLookup(PhotoExposure(stops: stops, source: .set))
    case .locked(let locked):
      let camera = LockedExposures.Camera(self)
      return ExposureLookup(
        locked.entries.first { $0.camera == camera }.map {
          PhotoExposure(stops: $0.stops, source: .preview, photos: $0.photos)
        })
    case .auto:
      guard raw.matrixSource != .none, preview != nil else { return ExposureLookup(nil) }
      guard !source.isPartial else { return nil }
      let (path, camera) = (path, LockedExposures.Camera(self))
      let obstacle = foreignPreview
      return ExposureLookup {
        do throws(PreviewUnusable) {
          if let obstacle { throw PreviewUnusable(obstacle) }
          let stops = try Self.previewStops(of: source, path)
          return PhotoExposure(stops: stops, source: .preview, photos: 1)
        } catch {
          ColorGuesses.add(
            "\(camera.text): its exposure is not known, and \(error.reason) (\(path.lastComponent?.string ?? "")); photos have 0 EV",
            once: "exposure of \(camera.text)")
          return nil
        }
      }
    }
  }

  /// The stops by which a loaded photo's preview is brighter than the standard look makes the photo.
  ///
  /// - Throws: `ExposureUnknown` with the reason if the preview does not tell.
  public func previewExposure(of photo: LoadedPhoto) throws(ExposureUnknown) -> Double {
    do throws(PreviewUnusable) {
      guard photo.raw.isInColor else { throw PreviewUnusable("the photo is in black and white") }
      guard photo.raw.matrixSource != .none else {
        throw PreviewUnusable("the photo's values are a finished picture's")
      }
      if let foreignPreview { throw PreviewUnusable(foreignPreview) }
      return try Self.previewStops(of: photo.source, path)
    } catch { throw ExposureUnknown(reason: error.reason) }
  }

  private static func previewStops(
    of source: DevelopSource, _ path: FilePath
  ) throws(PreviewUnusable) -> Double {
    // The photo's own file may be in use by another thread.
    guard let content = try? RawSource(path: path).readPreview() else {
      throw PreviewUnusable("it has no preview")
    }
    let edge = 2 * PicturePair.Purpose.exposure.longEdge
    let preview = try PreviewPicture(
      content, of: path, rawOrientation: source.orientation,
      atLeast: Size(width: edge, height: edge))
    guard preview.hasAspect(of: preview.shown(of: source), in: source) else {
      throw PreviewUnusable("its preview has other proportions")
    }
    return try ExposureFit(PicturePair(source, preview, for: .exposure)).stops
  }

  /// Why the preview shows a program's edits rather than the camera's brightness; nil if it does not.
  ///
  /// Cameras that write DNGs seldom name themselves there. A program that converts or edits a DNG does.
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

/// Why a photo's preview does not tell its exposure.
public struct ExposureUnknown: Error, Sendable, Hashable {
  /// A clause, such as `it has no preview`.
  public let reason: String
}
