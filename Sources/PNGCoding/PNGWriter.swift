internal import Pixels
internal import Platform
public import SystemPackage

/// Writes a PNG from bands handed over in order. Nothing is visible under the final name before `finish`.
public final class PNGWriter {
  private let file: OutputFile
  private var pixels: PixelChunks

  /// Opens a temporary file beside `path` and writes everything up to the pixels.
  ///
  /// - Parameter replaces: Whether the picture takes the place of a file that has its name at the end; otherwise `finish`
  ///   throws `.io` with `EEXIST`.
  /// - Throws: `PNGError.unsupported` for what a PNG cannot be or say, `.io` where the file cannot be written.
  public init(
    path: FilePath, description: PNGDescription, replaces: Bool = true
  ) throws(PNGError) {
    let header = try PNGHeader.bytes(description)
    pixels = PixelChunks(height: description.size.height)
    file = try PNGError.calling { () throws(SystemError) in
      let file = try OutputFile(path, replaces: replaces)
      try file.write(header)
      return file
    }
  }

  /// Writes everything up to the pixels to an open descriptor, which stays open.
  ///
  /// - Parameter name: What messages call it.
  public init(descriptor: Int32, name: FilePath, description: PNGDescription) throws(PNGError) {
    let header = try PNGHeader.bytes(description)
    pixels = PixelChunks(height: description.size.height)
    let file = OutputFile(descriptor: descriptor, name: name)
    try PNGError.calling { () throws(SystemError) in try file.write(header) }
    self.file = file
  }

  /// Writes the next band.
  public func append(_ band: PNGBand) throws(PNGError) { try pixels.append(band, to: file) }

  /// Ends the file and gives it its name. Returns its size in bytes.
  @discardableResult
  public func finish() throws(PNGError) -> Int {
    precondition(pixels.isComplete, "a PNG has all its rows")
    try PNGError.calling { () throws(SystemError) in
      try file.write(PNGChunk.end)
      try file.commit()
    }
    return file.byteCount
  }

  /// Removes what was written. Also done when a writer that was not finished goes away.
  public func cancel() {
    file.discard()
  }
}
