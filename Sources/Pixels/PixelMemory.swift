#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Memory for samples, aligned for vector instructions and freed with its last user.
@safe
public final class PixelMemory: @unchecked Sendable {
  /// Enough for 512-bit vectors, and a cache line.
  public static let alignment = 64

  /// All of it: at least the bytes asked for, valid as long as this object.
  @unsafe public let bytes: UnsafeMutableRawBufferPointer

  /// Memory of `byteCount` bytes, not cleared.
  public init(byteCount: Int) {
    let isLarge = byteCount >= Self.largePage
    unsafe bytes = .allocate(
      byteCount: max(byteCount, 1), alignment: isLarge ? Self.largePage : Self.alignment)
    #if os(Linux)
      // Its first use costs a fault for each page of 4 KiB; where large ones are refused, those do.
      if isLarge { _ = unsafe madvise(bytes.baseAddress!, byteCount, MADV_HUGEPAGE) }
    #endif
  }

  /// Of x86-64 and most of arm64.
  private static let largePage = 2 << 20

  deinit { unsafe bytes.deallocate() }
}
