internal import BromideCodecs
internal import BromidePhotos
internal import BromideValues
internal import SystemPackage

/// Pictures that libjxl, libavif and libwebp decode.
extension PictureOpener {
  /// Opens a JPEG XL, AVIF or WebP. The colours come from its profile or its code points, or else
  /// they are sRGB.
  func whole(_ path: FilePath, _ format: PictureFormat) throws(OpeningError) -> OpenedPicture {
    let (info, pixels) = try reading(OpeningError.picture) { () throws(PictureError) in
      try PictureReading.whole(path, format, context: settings.context)
    }
    let (space, source): (RGBSpace, String)
    do throws(OpeningError) {
      (space, source) = try self.space(of: info, in: path)
    } catch {
      return try profiled(
        path, .whole(format), info.profile, info.orientation, depth: "\(info.bitDepth)",
        after: error)
    }
    let sampler = PointSampler(
      SampledPixels(pixels), space: space, orientation: info.orientation,
      alpha: settings.alpha ?? .weight)
    let unused = info.profile == nil ? info.unusedCICP : nil
    return OpenedPicture(
      frames: .still(sampler),
      facts: [
        Fact("matrix", "none", "rule: RGB"), Fact("range", "full", "rule"),
        Fact("depth", "\(info.bitDepth)", "tag"),
      ] + facts(of: space, source)
        + (unused.map { [Fact("cicp", "\($0), reserved or unknown: not used", "tag CICP")] } ?? [])
        + Fact.luminance(of: space) + alphaFacts(sampler.hasAlpha))
  }

  /// Returns the colour space of a picture and its source.
  private func space(
    of info: WholeInfo, in path: FilePath
  ) throws(OpeningError) -> (RGBSpace, String) {
    try chosenSpace { () throws(OpeningError) in
      if let profile = info.profile {
        return (try space(ofProfile: profile, in: path), "tag ICC")
      }
      return info.codedSpace.map { ($0, "tag CICP") } ?? (.srgb, "rule")
    }
  }
}
