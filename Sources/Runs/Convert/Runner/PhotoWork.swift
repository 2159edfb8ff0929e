internal import BromideCodecs
internal import BromideDevelop
internal import BromideKernels
internal import BromidePhotos
internal import BromideSampling
internal import BromideSystem
internal import BromideValues
internal import Synchronization
internal import SystemPackage

/// Converts one photo to a picture.
///
/// The rules of `StagedWork` make it thread-safe. Fields change only in stages that run on one
/// thread at a time. Bands only read fields, and times are atomic.
final class PhotoWork: StagedWork, @unchecked Sendable {
  /// The state of the photo, with its data.
  private enum State {
    /// The photo is not open yet, or the job has ended.
    case idle
    case opened(PhotoFile, fingerprint: String)
    case developing(Development, PictureWriter)
    /// All bands are done, and the pixels are freed.
    case writing(PictureWriter, damage: String?)
  }

  /// The job. After opening, it contains the photo's settings.
  var job: ConvertJob
  /// The photo's name in traces.
  let subject: String
  /// The facts of the stages that ended.
  private var facts = PictureFacts()
  private var warnings: [Warning] = []
  private var times = Outcome.Milliseconds()
  private var peakMemory: Int?
  /// The end of the work. It changes again if the picture cannot get its name.
  var ending = Outcome.Ending.interrupted()
  /// Whether the reader of standard output has closed it.
  var isPipeClosed = false

  private var state = State.idle
  /// The photo, or the error, if it was opened before the fingerprint.
  var early: Result<PhotoFile, PhotoError>?
  /// The status of the photo's file when the run first saw it.
  private var file: FileState?
  /// The fingerprint for the picture, without the checksum of the photo's content.
  private(set) var fingerprint = ""
  /// The `PictureOrigin` for the picture.
  private(set) var origin: String?
  /// Whether the picture replaces an existing one.
  private var replaces = false
  /// The data for making bands, until the run frees it.
  private var released: Development?
  private let start = Stopwatch()
  let developNanoseconds = Atomic<Int>(0)
  let encodeNanoseconds = Atomic<Int>(0)

  /// The folders that accept no more pictures.
  let disk: FullDisk

  init(_ job: ConvertJob, disk: FullDisk = FullDisk()) {
    self.job = job
    self.disk = disk
    subject = job.shown.data
  }

  var outcome: Outcome {
    Outcome(
      input: job.shown, output: job.output.path, ending, warnings: warnings, facts: facts,
      milliseconds: times, peakMemory: peakMemory)
  }

  private var instructionSet: InstructionSet { job.settings.photo.loading.effectiveInstructionSet }

  // MARK: Open

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
    state = .opened(photo, fingerprint: fingerprint)
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
      input: job.input, output: path, policy: job.ifExists, fingerprint: fingerprint,
      origin: { [job] in job.origin() })
  }

  // MARK: Prepare

  func prepare(_ context: StageContext) throws(StageFailure) -> Int {
    let (file, photo, recorded, quick) = try decode(context.crew)
    origin = job.origin(file)
    var fingerprint = quick
    do throws(SystemError) {
      // Reading the complete photo takes a few percent of its time.
      if job.ifExists == .verify {
        let whole = try Fingerprint.whole(job.input, crew: context.crew)
        fingerprint = Fingerprint.text(quick, whole: whole)
      }
    } catch {
      throw StageFailure(.decode, error.reason)
    }
    var settings = job.settings
    let source = photo.source
    let rendering: Rendering
    let metadata: PictureMetadata
    var look: CameraLook?
    var complaints = PhotoWarnings(
      photo: job.shown.visible, isStrict: job.settings.photo.loading.rejectsGuessedColors)
    defer {
      warnings.add(photo.warnings(settings.photo, job.input, look: look) + complaints.all)
    }
    do throws(DevelopError) {
      if case .raw(let opened) = file, case .raw(let loaded) = photo {
        look = try settings.photo.cameraLook(of: opened, loaded)
        settings.photo = settings.photo.with(look)
        facts.note(settings.photo.recipe, look)
      } else {
        settings.photo.recipe = StillPhoto.recipe(settings.photo.recipe)
      }
      let recipe = try settings.photo.recipe(for: source)
      metadata = PictureMetadata(
        photo: recorded, orientation: source.orientation, settings: settings)
      if case .raw(let loaded) = photo {
        try complaints.checkLens(loaded.raw, source, recipe.optics.lens)
        try complaints.checkCorrections(
          recipe.optics, requested: job.settings.photo.requestedCorrections, of: source.image)
      }
      try complaints.add(metadata.remarks)
      rendering = try self.rendering(
        of: source, recipe, settings.encoding, instructionSet, crew: context.crew)
    } catch {
      throw StageFailure(.develop, error.description)
    }
    let developer = rendering.developer
    if case .raw(let loaded) = photo { facts.note(loaded, developer, settings.photo) }
    facts.crop = developer.crop
    facts.size = rendering.size
    facts.gainMap = rendering.stops
    facts.metadata = metadata.report
    facts.note(settings.encoding)
    var description = PictureDescription(
      size: rendering.size, format: developer.format,
      space: settings.photo.recipe.encodedSpace)
    description.profile = settings.photo.recipe.outputProfile.map {
      ICCProfile(bytes: $0.bytes, name: $0.name)
    }
    description.metadata = metadata.photo
    description.texts = metadata.texts
    description.properties = metadata.properties
    description.fingerprint = fingerprint
    description.dotsPerInch = settings.dotsPerInch ?? PictureMetadata.dotsPerInch
    description.gainMap = rendering.gainMap
    if rendering.highRange != nil, let range = settings.encoding.highRange {
      description.setHighRange(range)
    }
    let writer = try makeWriter(description, context.idleCrew)
    let encoder = PictureEncoder(
      size: rendering.size, format: description.format, encoding: settings.encoding,
      instructionSet: instructionSet)
    state = .developing(
      Development(
        photo: photo, rendering: rendering, encoder: encoder, crew: context.idleCrew,
        developed: { [weak self] in self?.noteStrip($0) }), writer)
    return developer.bandCount
  }

  private func decode(
    _ crew: Crew
  ) throws(StageFailure) -> (PhotoFile, DecodedPhoto, PhotoMetadata, fingerprint: String) {
    let watch = Stopwatch()
    guard case .opened(let file, let fingerprint) = state else {
      preconditionFailure("a photo is opened before it is decoded")
    }
    defer {
      state = .idle
      note("decode", \.decode, watch)
    }
    do throws(PhotoError) {
      switch file {
      case .raw(let raw):
        let photo = try raw.load(crew: { crew($0) }, leavesSamplesInFile: true)
        facts.levelsFrom = photo.levelsFrom?.data
        facts.opticsFrom = photo.opticsFrom
        facts.lensFrom = raw.metadata.lensFrom?.rawValue
        return (file, .raw(photo), raw.metadata, fingerprint)
      case .still(let still):
        return (file, .still(try still.load()), still.metadata, fingerprint)
      }
    } catch {
      throw StageFailure(error)
    }
  }

  private func makeWriter(
    _ description: PictureDescription, _ crew: Crew
  ) throws(StageFailure) -> PictureWriter {
    do {
      switch job.output {
      case .file(let path):
        try FileSystem.makeFolder(path.removingLastComponent())
        return try PictureWriter(
          path: path, description: description, encoding: job.settings.encoding,
          replaces: replaces, crew: crew)
      case .standardOutput:
        return try PictureWriter(
          descriptor: 1, name: "standard output", description: description,
          encoding: job.settings.encoding, crew: crew)
      }
    } catch {
      throw writeFailure(error)
    }
  }

  // MARK: Bands are made

  var development: Development {
    guard case .developing(let development, _) = state else {
      preconditionFailure("a photo is prepared before its bands")
    }
    return development
  }

  func releaseInputs() throws(StageFailure) {
    guard case .developing(let development, let writer) = state else { return }
    facts.note(development.developer.opticsReport)
    state = .writing(writer, damage: development.photo.damageReason)
    released = development
    if let reason = development.photo.lostPixels ?? file?.complaint {
      throw StageFailure(.decode, reason)
    }
  }

  func takeReleased() -> (any AnyObject & Sendable)? {
    defer { released = nil }
    return released
  }

  // MARK: Write

  var writer: PictureWriter? {
    switch state {
    case .idle, .opened: nil
    case .developing(_, let writer), .writing(let writer, _): writer
    }
  }

  func append(_ bands: [PictureBand]) throws(StageFailure) {
    let watch = Stopwatch()
    defer { note("write", \.write, watch) }
    do throws(PictureFileError) {
      for band in bands { try writer?.append(band) }
    } catch {
      throw writeFailure(error)
    }
  }

  func finish() throws(StageFailure) {
    let watch = Stopwatch()
    guard case .writing(let writer, let damage) = state else {
      preconditionFailure("a picture is finished after its bands")
    }
    if Interruption.hasCome, job.settings.encoding.format.encodesAtOnce { return end(nil) }
    do throws(PictureFileError) {
      ending = .written(bytes: try writer.finish(), damage: damage)
    } catch {
      if case .io(let path, _, let code) = error, SystemError.isTaken(code) {
        giveWay(path)
        close()
        return
      }
      throw writeFailure(error)
    }
    note("write", \.write, watch)
    close()
  }

  /// Adds the time of a stage, also to the trace.
  private func note(
    _ stage: StaticString, _ time: WritableKeyPath<Outcome.Milliseconds, Double>,
    _ watch: Stopwatch
  ) {
    times[keyPath: time] += watch.milliseconds
    Trace.note(stage, subject, watch)
  }

  func close() {
    state = .idle
    times.develop = Double(developNanoseconds.load(ordering: .relaxed)) / 1e6
    times.encode = Double(encodeNanoseconds.load(ordering: .relaxed)) / 1e6
    times.total = start.milliseconds
    peakMemory = Machine.peakMemory()
  }
}
