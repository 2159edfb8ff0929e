internal import Kernels
internal import Pixels
package import Platform
public import SystemPackage

/// Writes a JPEG from bands handed over in order. Nothing appears under the final name before `finish`.
public final class JPEGWriter {
  private let file: OutputFile
  private let height: Int
  private let gainMap: [UInt8]?
  /// Where the index of the gain map lies.
  private let index: Int
  /// Where the sum lies, if there is one.
  private let sumPlace: Int?
  /// Of the bytes from the first table on.
  private var sum = CRC64()
  /// The file so far, where the sum has to be put in and the output may be a pipe.
  private var held: [UInt8]?
  private var rows = 0
  private var unitRows = 0

  /// Opens a temporary file beside `path` and writes everything before the pixels.
  ///
  /// - Parameter replaces: Whether the picture takes the place of a file that has its name at the end; otherwise `finish`
  ///   throws `.io` with `EEXIST`.
  /// - Throws: `JPEGWritingError.unsupported` if a JPEG cannot hold the picture or its description, `.io` if the file
  ///   cannot be written.
  public convenience init(
    path: FilePath, description: JPEGDescription, options: JPEGOptions, replaces: Bool = true
  ) throws(JPEGWritingError) {
    try self.init(description, options, holds: false) { () throws(SystemError) in
      try OutputFile(path, replaces: replaces)
    }
  }

  /// Begins a picture on an open descriptor, which stays open. It may be a pipe, so there is no gain map, whose place is
  /// known only at the end, and a picture with a sum is written in `finish`.
  ///
  /// - Parameter name: The name used in messages.
  /// - Throws: `JPEGWritingError.unsupported` if a JPEG cannot hold the picture or its description, `.io` if writing
  ///   failed.
  public convenience init(
    descriptor: Int32, name: FilePath, description: JPEGDescription, options: JPEGOptions
  ) throws(JPEGWritingError) {
    precondition(description.gainMap == nil, "a gain map needs a file")
    try self.init(description, options, holds: description.sumOffset != nil) {
      OutputFile(descriptor: descriptor, name: name)
    }
  }

  /// Begins a picture on an output, which the writer commits.
  ///
  /// - Throws: As the other initialisers.
  package convenience init(
    output: OutputFile, description: JPEGDescription, options: JPEGOptions
  ) throws(JPEGWritingError) {
    try self.init(description, options, holds: false) { output }
  }

  private init(
    _ description: JPEGDescription, _ options: JPEGOptions, holds: Bool,
    open: () throws(SystemError) -> OutputFile
  ) throws(JPEGWritingError) {
    let encoder = JPEGBandEncoder(
      size: description.size, format: description.format, options: options,
      instructionSet: .baseline)
    let segments = try JPEGSegments.all(description)
    let tables = try encoder.sharedSegments()
    height = description.size.height
    gainMap = description.gainMap?.bytes
    index = segments.bytes.count - GainMapSegments.indexBytes
    sumPlace = segments.sum
    held = holds ? [] : nil
    file = try JPEGWritingError.calling(open)
    try put([segments.bytes])
    try putSummed([tables])
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
    try putSummed([before, band.bytes])
  }

  /// Writes what the sum covers.
  private func putSummed(_ parts: [[UInt8]]) throws(JPEGWritingError) {
    if sumPlace != nil { for part in parts { sum.add(part) } }
    try put(parts)
  }

  private func put(_ parts: [[UInt8]]) throws(JPEGWritingError) {
    guard held == nil else {
      for part in parts { held?.append(contentsOf: part) }
      return
    }
    try JPEGWritingError.calling { () throws(SystemError) in
      for part in parts where !part.isEmpty { try file.write(part) }
    }
  }

  /// Completes the file, gives it its name, and returns its size in bytes.
  ///
  /// - Throws: `JPEGWritingError.io` if writing, closing or renaming failed.
  @discardableResult
  public func finish() throws(JPEGWritingError) -> Int {
    precondition(rows == height, "a JPEG has all its rows")
    try putSummed([JPEGSegments.end])
    let picture = file.byteCount
    if let gainMap { try putSummed([gainMap]) }
    try JPEGWritingError.calling { () throws(SystemError) in
      if let gainMap {
        let bytes = GainMapSegments.index(
          picture: UInt32(clamping: picture), map: UInt32(gainMap.count),
          offset: UInt32(clamping: picture - index))
        try file.rewrite(bytes, at: index)
      }
      if let sumPlace {
        let text = Array(PixelSum(sum).text.utf8)
        held?.replaceSubrange(sumPlace..<sumPlace + text.count, with: text)
        if let held { try file.write(held) } else { try file.rewrite(text, at: sumPlace) }
      }
      try file.commit()
    }
    return file.byteCount
  }

  /// Removes the unfinished file. Also happens when an unfinished writer is released.
  public func cancel() { file.discard() }
}
