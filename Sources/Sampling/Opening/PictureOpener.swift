package import Color
internal import ColorProfiles
internal import Develop
internal import Metadata
internal import PNGCoding
internal import PhotoLoading
package import Pixels
internal import Platform
internal import RawDecoding
package import Scheduling
internal import Sidecars
package import SystemPackage
internal import TIFFCoding
package import YCbCr

/// Opens an input of any kind.
package struct PictureOpener: Sendable {
  private let settings: OpeningSettings

  package init(settings: OpeningSettings) { self.settings = settings }

  /// A file that is known for what it is, and not read yet.
  package struct Found {
    /// What it is.
    package let kind: PictureKind
    /// Bytes that its pixels will take.
    package let memory: Int
    /// Reads it; the crew may help.
    package let open: (Crew) throws(OpeningError) -> OpenedPicture
  }

  /// Looks at a file.
  package func find(_ path: FilePath) throws(OpeningError) -> Found {
    switch PictureKind.of(path, settings: settings) {
    case .png:
      let info = try reading(OpeningError.png) { () throws(PNGError) in
        try PNGReader.info(path: path)
      }
      let bytes = info.size.area * info.format.bytesPerPixel
      return Found(kind: .png, memory: bytes) { _ throws(OpeningError) in try png(path) }
    case .tiff:
      let info = try reading(OpeningError.tiff) { () throws(TIFFError) in
        try TIFFReader.info(path: path)
      }
      let bytes = info.size.area * info.format.bytesPerPixel
      return Found(kind: .tiff, memory: bytes) { _ throws(OpeningError) in try tiff(path) }
    case .jpeg:
      let header = try reading(OpeningError.frames) { () throws(FrameFileError) in
        try JPEGPicture.header(path: path)
      }
      return Found(kind: .jpeg, memory: 3 * header.size.area) { _ throws(OpeningError) in try jpeg(path) }
    case .y4m: return Found(kind: .y4m, memory: 0) { _ throws(OpeningError) in try y4m(path) }
    case .planes: return Found(kind: .planes, memory: 0) { _ throws(OpeningError) in try planes(path) }
    case .raw, nil:
      let (own, sidecar) = try withSidecar(of: path)
      if let sidecar {
        let found = try own.findRaw(path)
        return Found(kind: .raw, memory: found.memory) { crew throws(OpeningError) in
          var picture = try found.open(crew)
          picture.sidecar = sidecar
          return picture
        }
      }
      return try findRaw(path)
    }
  }

  private func findRaw(_ path: FilePath) throws(OpeningError) -> Found {
    let photo = try reading(OpeningError.photo) { () throws(PhotoError) in
      try OpenedPhoto(path: path, settings: settings.photo.loading)
    }
    if settings.rawSource == .preview {
      return Found(kind: .raw, memory: 0) { _ throws(OpeningError) in try preview(photo.file) }
    }
    return Found(kind: .raw, memory: photo.expectedMemory) { crew throws(OpeningError) in
      try raw(photo, crew)
    }
  }

  /// An opener with the settings of one photo, and what became of its sidecar; nil without one.
  private func withSidecar(
    of path: FilePath
  ) throws(OpeningError) -> (PictureOpener, SidecarReport?) {
    let (photo, report) = try reading(OpeningError.sidecar) { () throws(SidecarFailure) in
      try settings.photo.withSidecar(of: path)
    }
    var own = settings
    own.photo = photo
    for parameter in ParameterTable.all
    where photo.recipe.filters[parameter] != settings.photo.recipe.filters[parameter] {
      own.statedBy[parameter.name] = "sidecar"
      if [.temperature, .tint].contains(parameter) { own.statedBy["white-balance"] = "sidecar" }
    }
    return (PictureOpener(settings: own), report)
  }

  // MARK: RGB

  private func png(_ path: FilePath) throws(OpeningError) -> OpenedPicture {
    let keepsDamage = settings.photo.loading.damaged == .keep
    let (info, pixels, damage) = try reading(OpeningError.png) { () throws(PNGError) in
      if keepsDamage { return try PNGReader.readDamaged(path: path) }
      let (info, pixels) = try PNGReader.read(path: path)
      return (info, pixels, nil)
    }
    let (space, source) = try Self.space(of: info, flags: settings.statement)
    let orientation = info.exif.flatMap { ExifOrientation.find($0) } ?? .upright
    let sampled: SampledPixels =
      switch pixels {
      case .eight(let image): .eight(image)
      case .sixteen(let image): .sixteen(image)
      }
    let flags = settings.statement
    let isLimited = info.cicp?.isFullRange == false
    let range = flags.range ?? (isLimited ? .limited : .full)
    let rangeSource = flags.range != nil ? "flag" : info.cicp != nil ? "tag cICP" : "rule"
    return OpenedPicture(
      frames: .still(
        PointSampler(
          sampled, space: space, orientation: orientation, range: range,
          alpha: settings.alpha ?? .weight)),
      facts: [
        Fact("matrix", "none", "rule: RGB"), Fact("range", range.rawValue, rangeSource),
        Fact("depth", "\(info.bitDepth)", "tag"),
        Fact(
          "primaries", ColorPrimaries(space).name, flags.primaries == nil ? source : "flag"),
        Fact("transfer", ColorTransfer(space).name, flags.transfer == nil ? source : "flag"),
      ] + alphaFacts(info.format), damage: damage)
  }

  /// What alpha does, in pictures that have it.
  private func alphaFacts(_ format: PixelFormat) -> [Fact] {
    guard format.hasAlpha else { return [] }
    return [
      Fact(
        "alpha", (settings.alpha ?? .weight).rawValue, settings.alpha == nil ? "rule" : "flag")
    ]
  }

  /// The meaning of a PNG's values: that of cICP, iCCP, sRGB, or gAMA with cHRM, in this order (PNG third edition, 4.3),
  /// else sRGB.
  static func space(
    of info: PNGInfo, flags: YCbCrStatement
  ) throws(OpeningError) -> (RGBSpace, String) {
    if let primaries = flags.primaries, let transfer = flags.transfer {
      return (.of(primaries, transfer), "flag")
    }
    var tagged = (RGBSpace.srgb, "rule")
    if let cicp = info.cicp {
      guard let space = RGBSpace.of(cicp) else {
        throw .unknownCodePoints(
          primaries: Int(cicp.primaries), transfer: Int(cicp.transfer))
      }
      tagged = (space, "tag cICP")
    } else if let profile = info.profile {
      guard let space = ICCProfile.space(of: profile) else { throw .unknownProfile }
      tagged = (space, "tag iCCP")
    } else if info.isSRGB {
      tagged = (.srgb, "tag sRGB")
    } else if let gamma = info.gamma {
      tagged = (Self.space(gamma: gamma, info.chromaticities), "tag gAMA")
    }
    if flags.primaries != nil || flags.transfer != nil {
      tagged.0 = .of(
        flags.primaries ?? ColorPrimaries(tagged.0), flags.transfer ?? ColorTransfer(tagged.0))
    }
    return tagged
  }

  private func tiff(_ path: FilePath) throws(OpeningError) -> OpenedPicture {
    let (info, pixels) = try reading(OpeningError.tiff) { () throws(TIFFError) in
      try TIFFReader.read(path: path)
    }
    let flags = settings.statement
    let (space, source) = try Self.space(of: info, flags: flags)
    let sampled: SampledPixels =
      switch pixels {
      case .eight(let image): .eight(image)
      case .sixteen(let image): .sixteen(image)
      case .float(let image): .float(image)
      }
    return OpenedPicture(
      frames: .still(
        PointSampler(
          sampled, space: space, orientation: Orientation(rawValue: info.orientation) ?? .upright,
          alpha: settings.alpha ?? .weight)),
      facts: [
        Fact("matrix", "none", "rule: RGB"), Fact("range", "full", "rule"),
        Fact("depth", info.format.sample.name, "tag"),
        Fact("primaries", ColorPrimaries(space).name, flags.primaries == nil ? source : "flag"),
        Fact("transfer", ColorTransfer(space).name, flags.transfer == nil ? source : "flag"),
      ] + alphaFacts(info.format))
  }

  /// The meaning of a TIFF's values: that of its ICC profile, else sRGB, and linear light for floats.
  static func space(
    of info: TIFFInfo, flags: YCbCrStatement
  ) throws(OpeningError) -> (RGBSpace, String) {
    if let primaries = flags.primaries, let transfer = flags.transfer {
      return (.of(primaries, transfer), "flag")
    }
    var tagged = (info.format.sample == .float32 ? RGBSpace.linearSRGB : .srgb, "rule")
    if let profile = info.profile {
      guard let space = ICCProfile.space(of: profile) else { throw .unknownProfile }
      tagged = (space, "tag ICC")
    }
    if flags.primaries != nil || flags.transfer != nil {
      tagged.0 = .of(
        flags.primaries ?? ColorPrimaries(tagged.0), flags.transfer ?? ColorTransfer(tagged.0))
    }
    return tagged
  }

  private static func space(gamma: Double, _ points: [Chromaticity]?) -> RGBSpace {
    // 1/2.2 is what sRGB's curve is written as (PNG third edition, 11.3.2.5).
    let function =
      abs(gamma - 1) < 1e-3
      ? TransferFunction.linear
      : abs(gamma - 0.45455) < 1e-3
        ? .srgb
        : TransferFunction(slope: 0, cut: 0, scale: 1, exponent: gamma, offset: 0)
    guard let points, points.count == 4 else {
      return .of(.bt709, ColorTransfer(name: "gamma", codePoint: nil, function: function))
    }
    func near(_ a: Chromaticity, _ b: Chromaticity) -> Bool {
      abs(a.x - b.x) < 2e-5 && abs(a.y - b.y) < 2e-5
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

  // MARK: YCbCr

  private func jpeg(_ path: FilePath) throws(OpeningError) -> OpenedPicture {
    let picture = try reading(OpeningError.frames) { () throws(FrameFileError) in
      try JPEGPicture(path: path, keepsDamage: settings.photo.loading.damaged == .keep)
    }
    return try opened(picture, orientation: picture.header.orientation ?? .upright)
  }

  private func opened(
    _ picture: JPEGPicture, orientation: Orientation
  ) throws(OpeningError) -> OpenedPicture {
    var tags = picture.header.tags
    let flags = settings.statement
    if !picture.header.profile.isEmpty, flags.primaries == nil || flags.transfer == nil {
      guard let space = ICCProfile.space(of: picture.header.profile) else {
        throw .unknownProfile
      }
      tags.primaries = ColorPrimaries(space)
      tags.transfer = ColorTransfer(space)
    }
    let reading = FrameReading(
      .jpeg(flags: flags, tags: tags), layout: picture.header.layout, orientation: orientation,
      settings: settings)
    return OpenedPicture(
      frames: .still(reading.sampler(picture.frame)), reading: reading, facts: reading.facts,
      damage: picture.damage)
  }

  private func y4m(_ path: FilePath) throws(OpeningError) -> OpenedPicture {
    let file = try reading(OpeningError.frames) { () throws(FrameFileError) in
      try Y4MFile(path: path)
    }
    let header = file.header
    let reading = videoReading(
      header.size, layout: header.layout, tags: header.tags, interlacing: header.interlacing)
    return OpenedPicture(
      frames: .clip(count: file.frameCount, rate: header.framesPerSecond) { try file.frame($0) },
      reading: reading, facts: reading.facts, damage: file.damage.map { "\($0)" })
  }

  private func planes(_ path: FilePath) throws(OpeningError) -> OpenedPicture {
    let name = PlaneName(path)
    guard let layout = settings.layout ?? name.layout else {
      throw .layoutUnknown
    }
    guard let size = settings.inputSize ?? name.size else {
      let fitting = RawPlanes.fittingSizes(
        fileByteCount: ((try? FileSystem.status(path).size) ?? 0) - settings.offset, layout: layout)
      throw .sizeUnknown(layout: layout.name, fitting: fitting)
    }
    let file = try reading(OpeningError.frames) { () throws(FrameFileError) in
      try RawPlaneFile(
        path: path, layout: layout, size: size, offset: settings.offset, stride: settings.stride)
    }
    let reading = videoReading(size, layout: layout, tags: YCbCrStatement())
    return OpenedPicture(
      frames: .clip(count: file.frameCount, rate: nil) { try file.frame($0) }, reading: reading,
      facts: reading.facts)
  }

  /// How frames of video are read.
  ///
  /// - Parameters:
  ///   - tags: Properties that the file or stream states.
  ///   - interlacing: Whether it states that frames hold two fields.
  package func videoReading(
    _ size: Size, layout: YCbCrLayout, tags: YCbCrStatement,
    interlacing: Y4MHeader.Interlacing = .none
  ) -> FrameReading {
    FrameReading(
      .video((size.width, size.height), flags: settings.statement, tags: tags), layout: layout,
      interlacing: interlacing, settings: settings)
  }

  // MARK: Raw

  private func raw(
    _ opened: OpenedPhoto, _ crew: Crew
  ) throws(OpeningError) -> OpenedPicture {
    let parts = SampledParts.parts(of: opened.file, settings: settings)
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
    let photo = try reading(OpeningError.photo) { () throws(PhotoError) in
      try opened.load(parts: parts, crew: { crew($0) }, leavesSamplesInFile: true)
    }
    let source = photo.source
    let look = try reading(OpeningError.develop) { () throws(DevelopError) in
      try settings.photo.cameraLook(of: opened, photo)
    }
    var looking = settings
    looking.photo = looking.photo.with(look)
    let developing = looking.photo
    let (sampler, developer) = try reading(OpeningError.develop) { () throws(DevelopError) in
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
      loss: { photo.lostPixels })
  }

  private func preview(_ file: RawFile) throws(OpeningError) -> OpenedPicture {
    let content = try reading(OpeningError.preview) { () throws(RawError) in try file.readPreview()
    }
    let orientation = file.metadata.orientation
    switch content {
    case nil: throw .noPreview
    case .jpeg(let bytes):
      let picture = try reading(OpeningError.previewPixels) { () throws(JPEGError) in
        try JPEGPicture(bytes: bytes, keepsDamage: settings.photo.loading.damaged == .keep)
      }
      return try opened(picture, orientation: picture.header.orientation ?? orientation)
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

  /// Runs a step and turns its error into one of opening.
  private func reading<R, E: Error>(
    _ opening: (E) -> OpeningError, _ body: () throws(E) -> R
  ) throws(OpeningError) -> R {
    do throws(E) { return try body() } catch { throw opening(error) }
  }
}
