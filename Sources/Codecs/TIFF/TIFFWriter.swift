package import BromideSystem
internal import BromideValues
public import SystemPackage

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

  /// Opens a temporary file in the folder of `path` and writes everything before the pixels.
  ///
  /// - Parameter replaces: Whether `finish` replaces an existing file. Otherwise, it throws `.io`
  ///   with `EEXIST`.
  /// - Throws: `TIFFError.unsupported` if a TIFF cannot contain the picture or its description,
  ///   `.io` if the file cannot be written.
  public convenience init(
    path: FilePath, description: TIFFDescription, replaces: Bool = true
  ) throws(TIFFError) {
    try self.init(
      path: path, description: description, replaces: replaces, classicLimit: 1 << 32)
  }

  /// - Parameter classicLimit: The maximum bytes of a classic TIFF.
  package init(
    path: FilePath, description: TIFFDescription, replaces: Bool = true, classicLimit: Int
  ) throws(TIFFError) {
    let header = try TIFFHeader(description, limit: classicLimit)
    let isCompressed = description.compression != .none
    file = try TIFFError.calling { () throws(SystemError) in
      let file = try OutputFile(path, replaces: replaces)
      try file.write(
        header.prefix(directoryAt: isCompressed ? 0 : header.plainDirectoryPlace))
      return file
    }
    self.header = header
    self.isCompressed = isCompressed
  }

  /// Begins a picture on an open descriptor, which stays open.
  ///
  /// - Parameter name: The name for messages.
  /// - Throws: `TIFFError.unsupported` if a TIFF cannot contain the picture or its description,
  ///   `.io` if writing failed.
  public convenience init(
    descriptor: Int32, name: FilePath, description: TIFFDescription
  ) throws(TIFFError) {
    try self.init(
      output: OutputFile(descriptor: descriptor, name: name), description: description)
  }

  /// Begins a picture on an output, which `finish` commits.
  ///
  /// - Throws: The same errors as the other initialisers.
  package init(output file: OutputFile, description: TIFFDescription) throws(TIFFError) {
    let header = try TIFFHeader(description)
    let isCompressed = description.compression != .none
    if !isCompressed {
      try TIFFError.calling { () throws(SystemError) in
        try file.write(header.prefix(directoryAt: header.plainDirectoryPlace))
      }
    }
    self.file = file
    self.header = header
    self.isCompressed = isCompressed
    held = isCompressed ? [] : nil
  }

  /// Writes the next band.
  ///
  /// - Throws: `TIFFError.io` if writing failed.
  public func append(_ band: TIFFBand) throws(TIFFError) {
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
      try TIFFError.calling { () throws(SystemError) in unsafe try file.write([bytes]) }
    }
  }

  /// Completes and renames the file. Returns its size in bytes.
  ///
  /// - Throws: `TIFFError.io` if writing, closing or renaming failed.
  @discardableResult
  public func finish() throws(TIFFError) -> Int {
    precondition(isComplete, "a TIFF has all its rows")
    try TIFFError.calling { () throws(SystemError) in
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
