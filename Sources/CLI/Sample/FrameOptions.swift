internal import ArgumentParser
internal import BromideCodecs
internal import BromideValues

/// The frames to sample, and the meaning of their codes.
struct FrameOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Frames to sample, such as 3,10-50:4,90- (default: first)",
      discussion: """
        The first frame is 0. Ranges include both ends.
        For standard input, the default is all frames.
        """,
      valueName: "list"),
    transform: FrameSelection.init)
  var frames: FrameSelection?

  @Option(
    help: ArgumentHelp("A single frame: its number, or last", valueName: "n"),
    transform: FrameSelection.one)
  var frame: FrameSelection?

  @Option(
    help: ArgumentHelp(
      "Average over the last N frames, or over a time such as 0.5s", valueName: "N|0.5s"),
    transform: FrameAverage.init)
  var average: FrameAverage?

  @Option(
    help: ArgumentHelp("Frame size of raw planes (default: from the file name)", valueName: "WxH"),
    transform: Self.size)
  var inputSize: Size?

  @Option(
    help: ArgumentHelp(
      "Layout of raw planes (default: from the file name)",
      discussion: "Use nv12, p010, i420, i010 and more, or ffmpeg's names.",
      valueName: "name"),
    completion: .list(YCbCrLayout.all.map(\.name)), transform: Self.layout)
  var layout: YCbCrLayout?

  @Option(help: ArgumentHelp("Bytes from one luma row to the next", valueName: "bytes"))
  var stride: Int?

  @Option(help: ArgumentHelp("Bytes before the first frame", valueName: "bytes"))
  var offset = 0

  @Option(
    help: ArgumentHelp(
      "Exif orientation of video frames, 1 to 8 (default: 1)",
      discussion: "6 turns frames clockwise by 90 degrees.",
      valueName: "1-8"),
    transform: Self.orientation)
  var orientation: Orientation?

  @Option(
    help: ArgumentHelp(
      "YCbCr matrix (default: from the file, or by frame size)",
      discussion: "One of 601, 709, 2020, 2020cl, 240m, fcc, ycgco, identity, or KR,KB.",
      valueName: "name"),
    completion: .list(YCbCrMatrix.named.map(\.name)), transform: Self.matrix)
  var matrix: YCbCrMatrix?

  @Option(
    help: ArgumentHelp(
      "Code range", of: Choice.names(YCbCrRange.self), standard: "from the file",
      note:
        "If the file does not contain it, video is limited and JPEG is full. tv and pc are aliases."
    ),
    completion: .list(Choice.names(YCbCrRange.self)), transform: Self.range)
  var range: YCbCrRange?

  @Option(
    help: ArgumentHelp(
      "Primaries of RGB or YCbCr, such as 709, 2020 or display-p3",
      discussion: """
        You can also use adobe-rgb and more names, or a number from H.273.
        Cameras and ACES: ap0, ap1, awg3, awg4, s-gamut3, s-gamut3-cine, v-gamut, cinema-gamut.
        """,
      valueName: "name"),
    transform: Self.primaries)
  var primaries: ColorPrimaries?

  @Option(
    help: ArgumentHelp(
      "Transfer function, such as srgb, 1886 or linear",
      discussion: """
        You can also use 709-camera, gamma22 and more names, or a number from H.273.
        Camera logs: \(LogCurve.allCases.map(\.rawValue).joined(separator: ", ")).
        """,
      valueName: "name"),
    transform: Self.transfer)
  var transfer: ColorTransfer?

  @Option(
    choice: "Chroma siting", standard: "from the file",
    note: "If the file does not contain it, video is left and JPEG is center.")
  var siting: ChromaSiting?

  @Option(choice: "Chroma interpolation", standard: "linear")
  var chroma: YCbCrConverter.Upsampling?

  @Flag(help: "Convert YCbCr in double precision")
  var exact = false

  mutating func validate() throws {
    if frames != nil, frame != nil { throw ValidationError("give --frames or --frame, not both") }
    if let stride, stride < 1 { throw ValidationError("--stride: expected 1 byte or more") }
    guard (0...1 << 60).contains(offset) else {
      throw ValidationError("--offset: expected 0 bytes or more")
    }
  }

  /// Names of the colour code options that were set.
  var given: [String] {
    [
      ("matrix", matrix != nil), ("range", range != nil), ("primaries", primaries != nil),
      ("transfer", transfer != nil), ("siting", siting != nil), ("chroma", chroma != nil),
      ("exact", exact),
    ].filter(\.1).map(\.0)
  }

  /// Names of the raw plane options that were set.
  var givenOfPlanes: [String] {
    [
      ("layout", layout != nil), ("input-size", inputSize != nil), ("stride", stride != nil),
      ("offset", offset != 0),
    ].filter(\.1).map(\.0)
  }

  /// The pixel properties that flags set.
  var choices: YCbCrProperties {
    YCbCrProperties(
      matrix: matrix, range: range, siting: siting, primaries: primaries, transfer: transfer)
  }

  static func size(_ text: String) throws -> Size {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
    guard sides.count == 2, sides.allSatisfy({ (1...100_000).contains($0) }) else {
      throw ValidationError("expected WIDTHxHEIGHT (1920x1080)")
    }
    return Size(width: sides[0], height: sides[1])
  }

  private static func orientation(_ text: String) throws -> Orientation {
    guard let orientation = Int(text).flatMap({ Orientation(rawValue: $0) }) else {
      throw ValidationError("expected a number of Exif's, from 1 (upright) to 8")
    }
    return orientation
  }

  static func layout(_ text: String) throws -> YCbCrLayout {
    try YCbCrLayout(name: text)
      ?? Choice.value(text, in: YCbCrLayout.all.map { ($0.name, $0) })
  }

  static func matrix(_ text: String) throws -> YCbCrMatrix {
    try YCbCrMatrix(name: text)
      ?? Choice.value(text, in: YCbCrMatrix.named.map { ($0.name, $0) })
  }

  static func range(_ text: String) throws -> YCbCrRange {
    try YCbCrRange(name: text) ?? Choice.value(text)
  }

  static func primaries(_ text: String) throws -> ColorPrimaries {
    try ColorPrimaries(name: text)
      ?? Choice.value(text, in: ColorPrimaries.all.map { ($0.name, $0) })
  }

  static func transfer(_ text: String) throws -> ColorTransfer {
    try ColorTransfer(name: text)
      ?? Choice.value(text, in: ColorTransfer.all.map { ($0.name, $0) })
  }
}
