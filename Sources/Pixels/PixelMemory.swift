package import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Memory for samples, aligned for vector instructions and freed with its last reference.
@safe
public final class PixelMemory: @unchecked Sendable {
  /// Alignment in bytes: a 512-bit vector, and a cache line.
  public static let alignment = 64

  /// The memory: at least the requested bytes, valid as long as this object lives.
  @unsafe public let bytes: UnsafeMutableRawBufferPointer
  /// Whether writing here is an error.
  let isReadOnly: Bool
  /// Who owns the memory; nil if this object does.
  private let owner: (any AnyObject & Sendable)?

  /// Allocates `byteCount` bytes, which are not cleared.
  ///
  /// For scratch and the small parts of a photo's memory, without which nothing goes on: the process ends if they cannot be had,
  /// as `endProcess` has it.
  /// Memory for whole pictures comes from `init(attempting:)`.
  public convenience init(byteCount: Int) {
    guard let bytes = unsafe Self.allocate(byteCount) else {
      Self.endProcess.withLock(\.self)?(byteCount)
      fatalError("not enough memory: \(byteCount) bytes cannot be had")
    }
    unsafe self.init(bytes, owner: nil, isReadOnly: false)
  }

  /// Allocates `byteCount` bytes, which are not cleared; nil if they cannot be had.
  public convenience init?(attempting byteCount: Int) {
    guard let bytes = unsafe Self.allocate(byteCount) else { return nil }
    unsafe self.init(bytes, owner: nil, isReadOnly: false)
  }

  /// Memory that another object owns and keeps as long as it lives.
  ///
  /// - Parameter isReadOnly: Whether nobody may write to it: pictures in it are copied before they change.
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

  /// Ends the process, having said that so many bytes cannot be had; nil for a fatal error. Set by a command before it works.
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
      // Large pages save a page fault for every 4 KiB on first use. If they are refused, small ones
      // do.
      if isLarge { _ = unsafe madvise(start, byteCount, MADV_HUGEPAGE) }
    #endif
    return unsafe UnsafeMutableRawBufferPointer(start: start, count: max(byteCount, 1))
  }

  /// Bytes of a large page on x86-64 and on most arm64 systems.
  private static let largePage = 2 << 20
}

/// Gives memory of a number of bytes for a picture's pixels; nil if it cannot be had.
public typealias PixelAllocator = (Int) -> PixelMemory?
