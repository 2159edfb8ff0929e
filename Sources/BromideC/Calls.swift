internal import Bromide
internal import BromideLibc
internal import CBromide
internal import Synchronization

/// The target for the error of a call.
public typealias ErrorTarget = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

/// A call that violates the rules.
struct Misuse: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// Missing memory.
private struct Shortage: Error {
  let reason: String
}

/// The common part of all calls: the error, the stack, and the check for a fork.
enum Calls {
  /// Runs a call.
  ///
  /// - Parameter error: Receives a sentence about the failure. It can be `nil`.
  /// - Returns: The status of the call.
  static func run(_ error: ErrorTarget, _ body: () throws -> Void) -> Int32 {
    unsafe error?.pointee = nil
    var host = bromide_host_state()
    guard unsafe bromide_host_enter(&host) else {
      unsafe set(
        error, "the process forked during a call of Bromide; fork before the call, or exec")
      return Int32(BROMIDE_MISUSE)
    }
    defer { unsafe bromide_host_leave(&host) }
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

  /// LibRaw needs 1 MB, and Swift's calls need a little more.
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

  /// Returns a text to the host.
  @unsafe static func set(_ target: ErrorTarget, _ text: String) {
    unsafe target?.pointee = unsafe strdup(text)
  }

  /// Returns a requested text to the host.
  @unsafe static func give(_ text: String, to target: ErrorTarget) throws {
    guard let copy = unsafe strdup(text) else { throw outOfMemory(text.utf8.count) }
    unsafe target?.pointee = copy
  }

  /// Returns requested bytes to the host.
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

  /// A text from the host, or an empty text for NULL.
  @unsafe static func text(_ name: String, _ text: UnsafePointer<CChar>?) throws -> String {
    guard let text = unsafe text else { return "" }
    guard let string = unsafe String(validatingCString: text) else {
      throw Misuse("\(name) is not UTF-8")
    }
    return string
  }
}

/// The open photos. A handle is a number in the form of a pointer, and is never used again. So a
/// call with a closed photo is an error, and closing it again has no effect.
enum Handle {
  private struct Photos {
    var open: [UInt: EnginePhoto] = [:]
    var last: UInt = 0
  }

  private static let photos = Mutex(Photos())
  /// The distance between handles, for hosts that check the alignment of pointers.
  private static let step: UInt = 16

  /// Returns a handle that keeps the photo alive.
  static func make(_ photo: EnginePhoto) -> OpaquePointer? {
    let number = photos.withLock { photos in
      photos.last += step
      photos.open[photos.last] = photo
      return photos.last
    }
    return unsafe OpaquePointer(bitPattern: number)
  }

  /// Returns the photo of a handle. The photo exists until the caller is done, even if another
  /// thread closes the handle.
  @unsafe static func photo(_ handle: OpaquePointer?) throws -> EnginePhoto {
    guard let handle = unsafe handle else { throw Misuse("photo is NULL") }
    let number = UInt(bitPattern: handle)
    guard let photo = photos.withLock({ $0.open[number] }) else {
      throw Misuse("photo is closed, or is not a photo of Bromide")
    }
    return photo
  }

  /// Removes a handle. The photo ends outside the lock.
  @unsafe static func close(_ handle: OpaquePointer) {
    let number = UInt(bitPattern: handle)
    _ = photos.withLock { $0.open.removeValue(forKey: number) }
  }
}
