internal import Bromide
internal import BromideLibc

// The functions of bromide.h that open photos or do not need a photo. The header documents them.

/// The target for the photo of a call.
public typealias PhotoTarget = UnsafeMutablePointer<OpaquePointer?>?

/// `bromide_open_path`.
@_cdecl("bromide_open_path")
public func openPath(
  _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?, _ photo: PhotoTarget,
  _ error: ErrorTarget
) -> Int32 {
  unsafe openPhoto(options, photo, error) {
    guard let path = unsafe path else { throw Misuse("path is NULL") }
    return PhotoInput(path: unsafe FilePath(platformString: path))
  }
}

/// `bromide_open_fd`.
@_cdecl("bromide_open_fd")
public func openDescriptor(
  _ descriptor: Int32, _ options: UnsafePointer<CChar>?, _ photo: PhotoTarget,
  _ error: ErrorTarget
) -> Int32 {
  unsafe openPhoto(options, photo, error) { try PhotoInput(descriptor: descriptor) }
}

/// `bromide_open_bytes`.
@_cdecl("bromide_open_bytes")
public func openBytes(
  _ start: UnsafeRawPointer?, _ count: Int, _ options: UnsafePointer<CChar>?,
  _ photo: PhotoTarget, _ error: ErrorTarget
) -> Int32 {
  unsafe openPhoto(options, photo, error) {
    guard let start = unsafe start else { throw Misuse("start is NULL") }
    guard count >= 0 else { throw Misuse("count is larger than any memory") }
    return try unsafe PhotoInput(bytes: UnsafeRawBufferPointer(start: start, count: count))
  }
}

@unsafe private func openPhoto(
  _ options: UnsafePointer<CChar>?, _ photo: PhotoTarget, _ error: ErrorTarget,
  _ input: () throws -> PhotoInput
) -> Int32 {
  unsafe photo?.pointee = nil
  return unsafe Calls.run(error) {
    guard let photo = unsafe photo else { throw Misuse("photo is NULL") }
    let options = try unsafe Calls.text("options", options)
    unsafe photo.pointee = Handle.make(try EnginePhoto(try input(), options: options))
  }
}

/// `bromide_close`.
@_cdecl("bromide_close")
public func closePhoto(_ photo: OpaquePointer?) {
  guard let photo = unsafe photo else { return }
  // A forked child without its locks keeps the memory until it ends.
  _ = unsafe Calls.run(nil) { unsafe Handle.close(photo) }
}

/// `bromide_version`.
@_cdecl("bromide_version")
public func version() -> UnsafePointer<CChar>? { unsafe UnsafePointer(versionText) }

/// Exists as long as the process.
nonisolated(unsafe) private let versionText = unsafe strdup(Engine.version)

/// `bromide_is_raw`.
@_cdecl("bromide_is_raw")
public func isRaw(_ start: UnsafeRawPointer?, _ count: Int) -> Int32 {
  guard let start = unsafe start, count > 0 else { return 0 }
  var answer: Int32 = -1
  _ = unsafe Calls.run(nil) {
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: min(count, 256))
    answer = Engine.isRaw(unsafe Array(bytes)).map { $0 ? 1 : 0 } ?? -1
  }
  return answer
}

/// `bromide_profile`.
@_cdecl("bromide_profile")
public func profile(
  _ space: UnsafePointer<CChar>?, _ icc: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ count: UnsafeMutablePointer<Int>?, _ error: ErrorTarget
) -> Int32 {
  unsafe icc?.pointee = nil
  return unsafe Calls.run(error) {
    guard unsafe icc != nil, unsafe count != nil else { throw Misuse("icc or count is NULL") }
    let name = try unsafe Calls.text("space", space)
    try unsafe Calls.give(try Engine.profile(name.isEmpty ? "srgb" : name), to: icc, count)
  }
}
