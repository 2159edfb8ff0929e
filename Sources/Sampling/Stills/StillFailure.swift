internal import BromideCodecs
internal import BromideRaw
internal import SystemPackage

extension StillPhoto {
  /// Converts an error of a finished picture to a photo's error, grouped by who must act, without
  /// the file name in its reason.
  static func rawError(_ error: any Error, _ path: FilePath) -> RawError {
    switch error {
    case OpeningError.png(let error): rawError(error, path)
    case OpeningError.tiff(let error): rawError(error, path)
    case OpeningError.whole(let error): rawError(error, path)
    case OpeningError.frames(let error): rawError(error, path)
    case OpeningError.profile(let error): error
    case OpeningError.unknownProfile:
      .unsupported(
        path: path, reason: "its ICC profile is not three primaries and a curve")
    case PNGError.outOfMemory(_, let bytes), TIFFError.outOfMemory(_, let bytes),
      WholeError.outOfMemory(_, let bytes),
      FrameFileError.jpeg(_, .outOfMemory(let bytes)):
      .outOfMemory(path: path, bytes: bytes)
    case PNGError.lost(_, let reason), TIFFError.lost(_, let reason),
      WholeError.lost(_, let reason),
      FrameFileError.jpeg(_, .lost(let reason)):
      .lost(path: path, reason: reason)
    case PNGError.io(_, _, let code), TIFFError.io(_, _, let code),
      WholeError.io(_, _, let code), FrameFileError.io(_, _, let code):
      .unreadable(path: path, code: code)
    case PNGError.unsupported(let reason), TIFFError.unsupported(let reason),
      WholeError.unsupported(let reason):
      .unsupported(path: path, reason: reason)
    case let error as PNGError: .damaged(path: path, reason: error.reason)
    case let error as TIFFError: .damaged(path: path, reason: error.reason)
    case let error as WholeError: .damaged(path: path, reason: error.reason)
    case FrameFileError.jpeg(_, let error): .damaged(path: path, reason: error.description)
    default: .damaged(path: path, reason: "\(error)")
    }
  }
}
