internal import Bromide
internal import CBromide

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Where a call leaves its error.
public typealias ErrorTarget = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

/// A call that does not keep its rules.
struct Misuse: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// Memory that the system does not give.
private struct Shortage: Error {
  let reason: String
}

/// What all calls have in common: their error, their stack, and the check for a fork.
enum Calls {
  /// Runs a call.
  ///
  /// - Parameter error: Where a sentence about the failure goes, or nil for nowhere.
  /// - Returns: The status of the call.
  static func run(_ error: ErrorTarget, _ body: () throws -> Void) -> Int32 {
    unsafe error?.pointee = nil
    guard bromide_host_enter() else {
      unsafe set(
        error, "the process forked during a call of Bromide; fork before the call, or exec")
      return Int32(BROMIDE_MISUSE)
    }
    defer { bromide_host_leave() }
    var failure: (any Error)?
    func attempt() { do { try body() } catch { failure = error } }
    if bromide_host_stack() < leastStack {
      if !Engine.onDeepStack(attempt) {
        failure = Shortage(reason: "not enough memory: the system does not give a thread")
      }
    } else {
      attempt()
    }
    guard let failure else { return Int32(BROMIDE_OK) }
    unsafe set(error, text(of: failure))
    return status(of: failure)
  }

  /// LibRaw takes 1 MB, and Swift's calls some more.
  private static let leastStack = 2 << 20

  private static func text(of failure: any Error) -> String {
    switch failure {
    case let failure as BromideError: failure.description
    case let failure as Misuse: failure.reason
    case let failure as Shortage: failure.reason
    default: "\(failure)"
    }
  }

  private static func status(of failure: any Error) -> Int32 {
    guard let failure = failure as? BromideError else {
      return Int32(failure is Misuse ? BROMIDE_MISUSE : BROMIDE_MEMORY)
    }
    return switch failure.kind {
    case .input, .output: Int32(BROMIDE_INPUT)
    case .damaged: Int32(BROMIDE_DAMAGED)
    case .request: Int32(BROMIDE_REQUEST)
    case .memory: Int32(BROMIDE_MEMORY)
    case .cancelled: Int32(BROMIDE_CANCELLED)
    }
  }

  /// Gives the host a text.
  @unsafe static func set(_ target: ErrorTarget, _ text: String) {
    unsafe target?.pointee = unsafe strdup(text)
  }

  /// Gives the host a text that it asked for.
  @unsafe static func give(_ text: String, to target: ErrorTarget) throws {
    guard let copy = unsafe strdup(text) else { throw outOfMemory(text.utf8.count) }
    unsafe target?.pointee = copy
  }

  /// Gives the host bytes that it asked for.
  @unsafe static func give(
    _ bytes: [UInt8], to start: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ count: UnsafeMutablePointer<Int>?
  ) throws {
    guard let memory = unsafe malloc(max(bytes.count, 1)) else { throw outOfMemory(bytes.count) }
    unsafe bytes.withUnsafeBytes { bytes in
      if let source = bytes.baseAddress {
        unsafe memory.copyMemory(from: source, byteCount: bytes.count)
      }
    }
    unsafe start?.pointee = memory
    unsafe count?.pointee = bytes.count
  }

  private static func outOfMemory(_ count: Int) -> Shortage {
    Shortage(reason: "not enough memory for \(count) bytes")
  }

  /// A text of the host's, or an empty one for NULL.
  @unsafe static func text(_ name: String, _ text: UnsafePointer<CChar>?) throws -> String {
    guard let text = unsafe text else { return "" }
    guard let string = unsafe String(validatingCString: text) else {
      throw Misuse("\(name) is not UTF-8")
    }
    return string
  }
}

/// The photo behind a handle.
enum Handle {
  /// A handle of a photo, which keeps it alive.
  static func make(_ photo: EnginePhoto) -> OpaquePointer {
    unsafe OpaquePointer(Unmanaged.passRetained(photo).toOpaque())
  }

  /// The photo of a handle. It lives until the caller is done, even if another thread closes the handle.
  @unsafe static func photo(_ handle: OpaquePointer?) throws -> EnginePhoto {
    guard let handle = unsafe handle else { throw Misuse("photo is NULL") }
    return unsafe Unmanaged<EnginePhoto>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
  }

  /// Lets a handle go.
  @unsafe static func close(_ handle: OpaquePointer) {
    unsafe Unmanaged<EnginePhoto>.fromOpaque(UnsafeRawPointer(handle)).release()
  }
}
