internal import BromideCodecs

/// The sources of a photo's colours, best first.
public enum ColorMatrixSource: Sendable, Hashable, Codable {
  /// A replacement for an unknown matrix.
  public enum Guess: Sendable, Hashable, Codable {
    /// LibRaw's matrix for a camera with the same beginning of the name.
    case similarName
    /// Camera values are treated as linear sRGB.
    case sRGB
  }

  /// The tags of a DNG.
  case dng
  /// Bromide's table of cameras.
  case table
  /// LibRaw's table, which lists this exact model.
  case libraw
  /// The maker's matrix in the file, from balanced camera values to sRGB.
  case file
  /// A guess that was not made for this camera.
  case guessed(Guess)
  /// No conversion: a sensor without colour filters, or colours that are already sRGB from the
  /// camera or LibRaw.
  case none

  /// The name in the report.
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
  /// A sentence about guessed colours, for example “colours of NIKON Z 99 are guessed: no matrix is
  /// known; …”, or `nil`.
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
