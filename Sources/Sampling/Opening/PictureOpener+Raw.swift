internal import BromideCodecs
internal import BromideDevelop
internal import BromidePhotos
internal import BromideRaw
internal import BromideSystem
internal import BromideValues

extension PictureOpener {
  func raw(
    _ opened: OpenedPhoto, _ crew: Crew
  ) throws(OpeningError) -> OpenedPicture {
    let parts = SampledParts.parts(of: opened, settings: settings)
    let picture = try raw(opened, parts: parts, crew)
    guard parts != nil, SampledParts.needAll(picture, settings: settings) else { return picture }
    let again = try reading(OpeningError.photo) { () throws(PhotoError) in
      try OpenedPhoto(path: opened.path, settings: settings.photo.loading)
    }
    return try raw(again, parts: nil, crew)
  }

  private func raw(
    _ opened: OpenedPhoto, parts: [Region]?, _ crew: Crew
  ) throws(OpeningError) -> OpenedPicture {
    let set = settings.photo.loading.effectiveInstructionSet
    opened.beginLens(settings.photo.recipe.optics.lens)
    let photo = try reading(OpeningError.photo) { () throws(PhotoError) in
      try opened.load(parts: parts, crew: { crew($0) }, leavesSamplesInFile: true)
    }
    var source = photo.source
    // Points refer to the recorded picture, so skip corrections that move pixels.
    source.embedded = source.embedded.shading
    source.lensMovesPixels = false
    let corrected = source
    let look = try reading(OpeningError.develop) { () throws(DevelopError) in
      try settings.photo.cameraLook(of: opened, photo)
    }
    var looking = settings
    looking.photo = looking.photo.with(look)
    let developing = looking.photo
    let (sampler, developer) = try reading(OpeningError.develop) { () throws(DevelopError) in
      let source = corrected
      let recipe = try developing.recipe(for: source)
      let raw = try RawPixels(source, recipe: recipe, light: looking.light) {
        source, recipe throws(DevelopError) in
        try Developer(source, recipe: recipe, instructionSet: set)
      }
      return (
        PointSampler(.raw(raw), space: .rec2020, orientation: source.orientation), raw.developer
      )
    }
    return OpenedPicture(
      frames: .still(sampler),
      facts: RawFacts(
        photo, developer: developer, settings: looking
      ).facts, damage: photo.damage.isEmpty ? nil : photo.damage.joined(separator: "; "),
      warnings: looking.photo.warnings(
        about: photo, opened.path, look: look, includesBalance: false),
      loss: { photo.lostPixels })
  }

  func preview(_ photo: OpenedPhoto) throws(OpeningError) -> OpenedPicture {
    let content = try reading(OpeningError.preview) { () throws(RawError) in try photo.readPreview()
    }
    let orientation = photo.metadata.orientation
    switch content {
    case nil: throw .noPreview
    case .jpeg(let bytes):
      let picture = try reading(OpeningError.previewPixels) { () throws(FrameFileError) in
        try JPEGSource(bytes, in: photo.path)
          .picture(
            keepsDamage: settings.photo.loading.damaged == .keep, context: settings.context)
      }
      return try opened(
        picture, of: photo.path, orientation: picture.header.orientation ?? orientation)
    case .rgb(let bytes, let size):
      var image = ImageBuffer<UInt8>(size: size, channels: 3)
      unsafe image.withUnsafeMutableSamples { samples in
        for i in 0..<samples.count { unsafe samples[i] = bytes[i] }
      }
      return OpenedPicture(
        frames: .still(PointSampler(.eight(image), space: .srgb, orientation: orientation)),
        facts: [
          Fact("matrix", "none", "rule: RGB"), Fact("range", "full", "rule"),
          Fact("depth", "8", "tag"), Fact("primaries", "709", "rule"),
          Fact("transfer", "srgb", "rule"),
        ])
    }
  }
}
