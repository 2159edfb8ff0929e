public import Color
public import PictureFiles
public import Pixels
internal import Platform
internal import SystemPackage

/// Writes a drawn picture to its destination, under the same rules as photos: a temporary file first, and
/// no file replaced that the policy protects.
public struct DrawnPicture: Sendable {
  /// The file that is written, or standard output.
  public let output: PictureOutput
  private let encoding: PictureEncoding
  private let policy: ExistingPolicy
  private let request: String

  /// The outcome of drawing and writing.
  public enum Result: Sendable, Hashable {
    /// The picture's size in bytes.
    case written(Int)
    /// No picture was needed, for this reason.
    case skipped(String)
    /// No picture was written, for this reason.
    case failed(String, Remedy? = nil)
    /// The reader of standard output went away.
    case closedPipe
  }

  /// - Parameters:
  ///   - destination: Where the picture goes. A folder is created if missing, and gets `name`.
  ///   - name: The name of the file in a folder, without a suffix.
  ///   - request: Everything that the drawing depends on, as text, so that a current picture is recognised.
  ///   - encoding: The format and how it is written.
  public init(
    _ destination: Destination, name: String, request: String, encoding: PictureEncoding,
    policy: ExistingPolicy
  ) {
    let file = "\(name).\(encoding.format.suffix)"
    output =
      switch destination {
      case .besideInput: .file(FilePath(file))
      case .file(let path): .file(path)
      case .folder(let folder): .file(folder.appending(file))
      case .standardOutput: .standardOutput
      }
    self.encoding = encoding
    self.policy = policy
    self.request = request
  }

  /// The result that is known before drawing, skipped or failed; nil if the picture must be made.
  public var decision: Result? {
    guard case .file(let path) = output else { return nil }
    switch ExistingOutput.decide(
      input: nil, output: path, policy: policy,
      fingerprint: Fingerprint.text(drawing: request, encoding: encoding, isWhole: true))
    {
    case .write: return nil
    case .skip(let reason): return .skipped(reason)
    case .refuse(let reason, let remedy): return .failed(reason, remedy)
    }
  }

  /// Draws and writes the picture, unless an existing file is protected or current.
  ///
  /// - Parameter draw: Makes the picture, with 1 to 4 channels.
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

  /// Writes a picture from the bands that `fill` appends; the file is visible only once it is whole.
  ///
  /// - Parameters:
  ///   - description: The description of the picture; the fingerprint is added.
  ///   - isWhole: Whether all of its photos exist and are whole; otherwise the picture is never current.
  public func put(
    _ description: PictureDescription, isWhole: Bool = true,
    _ fill: (PictureWriter) throws(PictureFileError) -> Void
  ) -> Result {
    do {
      var description = description
      description.fingerprint = Fingerprint.text(
        drawing: request, encoding: encoding, isWhole: isWhole)
      // Opened only now, so that the temporary file exists for as short a time as possible.
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
    } catch let error as SystemError {
      return .failed("cannot \(error.operation) \(error.path): \(error.reason)")
    } catch {
      return .failed("\(error)")
    }
  }
}
