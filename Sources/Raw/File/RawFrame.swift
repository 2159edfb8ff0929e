internal import BromideValues
internal import CBromideLibRaw
public import SystemPackage

/// All samples of a raw, including borders, from LibRaw's decoders. Use it to compare decoders.
public struct RawFrame: Sendable {
  /// The columns of the raw picture.
  public let width: Int
  /// The rows of the raw picture.
  public let height: Int
  /// The samples per pixel, stored in sequence.
  public let channels: Int
  /// Rows of pixels, without gaps.
  public let values: [UInt16]
  /// LibRaw's name of the decoder.
  public let decoder: String
  /// Whether Bromide's decoder ran instead.
  public let isOurs: Bool
  /// The time of unpacking, without other steps.
  public let duration: Duration

  /// Reads a file and unpacks it.
  ///
  /// - Throws: The errors of `RawFile`. Also `.damaged` if LibRaw would return a part of the
  ///   samples.
  public init(path: FilePath, unpacking: Unpacking = Unpacking()) throws(RawError) {
    guard let handle = LibRawHandle(collectTags: false, cameras: nil) else {
      throw .outOfMemory(path: path, bytes: 0)
    }
    let opened = handle.open(path: path)
    guard opened.libraw == 0 else { throw RawError(opened, path: path, bytes: 0) }
    decoder = handle.decoder
    let start = ContinuousClock.now
    let status = unsafe unpacking.withNative(visible: (0, 0)) { unsafe handle.unpack($0) }
    duration = ContinuousClock.now - start
    if let rejection = handle.rejection { throw .unsupported(path: path, reason: rejection) }
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
