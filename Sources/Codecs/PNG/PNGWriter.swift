package import BromideSystem
internal import BromideValues
public import SystemPackage

/// Writes a PNG from bands in order. The file gets its final name in `finish`.
public final class PNGWriter {
  private let file: OutputFile
  private var pixels: PixelChunks
  private let sumKeyword: String?

  /// Opens a temporary file in the folder of `path` and writes everything before the pixels.
  ///
  /// - Parameter replaces: Whether `finish` replaces an existing file. Otherwise, it throws `.io`
  ///   with `EEXIST`.
  /// - Throws: `PNGError.unsupported` if a PNG cannot contain the picture or its description, `.io`
  ///   if the file cannot be written.
  public init(
    path: FilePath, description: PNGDescription, replaces: Bool = true
  ) throws(PNGError) {
    let header = try PNGHeader.bytes(description)
    pixels = PixelChunks(height: description.size.height)
    sumKeyword = description.sumKeyword
    file = try PNGError.calling { () throws(SystemError) in
      let file = try OutputFile(path, replaces: replaces)
      try file.write(header)
      return file
    }
  }

  /// Writes everything before the pixels to an open descriptor, which stays open.
  ///
  /// - Parameter name: The name for messages.
  /// - Throws: `PNGError.unsupported` if a PNG cannot contain the picture or its description, `.io`
  ///   if writing failed.
  public convenience init(
    descriptor: Int32, name: FilePath, description: PNGDescription
  ) throws(PNGError) {
    try self.init(
      output: OutputFile(descriptor: descriptor, name: name), description: description)
  }

  /// Writes everything before the pixels to an output, which `finish` commits.
  ///
  /// - Throws: The same errors as the other initialisers.
  package init(output file: OutputFile, description: PNGDescription) throws(PNGError) {
    let header = try PNGHeader.bytes(description)
    pixels = PixelChunks(height: description.size.height)
    sumKeyword = description.sumKeyword
    try PNGError.calling { () throws(SystemError) in try file.write(header) }
    self.file = file
  }

  /// Writes the next band.
  ///
  /// - Throws: `PNGError.io` if writing failed.
  public func append(_ band: PNGBand) throws(PNGError) { try pixels.append(band, to: file) }

  /// Completes and renames the file. Returns its size in bytes.
  ///
  /// - Throws: `PNGError.io` if writing, closing or renaming failed.
  @discardableResult
  public func finish() throws(PNGError) -> Int {
    precondition(pixels.isComplete, "a PNG has all its rows")
    try PNGError.calling { () throws(SystemError) in
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
