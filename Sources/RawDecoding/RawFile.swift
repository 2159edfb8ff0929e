public import Metadata
public import Pixels

/// A raw file that LibRaw has opened and identified, its pixels not yet unpacked.
///
/// One object serves one thread at a time; many objects serve many threads.
public final class RawFile {
  public let path: String
  /// The size of the visible area, before orientation.
  public let size: Size
  public let metadata: PhotoMetadata
  /// Bytes that decoding will hold at its peak, for whoever plans memory.
  public let expectedMemory: Int

  /// Opens and identifies the file. The corresponding C function is `libraw_open_file`.
  public init(path: String) throws(RawError) {
    throw .notRaw(path: path, found: "")
  }

  /// Unpacks the pixels. The corresponding C function is `libraw_unpack`.
  ///
  /// - Parameter interpolation: For sensors Bromide demosaics itself, nil; otherwise the method of LibRaw's to use instead.
  public func decode(interpolation: LibRawInterpolation? = nil) throws(RawError) -> RawPhoto {
    throw .notRaw(path: path, found: "")
  }

  /// Whether the file's first bytes look like something LibRaw opens; reads the header only.
  public static func isRaw(path: String) -> Bool { false }
}

/// LibRaw's own demosaic methods, to compare with.
public enum LibRawInterpolation: String, Sendable, Hashable, Codable, CaseIterable {
  case vng, ppg, ahd, dcb, dht
}

/// Why a raw file gives no photo, grouped by who must act.
public enum RawError: Error, Sendable, Hashable {
  /// The file is no raw that LibRaw knows.
  case notRaw(path: String, found: String)
  /// It is a raw, but LibRaw cannot decode this kind.
  case unsupported(path: String, reason: String)
  /// Its data end early or contradict themselves.
  case damaged(path: String, reason: String)
  /// It cannot be read; `code` is errno.
  case unreadable(path: String, code: Int32)
  /// Not enough memory.
  case outOfMemory(path: String, bytes: Int)
  /// Anything else LibRaw reports, with its number and words.
  case libraw(path: String, code: Int32, message: String)
}
