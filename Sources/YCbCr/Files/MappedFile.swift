public import SystemPackage

/// A file as memory: pages are read when they are looked at, so that a frame deep in a long file costs what is used of it.
///
/// Whoever shortens the file meanwhile ends the program (`SIGBUS`), as with every mapped file.
@safe
public final class MappedFile: @unchecked Sendable {
  /// The path as it was given.
  public let path: FilePath
  /// All bytes of the file; valid as long as this object lives.
  @unsafe public let bytes: UnsafeRawBufferPointer

  /// - Throws: `FrameFileError.io`, or `.notAFile` for what cannot be mapped.
  public init(path: FilePath) throws(FrameFileError) {
    self.path = path
    unsafe bytes = try SystemCall.map(path)
  }

  deinit { unsafe SystemCall.unmap(bytes) }

  /// The length of the file in bytes, when it was mapped.
  public var byteCount: Int { unsafe bytes.count }
}
