internal import Color
internal import Pixels
internal import Sampling

enum AnswerFormat: String, Sendable, Hashable, CaseIterable {
  case text, csv, json
  /// Palettes: the colours alone, in sRGB.
  case gpl, ase, css

  /// The form of a palette; nil for what states samples line by line.
  var palette: PaletteFile.Form? {
    switch self {
    case .gpl: .gpl
    case .ase: .ase
    case .css: .css
    case .text, .csv, .json: nil
    }
  }
}

/// Everything that determines samples, the same for all inputs.
struct SampleSettings: Sendable {
  var request: PlaceRequest
  /// The pixels around a place; nil for the single pixel there, and for most of a chart's patch.
  var window: SampleWindow?
  /// The picture that colours are compared with; nil for none.
  var against: ComparedPicture?
  /// The largest difference that is no failure; nil for any.
  var tolerance: Double?
  /// The formula of differences.
  var difference: ColorDifference
  var spaces: [SampleSpace]
  /// Whether encoded numbers stay as they are beyond 0…255.
  var isUnclipped: Bool
  /// What hexadecimal codes state.
  var hexSource: HexSource
  var columns: [SampleColumn]
  var format: AnswerFormat
  /// Whether text shows patches of colour.
  var showsColor: Bool
  var compares: Bool
  /// The sheet of swatches to draw, or nil.
  var swatch: SwatchPicture?
  /// The plot of courses to draw, or nil.
  var plot: SamplePlot?
  /// The plot of a histogram to draw, or nil.
  var histogramPlot: AnswerPicture?
  /// The scopes to draw.
  var scopes: [ScopePicture]
  /// The picture of exposure to draw, or nil.
  var falseColor: FalseColorPicture?
  var frames: FrameSelection?
  var average: FrameAverage?
  /// How inputs are opened.
  var opening: OpeningSettings

  /// Options that only some inputs leave something to work on.
  var given: GivenOptions

  /// Whether statistics need the single pixels of windows.
  var needsPixels: Bool {
    request.chart != nil || columns.contains { $0.isSpread || $0 == .gamut || $0 == .evenness }
  }

  /// Whether colours are compared with known ones.
  var comparesColors: Bool { against != nil || request.chart != nil }

  /// The readout of a space for a picture of the given space.
  func readout(_ space: SampleSpace, from source: RGBSpace) -> SampleReadout {
    SampleReadout(
      space, from: source, isUnclipped: isUnclipped, hexOfCodes: hexSource == .codes)
  }

  /// The space whose gamut is meant: the first RGB space printed, else sRGB.
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

/// What `#rrggbb` states.
enum HexSource: String, Sendable, Hashable, CaseIterable {
  /// The colour, in sRGB.
  case colour
  /// The picture's own R′G′B′, which players and editors show without a conversion.
  case codes
}
