internal import CLibRaw
internal import Pixels
public import SystemPackage

/// All samples of a raw, borders included, as LibRaw's decoders give them: to compare decoders by.
public struct RawFrame: Sendable {
  /// Columns of the raw picture.
  public let width: Int
  /// Rows of the raw picture.
  public let height: Int
  /// Samples of a pixel, one after another.
  public let channels: Int
  /// Rows of pixels, without gaps.
  public let values: [UInt16]
  /// The decoder's name, LibRaw's.
  public let decoder: String
  /// Whether it was one of our own that stood for it.
  public let isOurs: Bool
  /// The time that unpacking alone took.
  public let duration: Duration

  /// Reads a file and unpacks it.
  ///
  /// - Throws: `.damaged` too where LibRaw would give what it has.
  public init(path: FilePath, unpacking: Unpacking = Unpacking()) throws(RawError) {
    guard let handle = LibRawHandle(collectTags: false) else {
      throw .outOfMemory(path: path, bytes: 0)
    }
    let opened = handle.open(path: path)
    guard opened.libraw == 0 else { throw RawError(opened, path: path, bytes: 0) }
    decoder = handle.decoder
    let start = ContinuousClock.now
    let status = unsafe unpacking.withNative(visible: (0, 0)) { unsafe handle.unpack($0) }
    duration = ContinuousClock.now - start
    if let refusal = handle.refusal { throw .unsupported(path: path, reason: refusal) }
    guard status.libraw == 0 else { throw RawError(status, path: path, bytes: 0) }
    guard handle.damage.errors == 0, handle.damage.missing_bytes == 0 else {
      throw .damaged(path: path, reason: "the data end early or are irregular")
    }
    guard let samples = handle.allSamples else {
      throw .unsupported(path: path, reason: "no samples of 16 bits")
    }
    (width, height) = (samples.size.width, samples.size.height)
    channels = samples.channels
    values = samples.values
    isOurs = handle.isOurs
  }
}
