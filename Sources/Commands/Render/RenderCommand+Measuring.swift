internal import FrameSequence
internal import Platform
internal import SystemPackage
internal import TimeLapse
internal import Timelines

/// What a sequence's photos need to match.
extension RenderCommand {
  /// Measures how to make the photos of each source match, or reads earlier measurements.
  ///
  /// - Returns: An analysis for each source that needs one, or nil if the run is interrupted.
  func measure(_ opened: OpenedTimeline) throws -> [LapseAnalysis?]? {
    var analyses: [LapseAnalysis?] = []
    for index in opened.timeline.sources.indices {
      guard opened.lapseSettings(of: index) != nil else {
        analyses.append(nil)
        continue
      }
      let file = analysisFile(opened, index)
      guard
        let (analysis, wasRead) = try opened.analysis(of: index, file: file, threads: threads)
      else { return nil }
      messages.detail(
        wasRead ? "measurements read from \(file)" : "measured \(opened.photos[index].count) photos"
      )
      warn(of: analysis)
      for line in analysis.report { messages.detail(line) }
      analyses.append(analysis)
    }
    return analyses
  }

  func analyse(_ opened: OpenedTimeline) throws -> ExitStatus {
    var isMeasured = false
    for index in opened.timeline.sources.indices {
      let file = analysisFile(opened, index)
      guard let (analysis, _) = try opened.analysis(of: index, file: file, threads: threads)
      else { continue }
      isMeasured = true
      warn(of: analysis)
      do throws(SequenceError) { try analysis.write(to: file) } catch {
        throw RenderError.input(error.description)
      }
      messages.info("\(opened.photos[index].count) photos measured, written to \(file)")
      let text = analysis.report.joined(separator: "\n") + "\n"
      if let status = ExitStatus.put(text) { return status }
    }
    guard isMeasured else {
      throw UsageError(
        "nothing to measure: --analyse needs a sequence with --holy-grail or --deflicker, in the timeline or as flags"
      )
    }
    return .done
  }

  /// Tells where photos that are shown by time are missing.
  func tellGaps(_ opened: OpenedTimeline) {
    for (index, source) in opened.timeline.sources.enumerated() {
      guard case .sequence(let list) = source.content, list.order == .time else { continue }
      let gaps = TimeGap.all(in: opened.photos[index])
      guard let longest = gaps.max(by: { $0.seconds < $1.seconds }) else { continue }
      let seconds = { (value: Double) in Formatted.decimal(value, digits: 1) + " s" }
      messages.warning(
        "\(gaps.count == 1 ? "a gap" : "\(gaps.count) gaps, the longest") of \(seconds(longest.seconds)) between \(longest.before) and \(longest.after), where photos are \(seconds(longest.usual)) apart; each photo is shown as long as every other"
      )
    }
  }

  private func warn(of analysis: LapseAnalysis) {
    guard analysis.settings.holyGrail != nil, analysis.unstated > 0 else { return }
    messages.warning(
      "\(analysis.unstated) of \(analysis.photos.count) photos state no exposure time; for --holy-grail they count as set like the photo before"
    )
  }

  /// The file for a source's measurements, such as `night.analysis.json` for `night.yaml`.
  private func analysisFile(_ opened: OpenedTimeline, _ source: Int) -> FilePath {
    let path = FilePath(reversible: timeline!)
    let stem = Timeline.isDocument(path) ? path.reversibleStem : path.reversibleName
    let number = opened.timeline.sources.count == 1 ? "" : "-\(source + 1)"
    return path.removingLastComponent()
      .appending(reversible: "\(stem)\(number).analysis.json")
  }
}
