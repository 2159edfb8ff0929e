internal import BromideSystem

/// An error that prevents Bromide from reading a JPEG's planes.
public enum JPEGError: Error, Sendable, Hashable, Codable {
  /// Not a JPEG, or damaged before its pixels. The text comes from libjpeg.
  case malformed(String)
  /// The pixels are damaged or incomplete. The text comes from libjpeg.
  case damaged(String)
  /// CMYK, or another colour model except YCbCr, RGB and grey.
  case unsupportedColor(String)
  /// Sampling factors without a layout, for example "4x1 1x1 1x1".
  case unsupportedSampling(String)
  /// The planes would use more memory than allowed.
  case tooLarge(byteCount: Int, limit: Int)
  /// Not enough memory for the planes.
  case outOfMemory(bytes: Int)
  /// The worker process that ran libjpeg crashed, hung or could not start. The sentence explains
  /// which.
  case lost(String)
}

extension JPEGError: CustomStringConvertible {
  /// A message for a person, in English.
  public var description: String {
    switch self {
    case .malformed(let reason): "the JPEG cannot be read: \(reason)"
    case .damaged(let reason): "the JPEG's pixels are damaged or incomplete: \(reason)"
    case .unsupportedColor(let name):
      "the JPEG contains \(name): YCbCr, RGB and grey are supported"
    case .unsupportedSampling(let factors):
      "the JPEG's sampling factors \(factors) are not supported: "
        + "4:4:4, 4:2:2, 4:2:0, 4:4:0, 4:1:1, 4:1:0 and 4:4:1 are"
    case .tooLarge(let byteCount, let limit):
      "the JPEG's planes take \(byteCount) bytes; the limit is \(limit)"
    case .outOfMemory(let bytes): MemoryShortage.words(bytes)
    case .lost(let reason): reason
    }
  }
}
