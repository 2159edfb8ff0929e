internal import Sampling

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
  /// How inputs are opened.
  var opening: OpeningSettings

  /// Whether statistics need the single pixels of windows.
  var needsPixels: Bool { columns.contains { $0.isSpread } }
}
