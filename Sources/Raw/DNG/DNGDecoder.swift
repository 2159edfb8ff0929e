internal import BromideCodecs
internal import BromideValues
internal import CBromideLibRaw
internal import SystemPackage

/// The steps from a DNG's description to a photo.
struct DNGDecoder {
  let handle: LibRawHandle
  let dng: DNGPicture
  let path: FilePath
  let metadata: PhotoMetadata

  /// The result of decoding, before levels.
  struct Decoded {
    /// The factor from numbers in the file to samples.
    var factor = 1.0
    /// The stops from white to the largest sample.
    var headroom = 0
    var damage: [String] = []
  }

  func decode(unpacking: Unpacking) throws(RawError) -> RawPhoto {
    let layout = handle.layout
    let fields = handle.fields
    let visible = VisibleArea(dng)
    let colors = CameraColors(handle, fields: fields)
    var unpacking = unpacking
    if !dng.keepsSamples { unpacking.leavesSamplesInFile = false }
    if case .mosaic(.bayer) = dng.filters {} else { unpacking.parts = nil }
    var decoded = try unpack(unpacking, layout)
    if decoded.damage.isEmpty, handle.share.all == 0,
      let digest = DigestCheck(path, fields: fields, unpacking: unpacking)
    {
      decoded.damage += digest.mismatch(in: handle).map { [$0] } ?? []
    }
    defer { handle.closeFile() }
    let builder = try DNGImage(handle, dng, decoded, path)
    var profile = colors.profile
    var source = colors.source
    if case .four(let sites) = dng.filters {
      guard let four = FourColors(dng, sites: sites) else {
        throw .damaged(path: path, reason: "a ColorMatrix1 of four colours that no sensor has")
      }
      profile.calibrations = [four.calibration]
      profile.asShotMultipliers = four.multipliers
      profile.baselineExposure = handle.numbers(BROMIDE_RAW_DNG_BASELINE_EXPOSURE)?.first ?? 0
      source = .dng
    }
    let image = try builder.image()
    let optics =
      dng.binning > 1
      ? EmbeddedOptics(ignoringAll: handle, fields, because: "the sensor's sites are binned")
      : EmbeddedOptics(handle, fields: fields, layout: layout, image: image, visible: visible)
    var description = RawDescription(
      profile: profile, matrixSource: source,
      cameraNames: CameraIdentity.names(handle, fields: fields), embeddedOptics: optics,
      defaultCrop: visible.defaultCrop, pixelAspect: layout.plausibleAspect, metadata: metadata,
      decoder: handle.decoder, unpacker: handle.isOurs ? .auto : .libraw,
      share: DecodedShare(handle.share), damage: decoded.damage)
    description.userCrop = visible.userCrop
    description.headroom = decoded.headroom
    return RawPhoto(image: image, description: description, store: builder.store)
  }

  /// Unpacks with Bromide's decoder or, if LibRaw found the same picture, with LibRaw's.
  private func unpack(
    _ unpacking: Unpacking, _ layout: bromide_raw_layout
  ) throws(RawError) -> Decoded {
    var decoded = Decoded()
    var isContradicted = false
    let origin = (dng.activeArea.x, dng.activeArea.y)
    if unpacking.unpacker == .auto {
      var scale = bromide_raw_dng_scale()
      let isDone = unsafe unpacking.withNative(visible: origin) { how in
        unsafe dng.withNative { unsafe handle.unpackDNG($0, how, &scale) }
      }
      try handle.checkReading(path)
      isContradicted = scale.is_contradicted
      if isDone {
        decoded.factor = Double(scale.factor)
        decoded.headroom = Int(scale.stops)
        if handle.damage.header_missing_bytes > 0 { decoded.damage = ["its header ends early"] }
        return decoded
      }
    }
    guard !isContradicted else {
      throw .damaged(path: path, reason: "the size of its JPEG differs from its directory")
    }
    guard handle.librawSees(dng) else {
      throw unpacking.unpacker == .auto && dng.isOurs
        ? .damaged(path: path, reason: "data end early or contradict themselves")
        : .unsupported(
          path: path, reason: "LibRaw does not find the picture that the DNG calls its raw")
    }
    if dng.storage.isFloat, dng.storage.compression == 1 {
      throw .damaged(path: path, reason: "data end early or contradict themselves")
    }
    let status = unsafe unpacking.withNative(visible: origin) { unsafe handle.unpack($0) }
    try handle.checkReading(path)
    let damage = DecodingDamage(
      handle.damage, status: status, decoder: handle.decoder, layout: layout,
      isPartial: handle.share.all > 0)
    guard status.libraw == 0, handle.hasPixels, !damage.isTotal else {
      throw RawDecoder(handle: handle, path: path, metadata: metadata)
        .failure(status, damage, layout, handle.decoder)
    }
    decoded.damage = damage.findings
    if dng.storage.isFloat { decoded.factor = handle.levels.float_factor }
    return decoded
  }
}

extension EmbeddedOptics {
  /// Creates a list in which all opcodes of a DNG are ignored.
  init(ignoringAll handle: LibRawHandle, _ fields: ExifFields, because reason: String) {
    self.init()
    ignored = RawDetails.corrections(handle, fields).map {
      Ignored(name: $0, reason: reason, isOptional: false)
    }
  }
}
