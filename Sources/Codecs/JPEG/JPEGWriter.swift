internal import BromideKernels
internal import BromideSystem
internal import BromideValues

/// Writes a JPEG from bands in order. The file gets its final name in `finish`.
public final class JPEGWriter {
  private let file: OutputFile
  private let height: Int
  private let gainMap: [UInt8]?
  /// The position of the gain map's index.
  private let index: Int
  /// The position of the checksum, or `nil` without a checksum.
  private let sumPlace: Int?
  /// The checksum of the bytes, starting at the first table.
  private var sum = CRC64()
  /// The bytes so far, if a checksum must be inserted and the output could be a pipe.
  private var held: [UInt8]?
  private var rows = 0
  private var unitRows = 0

  /// Writes everything before the pixels.
  ///
  /// A descriptor could be a pipe. It does not support gain maps, because their position is only
  /// known at the end, and a picture with a checksum is written in `finish`.
  ///
  /// - Throws: `PictureFileError.unsupported` if a JPEG cannot contain the picture or its
  ///   description, `.io` if the file cannot be written.
  package init(
    _ place: PicturePlace, _ description: JPEGDescription, _ options: JPEGOptions
  ) throws(PictureFileError) {
    precondition(!place.isDescriptor || description.gainMap == nil, "a gain map needs a file")
    let encoder = JPEGBandEncoder(
      size: description.size, format: description.format, options: options,
      instructionSet: .baseline)
    let segments = try JPEGSegments.all(description)
    let tables = try encoder.sharedSegments()
    height = description.size.height
    gainMap = description.gainMap
    index = segments.bytes.count - GainMapSegments.indexBytes
    sumPlace = segments.sum
    held = place.isDescriptor && description.sumOffset != nil ? [] : nil
    file = try PictureFileError.calling { () throws(SystemError) in try place.open() }
    try put([segments.bytes])
    try putSummed([tables])
  }

  /// Writes the next band.
  ///
  /// - Throws: `PictureFileError.io` if writing failed, `.unsupported` if the band could not be
  ///   encoded.
  public func append(_ band: JPEGBand) throws(PictureFileError) {
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

  /// Writes bytes that the checksum covers.
  private func putSummed(_ parts: [[UInt8]]) throws(PictureFileError) {
    if sumPlace != nil { for part in parts { sum.add(part) } }
    try put(parts)
  }

  private func put(_ parts: [[UInt8]]) throws(PictureFileError) {
    guard held == nil else {
      for part in parts { held?.append(contentsOf: part) }
      return
    }
    try PictureFileError.calling { () throws(SystemError) in
      for part in parts where !part.isEmpty { try file.write(part) }
    }
  }

  /// Completes and renames the file. Returns its size in bytes.
  ///
  /// - Throws: `PictureFileError.io` if writing, closing or renaming failed.
  @discardableResult
  public func finish() throws(PictureFileError) -> Int {
    precondition(rows == height, "a JPEG has all its rows")
    try putSummed([JPEGSegments.end])
    let picture = file.byteCount
    if let gainMap { try putSummed([gainMap]) }
    try PictureFileError.calling { () throws(SystemError) in
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

  /// Removes the incomplete file. Releasing the writer before `finish` has the same effect.
  public func cancel() { file.discard() }
}
