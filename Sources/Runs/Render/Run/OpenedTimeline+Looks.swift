internal import BromideDevelop
public import BromidePhotos
public import BromideSampling
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage

extension OpenedTimeline {
  /// Fits the looks that the timeline requests, before any frame is drawn.
  ///
  /// All photos of a sequence use the look of the first one, so that it does not change between
  /// frames. Tiles and sheets use one look per camera.
  /// - Returns: The looks of all sources, or an empty array if looks come from the recipe or each
  ///   photo.
  public mutating func fitLooks(by fitting: LookFitting) -> [CameraLook] {
    guard let mode = timeline.cameraLook else { return [] }
    var all: [CameraLook] = []
    looks = timeline.sources.indices.map { index in
      let fitted: FittedLooks
      switch timeline.sources[index].content {
      case .photo(let path) where StillPhoto.isStill(path): return nil
      case .tiles(let layout) where StillPhoto.isStill(layout.photo): return nil
      case .photo(let path): fitted = fitting.first(of: [path])
      case .tiles(let layout): fitted = fitting.first(of: [layout.photo])
      case .sequence where mode == .each, .sheet where mode == .each: return .each
      case .sequence: fitted = fitting.first(of: raws(index))
      case .sheet: fitted = fitting.groups(of: raws(index))
      case .clip, .text, .color: return nil
      }
      all += fitted.looks
      return .fitted(fitted)
    }
    return all
  }

  /// Sets one exposure for all photos of a camera model, if the files and the table of models do
  /// not contain it.
  ///
  /// This makes frames match. Call it before drawing.
  public mutating func lockExposures(by fitting: ExposureFitting) {
    let paths = timeline.sources.indices.flatMap { index -> [FilePath] in
      switch timeline.sources[index].content {
      case .photo(let path) where !StillPhoto.isStill(path): [path]
      case .tiles(let layout) where !StillPhoto.isStill(layout.photo): [layout.photo]
      case .sequence, .sheet: raws(index)
      case .photo, .tiles, .clip, .text, .color: []
      }
    }
    form.settings.photo = form.settings.photo.lockingExposures(
      of: Array(Set(paths)), timeline.sources.indices.map { recipe(of: $0) }, by: fitting)
  }

  /// Returns the raws of a source, because finished pictures do not have a look to fit.
  func raws(_ index: Int) -> [FilePath] {
    photos[index].filter { $0.facts?.isStill != true }.map(\.path)
  }
}
