public import BromideCodecs
internal import BromideSystem
internal import BromideValues
public import SystemPackage

extension Picture {
  /// Writes the picture as a PNG, JPEG or TIFF file. The complete file is renamed to the path at
  /// the end.
  ///
  /// - Parameters:
  ///   - path: The file's path. The suffix sets the format. An existing file is replaced.
  ///   - compression: The effort for a PNG or TIFF.
  ///   - jpeg: The options for a JPEG. It has 8 bits, without alpha.
  /// - Throws: `BromideError` if the format does not support the picture, or the file cannot be
  ///   written.
  public func write(
    to path: FilePath, compression: CodingEffort = .balanced, jpeg: JPEGOptions = JPEGOptions()
  ) throws(BromideError) {
    let format = try PictureFormat(writing: path)
    let encoding = Self.encoding(format, compression, jpeg)
    do throws(PictureFileError) {
      let writer = try PictureWriter(path: path, description: description, encoding: encoding)
      try write(to: writer, encoding)
    } catch { throw BromideError(error, path) }
  }

  /// Writes the picture as a PNG, JPEG or TIFF file, like the method with a `FilePath`.
  ///
  /// - Parameters:
  ///   - path: The file's path. The suffix sets the format. An existing file is replaced.
  ///   - compression: The effort for a PNG or TIFF.
  ///   - jpeg: The options for a JPEG. It has 8 bits, without alpha.
  /// - Throws: `BromideError` if the format does not support the picture, or the file cannot be
  ///   written.
  public func write(
    to path: String, compression: CodingEffort = .balanced, jpeg: JPEGOptions = JPEGOptions()
  ) throws(BromideError) {
    try write(to: FilePath(path), compression: compression, jpeg: jpeg)
  }

  /// Returns the bytes of the picture as a PNG, JPEG or TIFF file, like
  /// `write(to:compression:jpeg:)`.
  ///
  /// - Parameters:
  ///   - format: The format of the file.
  ///   - compression: The effort for a PNG or TIFF.
  ///   - jpeg: The options for a JPEG. It has 8 bits, without alpha.
  /// - Throws: `BromideError` if the format does not support the picture.
  public func encoded(
    as format: PictureFormat, compression: CodingEffort = .balanced,
    jpeg: JPEGOptions = JPEGOptions()
  ) throws(BromideError) -> [UInt8] {
    let encoding = Self.encoding(format, compression, jpeg)
    if let image = image as? ImageBuffer<UInt8> {
      do throws(PictureFileError) {
        return try PictureWriter.file(of: image, description, encoding)
      } catch { throw BromideError(.request, nil, BromideError(error, "").reason) }
    }
    let file = try Self.spooled { () throws(SystemError) in try SpooledFile() }
    defer { withExtendedLifetime(file) {} }
    do throws(PictureFileError) {
      let writer = try PictureWriter(
        path: file.path, description: description, encoding: encoding)
      try write(to: writer, encoding)
    } catch { throw BromideError(.request, nil, BromideError(error, "").reason) }
    return try Self.spooled { () throws(SystemError) in try FileSystem.contents(of: file.path) }
  }

  private static func spooled<Made>(
    _ make: () throws(SystemError) -> Made
  ) throws(BromideError) -> Made {
    do throws(SystemError) { return try make() } catch {
      throw BromideError(.output, nil, error.reason)
    }
  }

  private var description: PictureDescription {
    PictureDescription(
      size: size, format: PixelFormat(channels: channels, sample: Sample.format), space: space)
  }

  private static func encoding(
    _ format: PictureFormat, _ compression: CodingEffort, _ jpeg: JPEGOptions
  ) -> PictureEncoding {
    var options = WriteOptions()
    options.compression = compression
    options.jpeg = jpeg
    options.tiff = TIFFCompression(compression)
    return options.encoding(format)
  }

  private func write(
    to writer: PictureWriter, _ encoding: PictureEncoding
  ) throws(PictureFileError) {
    let encoder = PictureEncoder(
      size: size, format: PixelFormat(channels: channels, sample: Sample.format),
      encoding: encoding)
    let scratch = encoder.makeScratch()
    for top in stride(from: 0, to: size.height, by: Self.bandHeight) {
      let bottom = min(top + Self.bandHeight, size.height)
      let band = unsafe withRows(top..<bottom) { rows in
        unsafe encoder.encode(rows: rows, isLast: bottom == size.height, scratch: scratch)
      }
      try writer.append(band)
    }
    try writer.finish()
  }

  /// The number of rows to compress together. Fewer rows need more bytes.
  private static var bandHeight: Int { 256 }
}
