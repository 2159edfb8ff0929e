internal import BromideSystem
internal import BromideValues

/// Writes a PNG from bands in order. The file gets its final name in `finish`.
public final class PNGWriter {
  private let file: OutputFile
  private var pixels: PixelChunks
  private let sumKeyword: String?

  /// Writes everything before the pixels.
  ///
  /// - Throws: `PictureFileError.unsupported` if a PNG cannot contain the picture or its
  ///   description, `.io` if the file cannot be written.
  package init(
    _ place: PicturePlace, _ description: PNGDescription
  ) throws(PictureFileError) {
    let header = try PNGHeader.bytes(description)
    pixels = PixelChunks(height: description.size.height)
    sumKeyword = description.sumKeyword
    file = try PictureFileError.calling { () throws(SystemError) in
      let file = try place.open()
      try file.write(header)
      return file
    }
  }

  /// Writes the next band.
  ///
  /// - Throws: `PictureFileError.io` if writing failed.
  public func append(_ band: PNGBand) throws(PictureFileError) { try pixels.append(band, to: file) }

  /// Completes and renames the file. Returns its size in bytes.
  ///
  /// - Throws: `PictureFileError.io` if writing, closing or renaming failed.
  @discardableResult
  public func finish() throws(PictureFileError) -> Int {
    precondition(pixels.isComplete, "a PNG has all its rows")
    try PictureFileError.calling { () throws(SystemError) in
      if let sumKeyword {
        let text = PixelSum(pixels.pixels).text
        try file.write(PNGChunk.bytes("tEXt", Array("\(sumKeyword)\0\(text)".utf8)))
      }
      try file.write(PNGChunk.end)
      try file.commit()
    }
    return file.byteCount
  }

  /// Removes the incomplete file. Releasing the writer before `finish` has the same effect.
  public func cancel() {
    file.discard()
  }
}
