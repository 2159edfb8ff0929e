/// Why a PNG cannot be written or read.
public enum PNGError: Error, Sendable, Hashable {
  /// The file is no PNG or a damaged one.
  case malformed(path: String, reason: String)
  /// The picture cannot be a PNG (too large, …).
  case unsupported(reason: String)
  /// Writing or reading failed; `code` is errno.
  case io(path: String, operation: String, code: Int32)
}
