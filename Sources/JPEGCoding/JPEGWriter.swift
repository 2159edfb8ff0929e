internal import Kernels
internal import Pixels
internal import Platform
public import SystemPackage

/// Writes a JPEG from bands handed over in order. Nothing appears under the final name before `finish`.
public final class JPEGWriter {
  private let file: OutputFile
  private let height: Int
  /// The map that follows the picture, and where its index lies.
  private let gainMap: (bytes: [UInt8], index: Int)?
  private var rows = 0
  private var unitRows = 0

  /// Opens a temporary file beside `path` and writes everything before the pixels.
  ///
  /// - Parameter replaces: Whether the picture takes the place of a file that has its name at the end; otherwise `finish`
  ///   throws `.io` with `EEXIST`.
  /// - Throws: `JPEGWritingError.unsupported` if a JPEG cannot hold the picture or its description, `.io` if the file
  ///   cannot be written.
  public init(
    path: FilePath, description: JPEGDescription, options: JPEGOptions, replaces: Bool = true
  ) throws(JPEGWritingError) {
    let (header, index) = try Self.header(description, options)
    height = description.size.height
    gainMap = description.gainMap.map { ($0.bytes, index) }
    file = try JPEGWritingError.calling { () throws(SystemError) in
      let file = try OutputFile(path, replaces: replaces)
      try file.write(header)
      return file
    }
  }

  /// Writes everything before the pixels to an open descriptor, which stays open. It may be a pipe, so there is no gain
  /// map, whose place is known only at the end.
  ///
  /// - Parameter name: The name used in messages.
  /// - Throws: `JPEGWritingError.unsupported` if a JPEG cannot hold the picture or its description, `.io` if writing
  ///   failed.
  public init(
    descriptor: Int32, name: FilePath, description: JPEGDescription, options: JPEGOptions
  ) throws(JPEGWritingError) {
    precondition(description.gainMap == nil, "a gain map needs a file")
    let (header, _) = try Self.header(description, options)
    height = description.size.height
    gainMap = nil
    let file = OutputFile(descriptor: descriptor, name: name)
    try JPEGWritingError.calling { () throws(SystemError) in try file.write(header) }
    self.file = file
  }

  private static func header(
    _ description: JPEGDescription, _ options: JPEGOptions
  ) throws(JPEGWritingError) -> (bytes: [UInt8], index: Int) {
    let encoder = JPEGBandEncoder(
      size: description.size, format: description.format, options: options,
      instructionSet: .baseline)
    let segments = try JPEGSegments.all(description)
    return (
      try segments + encoder.sharedSegments(), segments.count - GainMapSegments.indexBytes
    )
  }

  /// Writes the next band.
  ///
  /// - Throws: `JPEGWritingError.io` if writing failed, `.unsupported` if the band could not be coded.
  public func append(_ band: JPEGBand) throws(JPEGWritingError) {
    if let failure = band.failure { throw .unsupported(reason: failure) }
    precondition(
      rows < height && band.isLast == (rows + band.rows == height) && rows + band.rows <= height,
      "the last band ends the picture")
    var band = band
    band.number(from: unitRows)
    let before = unitRows == 0 ? [] : [0xFF, JPEGBand.restart(after: unitRows - 1)]
    rows += band.rows
    unitRows += band.unitRows
    try write(before, band.bytes)
  }

  private func write(_ before: [UInt8], _ bytes: [UInt8]) throws(JPEGWritingError) {
    var failure: SystemError?
    unsafe before.withUnsafeBytes { before in
      unsafe bytes.withUnsafeBytes { bytes in
        do throws(SystemError) {
          unsafe try file.write([before, bytes])
        } catch {
          failure = error
        }
      }
    }
    if let failure { try JPEGWritingError.calling { () throws(SystemError) in throw failure } }
  }

  /// Completes the file, gives it its name, and returns its size in bytes.
  ///
  /// - Throws: `JPEGWritingError.io` if writing, closing or renaming failed.
  @discardableResult
  public func finish() throws(JPEGWritingError) -> Int {
    precondition(rows == height, "a JPEG has all its rows")
    try JPEGWritingError.calling { () throws(SystemError) in
      try file.write(JPEGSegments.end)
      if let gainMap { try append(gainMap.bytes, index: gainMap.index) }
      try file.commit()
    }
    return file.byteCount
  }

  /// Appends the JPEG of a gain map and states in the index where it lies.
  private func append(_ map: [UInt8], index: Int) throws(SystemError) {
    let picture = file.byteCount
    try file.write(map)
    let bytes = GainMapSegments.index(
      picture: UInt32(clamping: picture), map: UInt32(map.count),
      offset: UInt32(clamping: picture - index))
    try file.rewrite(bytes, at: index)
  }

  /// Removes the unfinished file. Also happens when an unfinished writer is released.
  public func cancel() { file.discard() }
}
