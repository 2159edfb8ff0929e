internal import BromideLibc
package import BromideSystem
public import BromideValues
internal import CBromideCodecs
public import SystemPackage

/// Reads the first picture of a TIFF with libtiff.
///
/// It supports grey or RGB with 1 to 16 bits or floats of 16, 32 or 64 bits, in strips or tiles,
/// classic TIFF or BigTIFF, with every compression that libtiff supports. The result has 8 or
/// 16 bits, or floats of 32 bits.
public enum TIFFReader {
  /// Reads everything except the pixels.
  ///
  /// - Throws: `PictureError.io`, `.malformed` with libtiff's message, or `.unsupported` for
  ///   pictures of other kinds.
  public static func info(path: FilePath) throws(PictureError) -> TIFFInfo {
    try reading(path) { () throws(PictureError) in try TIFFFile(path).info() }
  }

  /// Reads a complete picture. Colours are not multiplied by alpha.
  ///
  /// - Parameters:
  ///   - maximumBytes: The maximum number of bytes for its pixels.
  ///   - allocate: Allocates the pixels' memory.
  /// - Throws: `PictureError.io`, `.malformed` with libtiff's message, `.unsupported` for pictures
  ///   of other kinds or if the pixels exceed the limit, or `.outOfMemory`.
  public static func read(
    path: FilePath, maximumBytes: Int = 8 << 30,
    allocate: PixelAllocator = PixelMemory.init(attempting:)
  ) throws(PictureError) -> (info: TIFFInfo, pixels: PicturePixels) {
    try reading(path) { () throws(PictureError) in
      let file = try TIFFFile(path)
      let info = try file.info()
      return (info, try file.pixels(info, maximumBytes: maximumBytes, allocate))
    }
  }

  /// Reads a reduced picture, with memory only for the result and some rows.
  ///
  /// - Parameters:
  ///   - side: The rows and columns of a square that becomes one pixel, the mean of its codes.
  ///   - allocate: Allocates the reduced picture's memory.
  /// - Throws: `PictureError` as for `read`, also for pictures in planes.
  package static func read(
    path: FilePath, reducedBy side: Int, allocate: PixelAllocator
  ) throws(PictureError) -> TIFFInfo {
    try reading(path) { () throws(PictureError) in
      let file = try TIFFFile(path)
      let info = try file.info()
      try file.readReduced(info, by: side, allocate)
      return info
    }
  }

  /// Reads with `body`. If the system cannot read the file, throws that error, because libtiff
  /// reports a failing disk as damage.
  private static func reading<R>(
    _ path: FilePath, _ body: () throws(PictureError) -> R
  ) throws(PictureError) -> R {
    do throws(PictureError) { return try body() } catch {
      switch error {
      case .malformed, .unsupported:
        guard let failure = FileSystem.readingError(path) else { throw error }
        throw .io(path: path, operation: failure.operation, code: failure.code)
      case .io, .outOfMemory, .lost: throw error
      }
    }
  }

  /// Loads libtiff if it is installed, for a process that cannot load it later.
  package static func loadLibrary() { _ = bromide_tiff_is_available() }

  /// Whether libtiff was needed but not found.
  package static var missesLibrary: Bool { bromide_tiff_is_missing() != 0 }

  /// Returns whether a TIFF in strips from Bromide is complete. The result can be false for
  /// complete files from other programs.
  public static func isWhole(path: FilePath) -> Bool { TIFFOutline(path)?.isWhole ?? false }

  /// Reads a complete TIFF from Bromide strip by strip, without libtiff.
  ///
  /// - Returns: The checksum of its rows in the machine's byte order.
  /// - Throws: `PictureError.io`, `.malformed` for damage, or `.unsupported` for other TIFFs.
  package static func check(path: FilePath) throws(PictureError) -> CRC64 {
    try TIFFCheck(path).sum()
  }

  /// Returns the XMP packet of a TIFF from Bromide without libtiff, or `nil` for most other files.
  public static func packet(path: FilePath) -> [UInt8]? { TIFFOutline(path)?.xmp }
}

/// libtiff's version.
public enum TIFFLibraryVersion {
  /// The version at run time, or "not found". Loads the library.
  ///
  /// The corresponding C function is `TIFFGetVersion`. Its text begins with "LIBTIFF, Version
  /// 4.5.0" and a line break.
  public static var text: String {
    guard let text = unsafe bromide_tiff_version() else { return "not found" }
    let words = unsafe String(cString: text).split { $0 == "\n" || $0 == " " }
    return words.count > 2 ? String(words[2]) : "not known"
  }
}

/// A file that libtiff reads.
@safe
private final class TIFFFile {
  private let path: FilePath
  private let reader: OpaquePointer
  private let byteCount: Int?

  init(_ path: FilePath) throws(PictureError) {
    self.path = path
    let descriptor = try PictureError.calling { () throws(SystemError) in
      try Transfer.descriptor(opening: path, O_RDONLY)
    }
    var status = stat()
    let isFile = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    byteCount = isFile ? Int(status.st_size) : nil
    guard let opened = unsafe bromide_tiff_open(descriptor) else {
      throw Self.failure(path)
    }
    unsafe reader = opened
  }

  deinit { unsafe bromide_tiff_close(reader) }

  private func facts() throws(PictureError) -> bromide_tiff_facts {
    var facts = unsafe bromide_tiff_facts()
    guard unsafe bromide_tiff_facts(reader, &facts) == 0 else {
      throw unsafe .unsupported(reason: String(cString: bromide_tiff_message()))
    }
    return unsafe facts
  }

  func info() throws(PictureError) -> TIFFInfo {
    let facts = unsafe try facts()
    let sample: SampleFormat =
      unsafe facts.bits == 8 ? .uint8 : facts.bits == 16 ? .uint16 : .float32
    return unsafe TIFFInfo(
      size: Size(width: Int(facts.width), height: Int(facts.height)),
      format: PixelFormat(channels: Int(facts.channels), sample: sample),
      bitDepth: Int(facts.stored_bits), orientation: Int(facts.orientation),
      compression: Int(facts.compression),
      isTiled: facts.is_tiled != 0, isBig: facts.is_big != 0,
      profile: Self.bytes(facts.profile, facts.profile_count),
      xmp: Self.bytes(facts.xmp, facts.xmp_count))
  }

  func pixels(
    _ info: TIFFInfo, maximumBytes: Int, _ allocate: PixelAllocator
  ) throws(PictureError) -> PicturePixels {
    let row = Checked.product(info.size.width, info.format.bytesPerPixel)
    guard let row, let bytes = Checked.product(row, info.size.height), bytes <= maximumBytes else {
      throw .unsupported(reason: "\(info.size) takes more memory than allowed")
    }
    try checkLength(info)
    guard let memory = allocate(bytes) else { throw .outOfMemory(path: path, bytes: bytes) }
    var facts = unsafe try facts()
    let status = unsafe bromide_tiff_read(
      reader, &facts, memory.bytes.assumingMemoryBound(to: UInt8.self).baseAddress!, row)
    guard status == 0 else { throw Self.failure(path) }
    guard let pixels = PicturePixels(info.format, info.size, in: memory) else {
      preconditionFailure("memory of a TIFF's own size")
    }
    return pixels
  }

  /// Reads all rows and averages squares of pixels.
  func readReduced(
    _ info: TIFFInfo, by side: Int, _ allocate: PixelAllocator
  ) throws(PictureError) {
    try checkLength(info)
    let reduction = BoxReduction(of: info.size, info.format, side: side)
    let bytes = reduction.size.byteCount(info.format.bytesPerPixel)
    guard let memory = allocate(bytes) else { throw .outOfMemory(path: path, bytes: bytes) }
    var receiver = unsafe Receiver(reduction: reduction, target: memory.bytes.baseAddress!)
    var facts = unsafe try facts()
    let status = unsafe withUnsafeMutablePointer(to: &receiver) { receiver in
      unsafe bromide_tiff_read_each_row(
        reader, &facts,
        { receiver, row, isLast in
          unsafe receiver!.assumingMemoryBound(to: Receiver.self).pointee
            .take(row!, isLast: isLast != 0)
        }, receiver)
    }
    guard status == 0 else { throw Self.failure(path) }
  }

  /// Receives rows and writes the rows of the reduced picture.
  @unsafe private struct Receiver {
    var reduction: BoxReduction
    var target: UnsafeMutableRawPointer

    mutating func take(_ row: UnsafePointer<UInt8>, isLast: Bool) {
      guard unsafe reduction.add(row, to: target, isLast: isLast) else { return }
      unsafe target += reduction.size.width * reduction.format.bytesPerPixel
    }
  }

  private func checkLength(_ info: TIFFInfo) throws(PictureError) {
    // Of all encodings, Zstandard reaches the highest compression: 4 bytes expand to 128 KiB.
    guard info.size.byteCount(info.format.bytesPerPixel) / (32 << 10) <= byteCount ?? .max else {
      throw .malformed(
        path: path, format: .tiff, reason: "the file is too short for its \(info.size) pixels")
    }
  }

  /// Returns libtiff's message about the last call.
  private static func failure(_ path: FilePath) -> PictureError {
    unsafe .malformed(path: path, format: .tiff, reason: String(cString: bromide_tiff_message()))
  }

  private static func bytes(_ start: UnsafePointer<UInt8>?, _ count: UInt32) -> [UInt8]? {
    unsafe start.map { unsafe Array(UnsafeBufferPointer(start: $0, count: Int(count))) }
  }
}
