internal import BromideCodecs
internal import BromideRaw
internal import SystemPackage

extension StillPhoto {
  /// Converts an error of a finished picture to a photo's error, grouped by who must act, without
  /// the file name in its reason.
  static func rawError(_ error: any Error, _ path: FilePath) -> RawError {
    switch error {
    case OpeningError.picture(let error): rawError(error, path)
    case OpeningError.frames(let error): rawError(error, path)
    case OpeningError.profile(let error): error
    case OpeningError.unknownProfile:
      .unsupported(
        path: path, reason: "its ICC profile is not three primaries and a curve")
    case PictureError.outOfMemory(_, let bytes), FrameFileError.jpeg(_, .outOfMemory(let bytes)):
      .outOfMemory(path: path, bytes: bytes)
    case PictureError.lost(_, let reason), FrameFileError.jpeg(_, .lost(let reason)):
      .lost(path: path, reason: reason)
    case PictureError.io(_, _, let code), FrameFileError.io(_, _, let code):
      .unreadable(path: path, code: code)
    case PictureError.unsupported(let reason): .unsupported(path: path, reason: reason)
    case let error as PictureError: .damaged(path: path, reason: error.reason)
    case FrameFileError.jpeg(_, let error): .damaged(path: path, reason: error.description)
    default: .damaged(path: path, reason: "\(error)")
    }
  }
}
