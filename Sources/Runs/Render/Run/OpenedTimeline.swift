internal import BromideCodecs
public import BromideDevelop
internal import BromideKernels
public import BromidePhotos
internal import BromideRaw
internal import BromideSampling
internal import BromideSystem
public import BromideTimelines
internal import BromideValues
public import SystemPackage

/// A timeline after its files were found, with its photos and the layers of each frame.
public struct OpenedTimeline: Sendable {
  /// The timeline as read, with later changes.
  public let timeline: Timeline
  /// The layers of each frame.
  public let schedule: TimelineSchedule
  /// Size and settings of all frames.
  public var form: FrameForm
  /// The photos of each sequence, empty for other sources.
  public let photos: [[SequencePhoto]]
  /// Whether each source shows frames that Bromide rendered.
  public let showsFrames: [Bool]
  /// The rate of each clip that keeps its duration in a timeline with a different rate.
  public let conformed: [FrameRate?]
  /// Files in folders that are not photos, or copies of raws in the same folder.
  public let leftOut: [FilePath]
  /// Subfolders of folders, which are not searched.
  public let skippedFolders: [FilePath]
  /// The number of photos that the choice skips.
  public let unchosen: Int
  /// Warnings about sidecars with marks that the choice cannot use.
  public let choiceWarnings: [Warning]
  /// Restarts of the camera's counter in folders sorted by name, with the names before and after.
  public let counterBeginnings: [(last: String, first: String)]
  /// The clip of each source with a clip.
  public let clips: [ClipFile?]
  /// For each source, the keys from XMP files next to its photos, or `nil` if they are not
  /// requested.
  public let sidecars: [SidecarTracks?]
  /// The looks in the look file of each source, or `nil` for other looks.
  let lists: [LookList?]
  /// For each source, the fitted or listed camera looks, or empty if all photos use the recipe's
  /// look.
  var looks: [CameraLooks?] = []
  /// For each source, the corrections of its photos. They are `nil`, or the array is empty, without
  /// corrections.
  var optics: [SourceOptics?] = []

  /// Opens a timeline.
  ///
  /// - Parameters:
  ///   - timeline: The timeline. Its paths are relative to the current folder.
  ///   - settings: The settings for photos. The recipe comes from the timeline.
  ///   - choice: The photos of sequences to use, by their marks, time and camera.
  ///   - bounds: The size that replaces the timeline's size. A long edge keeps the proportions.
  ///   - threads: Threads for reading headers.
  /// - Throws: `RenderError`.
  public init(
    _ timeline: Timeline, settings: PictureSettings, choice: PhotoChoice = PhotoChoice(),
    bounds: SizeRequest.Bounds? = nil, threads: Int
  ) throws(RenderError) {
    let context = settings.context
    var timeline = timeline
    var photos: [[SequencePhoto]] = []
    var lengths: [SourceLength] = []
    var leftOut: [FilePath] = []
    var skippedFolders: [FilePath] = []
    var unchosen = 0
    var choiceWarnings: [Warning] = []
    var counterBeginnings: [(last: String, first: String)] = []
    var showsFrames: [Bool] = []
    var clips: [ClipFile?] = []
    for source in timeline.sources {
      var found: [SequencePhoto] = []
      var length = SourceLength()
      var clip: ClipFile?
      var isRendered = false
      switch source.content {
      case .sequence(let list):
        let sequence = try Self.find(list, threads: threads, context)
        found = sequence.photos.filter { choice.takes($0.path, context: context, &choiceWarnings) }
        unchosen += sequence.photos.count - found.count
        guard !found.isEmpty else { throw .noneChosen(unchosen, choiceWarnings) }
        leftOut += sequence.leftOut
        skippedFolders += sequence.skippedFolders
        counterBeginnings += sequence.beginnings
        isRendered = sequence.isRendered
        length.photos = found.map(\.path)
      case .clip(let path):
        let file = try Self.clip(path, source, context)
        length.frames = file.frameCount
        length.rate = file.rate.flatMap { FrameRate(checking: $0) }
        clip = file
      case .sheet(let layout):
        let sequence = try Self.find(layout.photos, threads: threads, context)
        found = sequence.photos
        leftOut += sequence.leftOut
        skippedFolders += sequence.skippedFolders
      case .photo, .tiles, .text, .color: break
      }
      photos.append(found)
      showsFrames.append(isRendered)
      clips.append(clip)
      lengths.append(length)
    }
    var settings = settings
    settings.photo.recipe = timeline.recipe
    lists = try Self.readLooks(&timeline, &settings)
    var sidecars: [SidecarTracks?] = []
    for (index, source) in timeline.sources.enumerated() {
      guard case .keys(let stars) = source.lapse.sidecar else {
        sidecars.append(nil)
        continue
      }
      let read = try SidecarTracks(
        photos[index], stars: stars, recipe: timeline.recipe(of: index),
        moving: Set(source.tracks.map(\.parameter.name)), context: context)
      timeline.sources[index].tracks += read.tracks
      sidecars.append(read)
    }
    self.sidecars = sidecars
    let (size, scale) = try Self.size(
      of: timeline, bounds, photos: photos, clip: clips.compactMap(\.self).first?.size, settings)
    var form = FrameForm(size: size, fit: timeline.fit.request, settings: settings)
    form.scale = scale
    for (index, source) in timeline.sources.enumerated() {
      lengths[index].seconds = try Self.seconds(
        of: source, form: form, paths: photos[index].map(\.path), threads: threads)
    }
    do throws(TimelineError) {
      schedule = try TimelineSchedule(timeline, lengths: lengths)
    } catch { throw .document(error) }
    self.timeline = timeline
    self.photos = photos
    self.leftOut = leftOut
    self.skippedFolders = skippedFolders
    self.unchosen = unchosen
    self.choiceWarnings = choiceWarnings
    self.counterBeginnings = counterBeginnings
    self.showsFrames = showsFrames
    self.clips = clips
    conformed = zip(timeline.sources, lengths).map { $0.conforms($1, timeline.rate) }
    self.form = form
  }

  /// The finished pictures in the timeline.
  public var stills: [FilePath] {
    timeline.sources.indices.flatMap { index -> [FilePath] in
      switch timeline.sources[index].content {
      case .photo(let path): return isStill(path) ? [path] : []
      case .tiles(let layout): return isStill(layout.photo) ? [layout.photo] : []
      case .sequence, .sheet:
        return photos[index].filter { $0.facts?.isStill == true }.map(\.path)
      case .clip, .text, .color: return []
      }
    }
  }

  // MARK: Files

  private static func find(
    _ list: PhotoList, threads: Int, _ context: RunContext
  ) throws(RenderError) -> PhotoSequence {
    do throws(SequenceError) {
      return try PhotoSequence(list, threads: threads, context: context)
    } catch { throw .input(error.description) }
  }

  private static func clip(
    _ path: FilePath, _ source: TimelineSource, _ context: RunContext
  ) throws(RenderError) -> ClipFile {
    do throws(FrameError) {
      return try ClipFile(
        path: path, source.planes, orientation: source.clipOrientation, context: context)
    } catch {
      if case .unsupported(let text) = error { throw .request(text) }
      throw .input(error.description)
    }
  }

  /// Returns the frame size, and the number of frame pixels per timeline pixel.
  ///
  /// If the size is not set, this uses the first picture.
  private static func size(
    of timeline: Timeline, _ bounds: SizeRequest.Bounds?, photos: [[SequencePhoto]],
    clip: Size?, _ settings: PictureSettings
  ) throws(RenderError) -> (size: Size, scale: Double) {
    if case .box(let size) = bounds { return (size, 1) }
    let natural: Size
    if let size = timeline.size {
      natural = size
    } else if let size = try firstSize(of: timeline, photos: photos, settings) ?? clip {
      natural = size
    } else {
      throw .noSize
    }
    guard case .longEdge(let edge)? = bounds else { return (natural, 1) }
    let scale = Double(edge) / Double(natural.longEdge)
    func scaled(_ side: Int) -> Int { max(1, Int((Double(side) * scale).rounded())) }
    return (Size(width: scaled(natural.width), height: scaled(natural.height)), scale)
  }

  /// Returns the upright size of the first photo that can be decoded.
  private static func firstSize(
    of timeline: Timeline, photos: [[SequencePhoto]], _ settings: PictureSettings
  ) throws(RenderError) -> Size? {
    for (index, source) in timeline.sources.enumerated() {
      let paths: [FilePath] =
        switch source.content {
        case .photo(let path): [path]
        case .tiles(let layout): [layout.photo]
        case .sequence: photos[index].map(\.path)
        case .clip, .sheet, .text, .color: []
        }
      for path in paths {
        var loading = LoadSettings(settings.context)
        loading.unpacker = settings.photo.loading.unpacker
        loading.damaged = .keep
        do throws(PhotoError) {
          let source = try PhotoFile(path: path, settings: loading).source().source
          var recipe = DevelopRecipe()
          recipe.demosaic = timeline.recipe(of: index).demosaic
          recipe.cropArea = timeline.recipe(of: index).cropArea
          if let developer = try? Developer(source, recipe: recipe) { return developer.outputSize }
        } catch {
          if paths.count == 1 { throw .input(error.description) }
        }
      }
    }
    return nil
  }

  // MARK: Sources

  /// Returns the makers of all sources, ready to open.
  ///
  /// - Parameter analyses: The corrections that make the photos of each source match. If the array
  ///   is shorter, other sources stay unchanged.
  /// - Throws: `RenderError`.
  public func makers(_ analyses: [LapseAnalysis?] = []) throws(RenderError) -> [any LayerMaker] {
    var makers: [any LayerMaker] = []
    for index in timeline.sources.indices {
      do throws(FrameError) {
        makers.append(try maker(index, index < analyses.count ? analyses[index] : nil))
      } catch {
        if case .unsupported(let text) = error { throw .request(text) }
        throw .input(error.description)
      }
    }
    return makers
  }

  /// Returns the recipe of a source's photos without moving parameters.
  func recipe(of source: Int) -> DevelopRecipe {
    timeline.sources[source].develop?.applied(to: form.settings.photo.recipe)
      ?? form.settings.photo.recipe
  }

  /// Returns the common levels of a sequence's photos.
  func levels(of source: Int) throws(FrameError) -> LockedLevels? {
    do throws(RawError) {
      return try timeline.sources[source].lapse.levels.locked(
        for: photos[source], context: form.settings.context)
    } catch {
      throw .unsupported("no levels to lock: \(error.reason)")
    }
  }

  // MARK: Time-lapse

  /// Returns the measurement settings of a sequence, or `nil` if its photos need not match.
  public func lapseSettings(of source: Int) -> LapseSettings? {
    let options = timeline.sources[source].lapse
    let balance = balance(of: source)
    guard !photos[source].isEmpty,
      options.holyGrail != nil || options.deflicker != nil || balance != .camera
    else { return nil }
    return LapseSettings(
      options, rate: timeline.rate, frames: schedule.sources[source].frameCount,
      photos: photos[source].count, balance: balance)
  }

  /// Measures the photos of a sequence, or uses measurements from a file or the shares next to it.
  ///
  /// - Parameters:
  ///   - file: A file with earlier measurements, or `nil` without one.
  ///   - earlier: Known measurements.
  ///   - proceed: Called after each photo. Return `false` to stop.
  /// - Returns: The analysis and the number of photos with existing measurements, or `nil` if no
  ///   measurement is needed or the work was stopped.
  /// - Throws: `RenderError`.
  public func analysis(
    of source: Int, file: FilePath?, earlier: [LapseAnalysis] = [], threads: Int,
    proceed: @escaping @Sendable () -> Bool = { true }
  ) throws(RenderError) -> (analysis: LapseAnalysis, read: Int)? {
    guard let (settings, measuring) = try measuring(of: source) else { return nil }
    let fingerprint = measuring.fingerprint(photos[source], settings)
    for known in earlier {
      if let fitting = known.fitting(fingerprint, settings) {
        return (fitting, fitting.photos.count)
      }
    }
    if let file, let known = LapseAnalysis(path: file, fitting: fingerprint, settings) {
      return (known, known.photos.count)
    }
    let shares = file.map { LightShare.all(nextTo: $0, fitting: fingerprint) } ?? []
    return measuring.analyse(
      photos[source], settings, fingerprint: fingerprint, known: shares, threads: threads,
      proceed: proceed
    ).map { ($0, Set(shares.flatMap { $0.photos.map(\.number) }).count) }
  }

  /// Measures a share of a sequence's photos.
  ///
  /// - Parameters:
  ///   - belongs: Returns whether a photo belongs to the share. Its number starts at 0.
  ///   - proceed: Called after each photo. Return `false` to stop.
  /// - Returns: The share, or `nil` if no measurement is needed or the work was stopped.
  /// - Throws: `RenderError`.
  public func lightShare(
    of source: Int, threads: Int, where belongs: (Int) -> Bool,
    proceed: @escaping @Sendable () -> Bool = { true }
  ) throws(RenderError) -> LightShare? {
    guard let (settings, measuring) = try measuring(of: source) else { return nil }
    return measuring.share(
      of: photos[source], settings, threads: threads, where: belongs, proceed: proceed)
  }

  /// Returns the settings and the method for measuring a sequence, or `nil` if its photos need not
  /// match.
  private func measuring(
    of source: Int
  ) throws(RenderError) -> (LapseSettings, LapseMeasuring)? {
    guard let settings = lapseSettings(of: source) else { return nil }
    if settings.holyGrail != nil, !photos[source].contains(where: \.recordsExposure) {
      throw .request(
        "holy-grail requires exposure times, but the photos do not record them; use deflicker"
      )
    }
    do throws(FrameError) {
      var loading = form.settings.photo.loading
      loading.orientation = orientation(of: source) ?? loading.orientation
      let measuring = LapseMeasuring(
        recipe: recipe(of: source), levels: try levels(of: source), loading: loading)
      return (settings, measuring)
    } catch { throw .request(error.description) }
  }
}
