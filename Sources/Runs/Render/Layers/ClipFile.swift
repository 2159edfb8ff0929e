public import BromideCodecs
public import BromidePhotos
internal import BromideSampling
internal import BromideSystem
public import BromideTimelines
public import BromideValues
public import SystemPackage

/// A clip: Y4M with a header, raw planes with a layout from the name or the user, or a video that
/// ffmpeg decodes.
public struct ClipFile: Sendable {
  private enum Frames: Sendable {
    case y4m(Y4MFile)
    case planes(RawPlaneFile)
    case film(VideoFile)
  }

  private let frames: Frames
  /// The orientation that the user set, or `nil`.
  private let givenOrientation: Orientation?
  /// The file.
  public let path: FilePath

  /// Opens a clip.
  ///
  /// - Parameters:
  ///   - settings: The layout of raw planes. Missing values come from the file name, such as
  ///     `take3_1280x720.nv12`.
  ///   - orientation: The orientation of the frames, or `nil` to use the file's.
  ///   - context: The means with which the file is opened.
  /// - Throws: `FrameError.input` if the file is not a clip or damaged, or if ffmpeg is missing.
  ///   `.unsupported` if the layout or size of raw planes is unknown, if the layout is set for
  ///   other files, and for pictures.
  public init(
    path: FilePath, _ settings: PlaneSettings = PlaneSettings(), orientation: Orientation? = nil,
    context: RunContext
  ) throws(FrameError) {
    self.path = path
    givenOrientation = orientation
    let start = (try? FileSystem.bytes(of: path, at: 0, count: 9)) ?? []
    let isY4M = start == Array(Y4MHeader.magic.utf8)
    let name = PlaneName(path)
    if !isY4M, try Self.isForFFmpeg(path, name, settings, context) {
      guard settings.isEmpty else {
        throw .unsupported(
          "\(path): a film records its layout; remove layout, input-size, offset and stride"
        )
      }
      frames = .film(
        try Self.filming(path) { () throws(Unreadable) in try VideoFile(path, for: .clip, context) }
      )
      return
    }
    if isY4M || settings.isEmpty && name.layout == nil {
      guard settings.isEmpty else {
        throw .unsupported(
          "\(path): a Y4M records its layout; remove layout, input-size, offset and stride"
        )
      }
      let file = try Self.reading(path) { () throws(FrameFileError) in try Y4MFile(path: path) }
      // If the file has no frame, its damage is the reason.
      if file.frameCount == 0, let damage = file.damage {
        throw .input(path: path, reason: "damaged: \(damage)")
      }
      frames = .y4m(file)
      return
    }
    let layout = try Self.layout(settings.layout, name, path)
    guard let size = settings.size ?? name.size else {
      let bytes = ((try? FileSystem.status(path).size) ?? 0) - settings.offset
      let fitting = RawPlanes.fittingSizes(fileByteCount: bytes, layout: layout)
        .prefix(6).map { "\($0.width)x\($0.height)" }
      throw .unsupported(
        "\(path): unknown frame size; set input-size WxH"
          + (fitting.isEmpty
            ? "" : "; sizes that fit \(layout.name): \(fitting.joined(separator: ", "))"))
    }
    frames = .planes(
      try Self.reading(path) { () throws(FrameFileError) in
        try RawPlaneFile(
          path: path, layout: layout, size: size, offset: settings.offset,
          stride: settings.stride)
      })
  }

  /// Whether a file is a clip if the user did not name its kind. Y4M and raw planes
  /// (`clip_1280x720.nv12`, `clip.yuv`) have typical names, and films a name or first bytes.
  public static func isClip(_ path: FilePath, context: RunContext) -> Bool {
    let kind = FileKind.of(path, context: context)
    return path.lowercasedExtension == "y4m" || kind.isFilm
      || [.y4m, .planes].contains(kind.reading)
  }

  private static func isForFFmpeg(
    _ path: FilePath, _ name: PlaneName, _ settings: PlaneSettings, _ context: RunContext
  ) throws(FrameError) -> Bool {
    let kind = FileKind.of(path, context: context)
    if kind.isFilm { return true }
    guard settings.isEmpty, name.layout == nil else { return false }
    switch kind.reading {
    case .video: return true
    case .png, .tiff, .jpeg, .jxl, .avif, .webp, .raw, .netpbm, .heif:
      throw .unsupported("\(path) is a picture and no clip; a source shows it as photo: FILE")
    case .y4m, .planes: return false
    // ffmpeg supports more formats than the names and first bytes identify.
    case .none: return path.lowercasedExtension != "y4m"
    }
  }

  private static func layout(
    _ given: String?, _ name: PlaneName, _ path: FilePath
  ) throws(FrameError) -> YCbCrLayout {
    if let given {
      guard let layout = YCbCrLayout(name: given) else {
        throw .unsupported(
          "\(path): layout “\(given)” is unknown; known are \(YCbCrLayout.all.map(\.name).joined(separator: ", "))"
        )
      }
      return layout
    }
    guard let layout = name.layout else {
      throw .unsupported("\(path): unknown layout; set layout")
    }
    return layout
  }

  private static func reading<Value>(
    _ path: FilePath, _ read: () throws(FrameFileError) -> Value
  ) throws(FrameError) -> Value {
    do throws(FrameFileError) { return try read() } catch {
      // Its text begins with the path, like the text of this error.
      var words = "\(error)"
      for (start, rest) in [("\(path): ", ""), ("\(path) ", "it ")] where words.hasPrefix(start) {
        words = rest + words.dropFirst(start.count)
        break
      }
      throw .input(path: path, reason: words)
    }
  }

  /// The size of an upright frame with square pixels.
  public var size: Size {
    // Like the developer, this stretches the shorter axis to make pixels square.
    let aspect = pixelAspect
    let size = Size(
      width: Int((Double(storedSize.width) * max(1, aspect)).rounded()),
      height: Int((Double(storedSize.height) / min(1, aspect)).rounded()))
    return orientation.upright(size)
  }

  /// The size of a stored frame, in pixels.
  public var storedSize: Size {
    switch frames {
    case .y4m(let file): file.header.size
    case .planes(let file): file.planes.size
    case .film(let file): file.facts.size
    }
  }

  /// The orientation of stored frames.
  public var orientation: Orientation {
    if let givenOrientation { return givenOrientation }
    guard case .film(let file) = frames else { return .upright }
    return file.facts.orientation
  }

  /// The width of a stored pixel divided by its height.
  public var pixelAspect: Double {
    guard case .film(let file) = frames else { return 1 }
    let aspect = file.facts.pixelAspect
    // The developer treats the same range as square.
    return abs(aspect - 1) < 0.005 || !(0.1...10).contains(aspect) ? 1 : aspect
  }

  /// The number of complete frames.
  public var frameCount: Int {
    switch frames {
    case .y4m(let file): file.frameCount
    case .planes(let file): file.frameCount
    case .film(let file): file.count
    }
  }

  /// Frames per second as a fraction, or `nil` if the file does not contain it.
  public var rate: (Int, Int)? {
    switch frames {
    case .y4m(let file): file.header.rate
    case .planes: nil
    case .film(let file): file.facts.rate
    }
  }

  /// The layout of samples in a frame.
  public var layout: YCbCrLayout {
    switch frames {
    case .y4m(let file): file.header.layout
    case .planes(let file): file.planes.layout
    case .film(let file): FlatFrame.applies(to: file) ? FlatFrame.layout : file.layout
    }
  }

  /// The colour tags in the file. Raw planes do not have any.
  public var tags: YCbCrProperties {
    switch frames {
    case .y4m(let file): file.header.tags
    case .planes: YCbCrProperties()
    case .film(let file): file.facts.tags
    }
  }

  /// Messages about the clip.
  public var remarks: [String] {
    guard case .film(let file) = frames else { return [] }
    return file.remarks
  }

  /// ffmpeg's name of the codec, or `nil` if Bromide reads the file.
  public var codec: String? {
    guard case .film(let file) = frames else { return nil }
    return file.facts.codec
  }

  /// A description for people: `96×64, 100 frames, 25 a second, h264, i420, matrix 709 (rule), …`.
  public var facts: String {
    let rate = rate.map { ", \($0.0)\($0.1 == 1 ? "" : "/\($0.1)") a second" } ?? ""
    return
      "\(size), \(frameCount) frames\(rate)\(codec.map { ", \($0) by ffmpeg" } ?? ""), \(layout.name)"
  }

  /// The problem after the last complete frame, or `nil` without damage.
  var damage: Y4MError? {
    guard case .y4m(let file) = frames else { return nil }
    return file.damage
  }

  /// Returns a frame. For Y4M and raw planes, the pixels are not read yet. For videos, they are
  /// decoded.
  ///
  /// - Throws: `FrameError.input`.
  func frame(_ index: Int) throws(FrameError) -> YCbCrFrame {
    switch frames {
    case .y4m(let file):
      try Self.reading(path) { () throws(FrameFileError) in try file.frame(index) }
    case .planes(let file):
      try Self.reading(path) { () throws(FrameFileError) in try file.frame(index) }
    case .film(let file):
      try Self.filming(path) { () throws(Unreadable) in
        let frame = try file.frame(index)
        return FlatFrame.applies(to: file) ? FlatFrame.of(frame) : frame
      }
    }
  }

  /// Releases the resources for reading frames.
  func close() {
    if case .film(let file) = frames { file.close() }
  }

  private static func filming<Value>(
    _ path: FilePath, _ read: () throws(Unreadable) -> Value
  ) throws(FrameError) -> Value {
    do throws(Unreadable) { return try read() } catch {
      throw .input(path: path, reason: error.reason)
    }
  }
}

extension Timeline {
  /// Creates a timeline for a single photo, folder or clip. A clip is identified by its name or
  /// content.
  public init(showing path: FilePath, context: RunContext) {
    self.init(source: path)
    if !FileSystem.isFolder(path), ClipFile.isClip(path, context: context) {
      sources = [TimelineSource(.clip(path))]
    }
  }
}
