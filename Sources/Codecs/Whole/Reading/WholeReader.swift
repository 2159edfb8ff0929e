internal import BromideSystem
package import BromideValues
internal import CBromideCodecs
package import SystemPackage

/// Reads still pictures: JPEG XL with libjxl, AVIF with libavif, and WebP with libwebp.
///
/// The samples are libjxl's and libwebp's. For AVIF, libavif converts YCbCr by the matrix and the
/// range of the file, without libyuv, so that the samples do not depend on the processor.
package enum WholeReader {
  /// Reads everything except the pixels.
  ///
  /// - Throws: `PictureError` except `.outOfMemory`.
  package static func info(
    path: FilePath, format: PictureFormat
  ) throws(PictureError) -> WholeInfo {
    try WholeFile(path, format, maximumBytes: mostBytes).info()
  }

  /// Reads a complete picture.
  ///
  /// - Parameters:
  ///   - format: JPEG XL, AVIF or WebP.
  ///   - maximumBytes: The maximum number of bytes for its pixels.
  ///   - allocate: Allocates the pixels' memory.
  /// - Throws: `PictureError.io`, `.malformed` for damaged files, `.unsupported` for animations,
  ///   for pictures that exceed the limit, and if the library is missing, or `.outOfMemory`.
  package static func read(
    path: FilePath, format: PictureFormat, maximumBytes: Int = mostBytes,
    allocate: PixelAllocator = PixelMemory.init(attempting:)
  ) throws(PictureError) -> (info: WholeInfo, pixels: PicturePixels) {
    try WholeFile(path, format, maximumBytes: maximumBytes).read(allocate)
  }

  /// The default limit of the pixels, as for PNG and TIFF.
  package static let mostBytes = 8 << 30

  /// Loads the libraries that are installed, for a process that cannot load them later.
  package static func loadLibraries() { bromide_readers_load() }

  /// Whether a picture needed a library that was not found.
  package static var missesLibrary: Bool { bromide_readers_miss_library() }
}

/// The bytes of a file and its format.
private struct WholeFile {
  let path: FilePath
  let format: PictureFormat
  let maximumBytes: Int
  let bytes: [UInt8]

  init(_ path: FilePath, _ format: PictureFormat, maximumBytes: Int) throws(PictureError) {
    self.path = path
    self.format = format
    self.maximumBytes = maximumBytes
    bytes = try PictureError.calling { () throws(SystemError) in
      try FileSystem.contents(of: path, limit: Self.mostFileBytes)
    }
  }

  /// The largest file. Lossless pictures of 16 bits with 200 megapixels have less.
  private static let mostFileBytes = 1 << 30

  func info() throws(PictureError) -> WholeInfo {
    try unsafe call(nil, capacity: 0) { picture in
      let (profile, exif) = unsafe (Self.copy(picture.profile), Self.copy(picture.exif))
      let sample: SampleFormat =
        unsafe picture.bits == 8 ? .uint8 : picture.bits == 16 ? .uint16 : .float32
      let points = unsafe (UInt8(exactly: picture.primaries), UInt8(exactly: picture.transfer))
      var info = unsafe WholeInfo(
        size: Size(width: Int(picture.width), height: Int(picture.height)),
        format: PixelFormat(channels: Int(picture.channels), sample: sample),
        bitDepth: Int(picture.stored_bits),
        orientation: Orientation(rawValue: Int(picture.orientation)) ?? .upright,
        profile: profile.isEmpty ? nil : profile, exif: Self.block(exif))
      if let primaries = points.0, let transfer = points.1, primaries > 0 {
        info.cicp = CICP(primaries: primaries, transfer: transfer)
      }
      if format == .webp { complete(&info) }
      return info
    }
  }

  func read(_ allocate: PixelAllocator) throws(PictureError) -> (
    info: WholeInfo, pixels: PicturePixels
  ) {
    let info = try info()
    let count = info.size.byteCount(info.format.bytesPerPixel)
    guard let memory = allocate(count) else { throw .outOfMemory(path: path, bytes: count) }
    try unsafe call(memory.bytes.baseAddress, capacity: count) { _ in }
    guard let pixels = PicturePixels(info.format, info.size, in: memory) else {
      preconditionFailure("memory of the picture's size")
    }
    return (info, pixels)
  }

  /// Calls the library and passes its picture to `body`.
  ///
  /// - Parameters:
  ///   - pixels: The memory for pixels, or `nil` to read everything else.
  ///   - capacity: The bytes of the memory.
  private func call<Result>(
    _ pixels: UnsafeMutableRawPointer?, capacity: Int, _ body: (bromide_picture) -> Result
  ) throws(PictureError) -> Result {
    var picture = unsafe bromide_picture()
    defer { unsafe bromide_picture_free(&picture) }
    let status = unsafe bytes.withUnsafeBufferPointer { bytes in
      var request = unsafe bromide_read_request(
        bytes: bytes.baseAddress, count: bytes.count, limit: UInt64(maximumBytes), pixels: pixels,
        capacity: capacity)
      return switch format {
      case .jxl: unsafe bromide_jxl_read(&request, &picture)
      case .avif: unsafe bromide_avif_read(&request, &picture)
      case .webp: unsafe bromide_webp_read(&request, &picture)
      case .png, .jpeg, .tiff: preconditionFailure("a format with a reader of its own")
      }
    }
    guard status != BROMIDE_READ_NO_LIBRARY else {
      throw .unsupported(reason: format.missingReader)
    }
    guard status == BROMIDE_READ_DONE else {
      let reason = unsafe String(cString: picture.reason)
      throw status == BROMIDE_READ_DAMAGED
        ? .malformed(path: path, format: format, reason: reason) : .unsupported(reason: reason)
    }
    return unsafe body(picture)
  }

  /// Adds the profile and the Exif block of a WebP, which libwebp does not read.
  private func complete(_ info: inout WholeInfo) {
    let chunks = WebPChunks(bytes)
    info.profile = chunks.profile
    info.exif = chunks.exif.flatMap(Self.block)
    info.orientation = info.exif.flatMap { ExifOrientation.find($0) } ?? .upright
  }

  private static func copy(_ file: bromide_file) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }

  /// Returns an Exif block from its byte-order mark, without an offset or the name that JPEGs put
  /// before it, or `nil` if it has no mark.
  private static func block(_ bytes: [UInt8]) -> [UInt8]? {
    let marks: [[UInt8]] = [[0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A]]
    let start = (0...mostPrefix).first { start in
      marks.contains { mark in bytes.dropFirst(start).starts(with: mark) }
    }
    return start.map { Array(bytes.dropFirst($0)) }
  }

  /// An offset of 4 bytes, and `Exif` with two zeros.
  private static let mostPrefix = 10
}

extension PictureFormat {
  /// A sentence about the missing library of a reader, with the packages.
  fileprivate var missingReader: String {
    "reading \(name) requires \(libraryPackage.library), which was not found; install it (Debian: \(libraryPackage.debian), Homebrew: \(libraryPackage.homebrew))"
  }
}
