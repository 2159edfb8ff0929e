internal import BromideSampling
internal import BromideValues

enum AnswerFormat: String, Sendable, Hashable, CaseIterable {
  case text, csv, json
  /// Palettes contain only colours, in sRGB.
  case gpl, ase, css

  /// The palette format, or `nil` for formats with one sample per line.
  var palette: PaletteFile.Form? { PaletteFile.Form(rawValue: rawValue) }
}

/// All settings for sampling. They are the same for all inputs.
struct SampleSettings: Sendable {
  var request: PlaceRequest
  /// The window around a point, or `nil` to use one pixel, or most of a patch for charts.
  var window: SampleWindow?
  /// The picture to compare with, or `nil` without one.
  var against: ComparedPicture?
  /// Maximum accepted difference, or `nil` to accept any.
  var tolerance: Double?
  /// The formula of differences.
  var difference: ColorDifference
  var spaces: [SampleSpace]
  /// Whether encoded numbers can be outside 0…255.
  var isUnclipped: Bool
  /// The source of hexadecimal codes.
  var hexSource: HexSource
  var columns: [SampleColumn]
  var format: AnswerFormat
  /// Whether text shows patches of colour.
  var showsColor: Bool
  var compares: Bool
  /// The sheet of swatches to draw, or `nil` without one.
  var swatch: AnswerPicture?
  /// The plot of courses to draw, or `nil` without one.
  var plot: SamplePlot?
  /// The plot of a histogram to draw, or `nil` without one.
  var histogramPlot: AnswerPicture?
  /// The scopes to draw.
  var scopes: [ScopePicture]
  /// The picture of exposure to draw, or `nil` without one.
  var falseColor: AnswerPicture?
  var frames: FrameSelection?
  var average: FrameAverage?
  /// The settings for opening inputs.
  var opening: OpeningSettings

  /// Options that work only with some inputs.
  var given: GivenOptions

  /// Whether statistics need the single pixels of windows.
  var needsPixels: Bool {
    request.chart != nil || columns.contains { $0.isSpread || $0 == .gamut || $0 == .evenness }
  }

  /// Whether to compare colours with known ones.
  var comparesColors: Bool { against != nil || request.chart != nil }

  /// Returns the readout of a space for a picture in another space.
  func readout(_ space: SampleSpace, from source: RGBSpace) -> SampleReadout {
    SampleReadout(
      space, from: source, isUnclipped: isUnclipped, hexOfCodes: hexSource == .codes)
  }

  /// The space for `gamut`: the first RGB space printed, otherwise sRGB.
  ///
  /// - Parameter own: The picture's, for `rgb`.
  func gamut(own: RGBSpace) -> RGBSpace {
    for space in spaces {
      switch space {
      case .encoded(let space), .light(let space): return space
      case .rgb: return own
      default: continue
      }
    }
    return .srgb
  }
}

/// The source of `#rrggbb`.
enum HexSource: String, Sendable, Hashable, CaseIterable {
  /// The colour, in sRGB.
  case colour
  /// The picture's R′G′B′ codes, which players and editors show without conversion.
  case codes
}
