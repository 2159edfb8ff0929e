internal import BromideCodecs
internal import BromideDevelop
internal import BromidePhotos
internal import BromideSampling
internal import BromideSystem
internal import SystemPackage

/// The second stage: decodes the photo, and prepares the developer and the encoder.
extension PhotoWork {
  func prepare(_ context: StageContext) throws(StageFailure) -> Int {
    let (file, photo) = try decode(context.crew)
    origin = job.origin(file)
    var fingerprint = fingerprint
    do throws(SystemError) {
      // Reading the complete photo takes a few percent of its time.
      if job.ifExists == .verify {
        let whole = try Fingerprint.whole(job.input, crew: context.crew)
        fingerprint = Fingerprint.text(fingerprint, whole: whole)
      }
    } catch {
      throw StageFailure(.decode, error.reason)
    }
    var settings = job.settings
    let source = photo.source
    let rendering: PictureRendering
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
        photo: file.metadata, orientation: source.orientation, settings: settings)
      if case .raw(let loaded) = photo {
        try complaints.checkLens(loaded.raw, source, recipe.optics.lens)
        try complaints.checkCorrections(
          recipe.optics, requested: job.settings.photo.requestedCorrections, of: source.image)
      }
      try complaints.add(metadata.remarks)
      rendering = try PictureRendering(
        of: source, recipe, settings, instructionSet, crew: context.crew)
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
    var description = PictureDescription(rendering, metadata, settings)
    description.fingerprint = fingerprint
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

  private func decode(_ crew: Crew) throws(StageFailure) -> (PhotoFile, DecodedPhoto) {
    let watch = Stopwatch()
    guard case .opened(let file) = state else {
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
        return (file, .raw(photo))
      case .still(let still):
        return (file, .still(try still.load()))
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
}
