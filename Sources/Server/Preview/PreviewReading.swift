internal import BromidePhotos
internal import BromideRuns
internal import BromideSystem
internal import BromideTimelines
internal import SystemPackage

/// Opens the subject of a preview like `render` does without options.
struct PreviewReading {
  let subject: PreviewSubject
  let threads: Int
  /// The means with which photos are opened.
  let context: RunContext

  /// Opens the timeline.
  ///
  /// - Parameter files: Receives the files that the timeline depends on.
  func opened(
    _ files: inout WatchedFiles
  ) -> Result<(timeline: OpenedTimeline, notes: [String]), Failure> {
    var document: [UInt8] = []
    do {
      let timeline = try timeline(&document)
      files.add(self.files(of: timeline))
      var opened = try OpenedTimeline(
        timeline, settings: PictureSettings(context), threads: threads)
      files.add(self.files(of: opened))
      var notes = (timeline.warnings + opened.schedule.warnings).map(\.text)
      let skipped = InputSearch.remark(
        skippedFolders: opened.skippedFolders, remedy: "use a timeline to show")
      notes += [skipped].compactMap(\.self)
      notes += try opened.textGaps().map { gap in
        "\(gap.count) of \(gap.total) photos do not contain {\(gap.field)}, so this field stays empty in the text “\(gap.text)”"
      }
      let looks = try opened.measure(jobs: threads, isStopped: { Interruption.hasCome })
      notes += looks.compactMap { $0.warning()?.text }
      for tracks in opened.sidecars.compactMap(\.self) {
        notes.append(tracks.description)
        if !tracks.ignored.isEmpty {
          notes.append(
            "Bromide skips these settings of the XMP files: "
              + tracks.ignored.joined(separator: ", "))
        }
      }
      if opened.timeline.audio != nil { notes.append("the timeline's sound is not played") }
      return .success((opened, notes))
    } catch let error as RenderError {
      return .failure(Failure(problems: PreviewMoment.Problem.all(of: error, in: document)))
    } catch {
      return .failure(Failure(problems: [PreviewMoment.Problem(reason: "\(error)")]))
    }
  }

  /// Opens the timeline without measuring its photos.
  ///
  /// - Throws: The errors of the document, or the reason that a photo cannot be shown.
  func check() throws(RenderError) {
    var document: [UInt8] = []
    do {
      _ = try OpenedTimeline(
        try timeline(&document), settings: PictureSettings(context), threads: threads)
    } catch let error as RenderError {
      throw error
    } catch {
      throw .input("\(error)")
    }
  }

  /// The errors.
  struct Failure: Error {
    let problems: [PreviewMoment.Problem]
  }

  private func timeline(_ document: inout [UInt8]) throws -> Timeline {
    guard subject.kind == .timeline else {
      var timeline = Timeline(source: subject.path)
      for index in timeline.sources.indices { timeline.sources[index].lapse.deflicker = .init() }
      return timeline
    }
    do {
      document = try FileSystem.contents(of: subject.path)
      return try Timeline(bytes: document, path: subject.path, context: context)
    } catch let error as TimelineError {
      throw RenderError.document(error)
    } catch let error as SystemError {
      throw RenderError.input("\(subject.path) cannot be read: \(error.reason)")
    }
  }

  /// Returns the files in a timeline, and the folders that new files could appear in.
  private func files(of timeline: Timeline) -> Set<FilePath> {
    var files: [FilePath?] = [timeline.lookFile]
    for source in timeline.sources {
      files.append(source.develop?.lookFile)
      switch source.content {
      case .photo(let path), .clip(let path): files.append(path)
      case .tiles(let layout): files.append(layout.photo)
      case .sequence(let list): files += list.paths
      case .sheet(let layout): files += layout.photos.paths
      case .text, .color: break
      }
    }
    return Set(files.compactMap(\.self))
  }

  private func files(of opened: OpenedTimeline) -> Set<FilePath> {
    var files: Set<FilePath> = []
    for (source, photos) in zip(opened.timeline.sources, opened.photos) {
      for photo in photos {
        files.formUnion([photo.path, photo.path.removingLastComponent()])
        guard case .keys = source.lapse.sidecar else { continue }
        files.formUnion(SidecarFile.candidates(for: photo.path))
      }
    }
    return files
  }
}
