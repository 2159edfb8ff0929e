internal import Pixels

/// Writes a PNG from bands handed over in order. Nothing is visible under the final name before `finish`.
public final class PNGWriter {
  private let file: OutputFile
  private var pixels: PixelChunks

  /// Opens a temporary file beside `path` and writes everything up to the pixels.
  ///
  /// - Throws: `PNGError.unsupported` for what a PNG cannot be or say, `.io` where the file cannot be written.
  public init(path: String, description: PNGDescription) throws(PNGError) {
    let header = try PNGHeader.bytes(description)
    pixels = PixelChunks(height: description.size.height)
    file = try OutputFile(replacing: path)
    try file.write(header)
  }

  /// Writes everything up to the pixels to an open descriptor, which stays open.
  ///
  /// - Parameter name: What messages call it.
  public init(descriptor: Int32, name: String, description: PNGDescription) throws(PNGError) {
    let header = try PNGHeader.bytes(description)
    pixels = PixelChunks(height: description.size.height)
    file = OutputFile(descriptor: descriptor, name: name)
    try file.write(header)
  }

  /// Writes the next band.
  public func append(_ band: PNGBand) throws(PNGError) { try pixels.append(band, to: file) }

  /// Ends the file and gives it its name. Returns its size in bytes.
  @discardableResult
  public func finish() throws(PNGError) -> Int {
    precondition(pixels.isComplete, "a PNG has all its rows")
    try file.write(PNGChunk.end)
    try file.commit()
    return file.byteCount
  }

  /// Removes what was written. Also done when a writer that was not finished goes away.
  public func cancel() {
    file.discard()
  }

  /// Removes the temporary files in a folder whose processes were killed.
  public static func removeAbandonedTemporaries(in folder: String) {
    Temporaries.removeAbandoned(in: folder)
  }

  /// Removes the temporary files of all writers, before the process ends early.
  public static func removeAllTemporaries() {
    Temporaries.removeAll()
  }
}
