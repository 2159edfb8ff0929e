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

  /// Allocates `byteCount` bytes, which are not cleared.
  public init(byteCount: Int) {
    let isLarge = byteCount >= Self.largePage
    unsafe bytes = .allocate(
      byteCount: max(byteCount, 1), alignment: isLarge ? Self.largePage : Self.alignment)
    #if os(Linux)
      // Large pages save a page fault for every 4 KiB on first use. If they are refused, small ones
      // do.
      if isLarge { _ = unsafe madvise(bytes.baseAddress!, byteCount, MADV_HUGEPAGE) }
    #endif
  }

  /// Bytes of a large page on x86-64 and on most arm64 systems.
  private static let largePage = 2 << 20

  deinit { unsafe bytes.deallocate() }
}
