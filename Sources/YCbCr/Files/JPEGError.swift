internal import Platform

/// A reason why a JPEG yields no planes.
public enum JPEGError: Error, Sendable, Hashable, Codable {
  /// Not a JPEG, or damaged before its pixels; the text is libjpeg's.
  case malformed(String)
  /// The pixels are damaged or end early; the text is libjpeg's.
  case damaged(String)
  /// CMYK, or another colour model that is neither YCbCr, RGB nor grey.
  case unsupportedColor(String)
  /// Sampling factors, such as "4x1 1x1 1x1", that no layout has.
  case unsupportedSampling(String)
  /// The planes would take more memory than allowed.
  case tooLarge(byteCount: Int, limit: Int)
  /// There is no memory for the planes.
  case outOfMemory(bytes: Int)
  /// The process in which libjpeg read it crashed, hung, or could not be had; the sentence says which.
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
