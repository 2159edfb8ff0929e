public import BromideDevelop
public import BromidePhotos
internal import BromideSystem
internal import BromideValues
public import SystemPackage

/// Measures the exposures of camera models that are missing in both the files and the table, for
/// photos that must match.
///
/// These are frames of a sequence, and photos that another program will combine. Up to five photos
/// per model, evenly spaced in path order, set the exposure. The result therefore does not depend
/// on threads or on the part of the inputs that a process works on.
extension PhotoFitting {
  /// Photos of a model that are measured at most.
  static let mostPhotos = 5

  /// Returns the exposure of each model that needs one and can be measured on previews.
  public func exposures(of paths: [FilePath]) -> LockedExposures {
    let loading = loading
    let crew = Crew(threads: jobs)
    let sorted = paths.sorted { $0.string < $1.string }
    let cameras = crew.map(sorted, until: isStopped) { path -> LockedExposures.Camera? in
      guard let photo = try? OpenedPhoto(path: path, settings: loading), photo.lacksExposure,
        photo.preview != nil
      else { return nil }
      return LockedExposures.Camera(photo)
    }
    var order: [LockedExposures.Camera] = []
    var members: [LockedExposures.Camera: [FilePath]] = [:]
    for (path, camera) in zip(sorted, cameras) {
      guard let camera = camera ?? nil else { continue }
      if members[camera] == nil { order.append(camera) }
      members[camera, default: []].append(path)
    }
    var entries: [LockedExposures.Entry] = []
    var unknown: [LockedExposures.Camera: Warning] = [:]
    for camera in order {
      let results = Self.spaced(members[camera] ?? []).map { found(on: $0, crew) }
      let stops = results.compactMap(\.stops)
      if let median = Self.median(stops) {
        entries.append(LockedExposures.Entry(camera, stops: median, photos: stops.count))
      } else {
        unknown[camera] = results.lazy.compactMap(\.warning).first
      }
    }
    return LockedExposures(entries, unknown: unknown)
  }

  /// The measurement of a photo's preview.
  public struct Measured: Sendable {
    /// The photo.
    public let path: FilePath
    /// The camera, or `nil` if the photo cannot be read.
    public let camera: LockedExposures.Camera?
    /// The stops by which the preview is brighter than the photo with the standard look, or `nil`
    /// if they cannot be measured.
    public let stops: Double?
    /// The reason for a missing value, as a clause, or an empty string if there is a value.
    public let obstacle: String
  }

  /// Measures each photo, even if its file or the table of models contains an exposure.
  public func measuredExposures(of paths: [FilePath]) -> [Measured] {
    let crew = Crew(threads: jobs)
    return paths.compactMap { path in isStopped() ? nil : measured(path, crew) }
  }

  private func measured(_ path: FilePath, _ crew: Crew) -> Measured {
    do throws(PhotoError) {
      let photo = try OpenedPhoto(path: path, settings: loading)
      let camera = LockedExposures.Camera(photo)
      let loaded = try photo.load(crew: { crew($0) })
      do throws(ExposureUnknown) {
        let stops = try photo.previewExposure(of: loaded)
        return Measured(path: path, camera: camera, stops: stops, obstacle: "")
      } catch {
        return Measured(path: path, camera: camera, stops: nil, obstacle: error.reason)
      }
    } catch {
      return Measured(path: path, camera: nil, stops: nil, obstacle: error.reason)
    }
  }

  /// Some photos, evenly spaced, with the first and the last.
  static func spaced<T>(_ photos: [T]) -> [T] {
    guard photos.count > mostPhotos else { return photos }
    return (0..<mostPhotos).map { photos[$0 * (photos.count - 1) / (mostPhotos - 1)] }
  }

  /// Returns the median to 0.01. For an even number, it is the mean of the middle two.
  static func median(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    return (values.median * 100).rounded() / 100
  }

  /// Returns the stops of a photo, or the warning if they cannot be measured.
  private func found(on path: FilePath, _ crew: Crew) -> (stops: Double?, warning: Warning?) {
    var loading = loading
    loading.unknownExposure = .auto
    guard !isStopped(),
      let photo = try? LoadedPhoto(path: path, settings: loading, crew: { crew($0) })
    else { return (nil, nil) }
    return (photo.source.unknownExposure?.exposure?.stops, photo.unknownExposureWarning)
  }
}

extension PhotoSettings {
  /// Returns these settings with one exposure for all photos of a model, if exposures come from
  /// previews.
  ///
  /// - Parameters:
  ///   - paths: All photos of the run.
  ///   - recipes: The recipes to develop them with.
  public func lockingExposures(
    of paths: [FilePath], _ recipes: [DevelopRecipe], by fitting: PhotoFitting
  ) -> PhotoSettings {
    guard loading.unknownExposure == .auto, recipes.contains(where: \.needsExposure) else {
      return self
    }
    var settings = self
    settings.loading.unknownExposure = .locked(fitting.exposures(of: paths))
    return settings
  }

  /// The part of a fingerprint for exposures that are missing in files and table, or `nil` if it
  /// does not matter.
  package var exposureIdentity: String? {
    guard needsExposure else { return nil }
    return switch loading.unknownExposure {
    case .none: nil
    // The version of the rule: a photo's number follows from the photo.
    case .auto: "preview 1"
    case .fixed(let stops): "\(stops)"
    case .locked(let locked):
      "preview 1 " + locked.entries.map { "\($0.camera.text) \($0.stops)" }.joined(separator: ", ")
    }
  }

  /// Whether a picture can depend on this exposure. Pictures with a fitted look do not.
  private var needsExposure: Bool {
    guard case .fitted(let looks)? = cameraLooks else { return recipe.needsExposure }
    return looks.looks.contains { with($0).recipe.needsExposure }
  }
}
