internal import BromideCodecs
internal import BromideDrawing
internal import BromidePhotos
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage

/// Runs `bromide sheet`: reads the photos' facts, computes the layout, creates tiles, and draws.
final class SheetRun {
  private(set) var request: SheetRequest
  let messages: Messages
  let tiles: TileRun
  /// Resource usage, or `nil` without `--costs`.
  var costs: RunCosts?
  private let watch = Stopwatch()
  private var report: Report?
  private(set) var tally = Tally<Outcome.Status>()
  private var troubles: [String] = []
  private var sidecars = SidecarSummary()

  init(request: SheetRequest, messages: Messages) {
    self.request = request
    self.messages = messages
    tiles = TileRun(
      crew: Crew(threads: request.jobs), memoryLimit: request.memory,
      isStopped: { Interruption.hasCome })
  }

  func run(_ search: InputSearch) throws -> ExitStatus {
    if search.paths.isEmpty && search.failures.isEmpty {
      throw UsageError("no photos; name files, folders, @list.txt or @-")
    }
    Interruption.watch(cleaningBy: Temporaries.removeAll) {}
    defer { Interruption.unwatch() }
    lockExposures(search.paths)
    var found = tiles.look(at: search.paths, settings: request.settings.photo)
    for index in found.indices where search.shown(found[index].path) == "-" {
      found[index].label = "standard input"
    }
    let photos = ordered(found)
    if Interruption.hasCome { return .interrupted }
    if photos.isEmpty {
      for failure in search.failures { end(Outcome(failure)) }
      return finish()
    }
    messages.note(stills: photos.count { $0.isStill })
    try fitLooks(photos)
    // If the order depends on the pixels, all tiles are necessary first.
    let needsTiles = [.brightness, .hue].contains(request.sheet.order) && !request.isDryRun
    try check(photos.count, of: request)
    let grid = try SheetGrid(photos: photos.map(\.size), style: request.sheet.style)
    try checkPages(of: grid)
    var outputs = try outputs(of: grid)
    let largest = needsTiles ? photos.count : grid.pages.map(\.cells.count).max() ?? 0
    try checkMemory(grid, tiles: largest)
    if request.motion.animate != nil, grid.pages.count > 1 {
      throw UsageError(
        "--animate shows one page, but these \(photos.count) photos need \(grid.pages.count); use a smaller --tile or more --columns"
      )
    }
    let content = Crew(threads: request.jobs).map(photos) { [request] in
      Self.identity($0, request.settings)
    }
    let places = outputs.map { drawing($0, "").output }
    try UsageError.keep(
      search.paths, from: places.compactMap { if case .file(let path) = $0 { path } else { nil } })
    var jobs = SheetPages(run: self, photos: photos, content: content, grid: grid)
    if request.isDryRun {
      try messages.skip(report: request.report, nextTo: places)
      try saveRecipe(search.paths, places)
      for failure in search.failures { end(Outcome(failure)) }
      return try jobs.forecast(outputs)
    }
    report = try request.report.map { path throws(ReportError) in
      try Report(path: FilePath(reversible: path), nextTo: places)
    }
    try saveRecipe(search.paths, places)
    if let shard = request.shard {
      report?.add(shard: shard, inputs: jobs.photoCount + search.failures.count)
    }
    for failure in search.failures { end(Outcome(failure)) }
    if !search.leftOut.isEmpty {
      messages.info(Messages.leftOutOfSequence(search.leftOut.count))
    }
    if needsTiles {
      try jobs.sortByTiles()
      outputs = try self.outputs(of: jobs.grid)
    }
    let status =
      request.motion.animate == nil ? try jobs.draw(outputs) : try jobs.animate(outputs[0])
    if status == .interrupted {
      messages.info("interrupted after \(Formatted.decimal(watch.seconds, digits: 2)) s")
    }
    return status ?? finish()
  }

  /// Saves the recipe if requested. A dry run only checks it.
  private func saveRecipe(_ inputs: [FilePath], _ places: [PictureOutput]) throws(UsageError) {
    try request.saving?.write(
      nextTo: inputs, places + (request.report.map { [.file(FilePath(reversible: $0))] } ?? []),
      isDryRun: request.isDryRun)
  }

  /// Returns a page with its output.
  func drawing(
    _ output: (destination: Destination, name: String), _ text: String
  ) -> DrawnPicture {
    DrawnPicture(
      output.destination, name: output.name, request: text, encoding: request.settings.encoding,
      policy: request.policy, context: request.settings.context)
  }

  // MARK: Before work

  private func outputs(
    of grid: SheetGrid
  ) throws(UsageError) -> [(destination: Destination, name: String)] {
    try grid.pages.indices.map { page throws(UsageError) in
      try request.output(page: page, of: grid.pages.count)
    }
  }

  private func check(_ count: Int, of request: SheetRequest) throws(UsageError) {
    guard count <= 100_000 else {
      throw UsageError("a sheet shows at most 100000 photos, not \(count)")
    }
  }

  /// Rejects pages that their format does not support.
  private func checkPages(of grid: SheetGrid) throws(UsageError) {
    let format = request.settings.encoding.format
    for page in grid.pages {
      if let reason = format.complaint(about: page.size, request.format) {
        throw UsageError("\(reason); use a smaller --tile or fewer photos")
      }
    }
  }

  private func checkMemory(_ grid: SheetGrid, tiles: Int) throws {
    let areas = grid.pages.flatMap(\.cells).map(\.picture.size.area).sorted(by: >)
    let isAnimated = request.motion.animate != nil
    // 8 bytes per pixel. Smaller levels add one third, and a negative adds 6 bytes per pixel.
    let bytes = isAnimated ? 8 * 4 / 3 + (request.maker.variations.isEmpty ? 0 : 6) : 8
    let needed = areas.prefix(tiles).reduce(0, +) * bytes
    let limit = request.memory
    // A higher limit would not help, because the machine does not have more memory.
    guard needed <= Machine.freeMemory() else {
      throw ExitStatus.failure(MemoryShortage.words(needed))
    }
    guard needed <= limit else { throw SheetError.tooMuchMemory(needed: needed, limit: limit) }
  }

  /// Returns the photos sorted by facts that do not need pixels.
  private func ordered(_ photos: [TilePhoto]) -> [TilePhoto] {
    if request.sheet.order == .listed { return photos }
    let named = photos.sortedNaturally { $0.label ?? $0.path.reversibleName }
    guard request.sheet.order == .time else { return named }
    // Sorting is stable, so equal times keep the order of their names.
    return named.sorted {
      ($0.metadata.captureTime?.order ?? .infinity) < ($1.metadata.captureTime?.order ?? .infinity)
    }
  }

  /// Returns text that changes with the photo's name and content.
  private static func identity(_ photo: TilePhoto, _ settings: PictureSettings) -> String {
    let content = (try? ContentHash.file(photo.path)) ?? "unreadable"
    var own = settings
    own.photo = photo.settings ?? settings.photo
    let text = Fingerprint.settingsText(own)
    let sidecar = text == Fingerprint.settingsText(settings) ? "" : " " + text
    return "\(photo.label ?? photo.path.reversibleName) \(content)\(sidecar)"
  }

  private var fitting: PhotoFitting {
    PhotoFitting(
      loading: request.settings.photo.loading, jobs: request.jobs, memory: request.memory,
      isStopped: { Interruption.hasCome })
  }

  /// Fits camera looks, or finds them in a look file, if requested.
  private func fitLooks(_ photos: [TilePhoto]) throws {
    guard request.sheet.from != .preview else { return }
    let raws = photos.filter { !$0.isStill }.map(\.path)
    if case .listed(let list)? = request.settings.photo.cameraLooks {
      let looks = list.groups(of: raws, request.settings.photo.loading)
      messages.show(looks.looks.compactMap { $0.warning() })
      request.settings.photo.cameraLooks = .fitted(looks)
    }
    guard request.color.fitsGroups else { return }
    let looks = fitting.lookGroups(of: raws)
    if Interruption.hasCome { throw ExitStatus.interrupted.code }
    try request.color.announce(looks.looks, messages, isDryRun: request.isDryRun)
    request.settings.photo.cameraLooks = .fitted(looks)
  }

  /// Sets one exposure for all photos of a camera model, for animations or if requested.
  private func lockExposures(_ paths: [FilePath]) {
    let choice = request.color.cameraExposure
    guard choice == .lock || choice == nil && request.motion.animate != nil,
      request.sheet.from != .preview
    else { return }
    request.settings.photo = request.settings.photo.lockingExposures(
      of: paths, [request.settings.photo.recipe], by: fitting)
    messages.note(request.settings.photo.loading.unknownExposure)
  }

  // MARK: Outcomes

  func end(_ outcome: Outcome) {
    let outcome = outcome.advised
    tally.add(outcome)
    report?.add(outcome)
    messages.show(outcome.warnings ?? [])
    if let warning = sidecars.take(outcome) { messages.warning(warning) }
    guard outcome.status >= .damaged else { return }
    let status = messages.colored(outcome.status.rawValue, "31")
    troubles.append("\(outcome.visibleInput): \(status) (\(outcome.reason ?? ""))")
  }

  /// Records the outcome of a photo on a written page.
  func end(_ photo: TilePhoto, _ result: Result<Tile, TileFailure>?, on output: FilePath) {
    var facts = PictureFacts()
    facts.sidecar = photo.sidecar
    var warnings: [Warning] = []
    let ending: Outcome.Ending
    switch result {
    case .success(let tile)?:
      facts.size = tile.picture.size
      facts.matrix = tile.matrix
      facts.note(tile.recipe, tile.look)
      warnings.add((photo.sidecar?.otherEdits ?? []) + tile.warnings)
      ending = .written(damage: tile.damage)
    case .failure(let failure)?:
      var remedy: Remedy?
      if case .damaged(_)? = failure.photo?.cause { remedy = .keepDamaged }
      let stage: Outcome.Stage = photo.failure == nil ? .decode : .open
      ending = .failed(StageFailure(stage, failure.reason, remedy: remedy))
    case nil: ending = .interrupted()
    }
    end(
      Outcome(
        input: photo.label == nil ? photo.path : "-", output: output, ending, warnings: warnings,
        facts: facts))
  }

  /// Records a photo on a page that is up to date.
  func skip(_ photo: TilePhoto, on output: FilePath, _ reason: String) {
    end(Outcome(input: photo.path, output: output, .skipped(.existing, reason)))
  }

  /// Prints the summary and returns the exit status.
  func finish() -> ExitStatus {
    costs?.count = tally[.converted] + tally[.damaged]
    costs?.end()
    if let costs { report?.add(costs: costs.json) }
    if let failure = report?.failure { messages.error(failure) }
    if tally.total > 0 {
      messages.info(
        Formatted.summary(tally, seconds: watch.seconds)
          .replacingWord("converted", by: "shown"))
    }
    if let line = sidecars.line { messages.info(line) }
    for trouble in troubles { messages.error((messages.quiet ? "" : "  ") + trouble) }
    messages.detail("peak memory \(Formatted.bytes(Machine.peakMemory()))")
    return Interruption.hasCome
      ? .interrupted : ExitStatus(worst: tally.worst).requiring(report)
  }
}

extension String {
  fileprivate func replacingWord(_ word: String, by other: String) -> String {
    split(separator: " ", omittingEmptySubsequences: false)
      .map { $0 == word ? other : $0 == word + "," ? other + "," : String($0) }
      .joined(separator: " ")
  }
}
