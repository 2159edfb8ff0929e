internal import BromideCodecs
internal import BromideDevelop
internal import BromidePhotos
internal import BromideSampling
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

/// The first stage: reads the sidecar and the header, and skips pictures that are up to date.
extension PhotoWork {
  func open() throws(StageFailure) -> Int? {
    do throws(SidecarFailure) {
      (job.settings.photo, facts.sidecar) = try job.settings.photo.withSidecar(of: job.input)
    } catch {
      throw StageFailure(.open, error.reason)
    }
    do throws(SystemError) {
      file = try FileState(job.input)
      nameLens()
      fingerprint = try Fingerprint.text(input: job.input, settings: job.settings)
    } catch {
      throw StageFailure(.open, error.reason)
    }
    if case .file(let path) = job.output {
      switch existing(path) {
      case .write:
        if let failure = disk.refuses(path) {
          ending = .interrupted(reason: "not tried: \(failure)")
          return nil
        }
        // If two runs create the same new picture, only one may succeed, because their photos can
        // differ.
        replaces =
          job.ifExists == .overwrite
          || [.update, .verify].contains(job.ifExists) && FileSystem.isTaken(path)
      case .reject(let reason, let remedy): throw StageFailure(.existing, reason, remedy: remedy)
      case .skip(let reason):
        ending = .skipped(.existing, reason)
        return nil
      }
    }
    warnings.add(facts.sidecar?.otherEdits ?? [])
    let watch = Stopwatch()
    defer { note("open", \.open, watch) }
    let photo: PhotoFile
    do throws(PhotoError) {
      photo = try opening.get()
    } catch {
      throw StageFailure(error)
    }
    early = nil
    state = .opened(photo)
    let recipe = job.settings.photo.recipe
    switch photo {
    case .raw(let raw):
      facts.headerless = raw.headerlessFrom
      raw.beginLens(recipe.optics.lens)
      // A site of the mosaic has two bytes.
      let pixels = raw.expectedMemory / 2
      return raw.expectedMemory + recipe.filterPassMemory(pixels: pixels)
        + pictureMemory(pixels: pixels)
    case .still(let still):
      if let complaint = job.stillComplaint { throw StageFailure(.open, complaint) }
      return still.expectedMemory + recipe.filterPassMemory(pixels: still.size.area)
        + pictureMemory(pixels: still.size.area)
    }
  }

  func existing(_ path: FilePath) -> ExistingOutput.Decision {
    ExistingOutput.decide(
      input: job.input, output: path, policy: job.ifExists, context: job.settings.context,
      fingerprint: fingerprint,
      origin: { [job] in job.origin() })
  }

  /// The photo that was opened early, or the result of opening it now.
  var opening: Result<PhotoFile, PhotoError> {
    early
      ?? Result { () throws(PhotoError) in
        try PhotoFile(path: job.input, settings: job.settings.photo.loading)
      }
  }

  /// Opens the photo early if the name of its lens may come from another program, because the name
  /// is a part of the fingerprint.
  func nameLens() {
    guard job.settings.photo.asksForLens else { return }
    early = opening
    guard case .success(.raw(let raw))? = early,
      let named = job.settings.photo.namingLens(of: raw)
    else { return }
    job.settings.photo = named.settings
    early = .success(.raw(named.photo))
  }

  /// Returns the bytes for a complete picture, which only some formats need, and for its logo.
  ///
  /// - Parameter pixels: The pixels of the photo.
  func pictureMemory(pixels: Int) -> Int {
    let recipe = job.settings.photo.recipe
    let encoding = job.settings.encoding
    var most = recipe.size?.mostPixels(of: pixels) ?? pixels
    let logo = job.settings.watermark?.memory(pixels: most) ?? 0
    if let border = job.settings.border {
      // A side of a square with these pixels is close enough.
      let side = Int(Double(most).squareRoot())
      most = border.surrounding(Size(width: side, height: side)).area
    }
    let hasHighRange = encoding.highRange != nil
    let format = PixelFormat(channels: 3, sample: hasHighRange ? .uint16 : recipe.sample)
    // The gain of a pixel is a byte.
    return encoding.memory(pixels: most, format) + (hasHighRange ? most : 0) + logo
  }
}

extension SizeRequest {
  /// Returns the most pixels of a picture of a photo with this number of pixels.
  func mostPixels(of pixels: Int) -> Int {
    let requested: Double? =
      switch bounds {
      case .box(let box): Double(box.width) * Double(box.height)
      case .longEdge(let side): Double(side) * Double(side)
      case .shortEdge: nil
      case .megapixels(let millions): millions * 1e6
      case .fraction(let share): share * share * Double(pixels)
      }
    guard let requested, requested < 1e12 else { return pixels }
    return enlarge ? Int(requested) : min(pixels, Int(requested))
  }
}
