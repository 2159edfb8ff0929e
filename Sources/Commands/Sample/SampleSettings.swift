internal import Color
internal import Pixels
internal import Sampling
internal import YCbCr

/// Which pixels of a raw are sampled.
enum RawSourceChoice: String, Sendable, Hashable, CaseIterable {
  /// The sensor's.
  case auto
  case raw
  /// The sensor's, four sites a pixel.
  case half
  /// Those of the JPEG that the camera made.
  case preview
}

enum AnswerFormat: String, Sendable, Hashable, CaseIterable {
  case text, csv, json
}

/// Everything that decides what a sample says, the same for all inputs.
struct SampleSettings: Sendable {
  var places: [SamplePlace]
  var window: SampleWindow
  var spaces: [SampleSpace]
  var columns: [SampleColumn]
  var format: AnswerFormat
  /// Whether text shows patches of colour.
  var showsColor: Bool
  var compares: Bool
  /// A sheet of swatches to draw; nil for none.
  var swatch: SwatchPicture?
  var frames: FrameSelection?
  var average: FrameAverage?
  /// What flags state of RGB and YCbCr.
  var statement: YCbCrStatement
  /// nil: linear, by rule.
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

  /// Whether windows' pixels are looked at one by one.
  var needsPixels: Bool { columns.contains { $0.isSpread } }
}

/// One thing that decided how a colour was computed, and where it came from.
struct Fact: Sendable, Hashable {
  var name: String
  var value: String
  /// `flag`, `tag`, `rule`, or what exactly said it.
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

/// Why an input gives no samples, without its name.
struct SampleFailure: Error, Sendable, Hashable {
  var reason: String

  init(_ reason: String) { self.reason = reason }
}
