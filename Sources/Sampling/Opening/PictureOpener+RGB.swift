internal import BromideCodecs
internal import BromidePhotos
internal import BromideRaw
internal import BromideValues
internal import SystemPackage

/// Pictures that hold R, G and B.
extension PictureOpener {
  /// - Parameters:
  ///   - part: The only part to decode, or `nil` for all.
  ///   - isUpright: Whether the pixels are already upright, so that the Exif orientation is
  ///     ignored.
  ///   - codes: The code points of the file that the PNG was made from. They apply if the PNG has
  ///     no colour tags.
  func png(
    _ path: FilePath, part: PicturePart? = nil, isUpright: Bool = false, codes: CICP? = nil
  ) throws(OpeningError) -> OpenedPicture {
    let (info, pixels, rows, damage) = try reading(OpeningError.picture) {
      () throws(PictureError) in
      let keepsDamage = settings.photo.loading.damaged == .keep
      if let part {
        return try PictureReading.png(
          path, part: part, keepsDamage: keepsDamage, context: settings.context)
      }
      let (info, pixels, damage) = try PictureReading.png(
        path, keepsDamage: keepsDamage, reducedBy: settings.reduction, context: settings.context)
      return (info, pixels, info.size.height, damage)
    }
    let decoded = rows < info.size.height ? [Fact("decoded", "rows 0 to \(rows - 1)", "rule")] : []
    let orientation =
      isUpright ? .upright : info.exif.flatMap { ExifOrientation.find($0) } ?? .upright
    let (space, source): (RGBSpace, String)
    do throws(OpeningError) {
      (space, source) = try self.space(of: info, codes, in: path)
    } catch {
      guard damage == nil else { throw error }
      return try profiled(
        path, .png, part: part, info.profile, orientation, depth: "\(info.bitDepth)",
        after: error, decoded)
    }
    let warnings = try profileWarnings(info, path)
    let flags = settings.choices
    let coded = info.unusedCICP == nil ? info.cicp : nil
    let range = flags.range ?? (coded?.isFullRange == false ? .limited : .full)
    let rangeSource = flags.range != nil ? "flag" : coded != nil ? "tag cICP" : "rule"
    let unused = info.unusedCICP.map {
      [Fact("cicp", "\($0), unspecified, reserved or unknown: not used", "tag cICP")]
    }
    return OpenedPicture(
      frames: .still(
        PointSampler(
          SampledPixels(pixels), part: part, space: space, orientation: orientation, range: range,
          alpha: settings.alpha ?? .weight)),
      facts: [
        Fact("matrix", "none", "rule: RGB"), Fact("range", range.rawValue, rangeSource),
        Fact("depth", "\(info.bitDepth)", "tag"),
      ] + facts(of: space, source) + (unused ?? []) + Fact.luminance(of: space)
        + alphaFacts(info.format.hasAlpha) + decoded,
      damage: damage, warnings: warnings)
  }

  /// Opens a picture with lcms2 if its profile is not made of three primaries and a curve.
  ///
  /// - Parameters:
  ///   - part: The only part of a PNG to decode, or `nil` for all.
  ///   - error: The previous error about the profile. It is thrown if this function does not
  ///     support the picture.
  ///   - facts: Additional facts about the reading.
  func profiled(
    _ path: FilePath, _ kind: ProfiledKind, part: PicturePart? = nil, _ profile: [UInt8]?,
    _ orientation: Orientation, depth: String, after error: OpeningError, _ facts: [Fact] = []
  ) throws(OpeningError) -> OpenedPicture {
    let flags = settings.choices
    // A profile applies to each pixel's codes, but a reduced picture averages them.
    guard settings.reduction == 1 else { throw error }
    guard error == .unknownProfile, let profile, flags.primaries == nil, flags.transfer == nil
    else { throw error }
    if kind == .png || kind == .tiff, flags.range != nil {
      throw .unreadable(
        Unreadable("its profile requires full-range codes; remove --range"))
    }
    let pixels = try reading(OpeningError.profile) { () throws(RawError) in
      try PictureReading.profiled(path, kind, part: part, by: profile, context: settings.context)
    }
    guard let pixels else { throw error }
    let space = RGBSpace.rec2020.linearLight
    let sampler = PointSampler(
      .float(pixels), part: part, space: space, orientation: orientation,
      alpha: settings.alpha ?? .weight)
    return OpenedPicture(
      frames: .still(sampler),
      facts: [
        Fact("depth", depth, "tag"), Fact("colours", "the profile's by lcms2", "tag ICC"),
        Fact("primaries", ColorPrimaries(space).name, "rule"),
        Fact("transfer", ColorTransfer(space).name, "rule"),
      ] + alphaFacts(sampler.hasAlpha) + facts)
  }

  /// Returns the effect of alpha, for pictures with alpha.
  func alphaFacts(_ hasAlpha: Bool) -> [Fact] {
    let source = settings.alpha == nil ? "rule" : "flag"
    return hasAlpha ? [Fact("alpha", (settings.alpha ?? .weight).rawValue, source)] : []
  }

  /// Returns the primaries and the transfer function of a space, from this source or flags.
  func facts(of space: RGBSpace, _ source: String) -> [Fact] {
    let flags = settings.choices
    return [
      Fact("primaries", ColorPrimaries(space).name, flags.primaries == nil ? source : "flag"),
      Fact("transfer", ColorTransfer(space).name, flags.transfer == nil ? source : "flag"),
    ]
  }

  /// Returns the colour space of the flags and its source. For a missing flag, the space comes from
  /// `tagged`, which is not called otherwise.
  func chosenSpace<Failure>(
    _ tagged: () throws(Failure) -> (RGBSpace, String)
  ) throws(Failure) -> (RGBSpace, String) {
    let flags = settings.choices
    if let primaries = flags.primaries, let transfer = flags.transfer {
      return (.of(primaries, transfer), "flag")
    }
    var (space, source) = try tagged()
    if flags.primaries != nil || flags.transfer != nil {
      space = .of(
        flags.primaries ?? ColorPrimaries(space), flags.transfer ?? ColorTransfer(space))
    }
    return (space, source)
  }

  /// Returns the colour space of a PNG.
  ///
  /// It comes from cICP, iCCP, sRGB, or gAMA with cHRM, in this order (PNG third edition, 4.3), or
  /// else it is sRGB. An unsupported cICP is ignored.
  private func space(
    of info: PNGInfo, _ codes: CICP?, in path: FilePath
  ) throws(OpeningError) -> (RGBSpace, String) {
    try chosenSpace { () throws(OpeningError) in
      if let space = info.codedSpace { return (space, "tag cICP") }
      if let profile = info.profile {
        return (try space(ofProfile: profile, in: path), "tag iCCP")
      }
      if info.isSRGB { return (.srgb, "tag sRGB") }
      if let gamma = info.gamma {
        return (Self.space(gamma: gamma, info.chromaticities), "tag gAMA")
      }
      if let space = codes.flatMap(RGBSpace.of) { return (space, "tag nclx") }
      return (.srgb, "rule")
    }
  }

  /// Returns the warning about a damaged profile, if the colours depend on it. If colours must not
  /// be guessed, this throws instead.
  private func profileWarnings(
    _ info: PNGInfo, _ path: FilePath
  ) throws(OpeningError) -> [Warning] {
    let flags = settings.choices
    guard info.hasBrokenProfile, info.codedSpace == nil, info.profile == nil,
      flags.primaries == nil || flags.transfer == nil
    else { return [] }
    let problem = "its ICC profile (iCCP) is damaged"
    guard !settings.photo.loading.rejectsGuessedColors else {
      throw .unreadable(Unreadable("\(problem), so its colours would be guessed"))
    }
    return [Warning("\(path): \(problem): Bromide ignores it")]
  }

  func tiff(_ path: FilePath) throws(OpeningError) -> OpenedPicture {
    let (info, pixels) = try reading(OpeningError.picture) { () throws(PictureError) in
      try PictureReading.tiff(path, reducedBy: settings.reduction, context: settings.context)
    }
    let orientation = Orientation(rawValue: info.orientation) ?? .upright
    let (space, source): (RGBSpace, String)
    do throws(OpeningError) {
      (space, source) = try self.space(of: info, in: path)
    } catch {
      return try profiled(
        path, .tiff, info.profile, orientation, depth: info.format.sample.name, after: error)
    }
    return OpenedPicture(
      frames: .still(
        PointSampler(
          SampledPixels(pixels), space: space, orientation: orientation,
          alpha: settings.alpha ?? .weight)),
      facts: [
        Fact("matrix", "none", "rule: RGB"), Fact("range", "full", "rule"),
        Fact("depth", info.format.sample.name, "tag"),
      ] + facts(of: space, source) + Fact.luminance(of: space)
        + alphaFacts(info.format.hasAlpha))
  }

  /// Returns the colour space of a TIFF: from its ICC profile, or else sRGB, with linear light for
  /// floats.
  private func space(
    of info: TIFFInfo, in path: FilePath
  ) throws(OpeningError) -> (RGBSpace, String) {
    try chosenSpace { () throws(OpeningError) in
      if let profile = info.profile {
        return (try space(ofProfile: profile, in: path), "tag ICC")
      }
      return (info.format.sample == .float32 ? .linearSRGB : .srgb, "rule")
    }
  }

  private static func space(gamma: Double, _ points: [Chromaticity]?) -> RGBSpace {
    func near(_ a: Chromaticity, _ b: Chromaticity, _ most: Double = 2e-5) -> Bool {
      abs(a.x - b.x) < most && abs(a.y - b.y) < most
    }
    let srgb = RGBSpace.srgb
    let hasOtherPrimaries =
      points.map {
        !zip($0, [srgb.white, srgb.red, srgb.green, srgb.blue]).allSatisfy { near($0, $1, 1e-3) }
      } ?? false
    // sRGB's curve is recorded as 1/2.2 (PNG third edition, 11.3.2.5). With the primaries of
    // another space, such as Adobe RGB, the number is the exponent.
    let function =
      abs(gamma - 1) < 1e-3
      ? TransferFunction.linear
      : abs(gamma - 0.45455) < 1e-3 && !hasOtherPrimaries
        ? .srgb
        : TransferFunction(slope: 0, cut: 0, scale: 1, exponent: gamma, offset: 0)
    guard let points, points.count == 4 else {
      return .of(.bt709, ColorTransfer(name: "gamma", codePoint: nil, function: function))
    }
    let known = RGBSpace.all.first {
      near($0.white, points[0]) && near($0.red, points[1]) && near($0.green, points[2])
        && near($0.blue, points[3]) && $0.transfer == function
    }
    return known
      ?? RGBSpace(
        name: "cHRM", red: points[1], green: points[2], blue: points[3], white: points[0],
        transfer: function, cicp: nil)
  }
}
