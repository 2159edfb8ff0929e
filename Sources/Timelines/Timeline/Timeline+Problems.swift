internal import BromideDevelop
internal import BromideValues
internal import SystemPackage
internal import Tweening

extension Timeline {
  /// Returns the values that a document could not contain, or an empty array for a valid timeline.
  ///
  /// Programs can build any timeline, but schedules and layers rely on these rules. Problems that
  /// depend on photos, such as keys after the end of a source, are found by `TimelineSchedule`.
  public var problems: [TimelineProblem] {
    var report = ProblemReport()
    if let size, size.shortEdge < 1 || size.longEdge > Self.longestSide {
      report.add("size", "\(size)", "each side has 1 to \(Self.longestSide) pixels")
    }
    if rate.value > 1000 { report.add("fps", rate.text, "expected up to 1000") }
    if !(0...2).contains(shutter) { report.add("motion-blur", "\(shutter)", "expected 0 to 2") }
    if let audio {
      let numbers = [audio.start, audio.volume, audio.fade]
      if !numbers.allSatisfy({ $0.isFinite && $0 >= 0 }) {
        report.add("audio", "\(numbers)", "start, volume and fade are numbers from 0")
      }
    }
    for (index, source) in sources.enumerated() {
      report.prefix = "sources[\(index)]"
      source.check(&report)
      guard recipe(of: index).whiteBalance.isNumeric else { continue }
      for track in source.tracks where ["temperature", "tint"].contains(track.parameter.name) {
        report.add(
          track.parameter.name, nil, "cannot be combined with a numeric white balance; remove one")
      }
    }
    return report.problems
  }

  /// Maximum width and height of a frame.
  private static let longestSide = 65_535
}

/// Collects problems with the keys of their sources.
private struct ProblemReport {
  var prefix = ""
  private(set) var problems: [TimelineProblem] = []

  mutating func add(_ key: String, _ found: String?, _ reason: String) {
    let key = [prefix, key].filter { !$0.isEmpty }.joined(separator: ".")
    problems.append(TimelineProblem(path: "", line: nil, key: key, found: found, reason: reason))
  }

  /// Adds a problem unless a time is missing or valid.
  mutating func check(_ time: TimePoint?, _ key: String, isLength: Bool = false) {
    guard let time, !time.isValid || isLength && !time.isLength else { return }
    add(key, "\(time)", isLength ? "expected seconds or frames" : TimePoint.accepted)
  }
}

extension TimePoint {
  /// Whether the text of a document can state this point.
  fileprivate var isValid: Bool {
    switch self {
    case .seconds(let seconds): (0...Self.mostSeconds).contains(seconds)
    case .frames(let frames): (0...Self.mostFrames).contains(frames)
    case .share(let share): (0...1).contains(share)
    case .photo(let photo): photo >= 0
    case .photoNamed(let name): !name.isEmpty
    }
  }
}

extension TimelineSource {
  fileprivate func check(_ report: inout ProblemReport) {
    report.check(start, "start", isLength: true)
    report.check(duration, "duration", isLength: true)
    checkContent(&report)
    checkTransition(&report)
    check(tracks, "tracks", among: ParameterTable.all, &report)
    check(layer.tracks, "layer", among: LayerParameter.all, &report)
    if !(0...1).contains(layer.softness) {
      report.add("layer.softness", "\(layer.softness)", "expected 0 to 1")
    }
    if let pace = retiming.track {
      check([pace], "retiming", among: [Retiming.speed, Retiming.timeMap], &report)
    }
    report.check(lapse.holyGrail?.smooth, "lapse.holyGrail", isLength: true)
    guard let deflicker = lapse.deflicker else { return }
    report.check(deflicker.smooth, "lapse.deflicker", isLength: true)
    let region = deflicker.region
    let numbers = (0..<4).map { region[$0] }
    if !Parameter.crop.accepts(numbers) {
      report.add("lapse.deflicker", "\(numbers)", "expected \(Parameter.crop.accepted)")
    }
  }

  private func checkContent(_ report: inout ProblemReport) {
    let hasPhotos: Bool
    var canRetime = false
    switch content {
    case .photo: hasPhotos = true
    case .sequence(let list):
      (hasPhotos, canRetime) = (true, true)
      if list.paths.isEmpty { report.add("sequence", nil, "a sequence has one or more paths") }
    case .clip: (hasPhotos, canRetime) = (true, true)
    case .tiles(let layout):
      hasPhotos = true
      let isValid =
        switch layout.cut {
        case .grid(let columns, let rows):
          [columns, rows].allSatisfy { Self.tileCounts.contains($0) }
        case .size(let size): size.width > 0 && size.height > 0
        }
      if !isValid { report.add("tiles", nil, "expected 1 to 1000 columns and rows") }
    case .sheet(let layout):
      hasPhotos = true
      if layout.photos.paths.isEmpty { report.add("sheet", nil, "a sheet has one or more paths") }
      if let columns = layout.columns, !Self.tileCounts.contains(columns) {
        report.add("sheet.columns", "\(columns)", "expected 1 to 1000")
      }
      if ![layout.spacing, layout.margin].allSatisfy({ (0...10_000).contains($0) }) {
        report.add("sheet", nil, "spacing and margin are 0 to 10000 pixels")
      }
      if let background = layout.background { check(background, "sheet.background", &report) }
    case .text: hasPhotos = false
    case .color(let color):
      hasPhotos = false
      check(color, "color", &report)
    }
    if !hasPhotos, !tracks.isEmpty || develop != nil {
      report.add("tracks", nil, "requires photos; use the tracks of the layer")
    }
    if !canRetime, retiming.track != nil || retiming.stacks || retiming.blend != .nearest {
      report.add("retiming", nil, "applies to sequences and clips only")
    }
    guard script != nil else { return }
    switch content {
    case .tiles, .sheet: break
    default: report.add("script", nil, "applies to tiles and sheets only")
    }
  }

  private static let tileCounts = 1...TileLayout.mostTiles

  private func check(_ color: SIMD3<Double>, _ key: String, _ report: inout ProblemReport) {
    let numbers = (0..<3).map { color[$0] }
    if !Parameter.fadeColor.accepts(numbers) {
      report.add(key, "\(numbers)", "expected three numbers from 0 to 1")
    }
  }

  private func checkTransition(_ report: inout ProblemReport) {
    guard let transition else { return }
    report.check(transition.duration, "transition", isLength: true)
    if start != nil { report.add("transition", nil, "sets start; remove start") }
    switch transition.kind {
    case .crossfade where tracks.contains { $0.parameter == .opacity }:
      report.add("transition", nil, "sets opacity; remove the track of opacity")
    case .wipe(_, let softness):
      if layer.tracks.contains(where: { $0.parameter == LayerParameter.share }) {
        report.add("transition", nil, "sets wipe; remove the wipe of the source")
      }
      if !(0...1).contains(softness) {
        report.add("transition.softness", "\(softness)", "expected 0 to 1")
      }
    default: break
    }
  }

  private func check(
    _ tracks: [ParameterTrack], _ key: String, among known: [Parameter],
    _ report: inout ProblemReport
  ) {
    var names: Set<String> = []
    for track in tracks {
      let name = "\(key).\(track.parameter.name)"
      guard known.contains(track.parameter) else {
        report.add(name, nil, "the parameter does not move here")
        continue
      }
      if !names.insert(track.parameter.name).inserted {
        report.add(name, nil, "has two tracks; remove one")
      }
      track.check(name, &report)
    }
  }
}

extension ParameterTrack {
  fileprivate func check(_ key: String, _ report: inout ProblemReport) {
    if entries.isEmpty { report.add(key, nil, "a track has one or more keys or tweens") }
    if let misplaced { report.add(key, nil, misplaced.reason) }
    if let loop {
      report.check(loop.period, key + ".period")
      if case .times(let count) = loop.repetition, count < 1 {
        report.add(key + ".repeat", "\(count)", "expected whole numbers from 1")
      }
    }
    for entry in entries {
      switch entry.action {
      case .key(let time, let value, _):
        report.check(time, key + ".at")
        check(value, key, &report)
      case .tween(let tween):
        report.check(tween.start, key + ".start")
        report.check(tween.duration, key + ".duration")
        if let from = tween.from { check(from, key + ".from", &report) }
        check(tween.to, key + ".to", &report)
        if case .times(let count) = tween.repetition, count < 1 {
          report.add(key + ".repeat", "\(count)", "expected whole numbers from 1")
        }
      case .detour(let time, let target, let duration, _):
        report.check(time, key + ".at")
        report.check(duration, key + ".duration")
        check(target, key + ".to", &report)
      }
    }
  }

  private func check(_ values: [Double], _ key: String, _ report: inout ProblemReport) {
    if !parameter.accepts(values) {
      report.add(key, "\(values)", "expected \(parameter.accepted)")
    }
  }

  /// The first entry that cannot follow the previous ones, or `nil` if the order is valid.
  var misplaced: (entry: Entry, reason: String)? {
    var hasKeys = false
    var hasTweens = false
    for (index, entry) in entries.enumerated() {
      switch entry.action {
      case .key: hasKeys = true
      case .tween: hasTweens = true
      case .detour:
        guard index == 0 else { continue }
        return (entry, "a detour leaves keys or a tween, which must come before it")
      }
      if hasKeys && hasTweens { return (entry, "a track has keys or tweens, not both") }
      if hasKeys, case .detour = entries[max(0, index - 1)].action {
        return (entry, "a detour leaves the keys for good; only another detour may follow it")
      }
    }
    return nil
  }
}
