internal import BromideSystem
public import BromideValues
public import SystemPackage

/// An error for a file without readable frames, or without the requested frame.
public enum FrameFileError: Error, Sendable, Hashable, Codable {
  // Problems of the machine.
  /// A system call failed. `code` is errno.
  case io(path: FilePath, operation: String, code: Int32)
  /// A folder, pipe or device, which does not support random access. A pipe can be read as a
  /// stream.
  case notAFile(path: FilePath)

  // Problems of the file.
  case y4m(path: FilePath, Y4MError)
  case jpeg(path: FilePath, JPEGError)
  /// A file without a header, with a length that is not a multiple of the frame's byte count.
  /// `fitting` lists sizes that fit.
  case sizeMismatch(
    path: FilePath, layout: String, size: Size, frameByteCount: Int, fileByteCount: Int,
    fitting: [Size])

  // Problems of the request.
  /// The file does not have this frame. `count` is its number of frames, which are numbered from 0.
  case noSuchFrame(path: FilePath, frame: Int, count: Int)
  /// The picture cannot be a frame, or the stride is too small for it.
  case frame(path: FilePath, YCbCrError)
}

extension FrameFileError: SystemCaller {}

extension FrameFileError: CustomStringConvertible {
  /// A message for a person, in English, that names the path.
  public var description: String {
    switch self {
    case .io(let path, let operation, let code):
      "\(path): cannot \(operation): \(SystemError.words(code))"
    case .notAFile(let path): "\(path) is not a regular file"
    case .y4m(let path, let error): "\(path): \(error)"
    case .jpeg(let path, let error): "\(path): \(error)"
    case .frame(let path, let error): "\(path): \(error)"
    case .sizeMismatch(let path, let layout, let size, let frameByteCount, let bytes, let fitting):
      "\(path) has \(bytes) bytes, which is not a whole number of \(layout) frames of \(size) "
        + "(\(frameByteCount) bytes each)"
        + (fitting.isEmpty
          ? "; no usual size fits either"
          : "; sizes that fit: " + fitting.map(\.description).joined(separator: ", "))
    case .noSuchFrame(let path, let frame, let count):
      count == 0
        ? "\(path) has no frame"
        : "\(path) has no frame \(frame): it has \(count), numbered from 0"
    }
  }
}
