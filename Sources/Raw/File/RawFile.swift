public import BromideCodecs
internal import BromideLibc
internal import BromideSystem
public import BromideValues
internal import CBromideLibRaw
public import SystemPackage

/// A raw file that LibRaw has opened and identified, before its pixels are unpacked.
///
/// Use one object from one thread at the same time. You can use many objects in parallel. The file
/// is closed and its memory freed when both this object and its decoded photo are released.
public final class RawFile {
  /// The path, unchanged.
  public let path: FilePath
  /// The result of identifying the file.
  package let header: RawHeader
  /// The size of the visible area, before orientation.
  public var size: Size { header.size }
  /// The file's metadata.
  public var metadata: PhotoMetadata { header.metadata }
  /// The embedded preview that LibRaw prefers, or `nil`.
  public var preview: RawPreview? { header.preview }

  /// The open file, or `nil` after `decode` has used it.
  private var handle: LibRawHandle?

  /// The format that the caller set for a file without a header.
  private let headerless: HeaderlessRaw?
  /// The cameras that the user added, or `nil` without them.
  private let cameras: AddedCameras?

  /// Opens and identifies the file. The corresponding C function is `libraw_open_file`.
  ///
  /// - Parameters:
  ///   - headerless: The format of a file without a header. `nil` for files with a header, and for
  ///     files with the format's suffix.
  ///   - cameras: The cameras that the user added, or `nil` without them.
  /// - Throws: `.unreadable` if the system cannot read the file, `.rejected` if LibRaw rejects it,
  ///   `.notRaw` and `.unsupported` if it is not a photo or cannot be decoded, and `.headerless` if
  ///   only the file's size matches a raw.
  public init(
    path: FilePath, as headerless: HeaderlessRaw? = nil, cameras: AddedCameras?
  ) throws(RawError) {
    self.headerless = headerless
    self.cameras = cameras
    let (handle, source) = try Self.open(path, as: headerless, cameras)
    let layout = handle.layout
    self.path = path
    self.handle = handle
    let fields = handle.fields
    let visible = handle.dng.map(VisibleArea.init) ?? VisibleArea(layout, fields: fields)
    let style = PreviewStyle(handle, fields: fields)
    header = unsafe RawHeader(
      size: handle.dng?.outputSize ?? visible.area.size,
      pixelAspect: layout.fuji_width == 0 ? layout.plausibleAspect : 1,
      defaultCrop: visible.defaultCrop,
      userCrop: visible.userCrop,
      metadata: PhotoMetadata(handle, fields: fields), expectedMemory: layout.expectedMemory,
      sampleMemory: layout.sampleMemory, preview: RawPreview(handle.preview),
      previewStyle: style.style, previewMode: style.mode,
      previewProgram: fields.text(0xc716, in: .main),
      lacksExposure: CameraExposure(handle, fields: fields).exposure.isUnknown,
      mayWarp: EmbeddedOptics.mayWarp(handle, fields), headerless: source)
  }

  /// Unpacks the pixels. The corresponding C function is `libraw_unpack`.
  ///
  /// If a part of damaged data can be decoded, the photo contains its damage (`RawPhoto.damage`). A
  /// second call reads the file again.
  ///
  /// - Parameters:
  ///   - interpolation: The LibRaw method to use, or `nil` to use Bromide's demosaic if it supports
  ///     the sensor.
  ///   - unpacking: The choice of decoder and threads, which does not affect the samples.
  /// - Throws: `.damaged` if nothing was decoded, `.unsupported`, `.outOfMemory`, and the errors of
  ///   `init`.
  public func decode(
    interpolation: LibRawInterpolation? = nil, unpacking: Unpacking = Unpacking()
  ) throws(RawError) -> RawPhoto {
    let handle = try takeHandle()
    if let dng = handle.dng {
      guard let interpolation, dng.hasMosaic else {
        return try DNGDecoder(handle: handle, dng: dng, path: path, metadata: metadata)
          .decode(unpacking: unpacking)
      }
      if let reason = dng.beyondLibRaw ?? (handle.librawSees(dng) ? nil : "LibRaw rejects this DNG")
      {
        throw .unsupported(
          path: path, reason: "\(interpolation) is not possible: \(reason)")
      }
      handle.dng = nil
    }
    return try RawDecoder(handle: handle, path: path, metadata: metadata)
      .decode(interpolation: interpolation, unpacking: unpacking)
  }

  /// Reads the embedded preview. The corresponding C function is `libraw_unpack_thumb`.
  ///
  /// - Returns: The bytes of a JPEG file, or rows of RGB, or `nil` if there is no preview.
  public func readPreview() throws(RawError) -> RawPreview.Content? {
    let handle: LibRawHandle
    if let open = self.handle {
      handle = open
    } else {
      handle = try Self.open(path, as: headerless, cameras).handle
    }
    let status = handle.readPreview()
    try handle.checkReading(path)
    switch status.libraw {
    case 0: return unsafe RawPreview.Content(handle.preview)
    case Int32(BROMIDE_RAW_NO_THUMBNAIL), Int32(BROMIDE_RAW_UNSUPPORTED_THUMBNAIL): return nil
    default: throw RawError(status, path: path, bytes: preview?.byteCount ?? 0)
    }
  }

  /// Returns whether LibRaw opens and identifies the file as a raw, by its header.
  ///
  /// Pictures that only use a raw's container (TIFF, JPEG, PNG) are not raws. This takes about half
  /// a millisecond.
  ///
  /// - Parameter headerless: The same as for `init`.
  public static func isRaw(path: FilePath, as headerless: HeaderlessRaw? = nil) -> Bool {
    // A file that cannot be decoded is also a raw, and reports the reason later. A DNG never has a
    // format for files without a header.
    if DNGReader.isDNG(path) { return headerless == nil }
    guard let handle = LibRawHandle(collectTags: false, cameras: nil) else { return false }
    let status = handle.open(path: path)
    guard status.libraw == 0, status.system == 0, handle.layout.isPhoto else { return false }
    do throws(RawError) {
      // `nil` is the result for a file with a header.
      _ = try source(of: handle, path: path, named: headerless)
      return true
    } catch {
      return false
    }
  }

  /// Returns how the format of an opened file was chosen, or `nil` if its header contains it.
  private static func source(
    of handle: LibRawHandle, path: FilePath, named: HeaderlessRaw?
  ) throws(RawError) -> HeaderlessRaw.Source? {
    guard handle.isHeaderless else {
      guard let named else { return nil }
      throw .unsupported(
        path: path, reason: "it has a header, so that it is not of the format \(named.rawValue)")
    }
    let make = handle.text(BROMIDE_RAW_MAKE) ?? ""
    guard let source = HeaderlessRaw.source(of: path, make: make, named: named) else {
      let model = handle.text(BROMIDE_RAW_MODEL).map { " " + $0 } ?? ""
      throw .headerless(
        path: path, camera: make + model, format: HeaderlessRaw.format(of: make))
    }
    return source
  }

  private func takeHandle() throws(RawError) -> LibRawHandle {
    if let handle {
      self.handle = nil
      return handle
    }
    return try Self.open(path, as: headerless, cameras).handle
  }

  private static func open(
    _ path: FilePath, as headerless: HeaderlessRaw?, _ cameras: AddedCameras?
  ) throws(RawError) -> (handle: LibRawHandle, source: HeaderlessRaw.Source?) {
    guard let handle = LibRawHandle(collectTags: true, cameras: cameras) else {
      throw .outOfMemory(path: path, bytes: 1 << 20)
    }
    return (handle, try identify(handle, path: path, as: headerless))
  }

  /// Opens a file and corrects LibRaw's data from its header. All data that were read stay in the
  /// handle.
  ///
  /// - Returns: How the format of a file without a header was chosen, or `nil` for a file with a
  ///   header.
  @discardableResult
  static func identify(
    _ handle: LibRawHandle, path: FilePath, as headerless: HeaderlessRaw? = nil
  ) throws(RawError) -> HeaderlessRaw.Source? {
    let status = handle.open(path: path)
    if status.system == EINVAL { throw .notRaw(path: path, found: "no ordinary file") }
    if status.system != 0 { throw .unreadable(path: path, code: status.system) }
    try handle.checkReading(path)
    if try identifyDNG(handle, path: path, status) {
      guard headerless == nil else { return try source(of: handle, path: path, named: headerless) }
      return nil
    }
    guard status.libraw == 0 else { throw rejection(status, path: path, handle: handle) }
    guard handle.layout.isPhoto else {
      throw .notRaw(path: path, found: "a picture in a raw's container, without sensor data")
    }
    let source = try source(of: handle, path: path, named: headerless)
    let fields = ExifFields(handle)
    let identity = CameraIdentity(handle, fields: fields)
    if let coding = UnreadableCoding(handle, identity, path: path) {
      throw .unsupported(path: path, reason: coding.reason(camera: identity.name))
    }
    if let corrections = CameraCorrections(handle, identity, fields: fields, path: path) {
      handle.correct(corrections.native)
    }
    return source
  }

  /// Gives the handle a DNG's description. Returns false if the file is not a DNG, or its header is
  /// incomplete.
  private static func identifyDNG(
    _ handle: LibRawHandle, path: FilePath, _ status: bromide_raw_status
  ) throws(RawError) -> Bool {
    let isSound = status.libraw == 0 || status.libraw == Int32(BROMIDE_RAW_UNSUPPORTED_FILE)
    guard isSound else { return false }
    let source: TIFFFileSource
    // LibRaw has opened the file. So the reason is the system, for example too many open files.
    do throws(SystemError) { source = try TIFFFileSource(opening: path) } catch {
      throw .unreadable(path: path, code: error.code)
    }
    let file = TIFFDirectories(source)
    var found: DNGPicture?
    do throws(DNGFault) {
      if let file { found = try DNGReader.picture(file) }
    } catch {
      switch error {
      case .unsupported(let reason): throw .unsupported(path: path, reason: reason)
      case .damaged(let reason):
        let isCut = handle.damage.header_missing_bytes > 0
        throw .damaged(path: path, reason: (isCut ? "its header ends early; " : "") + reason)
      }
    }
    guard let file, let found else {
      // LibRaw's choice of the raw picture in this file is a guess.
      if status.libraw == 0, handle.layout.dng_version != 0 {
        throw .damaged(
          path: path, reason: "a DNG with its header or first directory at the wrong position")
      }
      if ["dng", "gpr"].contains(path.lowercasedExtension), let file, DNGReader.lacksVersion(file) {
        throw .damaged(path: path, reason: "a DNG whose first directory lacks DNGVersion")
      }
      return false
    }
    guard status.libraw == 0 || found.isOurs else { return false }
    handle.dng = found
    if status.libraw != 0 { (handle.ownFile, handle.ownFields) = (file, ExifFields(file)) }
    return true
  }

  /// Returns the reason why LibRaw did not open a file that the system could open.
  private static func rejection(
    _ status: bromide_raw_status, path: FilePath, handle: LibRawHandle
  ) -> RawError {
    let isDataError =
      status.libraw == Int32(BROMIDE_RAW_IO_ERROR) || status.libraw == Int32(BROMIDE_RAW_DATA_ERROR)
    guard isDataError || status.libraw == Int32(BROMIDE_RAW_UNSUPPORTED_FILE) else {
      return RawError(status, path: path, bytes: 1 << 20)
    }
    let identity = CameraIdentity(handle, fields: ExifFields(handle))
    let camera = identity.camera.map { _ in
      identity.name + (identity.newerLibRaw.map { "; \($0)" } ?? "")
    }
    return .rejected(path: path, camera: camera, endsEarly: isDataError)
  }
}
