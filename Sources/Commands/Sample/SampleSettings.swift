internal import Color
internal import Pixels
internal import Sampling
internal import YCbCr

/// The pixels of a raw photo that are sampled.
enum RawSourceChoice: String, Sendable, Hashable, CaseIterable {
  /// The sensor's, as for `raw`.
  case auto
  case raw
  /// The sensor's, with four sites for each pixel.
  case half
  /// Those of the JPEG preview that the camera made.
  case preview
}

enum AnswerFormat: String, Sendable, Hashable, CaseIterable {
  case text, csv, json
}

/// Everything that determines samples, the same for all inputs.
struct SampleSettings: Sendable {
  var places: [SamplePlace]
  var window: SampleWindow
  var spaces: [SampleSpace]
  var columns: [SampleColumn]
  var format: AnswerFormat
  /// Whether text shows patches of colour.
  var showsColor: Bool
  var compares: Bool
  /// The sheet of swatches to draw, or nil.
  var swatch: SwatchPicture?
  var frames: FrameSelection?
  var average: FrameAverage?
  /// The properties of RGB and YCbCr that flags state.
  var statement: YCbCrStatement
  /// The interpolation of chroma, or nil for the default, linear.
  var upsampling: YCbCrConverter.Upsampling?
  var isExact: Bool
  var inputSize: Size?
  var layout: YCbCrLayout?
  var stride: Int?
  var offset: Int
  var rawSource: RawSourceChoice
  /// How raws are developed.
  var develop: PhotoSettings
  /// Names of developing options that were given.
  var developFlags: Set<String>

  /// Whether statistics need the single pixels of windows.
  var needsPixels: Bool { columns.contains { $0.isSpread } }
}

/// Something that determined how a colour was computed, and its source.
struct Fact: Sendable, Hashable {
  var name: String
  var value: String
  /// `flag`, `tag` or `rule`, with more detail where it helps.
  var source: String

  init(_ name: String, _ value: String, _ source: String) {
    self.name = name
    self.value = value
    self.source = source
  }

  init<Value>(_ name: String, _ stated: Stated<Value>, _ text: (Value) -> String) {
    self.init(name, text(stated.value), stated.source.rawValue)
  }

  var text: String { "\(name) \(value) (\(source))" }
}
