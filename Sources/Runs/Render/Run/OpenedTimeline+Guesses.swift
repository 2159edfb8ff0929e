public import BromidePhotos
internal import BromideSampling
internal import BromideTimelines
public import BromideValues
internal import SystemPackage

extension OpenedTimeline {
  /// Returns the errors of unreadable photos in a source, with their paths.
  public func missing(of source: Int) -> [String] {
    let shown =
      switch timeline.sources[source].content {
      case .photo(let path): [SequencePhoto(path: path, context: form.settings.context)]
      case .tiles(let layout): [SequencePhoto(path: layout.photo, context: form.settings.context)]
      case .sequence, .sheet, .clip, .text, .color: photos[source]
      }
    return shown.compactMap { photo in
      guard case .failure(let error) = photo.header else { return nil }
      return error.description
    }
  }

  /// The number of a sequence's photos that do not contain the settings of their exposure.
  public func unknownExposures(of source: Int) -> Int {
    photos[source].count { photo in
      photo.facts.flatMap { ExposureSetting($0)?.brightness } == nil
    }
  }

  /// The displayed sizes of a sequence's photos, the most frequent first, with their numbers.
  public func sizes(of source: Int) -> [(size: Size, count: Int)] {
    guard case .sequence = timeline.sources[source].content else { return [] }
    let locked = orientation(of: source)
    var counts: [Size: Int] = [:]
    for facts in photos[source].compactMap(\.facts) {
      counts[(locked ?? facts.orientation).upright(facts.size), default: 0] += 1
    }
    return counts.sorted { ($0.value, $0.key.area) > ($1.value, $1.key.area) }
      .map { ($0.key, $0.value) }
  }

  /// Returns text that exceeds its line width, with the widest word and the limit in pixels.
  public func cutTexts() -> [(words: String, width: Int, limit: Int)] {
    timeline.sources.indices.compactMap { index in
      guard case .text(let layout) = timeline.sources[index].content,
        let canvas = canvas(of: index),
        let maker = try? TextMaker(
          layout, em: canvas.exact.y, frameWidth: Double(form.size.width), paths: subjectPaths,
          form: form),
        let layer = schedule.frame(schedule.sources[index].firstFrame).layers.first(where: {
          $0.source == index
        }),
        let width = maker.excess(of: layer)
      else { return nil }
      return (
        layout.template.text, Int(width.rounded(.up)),
        Int((layout.width * Double(form.size.width)).rounded())
      )
    }
  }

  /// Returns the warnings about the first raw of each source, for example about guessed colours or
  /// a missing white balance, and about light above white in clips.
  public func firstWarnings() -> [Warning] {
    var warnings: [Warning] = []
    for index in timeline.sources.indices {
      if let clip = clips[index] {
        warnings.add([clip.lightWarning(timeline.sources[index].coding)].compactMap(\.self))
      }
      var settings = form.settings.photo
      settings.recipe = recipe(of: index)
      let path: FilePath?
      switch timeline.sources[index].content {
      case .photo(let photo):
        path = StillPhoto.isStill(photo, context: settings.context) ? nil : photo
      case .sequence: path = raws(index).first
      case .tiles, .sheet, .clip, .text, .color: path = nil
      }
      guard let path,
        let opened = try? OpenedPhoto(path: path, settings: settings.loading),
        let loaded = try? opened.load(leavesSamplesInFile: true)
      else { continue }
      warnings.add(settings.warnings(about: loaded, path, look: nil))
    }
    return warnings
  }
}
