internal import BromideSystem
internal import BromideValues

/// Writes a TIFF from bands in order. The file gets its final name in `finish`.
///
/// The directory is at the end. Without compression, its position is known in advance. With
/// compression, its offset is written into the file's first bytes afterwards. A descriptor could be
/// a pipe, so there a compressed picture is written in `finish`.
public final class TIFFWriter {
  /// Whether the file is a BigTIFF, with offsets of 8 bytes, because its pixels could exceed the 4
  /// GiB of a classic TIFF.
  public var isBig: Bool { header.isBig }

  private let file: OutputFile
  private let header: TIFFHeader
  private let isCompressed: Bool
  /// The strips of a compressed picture for a descriptor.
  private var held: [UInt8]?
  private var rows = 0
  private var counts: [Int] = []
  private var pixels = CRC64()
  private var isComplete = false

  /// Begins a picture.
  ///
  /// - Parameter classicLimit: The maximum bytes of a classic TIFF.
  /// - Throws: `PictureFileError.unsupported` if a TIFF cannot contain the picture or its
  ///   description, `.io` if the file cannot be written.
  package init(
    _ place: PicturePlace, _ description: TIFFDescription, classicLimit: Int = 1 << 32
  ) throws(PictureFileError) {
    let header = try TIFFHeader(description, limit: classicLimit)
    let isCompressed = description.compression != .none
    let holds = isCompressed && !place.isPath
    file = try PictureFileError.calling { () throws(SystemError) in
      let file = try place.open()
      if !holds {
        try file.write(
          header.prefix(directoryAt: isCompressed ? 0 : header.plainDirectoryPlace))
      }
      return file
    }
    self.header = header
    self.isCompressed = isCompressed
    held = holds ? [] : nil
  }

  /// Writes the next band.
  ///
  /// - Throws: `PictureFileError.io` if writing failed.
  public func append(_ band: TIFFBand) throws(PictureFileError) {
    let memory: BandMemory
    do throws(PixelShortage) { memory = try band.memory.get() } catch {
      throw .unsupported(reason: MemoryShortage.words(error.bytes))
    }
    precondition(!isComplete, "no band after the last")
    let height = header.layout.size.height
    precondition(
      band.isLast == (rows + band.rows == height) && rows + band.rows <= height,
      "the last band ends the picture")
    rows += band.rows
    counts += band.counts
    pixels.add(band.pixels)
    isComplete = band.isLast
    let bytes = unsafe UnsafeRawBufferPointer(
      rebasing: memory.memory.bytes[..<band.byteCount])
    if held != nil {
      unsafe held!.append(contentsOf: bytes)
    } else {
      try PictureFileError.calling { () throws(SystemError) in unsafe try file.write([bytes]) }
    }
  }

  /// Completes and renames the file. Returns its size in bytes.
  ///
  /// - Throws: `PictureFileError.io` if writing, closing or renaming failed.
  @discardableResult
  public func finish() throws(PictureFileError) -> Int {
    precondition(isComplete, "a TIFF has all its rows")
    try PictureFileError.calling { () throws(SystemError) in
      try writeDirectories()
      try file.commit()
    }
    return file.byteCount
  }

  /// Removes the incomplete file. Releasing the writer before `finish` has the same effect.
  public func cancel() { file.discard() }

  /// Writes the directories after the strips.
  private func writeDirectories() throws(SystemError) {
    let (bytes, directory) = header.end(counts: counts, pixels: pixels)
    let prefix = header.prefix(directoryAt: directory)
    if let held {
      try file.write(prefix)
      try file.write(held)
    }
    try file.write(bytes)
    if held == nil, isCompressed { try file.rewrite(prefix, at: 0) }
  }
}
