public import SystemPackage

/// A file mapped into memory. Pages are read on access, so reading a frame deep inside a long file
/// costs only the pages used.
///
/// If another process shortens the file meanwhile, the program ends (`SIGBUS`), as with every
/// mapped file.
@safe
public final class MappedFile: @unchecked Sendable {
  /// The path as given.
  public let path: FilePath
  /// All bytes of the file. They are valid while this object exists.
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
