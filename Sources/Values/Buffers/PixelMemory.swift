internal import BromideLibc
package import Synchronization

/// Memory for samples, aligned for vector instructions and freed with its last reference.
@safe
public final class PixelMemory: @unchecked Sendable {
  /// The alignment in bytes: a 512-bit vector, which is also a cache line.
  public static let alignment = 64

  /// The memory: at least the requested bytes, valid until this object is released.
  @unsafe public let bytes: UnsafeMutableRawBufferPointer
  /// Whether it is an error to write here.
  let isReadOnly: Bool
  /// The owner of the memory, or `nil` if this object owns it.
  private let owner: (any AnyObject & Sendable)?

  /// Allocates `byteCount` bytes without clearing them. Ends the process if there is not enough
  /// memory.
  ///
  /// Use it for scratch memory and for the small buffers of a photo, because the work cannot
  /// continue without them. `endProcess` sets how the process ends. For complete pictures, use
  /// `init(attempting:)`.
  public convenience init(byteCount: Int) {
    guard let bytes = unsafe Self.allocate(byteCount) else {
      Self.endProcess.withLock(\.self)?(byteCount)
      fatalError("not enough memory: \(byteCount) bytes cannot be had")
    }
    unsafe self.init(bytes, owner: nil, isReadOnly: false)
  }

  /// Allocates `byteCount` bytes without clearing them, or returns `nil` if there is not enough
  /// memory.
  public convenience init?(attempting byteCount: Int) {
    guard let bytes = unsafe Self.allocate(byteCount) else { return nil }
    unsafe self.init(bytes, owner: nil, isReadOnly: false)
  }

  /// Uses the memory of another object, which it retains.
  ///
  /// - Parameter isReadOnly: Whether writing is forbidden. Pictures in this memory are then copied
  ///   before they change.
  @unsafe public convenience init(
    sharing bytes: UnsafeMutableRawBufferPointer, of owner: any AnyObject & Sendable,
    isReadOnly: Bool
  ) {
    unsafe self.init(bytes, owner: owner, isReadOnly: isReadOnly)
  }

  private init(
    _ bytes: UnsafeMutableRawBufferPointer, owner: (any AnyObject & Sendable)?, isReadOnly: Bool
  ) {
    unsafe self.bytes = bytes
    self.owner = owner
    self.isReadOnly = isReadOnly
  }

  /// Prints an error about the missing memory and ends the process. `nil` means a fatal error. A
  /// command sets it at its start.
  package static let endProcess = Mutex<(@Sendable (_ byteCount: Int) -> Never)?>(nil)

  deinit { if owner == nil { unsafe free(bytes.baseAddress) } }

  /// The corresponding C function is `posix_memalign`.
  @unsafe private static func allocate(_ byteCount: Int) -> UnsafeMutableRawBufferPointer? {
    let isLarge = byteCount >= largePage
    var start: UnsafeMutableRawPointer?
    guard
      unsafe posix_memalign(&start, isLarge ? largePage : alignment, max(byteCount, 1)) == 0,
      let start = unsafe start
    else { return nil }
    #if os(Linux)
      // Large pages save a page fault for every 4 KiB on first use. If the system does not provide
      // them, it uses small pages.
      if isLarge { _ = unsafe madvise(start, byteCount, MADV_HUGEPAGE) }
    #endif
    return unsafe UnsafeMutableRawBufferPointer(start: start, count: max(byteCount, 1))
  }

  /// Bytes of a large page on x86-64 and on most arm64 systems.
  private static let largePage = 2 << 20
}

/// Allocates memory for a picture's pixels by a number of bytes, or returns `nil` if there is not
/// enough memory.
public typealias PixelAllocator = (Int) -> PixelMemory?
