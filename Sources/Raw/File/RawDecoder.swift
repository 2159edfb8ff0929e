internal import BromideCodecs
internal import BromideValues
internal import CBromideLibRaw
internal import SystemPackage

/// The steps from an open file to a photo.
struct RawDecoder {
  let handle: LibRawHandle
  let path: FilePath
  let metadata: PhotoMetadata

  func decode(
    interpolation: LibRawInterpolation?, unpacking: Unpacking
  ) throws(RawError) -> RawPhoto {
    let layout = handle.layout
    let fields = handle.fields
    let visible = VisibleArea(layout, fields: fields)
    let colors = CameraColors(handle, fields: fields)
    let profile = colors.profile
    let decoder = handle.decoder
    var unpacking = unpacking
    // LibRaw needs all samples to make its pictures.
    if interpolation != nil || bayerPattern(layout) == nil { unpacking.parts = nil }
    let status = unsafe unpacking.withNative(visible: (visible.area.x, visible.area.y)) {
      unsafe handle.unpack($0)
    }
    try handle.checkReading(path)
    let share = handle.share
    var damage = DecodingDamage(
      handle.damage, status: status, decoder: decoder, layout: layout, isPartial: share.all > 0)
    if status.libraw == 0, damage.findings.isEmpty, share.all == 0,
      let digest = DigestCheck(path, fields: fields, unpacking: unpacking)
    {
      damage.findings += digest.mismatch(in: handle).map { [$0] } ?? []
    }
    // Close the file last, because Phase One's corrections are read during interpolation.
    defer { handle.closeFile() }
    guard status.libraw == 0, handle.hasPixels, !damage.isTotal else {
      throw failure(status, damage, layout, decoder)
    }
    let image: SensorImage
    var crop = visible.defaultCrop
    if interpolation == nil, let mosaic = mosaic(layout, visible) {
      image = mosaic
    } else {
      image = .linear(try interpolate(layout, profile, quality: interpolation?.quality))
      crop = crop.translated(x: -visible.shiftX, y: -visible.shiftY)
      crop = layout.fuji_width == 0 ? crop.intersection(Region(image.size)) : Region(image.size)
    }
    let description = RawDescription(
      profile: profile, matrixSource: colors.source,
      cameraNames: CameraIdentity.names(handle, fields: fields),
      embeddedOptics: EmbeddedOptics(
        handle, fields: fields, layout: layout, image: image, visible: visible),
      defaultCrop: crop,
      pixelAspect: layout.fuji_width == 0 ? layout.plausibleAspect : 1, metadata: metadata,
      decoder: decoder, unpacker: handle.isOurs ? .auto : .libraw, share: DecodedShare(share),
      damage: damage.findings)
    return RawPhoto(image: image, description: description, store: handle)
  }

  func failure(
    _ status: bromide_raw_status, _ damage: DecodingDamage, _ layout: bromide_raw_layout,
    _ decoder: String
  ) -> RawError {
    if let rejection = handle.rejection { return .unsupported(path: path, reason: rejection) }
    if damage.isRejection {
      let newer = CameraIdentity(handle, fields: ExifFields(handle)).newerLibRaw
      return .unsupported(
        path: path,
        reason: "this build of LibRaw lacks what \(decoder) needs" + (newer.map { "; \($0)" } ?? "")
      )
    }
    if !damage.findings.isEmpty {
      return .damaged(path: path, reason: damage.findings.joined(separator: "; "))
    }
    if status.libraw == 0 { return .unsupported(path: path, reason: "LibRaw decoded no pixels") }
    return RawError(status, path: path, bytes: layout.expectedMemory)
  }

  /// Returns the raw samples as a view of LibRaw's memory, for a Bayer or X-Trans pattern with
  /// samples that do not need corrections.
  private func mosaic(_ layout: bromide_raw_layout, _ visible: VisibleArea) -> SensorImage? {
    let plane = unsafe handle.mosaic
    guard let filters = filters(layout), let start = unsafe plane.samples,
      unsafe min(plane.width, plane.height) >= filters.period
    else { return nil }
    let (dx, dy) = (visible.shiftX, visible.shiftY)
    let samples = unsafe PlaneView(
      base: start - dy * plane.stride - dx, width: Int(plane.width) + dx,
      height: Int(plane.height) + dy, stride: plane.stride, owner: handle)
    return SensorImage(
      samples, filters.shifted(x: -dx, y: -dy),
      levels(shiftX: dx, shiftY: dy, period: filters.period))
  }

  private func filters(_ layout: bromide_raw_layout) -> ColorFilters? {
    if let pattern = bayerPattern(layout) { return .bayer(pattern) }
    guard layout.isXTrans, layout.colors == 3, layout.fuji_width == 0,
      !layout.zero_is_bad, !layout.needs_correction
    else { return nil }
    return XTransPattern { CFAColor(rawValue: handle.color(x: $0, y: $1)) ?? .green }
      .map { .xtrans($0) }
  }

  /// Returns the pattern, unless LibRaw must repair the samples first.
  func bayerPattern(_ layout: bromide_raw_layout) -> BayerPattern? {
    layout.zero_is_bad || layout.needs_correction ? nil : recordedPattern(layout)
  }

  /// Returns the pattern that LibRaw found in the header.
  func recordedPattern(_ layout: bromide_raw_layout) -> BayerPattern? {
    guard layout.filters > 1000, layout.colors == 3, layout.fuji_width == 0, !layout.is_foveon
    else { return nil }
    // The two greens are one colour here. LibRaw's code can describe patterns of 8 rows.
    func color(_ x: Int, _ y: Int) -> CFAColor {
      switch handle.color(x: x, y: y) {
      case 0: .red
      case 2: .blue
      default: .green
      }
    }
    for redY in 0..<2 {
      for redX in 0..<2 where color(redX, redY) == .red {
        let pattern = BayerPattern(redX: redX, redY: redY)
        let fits = (0..<8).allSatisfy { y in
          (0..<2).allSatisfy { x in color(x, y) == pattern.color(x: x, y: y) }
        }
        return fits ? pattern : nil
      }
    }
    return nil
  }

  /// Returns the black level of each site: LibRaw's common and per-colour levels plus its pattern,
  /// which begins at the visible area.
  ///
  /// LibRaw rounds a DNG's levels to integers. If its level is the rounded level of the file, the
  /// file's level is used.
  ///
  /// - Parameters:
  ///   - shiftX: The columns from the visible area to the origin of LibRaw's CFA code.
  ///   - shiftY: The rows from the visible area to this origin.
  ///   - period: The rows and columns after which colours repeat.
  func levels(shiftX: Int, shiftY: Int, period: Int = 2) -> SensorLevels {
    let levels = handle.levels
    let black = [levels.black.0, levels.black.1, levels.black.2, levels.black.3]
    let isUniform = black.allSatisfy { $0 == black[0] }
    let rows = max(1, Int(levels.pattern_rows))
    let columns = max(1, Int(levels.pattern_columns))
    let hasPattern = levels.pattern_rows > 0
    // Both the pattern and the colours must repeat.
    func repeating(_ length: Int) -> Int {
      isUniform ? length : (1...period).map { $0 * length }.first { $0.isMultiple(of: period) }!
    }
    let size = Size(width: repeating(columns), height: repeating(rows))
    var values: [Float] = []
    values.reserveCapacity(size.area)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let pattern = hasPattern ? handle.blackPattern(x: x % columns, y: y % rows) : 0
        let color = handle.color(x: x + period - shiftX, y: y + period - shiftY) & 3
        let rounded = black[color] + pattern
        let recorded = handle.recordedBlack(x: x, y: y)
        values.append(Float(abs(recorded - rounded) < 1 ? recorded : rounded))
      }
    }
    let isFlat = values.allSatisfy { $0 == values[0] }
    let white = max(Float(levels.white), values.max()! + 1)
    return SensorLevels(
      blackPatternSize: isFlat ? Size(width: 1, height: 1) : size,
      black: isFlat ? [values[0]] : values, white: white,
      linearMaximum: levels.linear_maximum > 0 ? Float(levels.linear_maximum) : nil)
  }

  private func visibleShortEdge(_ layout: bromide_raw_layout) -> Int32 {
    min(layout.width, layout.height)
  }

  /// Creates a picture of linear camera values with LibRaw's interpolation.
  ///
  /// If highlights are not clipped to the smallest channel, LibRaw's `scale_colors` multiplies
  /// channel c by m(c) / max m × 65535 / (maximum − black). So a saturated site becomes 65535 ×
  /// m(c) / max m, which is `white` × gain.
  private func interpolate(
    _ layout: bromide_raw_layout, _ profile: CameraProfile, quality: Int32?
  ) throws(RawError) -> LinearImage {
    var request = bromide_raw_interpolation()
    // LibRaw's X-Trans method does not support pictures smaller than its tile. VNG supports every
    // pattern and size.
    let isSmallXTrans = layout.isXTrans && visibleShortEdge(layout) < 512
    request.quality = isSmallXTrans ? LibRawInterpolation.vng.quality : quality ?? -1
    var gains = SIMD3<Double>(1, 1, 1)
    let sensorLevels = levels(shiftX: 0, shiftY: 0)
    if layout.colors > 3 {
      // Four colours become balanced sRGB. The smallest multiplier sets its white point.
      let all =
        handle.numbers(BROMIDE_RAW_CAMERA_MULTIPLIERS).flatMap { $0.min()! > 0 ? $0 : nil }
        ?? handle.numbers(BROMIDE_RAW_DAYLIGHT_MULTIPLIERS).flatMap { $0.min()! > 0 ? $0 : nil }
        ?? [1, 1, 1, 1]
      request.multipliers = (all[0], all[1], all[2], all[3])
      request.to_srgb = true
      request.clips = true
    } else {
      if layout.colors == 3, layout.filters != 0 || layout.is_balanced {
        let expected =
          profile.asShotMultipliers ?? Multipliers.daylight(handle) ?? SIMD3(1, 1, 1)
        gains = expected / expected.max()
      }
      request.multipliers = (gains.x, gains.y, gains.z, gains.y)
      // To keep the data unchanged, LibRaw divides the first three by the camera's multipliers, if
      // it knows them.
      if layout.is_balanced {
        let camera = handle.numbers(BROMIDE_RAW_CAMERA_MULTIPLIERS) ?? [0, 0, 0]
        let divisors = camera.prefix(3).allSatisfy { $0 > 0.00001 } ? camera : [1, 1, 1]
        request.multipliers = (divisors[0], divisors[1], divisors[2], 1)
      }
    }
    var picture = unsafe bromide_raw_picture()
    let status = unsafe handle.interpolate(request, into: &picture)
    guard status.libraw == 0, let start = unsafe picture.samples else {
      throw RawError(status, path: path, bytes: layout.expectedMemory)
    }
    let channels = Int(unsafe picture.channels)
    let width = unsafe Int(picture.width) * channels
    let samples = unsafe PlaneView(
      base: UnsafePointer(start), width: width, height: Int(picture.height), stride: width,
      owner: handle)
    // LibRaw scales floating-point data by their maximum, and does not subtract some black patterns
    // from its maximum.
    let range = max(
      1,
      Double(sensorLevels.white - sensorLevels.black.reduce(0, +) / Float(sensorLevels.black.count))
    )
    let scaled = unsafe picture.scaled_white > 0 ? picture.scaled_white : range
    return LinearImage(
      samples: samples, channels: channels, white: Float(65535 * range / scaled),
      appliedGains: SIMD3<Float>(gains))
  }
}
