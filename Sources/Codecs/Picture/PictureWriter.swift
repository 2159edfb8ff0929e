public import BromideSystem
public import SystemPackage

/// A format's file writer. It receives bands in order, and the file gets its final name in
/// `finish`.
protocol BandWriter: AnyObject {
  associatedtype Band: Sendable

  func append(_ band: Band) throws(PictureFileError)
  /// - Returns: The file's size in bytes.
  func finish() throws(PictureFileError) -> Int
  func cancel()
}

/// Writes a picture from bands in order. The file gets its final name in `finish`.
public final class PictureWriter {
  private let writer: any BandWriter

  /// Opens a temporary file in the folder of `path` and writes everything before the pixels.
  ///
  /// - Parameters:
  ///   - replaces: Whether `finish` replaces an existing file. Otherwise, it throws `.io` with
  ///     `EEXIST`.
  ///   - crew: Threads that can help `finish` with a JPEG XL.
  /// - Throws: `PictureFileError.unsupported` if the format cannot contain the picture or its
  ///   description, or if its library is not installed, `.io` if the file cannot be written.
  public convenience init(
    path: FilePath, description: PictureDescription, encoding: PictureEncoding,
    replaces: Bool = true, crew: Crew = .alone
  ) throws(PictureFileError) {
    try self.init(.path(path, replaces: replaces), description, encoding, crew: crew)
  }

  /// Writes everything before the pixels to an open descriptor, which stays open.
  ///
  /// - Parameters:
  ///   - name: The name for messages.
  ///   - crew: Threads that can help `finish` with a JPEG XL.
  /// - Throws: `PictureFileError.unsupported` if the format cannot contain the picture or its
  ///   description, or if its library is not installed, `.io` if writing failed.
  public convenience init(
    descriptor: Int32, name: FilePath, description: PictureDescription, encoding: PictureEncoding,
    crew: Crew = .alone
  ) throws(PictureFileError) {
    try self.init(.descriptor(descriptor, name: name), description, encoding, crew: crew)
  }

  init(
    _ place: PicturePlace, _ description: PictureDescription, _ encoding: PictureEncoding,
    crew: Crew = .alone
  ) throws(PictureFileError) {
    if let reason = encoding.format.complaint(about: description.size, description.format) {
      throw .unsupported(reason: reason)
    }
    if let reason = encoding.format.missingLibrary { throw .unsupported(reason: reason) }
    writer = try encoding.writer(place, description, crew: crew)
  }

  /// Writes the next band.
  ///
  /// - Throws: `PictureFileError.io` if writing failed.
  public func append(_ band: PictureBand) throws(PictureFileError) {
    try writer.appendAny(band)
  }

  /// Completes and renames the file. Returns its size in bytes.
  ///
  /// - Throws: `PictureFileError.io` if writing, closing or renaming failed.
  @discardableResult
  public func finish() throws(PictureFileError) -> Int { try writer.finish() }

  /// Removes the incomplete file. Releasing the writer before `finish` has the same effect.
  public func cancel() { writer.cancel() }
}

/// The target of a writer's bytes.
package enum PicturePlace {
  /// A temporary file in the folder of the path. It gets its final name at the end. If this name
  /// exists and `replaces` is `false`, the end throws `.io` with `EEXIST`.
  case path(FilePath, replaces: Bool = true)
  /// An open descriptor, which stays open. The name is for messages.
  case descriptor(Int32, name: FilePath)
  case memory(OutputFile)

  var isPath: Bool { if case .path = self { true } else { false } }

  var isDescriptor: Bool { if case .descriptor = self { true } else { false } }

  /// Opens the output. The end of the picture commits it.
  func open() throws(SystemError) -> OutputFile {
    switch self {
    case .path(let path, let replaces): try OutputFile(path, replaces: replaces)
    case .descriptor(let descriptor, let name): OutputFile(descriptor: descriptor, name: name)
    case .memory(let output): output
    }
  }
}

extension BandWriter {
  fileprivate func appendAny(_ band: PictureBand) throws(PictureFileError) {
    guard let band = band.band as? Band else {
      preconditionFailure("a band of the writer's format")
    }
    try append(band)
  }
}
