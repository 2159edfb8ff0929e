internal import ArgumentParser
internal import BromideDevelop
internal import BromideSampling
internal import BromideSystem

/// The rules for options of several groups.
extension SampleTask {
  mutating func validate() throws {
    let places = place.places
    if places.chartName != nil, against.against != nil {
      throw ValidationError("--against cannot be combined with a chart; remove it")
    }
    if places.chartName == nil, against.against == nil {
      try reject(["tolerance": against.tolerance != nil, "delta-e": against.deltaE != nil]) {
        "--\($0) needs --against or sample chart, which give differences"
      }
    }
    if plotting.plot != nil { try checkPlot(places) }
    if places.palette != nil || places.hasHistogram { try checkOverview(places) }
    if places.hasHistogram { try checkHistogram() }
    try checkPalette(places)
    try color.check(with: filters.settings)
    if recipe.recipe.isEmpty { try color.checkLookSave() }
    try checkLight()
    guard raw.from == .preview else { return }
    try reject([
      "recipe": !recipe.recipe.isEmpty, "sidecar auto": recipe.sidecar == .auto,
      "as": raw.light != nil, "lens": raw.lens != nil, "lens-names": raw.names.lensNames != nil,
    ]) { "--\($0) cannot be combined with --from preview, which skips the sensor; remove one" }
  }

  /// Rejects the first option that the user gave.
  private func reject(
    _ options: KeyValuePairs<String, Bool>, _ reason: (_ name: String) -> String
  ) throws {
    if let name = options.first(where: \.value)?.key { throw ValidationError(reason(name)) }
  }

  /// Rejects plots of data that is not a course.
  private func checkPlot(_ places: PlaceRequest) throws {
    guard !places.hasHistogram else { return }
    if places.line != nil, places.hasOthersThanLine {
      throw ValidationError("--plot draws only the line; remove the other points")
    }
    if places.line != nil, frame.frames != nil {
      throw ValidationError("--plot draws the line of one frame; choose it with --frame")
    }
    if places.palette != nil || places.chartName != nil {
      throw ValidationError("--plot requires a line or several frames; use --swatch for colours")
    }
    if answer.spaces.allSatisfy({ $0 == .hex }) {
      throw ValidationError("--plot cannot draw hex; use another --space")
    }
  }

  /// Rejects options without effect on dominant colours and histograms.
  private func checkOverview(_ places: PlaceRequest) throws {
    let overview = places.hasHistogram ? "--histogram" : "a palette"
    try reject([
      "against": against.against != nil, "window": window.window != nil,
      "shape": window.shape != .square, "lookup": window.lookup != .nearest,
      "statistic": window.statistic != .mean, "stats": !window.stats.isEmpty,
      "compare": against.compare, "average": frame.average != nil,
    ]) { "--\($0) cannot be combined with \(overview), which reads the full picture" }
  }

  /// Rejects options that a histogram does not support.
  private func checkHistogram() throws {
    let known = SampleSpace.all.filter {
      if case .encoded = $0 { true } else { $0 == .rgb || $0 == .ycbcr }
    }
    guard answer.spaces.count == 1, known.contains(answer.spaces[0]) else {
      throw ValidationError(
        "--histogram counts the codes of one space: --space "
          + known.map(\.name).joined(separator: ", "))
    }
    try reject(["swatch": answer.swatch != nil, "unclipped": answer.unclipped]) {
      "--\($0) cannot be combined with --histogram; remove one"
    }
    if plotting.plot != nil, frame.frames != nil {
      throw ValidationError("--plot draws --histogram of one frame; choose it with --frame")
    }
    if answer.format.palette != nil {
      throw ValidationError("--histogram is not a palette; use --format text, csv or json")
    }
  }

  /// Rejects options without effect on palettes.
  private func checkPalette(_ places: PlaceRequest) throws {
    let stored: [SampleSpace] = [.camera, .ycbcr, .rgb]
    if places.palette != nil, let space = answer.spaces.first(where: stored.contains) {
      throw ValidationError(
        "--space \(space.name): a palette contains averages without stored values; use another space"
      )
    }
    guard answer.format.palette != nil else { return }
    try reject([
      "space": !answer.space.isEmpty, "unclipped": answer.unclipped,
      "stats": !window.stats.isEmpty,
    ]) { "--\($0): palettes contain sRGB only; use --format text, csv or json" }
    if answer.format == .ase, Console.isTerminal(1) {
      throw ValidationError("--format ase is binary; redirect it to a file: > palette.ase")
    }
  }

  /// Rejects options that have no effect on scene light.
  private func checkLight() throws {
    guard raw.light != .convert else { return }
    var names = color.flags.union(filters.flags)
    if color.lookSave != nil { names.insert("look-save") }
    if recipe.sidecar == .auto { names.insert("sidecar") }
    if let name = names.subtracting(RawSampleOptions.measuring).sorted().first {
      throw ValidationError("--\(name): \(RawSampleOptions.rejection)")
    }
  }

  /// Returns the reason if samples do not support a key of a recipe, or `nil` if they do.
  func rejection(_ key: String) -> String? {
    let own = [
      "white-balance", "highlight-mode", "tone", "look", "profile", "lut", "lut-space", "demosaic",
    ]
    let filters = PixelFilters.accepted.map(\.name)
    guard (own + filters).contains(key) else { return PixelFilters.rejection }
    return raw.light == .convert || RawSampleOptions.measuring.contains(key)
      ? nil : RawSampleOptions.rejection
  }

  /// Rejects rectangles with a window, swatches of too many places, and tables in other formats.
  func check(_ request: PlaceRequest) throws {
    if !request.places.isEmpty, request.places.allSatisfy(\.isRectangle), request.grid == nil {
      try window.checkRectangles()
    }
    if let swatch = answer.swatch {
      try AnswerPicture.check(swatch, of: "swatch")
      let count =
        request.places.count + (request.chart?.patches.count ?? 0)
        + (request.line.map { $0.steps + 1 } ?? 0)
      guard count <= SwatchPicture.mostPlaces else {
        throw UsageError("--swatch shows at most \(SwatchPicture.mostPlaces) places, not \(count)")
      }
    }
    guard !against.compare || answer.format == .text || answer.format == .json else {
      throw UsageError("--compare prints a table; use --format text or json")
    }
  }

  /// Rejects pictures and palettes of several inputs.
  func checkOneInput(_ count: Int) throws(UsageError) {
    let claims = [
      (answer.swatch != nil, "--swatch shows one picture, but there are \(count) inputs"),
      (scope.isGiven, "scopes draw one input, but there are \(count)"),
      (plotting.plot != nil, "--plot draws one input, but there are \(count)"),
      (
        answer.format.palette != nil,
        "--format \(answer.format.rawValue) is the palette of one picture, but there are \(count) inputs"
      ),
    ]
    if count > 1, let claim = claims.first(where: \.0)?.1 { throw UsageError(claim) }
  }
}
