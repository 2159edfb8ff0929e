package import BromideCodecs
internal import BromideDevelop
package import BromidePhotos
internal import BromideRaw
package import BromideSystem
package import BromideValues
package import SystemPackage

/// Opens an input of any kind.
package struct PictureOpener: Sendable {
  let settings: OpeningSettings

  package init(settings: OpeningSettings) { self.settings = settings }

  /// A file of a detected type that is not read yet.
  package struct Found {
    /// The detected type.
    package let kind: FileKind.Reading
    /// Bytes that its pixels will take.
    package let memory: Int
    /// Reads the file. The crew can help.
    package let open: (Crew) throws(OpeningError) -> OpenedPicture
  }

  /// Looks at a file.
  package func find(_ path: FilePath) throws(OpeningError) -> Found {
    let state = try? FileState(path)
    let found = try look(at: path)
    // Raws know it themselves, and clips are read later.
    guard let state,
      [.png, .tiff, .jpeg, .netpbm].contains(found.kind) || found.kind.wholeFormat != nil
    else { return found }
    return Found(kind: found.kind, memory: found.memory) { crew throws(OpeningError) in
      if let reason = MemoryShortage.rejection(
        found.memory, allowance: settings.context.memory)
      {
        throw .unreadable(Unreadable(reason))
      }
      let picture = Result { () throws(OpeningError) in try found.open(crew) }
      if let complaint = state.complaint { throw .unreadable(Unreadable(complaint)) }
      return try picture.get()
    }
  }

  private func look(at path: FilePath) throws(OpeningError) -> Found {
    let kind = settings.reading(of: path)
    switch kind {
    case .png:
      let info = try reading(OpeningError.picture) { () throws(PictureError) in
        try PictureReading.pngInfo(path, context: settings.context)
      }
      let part = SampledParts.part(of: info, settings: settings)
      // For a part, libpng and its reader also need a few rows.
      let side = settings.reduction
      let rows = part.map { _ in Size(width: info.size.width, height: 4) }
      let bytes = [part?.size ?? BoxReduction.size(of: info.size, side: side), rows].compactMap(
        \.self
      ).reduce(0) {
        $0 + $1.byteCount(info.format.bytesPerPixel)
      }
      return Found(kind: .png, memory: bytes) { _ throws(OpeningError) in
        try png(path, part: part)
      }
    case .tiff:
      let info = try reading(OpeningError.picture) { () throws(PictureError) in
        try PictureReading.tiffInfo(path, context: settings.context)
      }
      let bytes = BoxReduction.size(of: info.size, side: settings.reduction)
        .byteCount(info.format.bytesPerPixel)
      return Found(kind: .tiff, memory: bytes) { _ throws(OpeningError) in try tiff(path) }
    case .jpeg:
      let header = try reading(OpeningError.frames) { () throws(FrameFileError) in
        try JPEGSource(path: path).header(settings.context)
      }
      if header.isCMYK {
        return Found(kind: .jpeg, memory: 12 * header.size.area) { _ throws(OpeningError) in
          try inks(path, header)
        }
      }
      return Found(kind: .jpeg, memory: 3 * header.size.area) { _ throws(OpeningError) in
        try jpeg(path, header)
      }
    case .y4m: return Found(kind: .y4m, memory: 0) { _ throws(OpeningError) in try y4m(path) }
    case .planes:
      return Found(kind: .planes, memory: 0) { _ throws(OpeningError) in try planes(path) }
    case .netpbm:
      let bytes = 8 * ((try? FileSystem.status(path).size) ?? 0)
      return Found(kind: .netpbm, memory: bytes) { _ throws(OpeningError) in try netpbm(path) }
    case .jxl, .avif, .webp:
      guard let format = kind.wholeFormat else { preconditionFailure("one of these formats") }
      let info = try reading(OpeningError.picture) { () throws(PictureError) in
        try PictureReading.wholeInfo(path, format, context: settings.context)
      }
      let bytes = info.size.byteCount(info.format.bytesPerPixel)
      return Found(kind: kind, memory: bytes) { _ throws(OpeningError) in
        try whole(path, format)
      }
    case .heif:
      return Found(kind: .heif, memory: 0) { _ throws(OpeningError) in try heif(path) }
    case .video:
      return Found(kind: .video, memory: 0) { _ throws(OpeningError) in try video(path) }
    case .raw, .none:
      let (own, sidecar) = try withSidecar(of: path)
      if let sidecar {
        let found = try own.findRaw(path)
        return Found(kind: .raw, memory: found.memory) { crew throws(OpeningError) in
          var picture = try found.open(crew)
          picture.sidecar = sidecar
          picture.warnings.add(sidecar.otherEdits ?? [])
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
      return Found(kind: .raw, memory: 0) { _ throws(OpeningError) in try preview(photo) }
    }
    guard let named = settings.photo.namingLens(of: photo) else {
      return Found(kind: .raw, memory: photo.expectedMemory) { crew throws(OpeningError) in
        try raw(photo, crew)
      }
    }
    var own = settings
    own.photo = named.settings
    let opener = PictureOpener(settings: own)
    return Found(kind: .raw, memory: photo.expectedMemory) { crew throws(OpeningError) in
      try opener.raw(named.photo, crew)
    }
  }

  /// Returns an opener with the settings of one photo, and the report of its sidecar or `nil`
  /// without one.
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
      own.sources[parameter.name] = "sidecar"
      if [.temperature, .tint].contains(parameter) { own.sources["white-balance"] = "sidecar" }
    }
    return (PictureOpener(settings: own), report)
  }

  // MARK: YCbCr

  private func jpeg(
    _ path: FilePath, _ header: JPEGHeader
  ) throws(OpeningError) -> OpenedPicture {
    let orientation = header.orientation ?? .upright
    let part = SampledParts.part(of: header.size, orientation, settings: settings)
    let picture = try reading(OpeningError.frames) { () throws(FrameFileError) in
      try JPEGSource(path: path).picture(
        part: part, keepsDamage: settings.photo.loading.damaged == .keep, context: settings.context)
    }
    // The file may have changed since its header was read.
    guard picture.header == header else {
      throw .unreadable(Unreadable("it changed while it was read"))
    }
    var opened: OpenedPicture
    do throws(OpeningError) {
      opened = try self.opened(picture, of: path, orientation: orientation)
    } catch {
      guard picture.damage == nil else { throw error }
      let description = YCbCrDescription.jpeg(flags: settings.choices, tags: header.tags)
      opened = try profiled(
        path,
        .jpeg(
          description.coding(depth: 8), description.siting.value,
          isNearest: settings.upsampling == .nearest), header.profile, orientation, depth: "8",
        after: error)
      opened.warnings = try warnings(missesEnd: picture.missesEnd, path)
      return opened
    }
    if let part {
      opened.facts.append(
        Fact("decoded", "rows \(part.y) to \(part.endY - 1)", "rule"))
    }
    return opened
  }

  func opened(
    _ picture: JPEGPicture, of path: FilePath, orientation: Orientation
  ) throws(OpeningError) -> OpenedPicture {
    var tags = picture.header.tags
    let flags = settings.choices
    if !picture.header.profile.isEmpty, flags.primaries == nil || flags.transfer == nil {
      let space = try space(ofProfile: picture.header.profile, in: path)
      tags.primaries = ColorPrimaries(space)
      tags.transfer = ColorTransfer(space)
    }
    let reading = FrameReading(
      .jpeg(flags: flags, tags: tags), layout: picture.header.layout, orientation: orientation,
      settings: settings)
    return try OpenedPicture(
      frames: .still(reading.sampler(picture.frame)), reading: reading, facts: reading.facts,
      damage: picture.damage, warnings: warnings(missesEnd: picture.missesEnd, path))
  }

  private func y4m(_ path: FilePath) throws(OpeningError) -> OpenedPicture {
    let file = try reading(OpeningError.frames) { () throws(FrameFileError) in
      try Y4MFile(path: path)
    }
    let header = file.header
    let reading = videoReading(
      header.size, layout: header.layout, isFilm: true, tags: header.tags,
      interlacing: header.interlacing)
    return OpenedPicture(
      frames: .clip(count: file.frameCount, rate: header.framesPerSecond) { try file.frame($0) },
      reading: reading, facts: reading.facts, damage: file.damage.map { "\($0)" })
  }

  private func planes(_ path: FilePath) throws(OpeningError) -> OpenedPicture {
    let name = PlaneName(path)
    guard let layout = settings.layout ?? name.layout else {
      throw .layoutUnknown
    }
    try check(layout)
    guard let size = settings.inputSize ?? name.size else {
      let fitting = RawPlanes.fittingSizes(
        fileByteCount: ((try? FileSystem.status(path).size) ?? 0) - settings.offset, layout: layout)
      throw .sizeUnknown(layout: layout.name, fitting: fitting)
    }
    let file = try reading(OpeningError.frames) { () throws(FrameFileError) in
      try RawPlaneFile(
        path: path, layout: layout, size: size, offset: settings.offset, stride: settings.stride)
    }
    let reading = videoReading(size, layout: layout, tags: YCbCrProperties())
    return OpenedPicture(
      frames: .clip(count: file.frameCount, rate: nil) { try file.frame($0) }, reading: reading,
      facts: reading.facts)
  }

  /// - Throws: `.unreadable` if a matrix is set for RGB.
  func check(_ layout: YCbCrLayout) throws(OpeningError) {
    guard layout.isRGB, settings.choices.matrix != nil else { return }
    throw .unreadable(Unreadable("a matrix requires YCbCr; \(layout.name) is RGB"))
  }

  /// Returns the reading of video frames.
  ///
  /// - Parameters:
  ///   - isFilm: Whether the frames have a container and so use `YCbCrDescription.film`.
  ///   - tags: Properties recorded in the file or stream.
  ///   - interlacing: The recorded interlacing, because frames can contain two fields.
  ///   - orientation: The recorded orientation.
  package func videoReading(
    _ size: Size, layout: YCbCrLayout, isFilm: Bool = false, tags: YCbCrProperties,
    interlacing: Y4MHeader.Interlacing = .none, orientation: Orientation = .upright
  ) -> FrameReading {
    let describe = isFilm ? YCbCrDescription.film : YCbCrDescription.video
    return FrameReading(
      describe((size.width, size.height), layout.isRGB, settings.choices, tags),
      layout: layout,
      orientation: settings.orientation ?? orientation, interlacing: interlacing, settings: settings
    )
  }

  /// The space of an embedded profile.
  func space(ofProfile bytes: [UInt8], in path: FilePath) throws(OpeningError) -> RGBSpace {
    let space = try reading(OpeningError.profile) { () throws(RawError) in
      try PictureReading.space(ofProfile: bytes, in: path, context: settings.context)
    }
    guard let space else { throw .unknownProfile }
    return space
  }

  /// Runs a step and turns its error into one of opening.
  func reading<R, E: Error>(
    _ opening: (E) -> OpeningError, _ body: () throws(E) -> R
  ) throws(OpeningError) -> R {
    do throws(E) { return try body() } catch { throw opening(error) }
  }
}
