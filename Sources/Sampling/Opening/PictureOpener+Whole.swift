internal import BromideCodecs
internal import BromideDevelop
internal import BromidePhotos
internal import BromideRaw
internal import BromideValues
internal import SystemPackage

/// Pictures that libjxl, libavif and libwebp decode.
extension PictureOpener {
  /// Opens a JPEG XL, AVIF or WebP. The colours come from its profile or its code points, or else
  /// they are sRGB.
  func whole(_ path: FilePath, _ format: PictureFormat) throws(OpeningError) -> OpenedPicture {
    let (info, pixels) = try reading(OpeningError.whole) { () throws(WholeError) in
      try PictureReading.whole(path, format)
    }
    let flags = settings.choices
    let (space, source): (RGBSpace, String)
    do throws(OpeningError) {
      (space, source) = try self.space(of: info, in: path)
    } catch {
      return try profiled(
        path, .whole(format), info.profile, info.orientation, depth: "\(info.bitDepth)",
        after: error)
    }
    let sampled: SampledPixels =
      switch pixels {
      case .eight(let image): .eight(image)
      case .sixteen(let image): .sixteen(image)
      case .float(let image): .float(image)
      }
    let sampler = PointSampler(
      sampled, space: space, orientation: info.orientation, alpha: settings.alpha ?? .weight)
    let unused = info.profile == nil ? info.unusedCICP : nil
    return OpenedPicture(
      frames: .still(sampler),
      facts: [
        Fact("matrix", "none", "rule: RGB"), Fact("range", "full", "rule"),
        Fact("depth", "\(info.bitDepth)", "tag"),
        Fact("primaries", ColorPrimaries(space).name, flags.primaries == nil ? source : "flag"),
        Fact("transfer", ColorTransfer(space).name, flags.transfer == nil ? source : "flag"),
      ] + (unused.map { [Fact("cicp", "\($0), reserved or unknown: not used", "tag CICP")] } ?? [])
        + Fact.luminance(of: space) + (sampler.hasAlpha ? [alphaFact] : []))
  }

  /// Returns the colour space of a picture and its source.
  private func space(
    of info: WholeInfo, in path: FilePath
  ) throws(OpeningError) -> (RGBSpace, String) {
    let flags = settings.choices
    if let primaries = flags.primaries, let transfer = flags.transfer {
      return (.of(primaries, transfer), "flag")
    }
    var tagged = (RGBSpace.srgb, "rule")
    if let profile = info.profile {
      tagged = (try space(ofProfile: profile, in: path), "tag ICC")
    } else if let space = info.codedSpace {
      tagged = (space, "tag CICP")
    }
    if flags.primaries != nil || flags.transfer != nil {
      tagged.0 = .of(
        flags.primaries ?? ColorPrimaries(tagged.0), flags.transfer ?? ColorTransfer(tagged.0))
    }
    return tagged
  }
}
