internal import ArgumentParser
internal import BromideCodecs
internal import BromidePhotos
internal import BromideRuns
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage

/// The sample layout and colour codes of clips.
struct ClipOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Layout of raw planes (default: from the file name)",
      discussion: "Use nv12, p010, i420, i010 and more, or ffmpeg's names.",
      valueName: "name"),
    completion: .list(YCbCrLayout.all.map(\.name)), transform: FrameOptions.layout)
  var layout: YCbCrLayout?

  @Option(
    help: ArgumentHelp("Frame size of raw planes (default: from the file name)", valueName: "WxH"),
    transform: FrameOptions.size)
  var inputSize: Size?

  @Option(
    help: ArgumentHelp("Bytes from one luma row of raw planes to the next", valueName: "bytes"))
  var stride: Int?

  @Option(
    help: ArgumentHelp(
      "Bytes before the first frame of raw planes (default: 0)", valueName: "bytes"))
  var offset: Int?

  @Option(
    help: ArgumentHelp(
      "YCbCr matrix of clips (default: from the timeline, or the file)",
      discussion: """
        One of 601, 709, 2020, 2020cl, 240m, fcc, ycgco, identity, or KR,KB.
        If the timeline and the file do not set it, the frame size does.
        """,
      valueName: "name"),
    completion: .list(YCbCrMatrix.named.map(\.name)), transform: FrameOptions.matrix)
  var matrix: YCbCrMatrix?

  @Option(
    help: ArgumentHelp(
      "Code range", of: Choice.names(YCbCrRange.self),
      standard: "from the timeline, or the file",
      note: "If the timeline and the file do not set it, clips are limited."),
    completion: .list(Choice.names(YCbCrRange.self)), transform: FrameOptions.range)
  var range: YCbCrRange?

  @Option(
    help: ArgumentHelp(
      "Primaries of clips, such as 709, 2020 or display-p3",
      discussion: "You can also use adobe-rgb and more names, or a number from H.273.",
      valueName: "name"),
    transform: FrameOptions.primaries)
  var primaries: ColorPrimaries?

  @Option(
    choice: "Chroma siting of clips", standard: "from the timeline, or the file",
    note: "If the timeline and the file do not set it, clips are left.")
  var siting: ChromaSiting?

  @Option(choice: "Chroma interpolation of clips", standard: "from the timeline, or linear")
  var chroma: YCbCrConverter.Upsampling?

  @Option(
    help: ArgumentHelp(
      "Transfer function of clips, such as srgb, 1886 or linear",
      discussion: "You can also use 709-camera, gamma22 and more names, or a number from H.273.",
      valueName: "name"),
    transform: FrameOptions.transfer)
  var transfer: ColorTransfer?

  mutating func validate() throws {
    if let offset, offset < 0 { throw ValidationError("--offset counts bytes from 0") }
    if let stride, stride < 1 { throw ValidationError("--stride counts bytes from 1") }
  }

  /// The names of the options that were set.
  private var given: [String] {
    [
      ("layout", layout != nil), ("input-size", inputSize != nil), ("stride", stride != nil),
      ("offset", offset != nil), ("matrix", matrix != nil), ("range", range != nil),
      ("primaries", primaries != nil), ("siting", siting != nil), ("chroma", chroma != nil),
      ("transfer", transfer != nil),
    ].filter(\.1).map(\.0)
  }

  /// Returns whether a path that is not a document is a clip.
  func isClip(_ path: FilePath, _ context: RunContext) -> Bool {
    layout != nil || ClipFile.isClip(path, context: context)
  }

  /// Applies the options to the clips of a timeline.
  func apply(to timeline: inout Timeline) throws(UsageError) {
    var isUsed = false
    for index in timeline.sources.indices {
      guard case .clip = timeline.sources[index].content else { continue }
      isUsed = true
      var source = timeline.sources[index]
      source.planes.layout = layout?.name ?? source.planes.layout
      source.planes.size = inputSize ?? source.planes.size
      source.planes.stride = stride ?? source.planes.stride
      source.planes.offset = offset ?? source.planes.offset
      source.coding.matrix = matrix ?? source.coding.matrix
      source.coding.range = range ?? source.coding.range
      source.coding.primaries = primaries ?? source.coding.primaries
      source.coding.siting = siting ?? source.coding.siting
      source.coding.transfer = transfer ?? source.coding.transfer
      source.chroma = chroma ?? source.chroma
      timeline.sources[index] = source
    }
    if !isUsed, let name = given.first {
      throw UsageError("--\(name) requires a clip, and no source is a clip; remove it")
    }
  }
}

extension Timeline {
  /// Returns the frame rate in a clip or a folder of rendered frames, if it is rendered without a
  /// document.
  func clipRate(_ context: RunContext) -> FrameRate? {
    guard path == nil else { return nil }
    if case .sequence(let list)? = sources.first?.content, list.paths.count == 1 {
      return FrameRate(ofFrames: list.paths[0])
    }
    guard case .clip(let path)? = sources.first?.content,
      let rate = try? ClipFile(path: path, context: context).rate, rate.0 > 0, rate.1 > 0
    else { return nil }
    return FrameRate(rate.0, rate.1)
  }
}
