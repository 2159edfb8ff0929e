internal import BromidePhotos
internal import BromideRuns
internal import BromideSampling
internal import BromideTimelines

/// The plan of a run, and messages about guesses.
extension RenderCommand {
  /// Prints all parameters of the planned frames.
  func forecast(_ opened: OpenedTimeline, _ chosen: [Int]) throws -> ExitStatus {
    var opened = opened
    // Optics corrections affect the demosaic method.
    try correctOptics(&opened)
    let table = ScheduleTable(
      opened.timeline, opened.schedule, demosaics: opened.demosaics())
    if output.format == .csv, let status = ExitStatus.put(table.header + "\n") {
      return status
    }
    for frame in chosen {
      let lines = output.format == .csv ? table.csv(frame) : table.text(frame)
      let text = lines.map { $0 + "\n" }.joined()
      if let status = ExitStatus.put(text) { return status }
    }
    return .done
  }

  /// Prints the guesses of a run.
  func warnAboutGuesses(_ opened: inout OpenedTimeline, _ destination: FrameDestination?) throws {
    if var destination {
      try addSound(of: opened.timeline, to: &destination)
      warnAboutCutSides(destination, opened)
    }
    for index in opened.timeline.sources.indices {
      warnAboutMissingPhotos(opened, index)
      warnAboutUnknownExposures(opened, index)
      let sizes = opened.sizes(of: index)
      guard sizes.count > 1, let first = sizes.first else { continue }
      let others = sizes.dropFirst().prefix(3).map { "\($0.count) of \($0.size)" }
      messages.warning(
        "photos differ in size: \(first.count) of \(first.size), \(others.joined(separator: ", ")); each is fitted to \(opened.form.size) by fit: \((opened.timeline.sources[index].fit ?? opened.timeline.fit).rawValue)"
      )
    }
    for text in opened.cutTexts() {
      messages.warning(
        "the text “\(text.words)” has a word wider than its lines, \(text.width) of \(text.limit) pixels; use a smaller size"
      )
    }
    warnAboutExposures(&opened)
    messages.show(
      opened.timeline.warnings + opened.schedule.warnings + opened.firstWarnings())
  }

  /// Prints the rows and columns that a film removes to have even sides.
  private func warnAboutCutSides(_ destination: FrameDestination, _ opened: OpenedTimeline) {
    guard case .film(let film) = destination, output.preview || !setsSize(opened) else { return }
    let size = film.fitting(opened.form.size)
    guard size != opened.form.size else { return }
    messages.info(
      "\(film.codec.rawValue) requires even sides, so the frames have \(size) pixels instead of \(opened.form.size)"
    )
  }

  /// Prints missing exposure settings that are needed to find steps of exposure.
  private func warnAboutUnknownExposures(_ opened: OpenedTimeline, _ index: Int) {
    guard opened.timeline.sources[index].lapse.holyGrail != nil else { return }
    warnAboutUnknownExposures(opened.unknownExposures(of: index), of: opened.photos[index].count)
  }

  /// Prints the replacement for an exposure that is missing from the photo and from the table of
  /// cameras.
  private func warnAboutExposures(_ opened: inout OpenedTimeline) {
    guard opened.timeline.cameraLook == nil, [nil, .lock].contains(color.cameraExposure) else {
      return
    }
    opened.lockExposures(by: work.fitting(opened.form.settings.photo.loading))
    messages.note(opened.form.settings.photo.loading.unknownExposure)
  }

  private func warnAboutMissingPhotos(_ opened: OpenedTimeline, _ index: Int) {
    let missing = opened.missing(of: index)
    guard let first = missing.first else { return }
    let consequence =
      switch opened.timeline.sources[index].lapse.missing {
      case .fail: "which ends the run"
      case .hold: "and Bromide shows the photo before it instead"
      case .skip: "and Bromide skips its frames"
      }
    let count = opened.photos[index].count
    messages.warning(
      count == 0
        ? "\(first), \(consequence)"
        : "\(missing.count) of \(count) photos cannot be read, \(consequence): \(first)"
    )
  }
}
