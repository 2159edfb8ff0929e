internal import BromideRuns
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage

/// Measurements for matching a sequence's photos.
extension RenderCommand {
  /// Measures the corrections that make the photos of each source match, or reads earlier
  /// measurements.
  ///
  /// - Returns: One analysis per source, or `nil` if the run is interrupted.
  func measure(_ opened: OpenedTimeline) throws -> [LapseAnalysis?]? {
    var analyses: [LapseAnalysis?] = []
    for index in opened.timeline.sources.indices {
      guard opened.lapseSettings(of: index) != nil else {
        analyses.append(nil)
        continue
      }
      let file = opened.analysisFile(of: index, nextTo: FilePath(reversible: timeline!))
      guard
        let (analysis, read) = try opened.analysis(of: index, file: file, threads: threads)
      else { return nil }
      messages.detail(
        read == analysis.photos.count
          ? "all measurements read"
          : "\(analysis.photos.count - read) photos measured, \(read) measurements read"
      )
      warn(of: analysis)
      for line in analysis.report { messages.detail(line) }
      analyses.append(analysis)
    }
    return analyses
  }

  /// Measures a share of the photos, which a later analysis of all photos uses.
  func analyse(_ opened: OpenedTimeline, _ share: InputShare) throws -> ExitStatus {
    var count = 0
    for index in opened.timeline.sources.indices {
      guard
        let light = try opened.lightShare(
          of: index, threads: threads, where: share.takes(number:))
      else { continue }
      let file = LightShare.path(
        share.index, of: share.count,
        nextTo: opened.analysisFile(of: index, nextTo: FilePath(reversible: timeline!)))
      do throws(SequenceError) { try light.write(to: file) } catch {
        throw RenderError.input(error.description)
      }
      messages.info(
        "\(light.photos.count) of \(opened.photos[index].count) photos measured, written to \(file)"
      )
      count += 1
    }
    guard count > 0 else {
      throw UsageError("--shard with --analyse requires --deflicker or --white-balance smooth")
    }
    return .done
  }

  func analyse(_ opened: OpenedTimeline) throws -> ExitStatus {
    var runs: [LapsePlot.Run] = []
    for index in opened.timeline.sources.indices {
      let file = opened.analysisFile(of: index, nextTo: FilePath(reversible: timeline!))
      guard let (analysis, read) = try opened.analysis(of: index, file: file, threads: threads)
      else { continue }
      runs.append(
        LapsePlot.Run(
          name: plotName(opened, index), analysis: analysis, gaps: opened.gaps(of: index)))
      warn(of: analysis)
      do throws(SequenceError) { try analysis.write(to: file) } catch {
        throw RenderError.input(error.description)
      }
      let measured = analysis.photos.count - read
      messages.info(
        "\(measured) photos measured, \(read > 0 ? "\(read) measurements read, " : "")written to \(file)"
      )
      let text = analysis.report.joined(separator: "\n") + "\n"
      if let status = ExitStatus.put(text) { return status }
    }
    guard !runs.isEmpty else {
      throw UsageError(
        "--analyse requires a sequence with --holy-grail, --deflicker or --white-balance smooth"
      )
    }
    if let picture = output.existing.picture(sequence.plot) {
      let plot = LapsePlot(runs)
      do throws(SampleFailure) {
        try picture.write(
          "plot", request: plot.request, context: opened.form.settings.context, messages: messages
        ) { try plot.draw() }
      } catch { throw RenderError.input(error.message) }
    }
    return .done
  }

  /// Returns the name of a source for a plot: the timeline or folder, with a number if necessary.
  private func plotName(_ opened: OpenedTimeline, _ source: Int) -> String {
    let name = FilePath(reversible: timeline!).visibleName
    return opened.timeline.sources.count == 1 ? name : "\(name), source \(source + 1)"
  }

  /// Prints messages about the photos before drawing.
  ///
  /// - Throws: `RenderError` for text that no photo can fill.
  func note(_ opened: OpenedTimeline) throws(RenderError) {
    for (last, first) in opened.counterBeginnings {
      messages.warning(
        "the names begin again after 9999, so \(first) is shown after \(last); --order time goes by the time of capture"
      )
    }
    if !opened.leftOut.isEmpty {
      messages.detail(Messages.leftOutOfSequence(opened.leftOut.count))
    }
    note(skippedFolders: opened.skippedFolders)
    messages.show(opened.choiceWarnings)
    messages.note(unchosen: opened.unchosen, by: choice.flags)
    for (photos, isRendered) in zip(opened.photos, opened.showsFrames) where isRendered {
      messages.info(
        "\(photos.count) rendered frames are shown in the order of their names, at \(opened.timeline.rate.text) a second"
      )
    }
    warnAboutFrames(opened)
    messages.note(stills: opened.stills.count)
    for clip in opened.clips.compactMap(\.self) {
      messages.detail("\(clip.path): \(clip.facts)")
      for remark in clip.remarks { messages.warning("\(clip.path): \(remark)") }
    }
    for (clip, rate) in zip(opened.clips, opened.conformed) {
      guard let clip, let rate else { continue }
      messages.info(
        "\(clip.path): \(rate.text) fps in \(opened.timeline.rate.text) fps: Bromide repeats or skips frames. Use rate: frames to show each once"
      )
    }
    warnAboutGaps(opened)
    warnAboutOrientations(opened)
    for index in opened.timeline.sources.indices {
      guard let balance = opened.timeline.sources[index].lapse.balance, balance != .camera,
        opened.setsBalance(index)
      else { continue }
      messages.warning(
        "white-balance \(balance.rawValue) has no effect, because keys, XMP files or settings set the temperature or tint"
      )
    }
    warnAboutSidecars(opened)
    try warnAboutTextGaps(opened)
  }

  /// Warns if a folder of rendered frames does not contain the frames of its manifest.
  private func warnAboutFrames(_ opened: OpenedTimeline) {
    for gap in opened.timeline.sources.indices.compactMap({ opened.frameGap(of: $0) }) {
      if gap.missing > 0 {
        messages.warning(
          "\(gap.folder): \(gap.missing) of \(gap.total) frames are missing, so the frames after them show too early; render them first"
        )
      }
      if let first = gap.older.first {
        let count = gap.older.count
        messages.warning(
          "\(gap.folder): \(count == 1 ? "a frame of an older timeline is" : "\(count) frames of an older timeline are") shown: \(first); remove older frames"
        )
      }
    }
  }

  /// Warns if the photos of a sequence have different orientations.
  private func warnAboutOrientations(_ opened: OpenedTimeline) {
    for index in opened.timeline.sources.indices {
      guard opened.timeline.sources[index].lapse.orientation != .lock,
        case .sequence = opened.timeline.sources[index].content,
        let first = opened.photos[index].first(where: { $0.facts != nil }),
        let other = opened.photos[index].first(where: {
          $0.facts.map { $0.orientation != first.facts?.orientation } ?? false
        })
      else { continue }
      messages.warning(
        "\(first.name) has orientation \(first.facts!.orientation.rawValue), and \(other.name) \(other.facts!.orientation.rawValue), so the camera pointed up or down. Use --orientation lock"
      )
    }
  }

  /// Warns about time gaps in photos sorted by time.
  private func warnAboutGaps(_ opened: OpenedTimeline) {
    for index in opened.timeline.sources.indices {
      let gaps = opened.gaps(of: index)
      guard let longest = gaps.max(by: { $0.seconds < $1.seconds }) else { continue }
      let seconds = { (value: Double) in Formatted.decimal(value, digits: 1) + " s" }
      messages.warning(
        "\(gaps.count == 1 ? "a gap" : "\(gaps.count) gaps, the longest") of \(seconds(longest.seconds)) between \(longest.before) and \(longest.after), where photos are \(seconds(longest.usual)) apart; Bromide shows all photos for the same time"
      )
    }
  }

  /// Prints the effect of XMP files on the keys of sequences.
  private func warnAboutSidecars(_ opened: OpenedTimeline) {
    for tracks in opened.sidecars.compactMap(\.self) {
      messages.info(tracks.description)
      if !tracks.overridden.isEmpty {
        messages.info(
          "\(tracks.overridden.joined(separator: ", ")) of the XMP files \(tracks.overridden.count == 1 ? "is" : "are") overridden by the timeline or flags"
        )
      }
      if !tracks.ignored.isEmpty {
        messages.warning(
          "Bromide skips these settings of the XMP files: "
            + tracks.ignored.joined(separator: ", "))
      }
    }
  }

  /// Warns about text fields that are empty for some photos.
  private func warnAboutTextGaps(_ opened: OpenedTimeline) throws(RenderError) {
    for gap in try opened.textGaps() {
      let others = gap.count == 1 ? "" : " and \(gap.count - 1) more of \(gap.total) photos"
      messages.warning(
        "\(gap.photo)\(others) \(gap.count == 1 ? "does" : "do") not contain {\(gap.field)}, so this field stays empty in the text “\(gap.text)”"
      )
    }
  }

  private func warn(of analysis: LapseAnalysis) {
    if !analysis.outliers.isEmpty {
      let names = analysis.outliers.prefix(6).map { analysis.photos[$0].name }
      let rest = analysis.outliers.count - names.count
      messages.info(
        "\(analysis.outliers.count == 1 ? "1 photo stands" : "\(analysis.outliers.count) photos stand") out (lights, flashes). The correction ignores this light: \(names.joined(separator: ", "))\(rest > 0 ? " and \(rest) more" : "")"
      )
    }
    guard analysis.settings.holyGrail != nil else { return }
    warnAboutUnknownExposures(analysis.unknownExposures, of: analysis.photos.count)
  }

  /// Reports the number of photos without a recorded exposure.
  func warnAboutUnknownExposures(_ count: Int, of total: Int) {
    guard count > 0 else { return }
    messages.warning(
      "\(count) of \(total) photos do not contain an exposure time; --holy-grail uses the time of the photo before"
    )
  }
}
