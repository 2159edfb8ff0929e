public import BromideCodecs
public import BromidePhotos
internal import BromideSystem
public import BromideValues
internal import SystemPackage

/// Writes a drawn picture with the same rules as photos: it uses a temporary file, and obeys the
/// policy for existing files.
public struct DrawnPicture: Sendable {
  /// The output file, or standard output.
  public let output: PictureOutput
  private let encoding: PictureEncoding
  private let policy: ExistingPolicy
  private let context: RunContext
  private let request: String

  /// The result of drawing and writing.
  public enum Result: Sendable, Hashable {
    /// The size of the written picture, in bytes.
    case written(Int)
    /// Bromide skipped the picture, for this reason.
    case skipped(String)
    /// Bromide did not write the picture, for this reason.
    case failed(String, Remedy? = nil)
    /// The reader of standard output has closed it.
    case closedPipe
  }

  /// Creates an output.
  ///
  /// - Parameters:
  ///   - destination: The destination. A folder is created if missing, and the file in it is called
  ///     `name`.
  ///   - name: The file name in a folder, without a suffix.
  ///   - request: Text with everything that the drawing depends on, to detect pictures that are up
  ///     to date.
  ///   - encoding: The format and its options.
  ///   - context: The means with which an existing file is read.
  public init(
    _ destination: Destination, name: String, request: String, encoding: PictureEncoding,
    policy: ExistingPolicy, context: RunContext
  ) {
    let file = "\(name).\(encoding.format.suffix)"
    output =
      switch destination {
      case .nextToInput: .file(FilePath(file))
      case .file(let path): .file(path)
      case .folder(let folder): .file(folder.appending(file))
      case .standardOutput: .standardOutput
      }
    self.encoding = encoding
    self.policy = policy
    self.context = context
    self.request = request
  }

  /// The result if it is known before drawing (skipped or failed), or `nil` if you must draw the
  /// picture.
  public var decision: Result? {
    guard case .file(let path) = output else { return nil }
    switch ExistingOutput.decide(
      input: nil, output: path, policy: policy, context: context,
      fingerprint: Fingerprint.text(drawing: request, encoding: encoding, isWhole: true))
    {
    case .write: return nil
    case .skip(let reason): return .skipped(reason)
    // The commands that draw pictures do not have `--name`.
    case .reject(let reason, .overwriteOrRename): return .failed(reason, .overwrite)
    case .reject(let reason, let remedy): return .failed(reason, remedy)
    }
  }

  /// Draws and writes the picture, unless the existing file is protected or up to date.
  ///
  /// - Parameter draw: Returns the picture, with 1 to 4 channels.
  /// - Throws: The error of `draw`.
  public func write<Failure: Error>(
    space: RGBSpace = .srgb, _ draw: () throws(Failure) -> ImageBuffer<UInt8>
  ) throws(Failure) -> Result {
    if let decision { return decision }
    let image = try draw()
    let format = PixelFormat(channels: image.channels, sample: .uint8)
    if let reason = encoding.format.complaint(about: image.size, format) { return .failed(reason) }
    let encoder = PictureEncoder(size: image.size, format: format, encoding: encoding)
    let scratch = encoder.makeScratch()
    let rows = 256
    let bands = stride(from: 0, to: image.height, by: rows).map { top in
      let bottom = min(top + rows, image.height)
      return unsafe image.withUnsafeSamples { samples in
        unsafe encoder.encode(
          rows: UnsafeRawBufferPointer(
            UnsafeBufferPointer(rebasing: samples[top * image.stride..<bottom * image.stride])),
          isLast: bottom == image.height, scratch: scratch)
      }
    }
    return put(PictureDescription(size: image.size, format: format, space: space)) {
      writer throws(PictureFileError) in
      for band in bands { try writer.append(band) }
    }
  }

  /// Writes a picture from the bands that `fill` appends. The file appears when it is complete.
  ///
  /// - Parameters:
  ///   - description: The description of the picture. This adds the fingerprint.
  ///   - isWhole: Whether all photos exist and are intact. If not, the picture will always be out
  ///     of date.
  public func put(
    _ description: PictureDescription, isWhole: Bool = true,
    _ fill: (PictureWriter) throws(PictureFileError) -> Void
  ) -> Result {
    do {
      var description = description
      description.fingerprint = Fingerprint.text(
        drawing: request, encoding: encoding, isWhole: isWhole)
      // Open the file as late as possible, to keep the life of the temporary file short.
      let writer: PictureWriter
      switch output {
      case .file(let path):
        try FileSystem.makeFolder(path.removingLastComponent())
        writer = try PictureWriter(
          path: path, description: description, encoding: encoding, replaces: policy != .fail)
      case .standardOutput:
        writer = try PictureWriter(
          descriptor: 1, name: "standard output", description: description, encoding: encoding)
      }
      try fill(writer)
      return .written(try writer.finish())
    } catch let error as PictureFileError {
      if case .io(_, _, let code) = error, output == .standardOutput,
        SystemError.isClosedPipe(code)
      {
        return .closedPipe
      }
      return .failed(error.description)
    } catch {
      return .failed("\(error)")
    }
  }
}
