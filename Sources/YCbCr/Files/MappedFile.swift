public import SystemPackage

/// A file mapped into memory: pages are read on access, so that a frame deep inside a long file
/// costs only the pages used.
///
/// If another process shortens the file meanwhile, the program ends (`SIGBUS`), as with every
/// mapped file.
@safe
public final class MappedFile: @unchecked Sendable {
  /// The path as given.
  public let path: FilePath
  /// All bytes of the file; valid as long as this object lives.
  @unsafe public let bytes: UnsafeRawBufferPointer

  /// - Throws: `FrameFileError.io`, or `.notAFile` if the path cannot be mapped.
  public init(path: FilePath) throws(FrameFileError) {
    self.path = path
    unsafe bytes = try SystemCall.map(path)
  }

  deinit { unsafe SystemCall.unmap(bytes) }

  /// The length of the file in bytes when it was mapped.
  public var byteCount: Int { unsafe bytes.count }
}
