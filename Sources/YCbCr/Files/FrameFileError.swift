public import Pixels
internal import Platform
public import SystemPackage

/// Why a file gives no frames, or not the one that was asked for.
public enum FrameFileError: Error, Sendable, Hashable {
  // The machine.
  /// A call failed; `code` is errno.
  case io(path: FilePath, operation: String, code: Int32)
  /// A folder, pipe or device, which has no places to go to: read a pipe as a stream.
  case notAFile(path: FilePath)

  // The file.
  case y4m(path: FilePath, Y4MError)
  case jpeg(path: FilePath, JPEGError)
  /// A file without header, whose length is no multiple of a frame's; `fitting` names sizes that would be.
  case sizeMismatch(
    path: FilePath, layout: String, size: Size, frameByteCount: Int, fileByteCount: Int,
    fitting: [Size])

  // The request.
  /// There are only `count` frames, counted from 0.
  case noSuchFrame(path: FilePath, frame: Int, count: Int)
  /// The picture cannot be a frame, or the stride is too small for it.
  case frame(path: FilePath, YCbCrError)
}

extension FrameFileError: CustomStringConvertible {
  /// The path and what is wrong with it, in English, for a person.
  public var description: String {
    switch self {
    case .io(let path, let operation, let code):
      "\(path): cannot \(operation): \(SystemError.words(code))"
    case .notAFile(let path): "\(path) is no file that can be read at any place"
    case .y4m(let path, let error): "\(path): \(error)"
    case .jpeg(let path, let error): "\(path): \(error)"
    case .frame(let path, let error): "\(path): \(error)"
    case .sizeMismatch(let path, let layout, let size, let frameByteCount, let bytes, let fitting):
      "\(path) has \(bytes) bytes, which is no whole number of \(layout) frames of \(size) "
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
