internal import BromideSystem
internal import BromideValues

/// Collects the rows of a picture for a `WholeWriter`. Each band is a copy of its rows, with the
/// channels that the library supports.
struct WholeBandEncoder: BandEncoder {
  let format: PixelFormat
  /// The channels of the copy.
  let channels: Int
  let pool = BandPool()

  func makeScratch() {}

  func encode(rows: UnsafeRawBufferPointer, isLast: Bool, scratch: Void) -> WholeBand {
    let pixels = rows.count / format.bytesPerPixel
    let byteCount = pixels * channels * format.sample.byteCount
    do throws(PixelShortage) {
      let memory = try pool.take(byteCount: byteCount)
      let target = unsafe UnsafeMutableRawBufferPointer(
        rebasing: memory.memory.bytes[..<byteCount])
      if channels == format.channels {
        unsafe target.copyMemory(from: rows)
      } else {
        unsafe spread(rows, to: target, pixels)
      }
      return WholeBand(memory: .success(memory), byteCount: byteCount)
    } catch {
      return WholeBand(memory: .failure(error), byteCount: 0)
    }
  }

  /// Repeats grey for red, green and blue. Alpha stays last.
  private func spread(
    _ rows: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer, _ pixels: Int
  ) {
    let width = format.sample.byteCount
    for pixel in 0..<pixels {
      for channel in 0..<channels {
        let source = channel == 3 ? 1 : 0
        for byte in 0..<width {
          unsafe target[(pixel * channels + channel) * width + byte] =
            rows[(pixel * format.channels + source) * width + byte]
        }
      }
    }
  }
}

/// Rows of a picture.
struct WholeBand: Sendable {
  /// The memory, or the size that could not be allocated.
  let memory: Result<BandMemory, PixelShortage>
  let byteCount: Int
}

/// Writes a picture with a library that needs all pixels at once. It encodes in `finish`.
final class WholeWriter: BandWriter {
  private let coder: any WholeCoder
  private let description: PictureDescription
  /// Bytes that the library needs in addition to the picture.
  private let libraryBytes: Int
  private let channels: Int
  private let samples: PixelMemory
  private let byteCount: Int
  private let crew: Crew
  private let file: OutputFile
  private var filled = 0

  init(
    _ place: PicturePlace, _ description: PictureDescription, _ coder: any WholeCoder,
    libraryBytes: Int, crew: Crew
  ) throws(PictureFileError) {
    self.coder = coder
    self.libraryBytes = libraryBytes
    self.description = description
    self.crew = crew
    channels = type(of: coder).channels(for: description.format.channels)
    byteCount = description.size.area * channels * description.format.sample.byteCount
    guard let samples = PixelMemory(attempting: byteCount) else {
      throw .unsupported(reason: MemoryShortage.words(byteCount))
    }
    self.samples = samples
    file = try PictureFileError.calling { () throws(SystemError) in try place.open() }
  }

  func append(_ band: WholeBand) throws(PictureFileError) {
    let memory: BandMemory
    do throws(PixelShortage) { memory = try band.memory.get() } catch {
      throw .unsupported(reason: MemoryShortage.words(error.bytes))
    }
    precondition(filled + band.byteCount <= byteCount, "the last band ends the picture")
    unsafe UnsafeMutableRawBufferPointer(rebasing: samples.bytes[filled...])
      .copyMemory(
        from: UnsafeRawBufferPointer(rebasing: memory.memory.bytes[..<band.byteCount]))
    filled += band.byteCount
  }

  func finish() throws(PictureFileError) -> Int {
    precondition(filled == byteCount, "a picture has all its rows")
    // The library could end the process if it cannot allocate memory.
    guard MemoryShortage.isThere(libraryBytes) else {
      throw .unsupported(reason: MemoryShortage.words(libraryBytes))
    }
    let encoded = try coder.encode(
      WholePicture(
        description: description, samples: samples, channels: channels,
        exif: description.wholeExif, xmp: description.wholeXMP), crew: crew)
    if description.fingerprint != nil { try Self.addSum(encoded, coder) }
    try PictureFileError.calling { () throws(SystemError) in
      unsafe try file.write([UnsafeRawBufferPointer(encoded.bytes)])
      try file.commit()
    }
    withExtendedLifetime(encoded) {}
    return file.byteCount
  }

  /// Replaces the placeholder in the packet by the checksum of the pixels.
  private static func addSum(
    _ file: EncodedFile, _ coder: any WholeCoder
  ) throws(PictureFileError) {
    guard let parts = try parts(type(of: coder), file), let packet = try file.packet(parts),
      let range = parts.packet, let offset = XMPPacket.sumOffset(in: packet)
    else { throw .unsupported(reason: "the library did not store the metadata") }
    let text = PixelSum(try file.sum(of: parts.pixels)).text
    unsafe UnsafeMutableRawBufferPointer(
      rebasing: file.bytes[(range.lowerBound + offset)...]
    ).copyBytes(from: text.utf8)
  }

  private static func parts(
    _ coder: any WholeCoder.Type, _ file: EncodedFile
  ) throws(PictureFileError) -> PictureParts? { try coder.parts(of: file) }

  func cancel() { file.discard() }
}

extension PictureDescription {
  /// The Exif block. EXIF does not contain Rating, so XMP has it.
  fileprivate var wholeExif: [UInt8] {
    guard var metadata else { return [] }
    metadata.rating = nil
    return ExifBlock.bytes(
      for: metadata,
      of: ExifPicture(size: size, isSRGB: isSRGB, dotsPerInch: dotsPerInch))
  }

  /// The XMP packet, with a placeholder for the checksum.
  fileprivate var wholeXMP: [UInt8] {
    let software = texts.first { $0.keyword == PictureText.software }?.text
    return XMPPacket(
      fingerprint: fingerprint, sum: PixelSum.unknown,
      software: metadata == nil ? software : nil, rating: metadata?.rating,
      properties: properties
    ).bytes ?? []
  }
}
