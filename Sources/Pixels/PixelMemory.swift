/// Memory for samples, aligned for vector instructions and freed with its last user.
@safe
public final class PixelMemory: @unchecked Sendable {
  /// Enough for 512-bit vectors, and a cache line.
  public static let alignment = 64

  /// All of it: at least the bytes asked for, valid as long as this object.
  @unsafe public let bytes: UnsafeMutableRawBufferPointer

  /// Memory of `byteCount` bytes, not cleared.
  public init(byteCount: Int) {
    unsafe bytes = .allocate(byteCount: max(byteCount, 1), alignment: Self.alignment)
  }

  deinit { unsafe bytes.deallocate() }
}
