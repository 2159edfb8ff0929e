internal import BromideCodecs
internal import BromideDevelop
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage

/// Checks of frames and their destination.
extension RenderCommand {
  /// Returns whether the user set an exact frame size.
  func setsSize(_ opened: OpenedTimeline) -> Bool {
    switch frames.size {
    case .box: true
    case .longEdge, .shortEdge, .megapixels, .fraction: false
    case nil: opened.timeline.size != nil
    }
  }

  /// Adds the timeline's audio to a video without `--audio`.
  func addSound(
    of timeline: Timeline, to destination: inout FrameDestination
  ) throws(UsageError) {
    guard let sound = timeline.audio else { return }
    guard case .film(var film) = destination, film.format.hasSound else {
      messages.info("Bromide skips the audio, because the output does not support sound")
      return
    }
    guard film.sound == nil else { return }
    guard (try? FileSystem.status(sound.path))?.kind == .file else {
      throw UsageError("\(timeline.path ?? ""): audio: cannot find \(sound.path)")
    }
    film.sound = sound
    destination = .film(film)
  }

  /// Warns that a killed video starts again at its first frame, because none of its parts is
  /// complete.
  private func warnAboutKilledRuns(_ destination: FrameDestination) {
    guard case .film(let film) = destination, film.keptParts == nil else { return }
    let folder = film.path.removingLastComponent()
    func parts() -> Int {
      let names = (try? FileSystem.entries(of: folder)) ?? []
      return names.count { $0.string.hasPrefix(".bromide-") && $0.string.hasSuffix(".part") }
    }
    let found = parts()
    guard found > 0 else { return }
    Temporaries.removeAbandoned(in: folder)
    guard parts() < found else { return }
    messages.info(
      "an earlier run was killed; \(film.path) begins at its first frame again, because the earlier run completed no part of it"
    )
  }

  /// Names the parts of a video that is not complete.
  func tellKeptParts(_ destination: FrameDestination) {
    guard case .film(let film) = destination, let (folder, count) = film.keptParts else { return }
    messages.info(
      "Bromide keeps \(count) complete \(count == 1 ? "part" : "parts") of \(film.path) in \(folder); run the same command again to continue, or delete the folder"
    )
  }

  func check(
    _ destination: FrameDestination, _ opened: OpenedTimeline, frames count: Int
  ) throws {
    warnAboutKilledRuns(destination)
    if destination.isStandardOutput, Console.isTerminal(1) {
      throw UsageError("frames would go to the terminal; redirect standard output")
    }
    // Frames are read while the output is written. If rendering fails, an output with the same path
    // would destroy the source.
    for output in places(destination).compactMap(\.path) {
      guard let place = FileSystem.resolved(output) else { continue }
      let inputs = opened.clips.compactMap { $0?.path }
      if inputs.contains(where: { FileSystem.resolved($0) == place }) {
        throw UsageError("\(output) is the clip that is shown; write to another file")
      }
    }
    if case .folder(let folder) = destination, let place = FileSystem.resolved(folder) {
      // A frame that is read after it was written again would be changed twice.
      let folders = Set(
        zip(opened.photos, opened.showsFrames).filter(\.1)
          .flatMap { $0.0.map { $0.path.removingLastComponent() } })
      if folders.contains(where: { FileSystem.resolved($0.isEmpty ? "." : $0) == place }) {
        throw UsageError("\(folder) contains the frames that are shown; write to another folder")
      }
    }
    let video: String? =
      switch destination {
      case .y4m: "--y4m"
      case .film: "a film"
      default: nil
      }
    let recipe = opened.form.settings.photo.recipe
    if let video, recipe.space != .srgb {
      throw UsageError(
        "\(video) requires the primaries of BT.709; use --space srgb instead of \(recipe.space.name)"
      )
    }
    if case .film(let film) = destination {
      let depth = recipe.sample == .uint8 ? 8 : 16
      if let complaint = film.complaint(
        size: opened.form.size, depth: depth, rate: opened.timeline.rate,
        opened.form.settings.context)
      {
        throw UsageError(complaint.advice)
      }
      if let text = film.silence(
        seconds: Double(count) / opened.timeline.rate.value, opened.form.settings.context)
      {
        messages.info(text)
      }
    }
  }

  /// Rejects frames that their format does not support.
  func check(_ opened: OpenedTimeline, _ chosen: [Int]) throws(UsageError) {
    let form = opened.form
    let recipe = form.settings.photo.recipe
    let format = form.settings.encoding.format
    let opaque = PixelFormat(channels: 3, sample: recipe.sample)
    if let reason = format.complaint(about: form.size, opaque) {
      throw UsageError("\(reason); choose another --size, --depth or --to")
    }
    guard !format.carriesAlpha else { return }
    let transparent = chosen.first { index in
      opened.schedule.frame(index).layers.first?.filters.number(.opacity) ?? 1 < 1
    }
    if let frame = transparent {
      throw UsageError(
        "frame \(frame) is transparent, but \(format.name) does not support alpha; use PNG or an opaque first source"
      )
    }
  }
}
