internal import BromidePhotos
internal import BromideRuns
internal import BromideSystem
internal import BromideTimelines
internal import SystemPackage

extension RenderCommand {
  /// Returns the timeline of the input: a document, a folder, a photo or a clip.
  ///
  /// - Parameters:
  ///   - chosen: The photos of a folder to show.
  ///   - context: The means with which files are opened.
  func read(
    _ path: FilePath, _ chosen: PhotoChoice, _ context: RunContext
  ) throws -> Timeline {
    if slides.kenBurns {
      let show = try slides.timeline(
        path, duration: frames.duration, order: sequence.order, rate: frames.fps, choice: chosen,
        threads: threads, context: context)
      note(skippedFolders: show.skippedFolders)
      messages.show(show.warnings)
      messages.note(unchosen: show.unchosen, by: choice.flags)
      return show.timeline
    }
    if let flag = choice.flags.first, try Timeline.isDocument(path) || !isFolder(path, context) {
      throw UsageError("\(flag) requires a folder of photos, not \(path); remove it")
    }
    guard Timeline.isDocument(path) else {
      let isFolder = try isFolder(path, context)
      if !isFolder, clips.isClip(path, context) {
        var timeline = Timeline()
        timeline.sources = [TimelineSource(.clip(path))]
        return timeline
      }
      return Timeline(source: path)
    }
    do {
      return try Timeline(bytes: try FileSystem.contents(of: path), path: path, context: context)
    } catch let error as TimelineError {
      throw RenderError.document(error)
    } catch let error as SystemError {
      throw RenderError.input("\(path) cannot be read: \(error.reason)")
    }
  }

  /// Prints how many subfolders were not searched, without the output folder.
  func note(skippedFolders folders: [FilePath]) {
    let output = output.output.map { FilePath(reversible: $0).collisionKey }
    messages.note(
      skippedFolders: folders.filter { $0.collisionKey != output },
      remedy: "use a timeline to show")
  }

  /// Whether the path is a folder instead of a timeline.
  ///
  /// - Throws: `RenderError.input` unless it is one, or a file of a kind that can be shown.
  func isFolder(_ path: FilePath, _ context: RunContext) throws -> Bool {
    let status: FileStatus
    do throws(SystemError) {
      status = try FileSystem.status(path)
    } catch {
      throw RenderError.input(
        error.isNotFound
          ? "\(path): there is no such timeline, folder, photo or clip"
          : "\(path): \(error.reason)")
    }
    switch status.kind {
    case .folder: return true
    case .other: throw RenderError.input("\(path): it is neither a file nor a folder")
    case .file:
      let kind = FileKind.of(path, context: context)
      if clips.layout == nil, kind.isIdentified, let reason = kind.rejection(by: .render) {
        throw RenderError.input("\(path): \(reason)")
      }
      return false
    }
  }
}
