public import BromideCodecs
public import BromideDevelop
public import BromidePhotos
internal import BromideSystem
public import SystemPackage

/// The reason for a frame's error.
public enum FrameError: Error, Sendable, Hashable {
  /// A photo could not be loaded.
  case photo(PhotoError)
  /// An input is missing, or cannot be read or decoded.
  case input(path: FilePath, reason: String)
  /// The output exists and must stay.
  case rejected(String, Remedy?)
  /// An input is missing or cannot be decoded, and the options skip these frames.
  case leftOut(path: FilePath, reason: String)
  /// The recipe does not fit the photo.
  case develop(DevelopError)
  /// The request is not supported. The text contains the problem and the accepted values.
  case unsupported(String)
  /// A signal stopped the run before the frame was complete.
  case stopped
  /// The frame could not be written.
  case write(PictureFileError)
}

extension FrameError: CustomStringConvertible {
  /// A sentence about the error, without a full stop.
  public var description: String {
    switch self {
    case .photo(let error): error.description
    case .rejected(let reason, _): reason
    case .input(let path, let reason), .leftOut(let path, let reason): "\(path): \(reason)"
    case .develop(let error): error.description
    case .unsupported(let text): text
    case .stopped: "interrupted"
    case .write(let error): error.description
    }
  }

  /// Throws if a signal has stopped the run. Call this between layers, because a frame can have
  /// thousands.
  static func checkSignal() throws(FrameError) { if Interruption.hasCome { throw .stopped } }

  /// Runs `body` and converts an error of a picture file.
  static func writing<R>(_ body: () throws(PictureFileError) -> R) throws(FrameError) -> R {
    do throws(PictureFileError) { return try body() } catch { throw .write(error) }
  }

  /// Runs `body` and converts an error of the system.
  static func output<R>(_ body: () throws(SystemError) -> R) throws(FrameError) -> R {
    do throws(SystemError) {
      return try body()
    } catch {
      throw .write(PictureFileError(error))
    }
  }

  /// A fix that only the user can choose.
  package var remedy: Remedy? {
    switch self {
    case .photo(let error): if case .damaged = error.cause { .keepDamaged } else { nil }
    // Frames have no other names.
    case .rejected(_, let remedy): remedy == .overwriteOrRename ? .overwrite : remedy
    default: nil
    }
  }

  /// The path and reason of an input that is missing or cannot be decoded, or `nil` for other
  /// errors.
  var missingInput: (path: FilePath, reason: String)? {
    switch self {
    case .photo(let error): (error.path, error.reason)
    case .input(let path, let reason): (path, reason)
    default: nil
    }
  }

  /// Runs `body` and converts an error of loading.
  static func loading<R>(_ body: () throws(PhotoError) -> R) throws(FrameError) -> R {
    do throws(PhotoError) { return try body() } catch { throw .photo(error) }
  }

  /// Whether the reader of a pipe has closed it.
  var isClosedPipe: Bool {
    if case .write(.io(_, _, let code)) = self { return SystemError.isClosedPipe(code) }
    return false
  }
}
