internal import CLibRaw
internal import Color
public import Metadata
public import Pixels
public import SystemPackage
internal import TIFFDirectories

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A raw file that LibRaw has opened and identified, its pixels not yet unpacked.
///
/// One object serves one thread at a time; many objects serve many threads. Its file is closed and its
/// memory freed with the last of this object and the photo decoded from it.
public final class RawFile {
  /// As it was given.
  public let path: FilePath
  /// What identifying it told.
  package let header: RawHeader
  /// The size of the visible area, before orientation.
  public var size: Size { header.size }
  /// The maker's crop, in pixels of the visible area.
  public var defaultCrop: Region { header.defaultCrop }
  /// The file's metadata.
  public var metadata: PhotoMetadata { header.metadata }
  /// Peak memory of decoding, in bytes.
  public var expectedMemory: Int { header.expectedMemory }
  /// The embedded preview that LibRaw prefers; nil if there is none.
  public var preview: RawPreview? { header.preview }
  /// What decides, besides make and model, how the preview was made: software, style, the camera's
  /// modes. It is meant to be compared; empty if the file states nothing.
  public var previewStyle: String { header.previewStyle }

  /// The open file; nil once `decode` took it.
  private var handle: LibRawHandle?

  /// Opens and identifies the file. The corresponding C function is `libraw_open_file`.
  ///
  /// - Throws: `.unreadable` if the system refuses the file, `.notRaw` or `.unsupported` if LibRaw does, and `.damaged` if
  ///   its header ends early.
  public init(path: FilePath) throws(RawError) {
    let handle = try Self.open(path)
    let layout = handle.layout
    self.path = path
    self.handle = handle
    let fields = handle.fields
    let visible = handle.dng.map(VisibleArea.init) ?? VisibleArea(layout, fields: fields)
    header = unsafe RawHeader(
      size: handle.dng?.outputSize ?? visible.area.size, defaultCrop: visible.defaultCrop,
      userCrop: visible.userCrop,
      metadata: PhotoMetadata(handle, fields: fields), expectedMemory: layout.expectedMemory,
      sampleMemory: layout.sampleMemory, preview: RawPreview(handle.preview),
      previewStyle: PreviewStyle(handle, fields: fields).text,
      mayWarp: EmbeddedOptics.mayWarp(handle, fields))
  }

  /// Unpacks the pixels. The corresponding C function is `libraw_unpack`.
  ///
  /// Damaged data give a photo that says so (`RawPhoto.damage`) as long as any pixel was decoded. A second call reads
  /// the file again.
  ///
  /// - Parameters:
  ///   - interpolation: For sensors Bromide demosaics itself, nil; otherwise the method of LibRaw's to use instead.
  ///   - unpacking: The choice of decoder and threads, which changes no sample.
  /// - Throws: `.damaged` if nothing was decoded, `.unsupported`, `.outOfMemory`, and the errors of `init`.
  public func decode(
    interpolation: LibRawInterpolation? = nil, unpacking: Unpacking = Unpacking()
  ) throws(RawError) -> RawPhoto {
    let handle = try takeHandle()
    if let dng = handle.dng {
      guard let interpolation, dng.hasMosaic else {
        return try DNGDecoder(handle: handle, dng: dng, path: path, metadata: metadata)
          .decode(unpacking: unpacking)
      }
      if let reason = dng.beyondLibRaw ?? (handle.librawSees(dng) ? nil : "LibRaw refuses this DNG")
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
  /// - Returns: The bytes of a JPEG file, or rows of RGB; nil if there is no preview.
  public func readPreview() throws(RawError) -> RawPreview.Content? {
    let handle: LibRawHandle
    if let open = self.handle { handle = open } else { handle = try Self.open(path) }
    let status = handle.readPreview()
    switch status.libraw {
    case 0: return unsafe RawPreview.Content(handle.preview)
    case Int32(BROMIDE_RAW_NO_THUMBNAIL), Int32(BROMIDE_RAW_UNSUPPORTED_THUMBNAIL): return nil
    default: throw RawError(status, path: path, bytes: preview?.byteCount ?? 0)
    }
  }

  /// Whether LibRaw opens and identifies the file as a raw, judged by its header alone.
  ///
  /// Pictures that merely use a raw's container (TIFF, JPEG, PNG) do not count. Takes about half a millisecond.
  public static func isRaw(path: FilePath) -> Bool {
    guard let handle = LibRawHandle(collectTags: false) else { return false }
    // One that cannot be decoded is a raw as well, and says why.
    do throws(DNGFault) {
      if try DNGReader.picture(path) != nil { return true }
    } catch {
      return true
    }
    let status = handle.open(path: path)
    return status.libraw == 0 && status.system == 0 && handle.layout.isPhoto
  }

  private func takeHandle() throws(RawError) -> LibRawHandle {
    if let handle {
      self.handle = nil
      return handle
    }
    return try Self.open(path)
  }

  private static func open(_ path: FilePath) throws(RawError) -> LibRawHandle {
    guard let handle = LibRawHandle(collectTags: true) else {
      throw .outOfMemory(path: path, bytes: 1 << 20)
    }
    try identify(handle, path: path)
    return handle
  }

  /// Opens a file and puts right what LibRaw makes of its header. What was read of it stays in the handle in any case.
  static func identify(_ handle: LibRawHandle, path: FilePath) throws(RawError) {
    let status = handle.open(path: path)
    if status.system == EINVAL { throw .notRaw(path: path, found: "no ordinary file") }
    if status.system != 0 { throw .unreadable(path: path, code: status.system) }
    if try identifyDNG(handle, path: path, status) { return }
    guard status.libraw == 0 else { throw refusal(status, path: path, handle: handle) }
    guard handle.layout.isPhoto else {
      throw .notRaw(path: path, found: "a picture in a raw's container, without sensor data")
    }
    let fields = ExifFields(handle)
    let identity = CameraIdentity(handle, fields: fields)
    if let coding = UnreadableCoding(handle, identity, path: path) {
      throw .unsupported(path: path, reason: coding.reason(camera: identity.name))
    }
    if let corrections = CameraCorrections(handle, identity, fields: fields, path: path) {
      handle.correct(corrections.native)
    }
  }

  /// Gives the handle a DNG's own description; false if the file is none, or its header ends early.
  private static func identifyDNG(
    _ handle: LibRawHandle, path: FilePath, _ status: bromide_raw_status
  ) throws(RawError) -> Bool {
    let isSound = status.libraw == 0 || status.libraw == Int32(BROMIDE_RAW_UNSUPPORTED_FILE)
    guard isSound, let source = TIFFFileSource(path), let file = TIFFDirectories(source) else {
      return false
    }
    let found: DNGPicture?
    do throws(DNGFault) {
      found = try DNGReader.picture(file)
    } catch {
      switch error {
      case .unsupported(let reason): throw .unsupported(path: path, reason: reason)
      case .damaged(let reason): throw .damaged(path: path, reason: reason)
      }
    }
    guard let found else { return false }
    guard status.libraw == 0 || found.isOurs else { return false }
    handle.dng = found
    if status.libraw != 0 { (handle.ownFile, handle.ownFields) = (file, ExifFields(file)) }
    return true
  }

  /// Why LibRaw did not open a file that the system did.
  private static func refusal(
    _ status: bromide_raw_status, path: FilePath, handle: LibRawHandle
  ) -> RawError {
    let isDataError =
      status.libraw == Int32(BROMIDE_RAW_IO_ERROR) || status.libraw == Int32(BROMIDE_RAW_DATA_ERROR)
    guard isDataError || status.libraw == Int32(BROMIDE_RAW_UNSUPPORTED_FILE) else {
      return RawError(status, path: path, bytes: 1 << 20)
    }
    let fields = ExifFields(handle)
    switch ForeignFile.identify(path: path) {
    case .raw where fields.has(0xc612, in: .main):
      return isDataError
        ? .damaged(path: path, reason: "a DNG whose header ends early")
        : .unsupported(
          path: path, reason: "a DNG of a kind that this LibRaw cannot decode, or cut off")
    case .raw(let kind)
    where !isDataError && CameraIdentity(handle, fields: fields).camera != nil:
      let identity = CameraIdentity(handle, fields: fields)
      return .unsupported(
        path: path,
        reason: "\(kind), by the \(identity.name)"
          + (identity.newerLibRaw.map { "; \($0)" } ?? ""))
    case .raw(let kind):
      return isDataError
        ? .damaged(path: path, reason: "\(kind); its header ends early or contradicts itself")
        : .notRaw(path: path, found: kind)
    case .other(let kind):
      return .notRaw(path: path, found: kind)
    }
  }
}
