internal import BromideCodecs
internal import BromideDrawing
internal import BromideRuns
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import Synchronization
internal import SystemPackage

/// Creates the pages of a sheet.
struct SheetPages {
  let run: SheetRun
  private(set) var photos: [TilePhoto]
  /// Text for each photo that changes if its tile changes.
  private var content: [String]
  private(set) var grid: SheetGrid
  /// Finished tiles. If the order depends on them, all are created before the first page.
  private var tiles: [Result<Tile, TileFailure>?]
  private let box: Size

  private var request: SheetRequest { run.request }

  init(run: SheetRun, photos: [TilePhoto], content: [String], grid: SheetGrid) {
    self.run = run
    self.photos = photos
    self.content = content
    self.grid = grid
    tiles = Array(repeating: nil, count: photos.count)
    box = Size(width: grid.style.tile, height: grid.style.tile)
  }

  /// Sorts photos from dark to bright or by hue, with failed photos last.
  mutating func sortByTiles() throws(SheetError) {
    make(Array(photos.indices))
    let space = request.space
    let isHue = request.sheet.order == .hue
    let keys = tiles.map { tile -> Double in
      guard case .success(let tile)? = tile else { return .infinity }
      let key = isHue ? tile.hue(in: space) : tile.brightness(in: space)
      // Greys do not have a hue, so they follow the colours.
      return key.isNaN ? 1000 : key
    }
    let order = photos.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    photos = order.map { photos[$0] }
    content = order.map { content[$0] }
    tiles = order.map { tiles[$0] }
    // The order determines the photos in each row, and their proportions.
    grid = try SheetGrid(photos: photos.map(\.size), style: grid.style)
  }

  // MARK: Stills

  /// The pages of the share, with their numbers starting at 0.
  private var needed: [(Int, SheetGrid.Page)] {
    grid.pages.enumerated().map { ($0.offset, $0.element) }
      .filter { request.shard?.takes(number: $0.0) ?? true }
  }

  /// The number of photos on the pages of the share.
  var photoCount: Int { needed.reduce(0) { $0 + $1.1.cells.count } }

  /// Draws and writes all pages.
  ///
  /// - Returns: The exit status, or `nil` if all pages are written.
  mutating func draw(
    _ outputs: [(destination: Destination, name: String)]
  ) throws -> ExitStatus? {
    for (index, page) in needed {
      let drawing = run.drawing(outputs[index], text(page, index))
      let shown = page.cells.map(\.photo)
      switch drawing.decision {
      case .skipped(let reason)?:
        for photo in shown { run.skip(photos[photo], on: drawing.output.path, reason) }
        run.messages.info(reason)
        continue
      case .failed(let reason, let remedy)?:
        run.messages.error(Remedy.advice(reason, remedy))
        return .inputsFailed
      default: break
      }
      make(shown.filter { tiles[$0] == nil })
      if Interruption.hasCome { return .interrupted }
      let scene = try self.scene(page, index)
      let (_, frame, description) = request.frame(page.size)
      let pictures = try scene.pictures(at: 0)
      guard
        let bands = frame.bands(
          pictures, threads: request.jobs, isStopped: { Interruption.hasCome })
      else { return .interrupted }
      // If a page contains marks for failed photos, it is always out of date, so that the failure
      // is reported again.
      let isWhole = shown.allSatisfy { photo in
        guard case .success(let tile)? = tiles[photo] else { return false }
        return tile.damage == nil
      }
      run.costs?.megapixels += Double(page.size.area) / 1e6
      let writing = Stopwatch()
      let result = drawing.put(description, isWhole: isWhole) { writer throws(PictureFileError) in
        for band in bands { try writer.append(band) }
      }
      Trace.note("write", drawing.output.name, writing)
      switch result {
      case .written(let bytes):
        for photo in shown { run.end(photos[photo], tiles[photo], on: drawing.output.path) }
        run.messages.info(
          "\(drawing.output.name) (\(page.size), \(shown.count) photo\(shown.count == 1 ? "" : "s"), \(Formatted.bytes(bytes)))"
        )
      case .skipped(let reason): run.messages.info(reason)
      case .failed(let reason, let remedy):
        run.messages.error(Remedy.advice(reason, remedy))
        return .inputsFailed
      case .closedPipe: return .done
      }
      for photo in shown { tiles[photo] = nil }
    }
    return nil
  }

  /// Prints the plan. Each page is a line with verb, output, size and number of photos, separated
  /// by tabs. An animation is one line, which also has the number of frames.
  func forecast(
    _ outputs: [(destination: Destination, name: String)]
  ) throws -> ExitStatus {
    var isRejected = run.tally.worst == .failed
    for photo in photos {
      guard let failure = photo.failure else { continue }
      isRejected = true
      Console.message("\(photo.path): \(failure)\n")
    }
    if request.motion.animate != nil {
      let status = try frames().forecast(to: outputs[0].destination, photos: photoCount)
      return status ?? (isRejected ? .inputsFailed : .done)
    }
    for (index, page) in needed {
      let drawing = run.drawing(outputs[index], text(page, index))
      let verb: String
      switch drawing.decision {
      // This can be wrong if the order needs the pixels.
      case nil: verb = "make"
      case .skipped?: verb = "skip"
      case .failed(let reason, let remedy)?:
        verb = "reject"
        Console.message("\(Remedy.advice(reason, remedy))\n")
      case .written?, .closedPipe?: preconditionFailure("a page is not drawn before its decision")
      }
      isRejected = isRejected || verb == "reject"
      let line =
        "\(verb)\t\(drawing.output.name)\t\(page.size.width)x\(page.size.height)\t\(page.cells.count) photos\n"
      if let status = ExitStatus.put(line) {
        if status == .done { break }
        return status
      }
    }
    return isRejected ? .inputsFailed : .done
  }

  // MARK: Motion

  /// Writes the frames of the animation.
  ///
  /// - Returns: The exit status, or `nil` if all frames are written.
  mutating func animate(
    _ output: (destination: Destination, name: String)
  ) throws -> ExitStatus? {
    make(photos.indices.filter { tiles[$0] == nil })
    if Interruption.hasCome { return .interrupted }
    let frames = try frames()
    let status = try frames.write(to: output.destination, messages: run.messages)
    for photo in photos.indices {
      run.end(photos[photo], tiles[photo], on: frames.path(output.destination))
    }
    return status
  }

  /// The frames of the only page. In a dry run, the tiles are missing.
  private func frames() throws(DrawingError) -> SheetFrames {
    let page = grid.pages[0]
    return SheetFrames(
      request: request, scene: try scene(page, 0),
      text: "\(text(page, 0)) \(request.motion.animate.map { "\($0)" } ?? "")")
  }

  // MARK: Parts

  private mutating func make(_ needed: [Int]) {
    guard !needed.isEmpty else { return }
    let watch = Stopwatch()
    let bar = Mutex(RunBar(total: needed.count, messages: run.messages))
    let made = run.tiles.make(needed.map { (photos[$0], box) }, by: request.maker) { _, _ in
      bar.withLock {
        $0.done += 1
        $0.show(made: $0.done, elapsed: watch.seconds)
      }
    }
    bar.withLock { $0.hide() }
    for (photo, tile) in zip(needed, made) { tiles[photo] = tile }
  }

  private func scene(_ page: SheetGrid.Page, _ index: Int) throws(DrawingError) -> TileScene {
    var title = request.sheet.title
    if let text = title, grid.pages.count > 1 {
      title = "\(text) (\(index + 1) of \(grid.pages.count))"
    }
    return try SheetScene(page, photos: photos, tiles: tiles, space: request.space).scene(
      by: request.artist, captions: request.sheet.captions.list, title: title,
      script: request.motion.animate)
  }

  private func text(_ page: SheetGrid.Page, _ index: Int) -> String {
    let photos = page.cells.map { content[$0.photo] }.joined(separator: "\n")
    return "\(request.text) page \(index) of \(grid.pages.count)\n\(photos)"
  }
}
