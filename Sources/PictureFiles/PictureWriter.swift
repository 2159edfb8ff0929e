internal import Pixels
internal import Platform
public import SystemPackage

/// A format's file: it takes bands in order and gets its name when it is whole.
protocol BandWriter: AnyObject {
  associatedtype Band: Sendable
  associatedtype Failure: BandError

  func append(_ band: Band) throws(Failure)
  /// - Returns: The file's size in bytes.
  func finish() throws(Failure) -> Int
  func cancel()
}

/// An error of a format's coding.
protocol BandError: Error {
  var pictureFileError: PictureFileError { get }
}

/// Writes a picture from bands handed over in order. Nothing appears under the final name before `finish`.
public final class PictureWriter {
  private let writer: any BandWriter

  /// Opens a temporary file beside `path` and writes everything before the pixels.
  ///
  /// - Parameter replaces: Whether the picture takes the place of a file that has its name at the end; otherwise `finish`
  ///   throws `.io` with `EEXIST`.
  /// - Throws: `PictureFileError.unsupported` if the format cannot hold the picture or its description, `.io` if the file
  ///   cannot be written.
  public convenience init(
    path: FilePath, description: PictureDescription, encoding: PictureEncoding,
    replaces: Bool = true
  ) throws(PictureFileError) {
    try self.init(.path(path, replaces: replaces), description, encoding)
  }

  /// Writes everything before the pixels to an open descriptor, which stays open.
  ///
  /// - Parameter name: The name used in messages.
  /// - Throws: `PictureFileError.unsupported` if the format cannot hold the picture or its description, `.io` if writing
  ///   failed.
  public convenience init(
    descriptor: Int32, name: FilePath, description: PictureDescription, encoding: PictureEncoding
  ) throws(PictureFileError) {
    try self.init(.descriptor(descriptor, name: name), description, encoding)
  }

  init(
    _ place: PicturePlace, _ description: PictureDescription, _ encoding: PictureEncoding
  ) throws(PictureFileError) {
    if let reason = encoding.format.complaint(about: description.size, description.format) {
      throw .unsupported(reason: reason)
    }
    writer = try encoding.writer(place, description)
  }

  /// Writes the next band.
  ///
  /// - Throws: `PictureFileError.io` if writing failed.
  public func append(_ band: PictureBand) throws(PictureFileError) {
    try writer.appendAny(band)
  }

  /// Completes the file, gives it its name, and returns its size in bytes.
  ///
  /// - Throws: `PictureFileError.io` if writing, closing or renaming failed.
  @discardableResult
  public func finish() throws(PictureFileError) -> Int { try writer.finishAny() }

  /// Removes the unfinished file. Also happens when an unfinished writer is released.
  public func cancel() { writer.cancel() }
}

/// Where a writer puts its bytes.
enum PicturePlace {
  case path(FilePath, replaces: Bool)
  case descriptor(Int32, name: FilePath)
  case memory(OutputFile)
}

extension BandWriter {
  fileprivate func appendAny(_ band: PictureBand) throws(PictureFileError) {
    guard let band = band.band as? Band else {
      preconditionFailure("a band of the writer's format")
    }
    do throws(Failure) { try append(band) } catch { throw error.pictureFileError }
  }

  fileprivate func finishAny() throws(PictureFileError) -> Int {
    do throws(Failure) { return try finish() } catch { throw error.pictureFileError }
  }
}
