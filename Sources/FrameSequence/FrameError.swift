public import Develop
public import PNGCoding

/// Why a frame could not be made.
public enum FrameError: Error, Sendable, Hashable {
  /// Its recipe does not fit the photo.
  case develop(DevelopError)
  /// It could not be written.
  case write(PNGError)
}
