internal import BromideCodecs
internal import BromideLibc
internal import BromideSystem
internal import BromideValues
internal import CBromideLibRaw
internal import SystemPackage

/// One LibRaw object with its file. It is freed with its last user.
///
/// Views of the pixels retain their handle, so that LibRaw's memory lives as long as they do. While
/// the file is opened and decoded, use a handle from one thread. Afterwards it is read-only, and
/// any number of threads can use it.
@safe
final class LibRawHandle: SampleStore, ReleasableOwner, @unchecked Sendable {
  let raw: OpaquePointer
  /// The cameras that the user added, or `nil` without them.
  let cameras: AddedCameras?
  /// Data that replace LibRaw's, or `nil`.
  var corrections: bromide_raw_corrections?
  /// The picture from the directories of a DNG, which replaces LibRaw's data, or `nil` for other
  /// files.
  var dng: DNGPicture?
  /// The directories and fields of a DNG that LibRaw rejects.
  var ownFile: TIFFDirectories?
  var ownFields: ExifFields?
  /// Whether LibRaw has rejected the file.
  var isRejectedByLibRaw: Bool { ownFields != nil }

  /// Creates a handle. The corresponding C function is `libraw_init`.
  ///
  /// - Parameters:
  ///   - collectTags: Whether opening keeps the EXIF fields.
  ///   - cameras: The cameras that the user added, or `nil` without them.
  /// - Returns: `nil` if there is not enough memory.
  init?(collectTags: Bool, cameras: AddedCameras?) {
    if let mismatch = LibRawVersion.mismatch { fatalError(mismatch) }
    guard let raw = unsafe bromide_raw_create(collectTags) else { return nil }
    unsafe self.raw = raw
    self.cameras = cameras
  }

  deinit { unsafe bromide_raw_destroy(raw) }

  /// Calls `libraw_open_datastream`.
  func open(path: FilePath) -> bromide_raw_status {
    let descriptor: Int32
    do throws(SystemError) {
      // Do not block: a pipe without a writer must fail instead of waiting.
      descriptor = try Transfer.descriptor(opening: path, O_RDONLY | O_NONBLOCK)
    } catch {
      return bromide_raw_status(libraw: Int32(BROMIDE_RAW_IO_ERROR), system: error.code)
    }
    return unsafe path.withPlatformString { unsafe bromide_raw_open(raw, descriptor, $0) }
  }

  /// Whether LibRaw identified the opened file only by its size.
  var isHeaderless: Bool { unsafe bromide_raw_is_headerless(raw) }

  /// Calls `libraw_unpack`.
  func unpack(_ how: bromide_raw_unpacking) -> bromide_raw_status {
    let status = unsafe withUnsafePointer(to: how) { unsafe bromide_raw_unpack(raw, $0) }
    if let corrections { correctLevels(corrections) }
    return status
  }

  /// Unpacks a DNG's picture without LibRaw. Returns false if Bromide's decoders do not support it.
  func unpackDNG(
    _ picture: bromide_raw_dng, _ how: bromide_raw_unpacking, _ scale: inout bromide_raw_dng_scale
  ) -> Bool {
    unsafe withUnsafePointer(to: picture) { picture in
      unsafe withUnsafePointer(to: how) {
        unsafe bromide_raw_unpack_dng(raw, picture, $0, &scale)
      }
    }
  }

  /// Returns whether LibRaw found the raw picture of the DNG's directories.
  func librawSees(_ dng: DNGPicture) -> Bool {
    let layout = unsafe bromide_raw_get_layout(raw)
    return !isRejectedByLibRaw && Int(layout.raw_width) == dng.size.width
      && Int(layout.raw_height) == dng.size.height
      && (dng.samples > 1) == (layout.filters == 0 && layout.colors > 1)
  }

  /// Whether one of Bromide's decoders unpacked the pixels.
  var isOurs: Bool { unsafe bromide_raw_is_ours(raw) }

  /// The compression, if unpacking was rejected because this LibRaw would return noise without an
  /// error.
  var rejection: String? {
    guard let text = unsafe bromide_raw_rejection(raw) else { return nil }
    return unsafe String(cString: text)
  }

  /// How much of the picture was decoded. Zeros mean all of it.
  var share: bromide_raw_decoded_share { unsafe bromide_raw_get_share(raw) }

  /// Whether pixels became zero afterwards, because the file could not be read any more.
  var hasLostSamples: Bool { unsafe bromide_raw_has_lost_pixels(raw) }

  func releaseSamples() -> Bool { unsafe bromide_raw_release_pixels(raw) }

  @unsafe func release(_ bytes: UnsafeRawBufferPointer) {
    unsafe bromide_raw_release_bytes(raw, bytes.baseAddress!, bytes.count)
  }

  /// Calls `libraw_unpack_thumb`.
  func readPreview() -> bromide_raw_status { unsafe bromide_raw_read_preview(raw) }

  /// Calls `libraw_dcraw_process`.
  func interpolate(
    _ request: bromide_raw_interpolation, into picture: inout bromide_raw_picture
  ) -> bromide_raw_status {
    unsafe withUnsafePointer(to: request) { unsafe bromide_raw_interpolate(raw, $0, &picture) }
  }

  func closeFile() { unsafe bromide_raw_close_file(raw) }

  var layout: bromide_raw_layout {
    if let dng { return dng.layout }
    return unsafe bromide_raw_get_layout(raw)
  }
  var levels: bromide_raw_levels { unsafe bromide_raw_get_levels(raw) }
  /// Checks that the system could read everything that LibRaw requested.
  ///
  /// - Throws: `.unreadable` with the system's error, because a failing disk does not mean that the
  ///   file is damaged.
  func checkReading(_ path: FilePath) throws(RawError) {
    let code = damage.system_error
    guard code == 0 else { throw .unreadable(path: path, code: code) }
  }

  var damage: bromide_raw_damage { unsafe bromide_raw_get_damage(raw) }
  var shot: bromide_raw_shot { unsafe bromide_raw_get_shot(raw) }
  var lens: bromide_raw_lens { unsafe bromide_raw_get_lens(raw) }
  var mosaic: bromide_raw_plane { unsafe bromide_raw_get_mosaic(raw) }
  var preview: bromide_raw_preview { unsafe bromide_raw_get_preview(raw) }
  /// A copy of all samples, including borders, and the samples per pixel, or `nil` without samples
  /// of 16 bits.
  var allSamples: (channels: Int, size: Size, values: [UInt16])? {
    let frame = unsafe bromide_raw_get_frame(raw)
    guard let start = unsafe frame.samples else { return nil }
    let size = unsafe Size(width: Int(frame.width), height: Int(frame.height))
    let channels = unsafe Int(frame.channels)
    var values: [UInt16] = []
    values.reserveCapacity(size.area * channels)
    for y in 0..<size.height {
      unsafe values += UnsafeBufferPointer(
        start: start + y * frame.stride, count: size.width * channels)
    }
    return (channels, size, values)
  }
  var hasPixels: Bool { unsafe bromide_raw_has_pixels(raw) }

  /// The decoder's name without its brackets.
  var decoder: String {
    if let dng, isRejectedByLibRaw || dng.storage.isFloat { return dng.decoder }
    let name = unsafe String(cString: bromide_raw_decoder(raw))
    return name.hasSuffix("()") ? String(name.dropLast(2)) : name
  }

  /// Returns LibRaw's colour index at a position of the visible area: 0 red, 1 and 3 green, 2 blue.
  func color(x: Int, y: Int) -> Int { Int(unsafe bromide_raw_color_at(raw, Int32(y), Int32(x))) }

  /// Returns a DNG's unrounded black level at a position, or 0 if it is missing.
  func recordedBlack(x: Int, y: Int) -> Double {
    unsafe bromide_raw_recorded_black(raw, Int32(y), Int32(x))
  }

  func blackPattern(x: Int, y: Int) -> Double {
    unsafe bromide_raw_black_pattern(raw, Int32(y), Int32(x))
  }

  /// Returns the numbers with that name, or `nil` if they are missing.
  func numbers(_ name: bromide_raw_numbers, index: Int = 0) -> [Double]? {
    if let dng {
      if let recorded = dng.colors.numbers(name, index: index, planes: dng.planes) {
        return recorded
      }
      // Numbers that LibRaw found elsewhere use LibRaw's order of colours.
      if DNGColors.names.contains(name) || dng.planes != [0, 1, 2] { return nil }
      if dng.colors.contradicts(name) { return nil }
    }
    let values = unsafe [Double](unsafeUninitializedCapacity: 16) { buffer, count in
      unsafe count = bromide_raw_get_numbers(raw, name, Int32(index), buffer.baseAddress!)
    }
    return values.isEmpty || !values.allSatisfy(\.isFinite) ? nil : values
  }

  /// Returns the text with that name, or `nil` if it is empty.
  func text(_ name: bromide_raw_text) -> String? {
    var length = 0
    let start = unsafe bromide_raw_get_text(raw, name, &length)
    return unsafe FieldText.decode(UnsafeRawBufferPointer(start: start, count: length))
  }

  /// The unchanged XMP packet.
  var xmp: [UInt8] {
    if let ownFile { return ownFile.bytes(ownFile.firstField(700), most: 1 << 24) ?? [] }
    var length = 0
    guard let start = unsafe bromide_raw_get_xmp(raw, &length), length > 0 else { return [] }
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: length))
  }

  /// Calls `body` with each EXIF field that was kept, in the file's order.
  func forEachTag(_ body: (_ tag: bromide_raw_tag, _ bytes: UnsafeRawBufferPointer) -> Void) {
    let count = unsafe bromide_raw_tag_count(raw)
    for index in 0..<count {
      let tag = unsafe bromide_raw_get_tag(raw, index)
      guard unsafe tag.bytes != nil else { continue }
      unsafe body(tag, UnsafeRawBufferPointer(start: tag.bytes, count: tag.byte_count))
    }
  }

  /// Returns a long field of a camera profile, or `nil` if it is missing. Its values are read from
  /// the file later. Call this before the file is closed.
  func profileField(_ number: UInt16) -> ProfileField? {
    if let ownFile, let field = ownFile.firstField(number) {
      return ProfileField(
        type: UInt16(clamping: field.type), count: field.count, isBigEndian: ownFile.isBigEndian
      ) { ownFile.bytes(field, most: 128 << 20) }
    }
    let count = unsafe bromide_raw_tag_count(raw)
    for index in 0..<count {
      let tag = unsafe bromide_raw_get_tag(raw, index)
      guard unsafe tag.bytes == nil && UInt16(truncatingIfNeeded: tag.tag) == number else {
        continue
      }
      let byteCount = unsafe tag.byte_count
      return unsafe ProfileField(
        type: tag.type, count: Int(tag.count), isBigEndian: tag.is_big_endian
      ) { [self] in
        // The largest table takes 70 MB.
        guard byteCount <= 128 << 20 else { return nil }
        var isWhole = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
          unsafe isWhole = bromide_raw_read_tag(raw, index, buffer.baseAddress!)
          count = isWhole ? byteCount : 0
        }
        return isWhole ? bytes : nil
      }
    }
    return nil
  }

  /// Returns LibRaw's text for one of its error numbers.
  static func message(_ code: Int32) -> String {
    guard let text = unsafe bromide_raw_message(code) else { return "unknown error" }
    return unsafe String(cString: text)
  }
}
