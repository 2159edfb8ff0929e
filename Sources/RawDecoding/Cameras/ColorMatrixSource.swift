internal import Metadata

/// The sources of a photo's colours, best first.
public enum ColorMatrixSource: Sendable, Hashable, Codable {
  /// A stand-in for a matrix that nobody knows.
  public enum Guess: Sendable, Hashable, Codable {
    /// LibRaw's matrix for a camera whose name begins alike.
    case similarName
    /// Camera values are taken as linear sRGB.
    case sRGB
  }

  /// The file's own tags, those of a DNG.
  case dng
  /// Bromide's table of cameras.
  case table
  /// LibRaw's table, which lists this very model.
  case libraw
  /// The maker's own matrix in the file, from balanced camera values to sRGB.
  case file
  /// Nothing that was made for this camera.
  case guessed(Guess)
  /// Nothing to convert: a sensor without colour filters, or colours that the camera or LibRaw has made sRGB.
  case none

  /// As the report names it.
  public var name: String {
    switch self {
    case .dng: "dng"
    case .table: "table"
    case .libraw: "libraw"
    case .file: "file"
    case .guessed: "guessed"
    case .none: "none"
    }
  }
}

extension RawPhoto {
  /// A sentence about colours that are guessed, such as “colours of NIKON Z 99 are guessed: no matrix is known; …”; nil if
  /// they are not.
  public var guessedColors: String? {
    guard case .guessed(let guess) = matrixSource else { return nil }
    let camera = metadata.model ?? metadata.make ?? "an unnamed camera"
    let instead =
      switch guess {
      case .similarName: "Bromide uses LibRaw's matrix for a camera with a similar name"
      case .sRGB: "Bromide uses camera values as sRGB"
      }
    return "colours of \(camera) are guessed: no matrix is known; \(instead)"
  }
}
