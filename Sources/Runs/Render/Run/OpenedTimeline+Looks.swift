internal import BromideDevelop
public import BromidePhotos
public import BromideSampling
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage

extension OpenedTimeline {
  /// Reads the look files of a timeline and its sources.
  ///
  /// - Returns: The list of each source, or `nil` for other looks.
  static func readLooks(
    _ timeline: inout Timeline, _ settings: inout PictureSettings
  ) throws(RenderError) -> [LookList?] {
    var lists = [LookList?](repeating: nil, count: timeline.sources.count)
    do throws(LookFileError) {
      if let file = timeline.lookFile {
        switch try LookFile.read(file) {
        case .single(let look): settings.photo.recipe.look = look
        case .list(let list):
          for (index, source) in timeline.sources.enumerated()
          where source.develop?.given.contains("look") != true {
            lists[index] = list
          }
        }
      }
      for (index, source) in timeline.sources.enumerated() {
        guard let file = source.develop?.lookFile else { continue }
        switch try LookFile.read(file) {
        case .single(let look): timeline.sources[index].develop?.recipe.look = look
        case .list(let list): lists[index] = list
        }
      }
    } catch { throw .request(error.description) }
    return lists
  }

  /// Measures the photos by the timeline's settings, before any frame is drawn: optics, exposures
  /// and looks.
  ///
  /// - Parameters:
  ///   - jobs: Threads to use.
  ///   - isStopped: Called before each photo. Return true to skip the rest.
  /// - Returns: The looks, as `fitLooks(by:)`.
  /// - Throws: `RenderError`, as `correct(by:_:)`.
  package mutating func measure(
    jobs: Int, isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(RenderError) -> [CameraLook] {
    func fitting() -> PhotoFitting {
      PhotoFitting(
        loading: form.settings.photo.loading, jobs: jobs, memory: Machine.freeMemory() / 2,
        isStopped: isStopped)
    }
    _ = try correct(by: nil, fitting())
    lockExposures(by: fitting())
    return fitLooks(by: fitting())
  }

  /// Fits the looks that the timeline requests, or finds them in look files, before any frame is
  /// drawn.
  ///
  /// All photos of a sequence use the look of the first one, so that it does not change between
  /// frames. Tiles and sheets use one look per camera.
  /// - Returns: The looks of all sources, or an empty array if looks come from the recipe or each
  ///   photo.
  public mutating func fitLooks(by fitting: PhotoFitting) -> [CameraLook] {
    let mode = timeline.cameraLook
    guard mode != nil || lists.contains(where: { $0 != nil }) else { return [] }
    let loading = form.settings.photo.loading
    var all: [CameraLook] = []
    looks = timeline.sources.indices.map { index in
      let list = lists[index]
      guard mode != nil || list != nil else { return nil }
      func first(_ paths: [FilePath]) -> FittedLooks {
        list?.first(of: paths, loading) ?? fitting.firstLook(of: paths)
      }
      let isEach = list == nil && mode == .each
      let fitted: FittedLooks
      switch timeline.sources[index].content {
      case .photo(let path) where isStill(path): return nil
      case .tiles(let layout) where isStill(layout.photo): return nil
      case .photo(let path): fitted = first([path])
      case .tiles(let layout): fitted = first([layout.photo])
      case .sequence where isEach, .sheet where isEach: return .each
      case .sequence: fitted = first(raws(index))
      case .sheet:
        fitted = list?.groups(of: raws(index), loading) ?? fitting.lookGroups(of: raws(index))
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
  public mutating func lockExposures(by fitting: PhotoFitting) {
    let paths = timeline.sources.indices.flatMap { index -> [FilePath] in
      switch timeline.sources[index].content {
      case .photo(let path) where !isStill(path): [path]
      case .tiles(let layout) where !isStill(layout.photo): [layout.photo]
      case .sequence, .sheet: raws(index)
      case .photo, .tiles, .clip, .text, .color: []
      }
    }
    form.settings.photo = form.settings.photo.lockingExposures(
      of: Array(Set(paths)), timeline.sources.indices.map { recipe(of: $0) }, by: fitting)
  }

  /// Returns whether a file is a finished picture.
  func isStill(_ path: FilePath) -> Bool {
    StillPhoto.isStill(path, context: form.settings.context)
  }

  /// Returns the raws of a source, because finished pictures do not have a look to fit.
  func raws(_ index: Int) -> [FilePath] {
    photos[index].filter { $0.facts?.isStill != true }.map(\.path)
  }
}
