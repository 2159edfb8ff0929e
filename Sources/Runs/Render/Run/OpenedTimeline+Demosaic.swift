public import BromideDevelop
internal import BromidePhotos
internal import BromideSampling
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage

extension OpenedTimeline {
  /// Returns the demosaic method of each photo source, based on the first readable photo.
  ///
  /// It is `nil` for other sources and finished pictures. The array is empty if all are `nil`.
  public func demosaics() -> [DemosaicMethod?] {
    let methods = timeline.sources.indices.map { demosaic(of: $0) }
    return methods.contains { $0 != nil } ? methods : []
  }

  private func demosaic(of index: Int) -> DemosaicMethod? {
    let paths: [FilePath]
    switch timeline.sources[index].content {
    case .photo(let path): paths = [path]
    case .sequence: paths = photos[index].map(\.path)
    case .clip, .tiles, .sheet, .text, .color: return nil
    }
    var form = form
    form.settings.photo.recipe = recipe(of: index)
    form = correcting(form, index)
    if let canvas = canvas(of: index) {
      guard let size = try? canvas.size(timeline.sources[index]) else { return nil }
      form.size = size
    }
    form.settings.photo.loading.lockedLevels = (try? levels(of: index)) ?? nil
    for path in paths {
      guard let file = try? PhotoFile(path: path, settings: form.settings.photo.loading) else {
        continue
      }
      if file.isStill { return nil }
      guard let source = try? file.source().source else { continue }
      guard source.image.filters != nil else { return nil }
      return try? form.demosaicing(source, for: FrameForm.nearest(of: schedule.moments(of: index)))
        .settings.photo.recipe.demosaic
    }
    return nil
  }
}
