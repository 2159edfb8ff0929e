internal import BromideChoreography
internal import BromideDevelop
internal import BromidePhotos
internal import BromideRaw
internal import BromideSampling
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage
internal import Tweening

extension OpenedTimeline {
  /// Returns the duration of the animation of tiles or a sheet in seconds, or `nil` for other
  /// sources and still scenes.
  ///
  /// - Throws: `RenderError.request` if the photos do not fit on the frame.
  static func seconds(
    of source: TimelineSource, form: FrameForm, paths: [FilePath], threads: Int
  ) throws(RenderError) -> Double? {
    if let script = source.script, let complaint = TileVariation.complaint(script) {
      throw .request(complaint)
    }
    var centers: [SIMD2<Double>] = []
    switch source.content {
    case .tiles(let layout):
      // The photo fills the frame, or is centred if it is smaller.
      var size = form.size
      if form.fit == .contain {
        let photo = TileMaker.look(
          at: layout.photo, settings: PhotoSettings(form.settings.context)
        ).size
        let scale = min(
          Double(size.width) / Double(photo.width), Double(size.height) / Double(photo.height))
        size = Size(
          width: Int((Double(photo.width) * scale).rounded()),
          height: Int((Double(photo.height) * scale).rounded()))
      }
      let corner = Region(
        x: (form.size.width - size.width) / 2, y: (form.size.height - size.height) / 2, width: 0,
        height: 0)
      if let complaint = layout.complaint(in: size, scale: form.scale) {
        throw .request(complaint)
      }
      centers = layout.parts(in: size, scale: form.scale).map {
        $0.translated(x: corner.x, y: corner.y).center
      }
    case .sheet(let layout):
      let tiles = TileRun(crew: Crew(threads: threads))
      do throws(SheetError) {
        let grid = try SheetGrid(
          photos: tiles.look(
            at: paths, settings: PhotoSettings(form.settings.context)
          ).map(\.size), filling: form.size,
          style: layout.style(form.scale))
        centers = grid.pages[0].cells.map(\.box.center)
      } catch {
        throw .request(error.description)
      }
    case .photo, .sequence, .clip, .text, .color: return nil
    }
    guard let script = source.script else { return nil }
    let area = Extent(width: Double(form.size.width), height: Double(form.size.height))
    let stage = Stage(area: area, points: centers.map { Point(x: $0.x, y: $0.y) })
    return Performance(of: script, on: stage).duration
  }

  /// Returns a tile maker with the timeline's settings.
  func tileMaker(_ form: FrameForm) -> TileMaker {
    var maker = TileMaker(form.settings.photo)
    maker.fit = form.fit
    maker.enlarges = true
    return maker
  }

  /// Returns the parameters of all frames with a source.
  func moments(of source: Int) -> [FilterSettings] {
    Array(Set(schedule.moments(of: source)))
  }

  /// Returns the form of a scene.
  ///
  /// - Parameter background: The colour behind the tiles as sRGB code values, or `nil` for
  ///   transparency.
  func sceneForm(_ form: FrameForm, _ source: Int, background: SIMD3<Double>?) -> SceneMaker.Form {
    let content = timeline.sources[source]
    var settings = form.settings
    settings.photo.loading.unpacker = .auto
    var result = SceneMaker.Form(
      size: form.size, space: settings.photo.recipe.space, sample: settings.photo.recipe.sample,
      background: background,
      identity:
        "\(content.content.words) \(content.script?.description ?? "") \(form.fit) \(form.scale) \(form.identity(settings.photo.recipe.filters))",
      instructionSet: form.instructionSet)
    result.scale = form.scale
    return result
  }
}

extension TimelineSource.Content {
  /// All data of a layout except its photos, as text.
  fileprivate var words: String {
    switch self {
    case .tiles(let layout): return "tiles \(layout.cut)"
    case .sheet(var layout):
      layout.photos = PhotoList([])
      return "\(layout)"
    case .photo, .sequence, .clip, .text, .color: return ""
    }
  }
}

extension SheetLayout {
  /// Returns the dimensions of a sheet on a frame.
  ///
  /// - Parameter scale: The number of frame pixels for each pixel of the layout.
  func style(_ scale: Double) -> SheetGrid.Style {
    SheetGrid.Style(
      columns: columns, spacing: Int((spacing * scale).rounded()),
      margin: Int((margin * scale).rounded()), captionLines: captions.count)
  }
}
