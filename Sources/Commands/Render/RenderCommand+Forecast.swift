internal import Develop
internal import FrameSequence
internal import Inputs
internal import Outputs
internal import Pixels
internal import Platform
internal import SystemPackage
internal import TimeLapse
internal import Timelines

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

  /// Prints messages about guesses and unusual choices.
  func tellGuesses(_ opened: OpenedTimeline) {
    for index in opened.timeline.sources.indices {
      tellMissing(opened, index)
      let sizes = opened.sizes(of: index)
      guard sizes.count > 1, let first = sizes.first else { continue }
      let others = sizes.dropFirst().prefix(3).map { "\($0.count) of \($0.size)" }
      messages.warning(
        "photos differ in size: \(first.count) of \(first.size), \(others.joined(separator: ", ")); each is fitted to \(opened.form.size) by fit: \(opened.timeline.fit.rawValue)"
      )
    }
    for text in opened.cutTexts() {
      messages.warning(
        "the text “\(text.words)” has a word wider than its lines, \(text.width) of \(text.limit) pixels; use a smaller size"
      )
    }
    opened.tellBalances()
    messages.warnOfGuesses()
  }

  private func tellMissing(_ opened: OpenedTimeline, _ index: Int) {
    let missing = opened.missing(of: index)
    guard let first = missing.first else { return }
    let consequence =
      switch opened.timeline.sources[index].lapse.missing {
      case .fail: "which ends the run"
      case .hold: "and Bromide shows the photo before it instead"
      case .skip: "and Bromide skips its frames"
      }
    messages.warning(
      "\(missing.count) of \(opened.photos[index].count) photos cannot be read, \(consequence): \(first)"
    )
  }
}
