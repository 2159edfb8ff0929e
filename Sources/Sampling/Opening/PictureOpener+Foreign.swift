internal import BromideCodecs
internal import BromidePhotos
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

/// Opens pictures without colour tags, and pictures that other programs decode.
extension PictureOpener {
  /// Opens a Netpbm picture. It is sRGB, or linear light in the sRGB primaries for floats, unless
  /// flags override this.
  func netpbm(_ path: FilePath) throws(OpeningError) -> OpenedPicture {
    let picture = try reading(OpeningError.unreadable) { () throws(Unreadable) in
      try NetpbmPicture(
        Unreadable.unless { () throws(SystemError) in try FileSystem.contents(of: path) })
    }
    let isFloat = if case .float = picture.pixels { true } else { false }
    let (space, source) = chosenSpace { (isFloat ? .linearSRGB : .srgb, "rule") }
    let sampler = PointSampler(
      SampledPixels(picture.pixels), space: space, alpha: settings.alpha ?? .weight,
      white: isFloat ? nil : picture.white)
    return OpenedPicture(
      frames: .still(sampler),
      facts: [
        Fact("matrix", "none", "rule: RGB"), Fact("range", "full", "rule"),
        Fact("white", isFloat ? "1.0" : "\(picture.white)", isFloat ? "rule" : "tag"),
      ] + facts(of: space, source) + Fact.luminance(of: space) + alphaFacts(sampler.hasAlpha))
  }

  /// A JPEG in CMYK or YCCK.
  func inks(_ path: FilePath, _ header: JPEGHeader) throws(OpeningError) -> OpenedPicture {
    let flags = settings.choices
    guard flags.matrix == nil, flags.range == nil, flags.siting == nil,
      settings.upsampling == nil, !settings.isExact
    else {
      throw .unreadable(
        Unreadable("it is CMYK; remove the options for matrix, range, siting and chroma"))
    }
    let isGiven = flags.primaries != nil || flags.transfer != nil
    let (pixels, isProfiled, missesEnd) = try reading(OpeningError.frames) {
      () throws(FrameFileError) in
      try JPEGSource(path: path).inks(ignoresProfile: isGiven, context: settings.context)
    }
    let problems = try warnings(missesEnd: missesEnd, path)
    guard isProfiled || header.profile.isEmpty || isGiven else { throw .unknownProfile }
    let space =
      isProfiled
      ? RGBSpace.rec2020.linearLight
      : .of(flags.primaries ?? .bt709, flags.transfer ?? .srgb)
    return OpenedPicture(
      frames: .still(
        PointSampler(.float(pixels), space: space, orientation: header.orientation ?? .upright)),
      facts: [
        Fact("inks", "cmyk", "tag"), Fact("depth", "8", "tag"),
        isProfiled
          ? Fact("colours", "the profile's by lcms2", "tag ICC")
          : Fact("colours", "(1-C)(1-K)", "rule: a guess"),
      ] + facts(of: space, "rule"), warnings: problems)
  }

  /// Returns the warning about a JPEG with all samples but without its end, or throws if warnings
  /// are errors.
  func warnings(missesEnd: Bool, _ path: FilePath) throws(OpeningError) -> [Warning] {
    guard missesEnd else { return [] }
    guard !settings.photo.loading.rejectsGuessedColors else {
      throw .frames(.jpeg(path: path, .damaged("its end (EOI) is missing")))
    }
    return [Warning("\(path): the JPEG's end (EOI) is missing; all of its pixels are there")]
  }

  /// Video, as its file's tags say.
  func video(_ path: FilePath) throws(OpeningError) -> OpenedPicture {
    let file = try reading(OpeningError.unreadable) { () throws(Unreadable) in
      try VideoFile(path, for: .samples, settings.context)
    }
    try check(file.layout)
    let facts = file.facts
    let reading = videoReading(
      facts.size, layout: file.layout, isFilm: true, tags: facts.tags,
      interlacing: facts.interlacing,
      orientation: facts.orientation)
    let rate = facts.rate.map { Double($0.0) / Double($0.1) }
    return OpenedPicture(
      frames: .clip(count: file.count, rate: rate) { try file.frame($0) }, reading: reading,
      facts: reading.facts)
  }

  /// Opens a HEIF through an upright PNG from libheif's program. Its colours come from the
  /// profile or the code points.
  func heif(_ path: FilePath) throws(OpeningError) -> OpenedPicture {
    let made = try reading(OpeningError.unreadable) { () throws(Unreadable) in
      try HEIFProgram.png(of: path, settings.context)
    }
    defer { withExtendedLifetime(made.folder) {} }
    var picture = try png(made.path, isUpright: true, codes: HEIFColors(path)?.cicp)
    picture.facts.append(Fact("decoder", made.program, "rule"))
    return picture
  }
}
