internal import BromideCodecs
internal import BromideDevelop
internal import BromidePhotos
internal import BromideRaw
internal import BromideSampling
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage

extension OpenedTimeline {
  /// Returns the maker of a source, ready to open.
  func maker(
    _ index: Int, _ analysis: LapseAnalysis?
  ) throws(FrameError) -> any LayerMaker {
    let source = timeline.sources[index]
    var form = form
    form.settings.photo.recipe = recipe(of: index)
    form.fit = fit(of: index).request
    let canvas = canvas(of: index)
    if let canvas {
      form.size = try canvas.size(source)
      // The result is rounded again when it is drawn on the frame.
      form.settings.photo.recipe.sample = .uint16
    }
    let combines = source.retiming.combines
    var inner = form
    // With 8 bits, many dark photos would lose too much detail.
    if combines { inner.settings.photo.recipe.sample = .uint16 }
    var maker = try maker(index, analysis, inner, em: canvas?.exact.y ?? 0)
    if fit(of: index) == .blur { maker = BlurFillMaker(maker, form: inner) }
    if combines {
      maker = StackMaker(
        maker, by: source.retiming.blend, grows: schedule.sources[index].frameCount > 1, form: form)
    } else if source.retiming.blend != .nearest {
      maker = MixingMaker(maker, form: form)
    }
    return canvas.map { PlacedMaker(maker, canvas: $0) } ?? maker
  }

  private func maker(
    _ index: Int, _ analysis: LapseAnalysis?, _ form: FrameForm, em: Double
  ) throws(FrameError) -> any LayerMaker {
    let source = timeline.sources[index]
    var form = form
    if !looks.isEmpty, lists[index] != nil || source.develop?.given.contains("look") != true {
      form.settings.photo.cameraLooks = looks[index]
    }
    form = correcting(form, index)
    if !source.content.isOfPhotos {
      form.settings.photo.recipe.optics.outputSharpening = .none
    }
    switch source.content {
    case .photo(let path):
      let schedule = schedule
      return try PhotoMaker(path, form: form) { schedule.moments(of: index) }
    case .sequence:
      form.settings.photo.loading.lockedLevels = try levels(of: index)
      if let locked = orientation(of: index) { form.settings.photo.loading.orientation = locked }
      let schedule = schedule
      return SequenceMaker(
        photos[index], form: form, corrections: analysis?.photos.map(\.correction) ?? [],
        balances: analysis?.photos.map { $0.balance.map { .temperature($0.kelvin, tint: $0.tint) } }
          ?? [],
        missing: source.lapse.missing, moments: { schedule.moments(of: index) },
        keptPhotos: timeline.shutter > 0 && source.retiming.blend != .nearest ? 2 : 1)
    case .clip(let path):
      return try ClipMaker(
        path, coding: source.coding, planes: source.planes,
        chroma: source.chroma ?? .linear, orientation: source.clipOrientation, form: form)
    case .tiles(let layout):
      // A source with a start time is drawn over others, which are visible between its tiles.
      return SceneMaker(
        layout, script: source.script, maker: tileMaker(form), moments: moments(of: index),
        form: sceneForm(
          form, index, background: source.start == nil && !source.isPlaced ? SIMD3() : nil))
    case .sheet(let layout):
      return SceneMaker(
        layout, paths: photos[index].map(\.path), script: source.script, maker: tileMaker(form),
        moments: moments(of: index), memoryLimit: Machine.freeMemory() / 2,
        form: sceneForm(form, index, background: layout.background))
    case .text(let layout):
      try checkSubjects(of: index, layout)
      return try TextMaker(
        layout, em: em, frameWidth: Double(self.form.size.width), paths: subjectPaths, form: form)
    case .color(let color): return ColorMaker(color, form: form)
    }
  }

  /// Returns the method to fit a source's pictures to the frame or their box. Scenes, text and
  /// colours have the frame's proportions.
  private func fit(of index: Int) -> SourceFit {
    let source = timeline.sources[index]
    if case .photo(let path) = source.content, source.fit == nil, source.avoidsCutting,
      timeline.fit == .cover,
      let facts = SequencePhoto(path: path, context: form.settings.context).facts
    {
      let size = facts.orientation.upright(facts.size)
      let ratio =
        Double(size.width * form.size.height) / Double(size.height * form.size.width)
      return min(ratio, 1 / ratio) < 0.5 ? .blur : .cover
    }
    return switch source.content {
    case .photo, .sequence, .clip: source.fit ?? timeline.fit
    case .tiles, .sheet, .text, .color: SourceFit(rawValue: form.fit.rawValue) ?? .contain
    }
  }

  /// Returns the size for creating a placed source: its largest size in any frame.
  func canvas(of index: Int) -> LayerCanvas? {
    let source = timeline.sources[index]
    guard source.isPlaced else { return nil }
    let frame = SIMD2(Double(form.size.width), Double(form.size.height))
    switch source.content {
    // Scenes have the frame's proportions, and are scaled as one picture.
    case .tiles, .sheet: return LayerCanvas(exact: frame, isMoving: false)
    case .photo, .sequence, .clip, .text, .color: break
    }
    var isLetters = false
    if case .text = source.content { isLetters = true }
    var largest = SIMD2<Double>()
    var sizes = Set<SIMD2<Double>>()
    for place in schedule.places(of: index) {
      guard let lengths = place.size else { continue }
      var size = lengths.pixels(in: frame, scale: form.scale)
      if isLetters { size.x = size.y }
      largest = pointwiseMax(largest, size)
      sizes.insert(size)
    }
    return sizes.isEmpty
      ? LayerCanvas(exact: frame, isMoving: false)
      : LayerCanvas(exact: largest, isMoving: sizes.count > 1, isLetters: isLetters)
  }

  /// Checks that each frame with text about a photo shows a photo below the text.
  private func checkSubjects(of index: Int, _ layout: TextLayout) throws(FrameError) {
    guard layout.template.needsPhoto else { return }
    let source = schedule.sources[index]
    for frame in source.firstFrame..<source.firstFrame + source.frameCount {
      let layers = schedule.frame(frame).layers
      if layers.contains(where: { $0.source == index && $0.subject == nil }) {
        throw .unsupported(
          "the text “\(layout.template.text)” requires a photo below it, but frame \(frame) does not show one; put a photo or a sequence before the text"
        )
      }
    }
  }

  /// The photos for the text's facts, by source.
  var subjectPaths: [[FilePath]] {
    timeline.sources.indices.map { index in
      if case .photo(let path) = timeline.sources[index].content { return [path] }
      return photos[index].map(\.path)
    }
  }
}

/// The size of a created placed source.
struct LayerCanvas: Sendable {
  /// The size in frame pixels. For text, both values are the font size (em).
  let exact: SIMD2<Double>
  /// Whether the source is also drawn at other sizes.
  let isMoving: Bool
  /// Whether sizes are font sizes, along the height.
  var isLetters = false

  /// Maximum width and height.
  static let longestSide = 16_384.0

  /// Returns the size in whole pixels. It is rounded, or rounded up if it will be reduced to other
  /// sizes.
  func size(_ source: TimelineSource) throws(FrameError) -> Size {
    guard exact.max() <= Self.longestSide else {
      throw .unsupported(
        "a layer of \(Int(exact.x)) × \(Int(exact.y)) pixels is too large; a side has at most \(Int(Self.longestSide))"
      )
    }
    let sides = exact.rounded(isMoving ? .up : .toNearestOrAwayFromZero)
    return Size(width: max(1, Int(sides.x)), height: max(1, Int(sides.y)))
  }
}

extension TimelineSource.Content {
  /// Whether its frames show photos, each over all of the frame or its part.
  fileprivate var isOfPhotos: Bool {
    switch self {
    case .photo, .sequence: true
    case .tiles, .sheet, .clip, .text, .color: false
    }
  }
}
