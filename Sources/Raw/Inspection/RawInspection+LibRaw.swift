internal import BromideCodecs
internal import BromideSystem
internal import BromideValues
internal import CBromideLibRaw
package import SystemPackage

extension RawInspection {
  /// Reads a file's header. It never fails. An error is stored in `failure`, with all data found
  /// before it.
  ///
  /// - Parameters: The same as for `RawFile.init`.
  package init(path: FilePath, as headerless: HeaderlessRaw? = nil, cameras: AddedCameras?) {
    guard let handle = LibRawHandle(collectTags: true, cameras: cameras) else {
      self.init(
        metadata: PhotoMetadata(), readings: CameraReadings(),
        failure: .outOfMemory(path: path, bytes: 1 << 20))
      return
    }
    var failure: RawError?
    var source: HeaderlessRaw.Source?
    do throws(RawError) {
      source = try RawFile.identify(handle, path: path, as: headerless)
    } catch { failure = error }
    // LibRaw's guess of the camera does not come from the file.
    if case .headerless = failure {
      self.init(metadata: PhotoMetadata(), readings: CameraReadings(), failure: failure)
      return
    }
    var fields = handle.fields
    fields.addMakerNote()
    let temperatures = unsafe bromide_raw_get_temperatures(handle.raw)
    var readings = CameraReadings(fields)
    // LibRaw clears its object for a rejected file, so zeros are not temperatures.
    func known(_ value: Double) -> Double? {
      value.isFinite && (failure == nil || value != 0) ? value : nil
    }
    readings.cameraTemperature = known(temperatures.camera)
    readings.sensorTemperature = known(temperatures.sensor)
    readings.lensTemperature = known(temperatures.lens)
    readings.batteryTemperature = known(temperatures.battery)
    self.init(
      metadata: PhotoMetadata(handle, fields: fields), readings: readings,
      lensSerial: fields.text(0xa435), failure: failure)
    guard failure == nil else {
      // For a DNG with an incomplete header, LibRaw still returns what it found before.
      if case .damaged = failure, handle.dng == nil, handle.damage.header_missing_bytes > 0,
        handle.layout.isPhoto
      {
        details = RawDetails(handle, fields, path: path)
      }
      return
    }
    details = RawDetails(handle, fields, path: path)
    details?.headerless = source
    self.failure =
      handle.rejection.map { .unsupported(path: path, reason: $0) }
      ?? Self.shortfall(handle, path: path).map { .damaged(path: path, reason: $0) }
  }

  /// Returns a sentence about data that the header requires but the file lacks, or `nil`.
  private static func shortfall(_ handle: LibRawHandle, path: FilePath) -> String? {
    if handle.damage.header_missing_bytes > 0 { return "its header ends early" }
    guard let size = (try? FileSystem.status(path))?.size, handle.coding.offset > 0 else {
      return nil
    }
    let start = Int(handle.coding.offset)
    guard start < size else {
      return "its samples begin at byte \(start), and the file ends at \(size)"
    }
    guard let end = sampleEnd(handle, start: start), end > size else { return nil }
    return "its samples end at byte \(end), and the file at \(size)"
  }

  /// Returns the end of the raw picture's last strip or tile, or `nil` if it is unknown.
  ///
  /// - Parameter start: The position of the first one, which identifies its directory.
  private static func sampleEnd(_ handle: LibRawHandle, start: Int) -> Int? {
    var directories: [UInt32: ExifFields] = [:]
    unsafe handle.forEachTag { tag, bytes in
      let number = UInt16(truncatingIfNeeded: unsafe tag.tag)
      guard [0x111, 0x117, 0x144, 0x145].contains(number), unsafe tag.tag >> 20 != 0 else { return }
      unsafe directories[tag.tag >> 16, default: ExifFields()].add(
        ExifFields.Field(
          type: tag.type, isBigEndian: tag.is_big_endian, count: Int(tag.count),
          bytes: Array(bytes)), number, in: .main)
    }
    for fields in directories.values {
      for (place, length) in [(UInt16(0x111), UInt16(0x117)), (0x144, 0x145)]
      where fields.integer(place, in: .main) == start {
        let count = fields.field(place, in: .main)?.count ?? 0
        guard fields.field(length, in: .main)?.count == count else { continue }
        return (0..<count).compactMap { index in
          fields.integer(place, in: .main, at: index).flatMap { offset in
            fields.integer(length, in: .main, at: index).map { offset + $0 }
          }
        }.max()
      }
    }
    return nil
  }
}

extension RawDetails {
  fileprivate init(_ handle: LibRawHandle, _ fields: ExifFields, path: FilePath) {
    let layout = handle.layout
    let coding = handle.coding
    let visible = handle.dng.map(VisibleArea.init) ?? VisibleArea(layout, fields: fields)
    let decoding = RawDecoder(handle: handle, path: path, metadata: PhotoMetadata())
    let levels =
      handle.dng?.recordedLevels ?? Self.levels(handle, decoding, visible, fields)
    let colors = CameraColors(handle, fields: fields)
    let balance = colors.profile.recordsWhiteBalance ? try? colors.profile.resolve(.camera) : nil
    let exposure = CameraExposure(handle, fields: fields).exposure
    let preview = unsafe RawPreview(handle.preview)
    let recorded = colors.profile.recordsWhiteBalance ? colors.profile.asShotMultipliers : nil
    self.init(
      dngVersion: layout.dng_version == 0
        ? nil : [24, 16, 8, 0].map { Int(layout.dng_version >> $0 & 0xff) },
      decoder: handle.decoder,
      hasOwnDecoder: unsafe bromide_raw_has_decoder(handle.raw) || handle.dng?.isOurs == true,
      compression: handle.dng?.storage.compression ?? Int(coding.compression),
      bits: Self.bits(handle.dng?.storage, coding),
      isFloatingPoint: layout.is_floating_point,
      rawSize: Size(width: Int(layout.raw_width), height: Int(layout.raw_height)),
      activeArea: visible.area, crop: visible.defaultCrop, userCrop: visible.userCrop,
      pixelAspect: layout.plausibleAspect,
      colors: Int(layout.colors), pattern: Self.pattern(handle, layout, decoding, visible),
      black: levels.black.map(Double.init), white: Double(levels.white),
      linearMaximum: levels.linearMaximum.map(Double.init),
      multipliers: recorded.map { [$0.x / $0.y, 1, $0.z / $0.y] },
      temperature: colors.profile.calibrations.isEmpty ? nil : balance?.temperature,
      tint: colors.profile.calibrations.isEmpty ? nil : balance?.tint,
      matrixSource: colors.source,
      matrices: colors.profile.calibrations.map { calibration in
        Matrix(
          temperature: (try? calibration.illuminant.temperatureAndTint().temperature) ?? 0,
          rows: calibration.colorMatrix.rows.map { [$0.x, $0.y, $0.z] })
      },
      baselineExposure: colors.profile.baselineExposure,
      exposureFrom: exposure.isUnknown && preview != nil && layout.colors == 3
        ? "preview" : exposure.source.rawValue,
      profileName: layout.dng_version == 0 ? nil : fields.text(0xc6f8, in: .main),
      corrections: Self.corrections(handle, fields), preview: preview)
  }

  /// Returns the levels that all versions of LibRaw decode with, although some set a maker's levels
  /// later.
  private static func levels(
    _ handle: LibRawHandle, _ decoding: RawDecoder, _ visible: VisibleArea, _ fields: ExifFields
  ) -> SensorLevels {
    var levels = decoding.levels(shiftX: visible.shiftX, shiftY: visible.shiftY)
    let decoder = handle.decoder
    let bits = handle.coding.canon_bits
    if decoder == "crxLoadRaw", handle.corrections == nil, (8...16).contains(bits) {
      levels.white = Float((1 << bits) - 1)
    }
    if decoder.hasPrefix("panasonic") {
      // LibRaw 0.21 and later lower a limit that is the largest number.
      let limits = (0x000e...0x0010).compactMap { fields.integer($0, in: .main) }
      if let least = limits.filter({ $0 > 0 }).min() { levels.linearMaximum = Float(least) }
    }
    return levels
  }

  /// Returns the bits of a sample. VC-5 contains them in its stream, and the directory has the bits
  /// of decoded samples.
  private static func bits(_ storage: DNGPicture.Storage?, _ coding: bromide_raw_coding) -> Int {
    if let storage, storage.compression != 9 { return storage.bits }
    return Int(coding.canon_bits > 0 ? coding.canon_bits : coding.bits)
  }

  private static func pattern(
    _ handle: LibRawHandle, _ layout: bromide_raw_layout, _ decoding: RawDecoder,
    _ visible: VisibleArea
  ) -> String? {
    if layout.filters == 9 { return "X-Trans" }
    let isBlocks = handle.dng?.binning == 2
    guard
      let pattern = handle.dng.map(\.bayer)
        ?? decoding.recordedPattern(layout)?.shifted(x: visible.shiftX, y: visible.shiftY)
    else { return nil }
    return (isBlocks ? "quad " : "")
      + [(0, 0), (1, 0), (0, 1), (1, 1)].map { x, y in
        switch pattern.color(x: x, y: y) {
        case .red: "R"
        case .green: "G"
        case .blue: "B"
        }
      }.joined()
  }

  /// Returns the names in DNG's opcode lists, including unsupported opcodes.
  static func corrections(_ handle: LibRawHandle, _ fields: ExifFields) -> [String] {
    guard handle.layout.dng_version != 0 else { return [] }
    let lists: [UInt16] = [51_008, 51_009, 51_022]
    return lists.enumerated().flatMap { index, tag -> [String] in
      guard let field = handle.profileField(tag) ?? fields.profileField(tag) else { return [] }
      let bytes =
        field.count <= OpcodeList.mostBytes ? (try? field.data(field.count))?.bytes : nil
      let list = OpcodeList(
        bytes, number: index + 1, bounds: Region(x: 0, y: 0, width: 1 << 20, height: 1 << 20))
      return list.opcodes.map(\.name) + list.ignored.map(\.name)
    }
  }
}
