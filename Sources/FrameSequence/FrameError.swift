public import Develop
public import PNGCoding
internal import Platform
public import SystemPackage

/// Why a frame could not be made.
public enum FrameError: Error, Sendable, Hashable {
  /// An input is missing, cannot be read or decoded.
  case input(path: FilePath, reason: String)
  /// An input is missing or cannot be decoded, and such frames are to be left out.
  case leftOut(path: FilePath, reason: String)
  /// Its recipe does not fit the photo.
  case develop(DevelopError)
  /// What was asked for cannot be drawn; the text says what, and what is accepted.
  case unsupported(String)
  /// It could not be written.
  case write(PNGError)
}

extension FrameError: CustomStringConvertible {
  /// What went wrong, for a person, without a full stop.
  public var description: String {
    switch self {
    case .input(let path, let reason), .leftOut(let path, let reason): "\(path): \(reason)"
    case .develop(let error): error.description
    case .unsupported(let text): text
    case .write(.io(let path, let operation, let code)):
      "cannot \(operation) \(path): \(SystemError.words(code))"
    case .write(.unsupported(let reason)): reason
    case .write(.malformed(let path, let reason)): "\(path): \(reason)"
    }
  }

  /// What the coding of PNG throws as what a frame throws.
  static func writing<R>(_ body: () throws(PNGError) -> R) throws(FrameError) -> R {
    do throws(PNGError) { return try body() } catch { throw .write(error) }
  }

  /// A failed call to the system as what a frame throws.
  static func output<R>(_ body: () throws(SystemError) -> R) throws(FrameError) -> R {
    do throws(SystemError) {
      return try body()
    } catch {
      throw .write(.io(path: error.path, operation: error.operation, code: error.code))
    }
  }

  /// Whether the reader of a pipe went away.
  var isClosedPipe: Bool {
    if case .write(.io(_, _, let code)) = self { return SystemError.isClosedPipe(code) }
    return false
  }
}
