internal import Color
public import Develop
public import PhotoLoading
internal import Scheduling
public import SystemPackage

/// Finds the exposures of camera models that neither files nor the table state, for photos that must match: frames of a
/// sequence, and photos that another program will put together.
///
/// Up to five photos of a model, evenly spaced in the order of their paths, decide. So the result depends neither on threads
/// nor on the part of the inputs that a process works on.
public struct ExposureFitting: Sendable {
  private let loading: LoadSettings
  private let jobs: Int
  private let isStopped: @Sendable () -> Bool

  /// - Parameters:
  ///   - loading: How photos are decoded.
  ///   - jobs: Threads to use.
  ///   - isStopped: Asked before each photo: whether to leave out the rest.
  public init(
    loading: LoadSettings, jobs: Int, isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.loading = loading
    self.jobs = jobs
    self.isStopped = isStopped
  }

  /// Photos of a model that are measured at most.
  static let mostPhotos = 5

  /// The exposure of each model that lacks one and whose previews tell it.
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
    return LockedExposures(
      order.compactMap { camera in
        let stops = Self.spaced(members[camera] ?? []).compactMap { found(on: $0, crew) }
        return Self.median(stops).map {
          LockedExposures.Entry(camera, stops: $0, photos: stops.count)
        }
      })
  }

  /// What a photo's preview tells.
  public struct Measured: Sendable {
    /// The photo.
    public let path: FilePath
    /// Its camera; nil if it cannot be read.
    public let camera: LockedExposures.Camera?
    /// The stops by which the preview is brighter than the standard look makes the photo; nil if it does not tell.
    public let stops: Double?
    /// The reason for that, as a clause; empty if there are stops.
    public let obstacle: String
  }

  /// Measures each photo, whichever exposure its file or the table of models states.
  public func each(of paths: [FilePath]) -> [Measured] {
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

  /// The middle value, to 0.01; halfway between the middle two of an even number.
  static func median(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    return (middle * 100).rounded() / 100
  }

  /// The stops of a photo; nil if its preview does not tell them, which is noted as for a photo that is developed.
  private func found(on path: FilePath, _ crew: Crew) -> Double? {
    if isStopped() { return nil }
    var loading = loading
    loading.unknownExposure = .auto
    let photo = try? LoadedPhoto(path: path, settings: loading, crew: { crew($0) })
    return photo?.source.unknownExposure?.exposure?.stops
  }
}

extension PhotoSettings {
  /// These settings with one exposure for all photos of a model, if photos are to have those of their previews.
  ///
  /// - Parameters:
  ///   - paths: All photos of the run.
  ///   - recipes: How they are developed.
  public func lockingExposures(
    of paths: [FilePath], _ recipes: [DevelopRecipe], by fitting: ExposureFitting
  ) -> PhotoSettings {
    guard loading.unknownExposure == .auto, recipes.contains(where: \.asksForExposure) else {
      return self
    }
    var settings = self
    settings.loading.unknownExposure = .locked(fitting.exposures(of: paths))
    return settings
  }

  /// What pictures depend on of the exposures that neither files nor the table state; nil for nothing.
  package var exposureIdentity: String? {
    guard asksForExposure else { return nil }
    return switch loading.unknownExposure {
    case .none: nil
    // The version of the rule: a photo's number follows from the photo.
    case .auto: "preview 1"
    case .fixed(let stops): "\(stops)"
    case .locked(let locked):
      "preview 1 " + locked.entries.map { "\($0.camera.text) \($0.stops)" }.joined(separator: ", ")
    }
  }

  /// Whether a picture may depend on such an exposure: none does whose look was fitted.
  private var asksForExposure: Bool {
    guard case .fitted(let looks)? = cameraLooks else { return recipe.asksForExposure }
    return looks.looks.contains { with($0).recipe.asksForExposure }
  }
}
