internal import Color
internal import Develop
internal import Outputs
public import PhotoLoading
public import Sampling
internal import SystemPackage
internal import TimeLapse
internal import Timelines

extension OpenedTimeline {
  /// Fits the looks that the timeline asks for, before any frame is made.
  ///
  /// A photo, and the photos of a sequence, have the look of the first of them, so that it does not
  /// change from frame to frame; tiles and sheets have one for each camera.
  /// - Returns: The looks of all sources; empty if looks are the recipe's, or each photo's own.
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

  /// Gives all photos of a camera model one exposure, if neither their files nor the table of models states it, so that frames
  /// match. It must precede the frames.
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

  /// The raws of a source; finished pictures have no look to fit.
  func raws(_ index: Int) -> [FilePath] {
    photos[index].filter { $0.facts?.isStill != true }.map(\.path)
  }
}
