public import BromideCodecs
internal import BromideDevelop
internal import BromideKernels
internal import BromidePhotos
internal import BromideSampling
public import BromideSystem
public import BromideTimelines
public import BromideValues
public import SystemPackage

/// Shows the frames of a clip: Y4M, raw planes, or a video that ffmpeg decodes.
///
/// The frames are finished pictures. Their tags and the rules for video determine the conversion to
/// R′G′B′ and then to 16-bit linear light. They are developed like a camera's picture with the
/// clip's primaries, without a tone curve. So all filters work, but the settings for sensor values
/// have no effect.
public final class ClipMaker: LayerMaker {
  /// The number of frames, at least 1.
  public let frameCount: Int
  /// The size of an upright frame, in pixels.
  public var size: Size { file.size }
  private let form: FrameForm
  private let content: InputContent
  /// The meaning of the codes, for the frames' identity.
  private let meaning: String
  private let file: ClipFile
  private let profile: CameraProfile
  private let converter: YCbCrConverter
  private let light: FinishedLight
  private let warnings: [Warning]
  /// The description of the clip, for the manifest.
  public let clipFacts: String?

  /// Creates the maker.
  ///
  /// - Parameters:
  ///   - coding: The meaning of the codes, which replaces the file's tags.
  ///   - planes: The layout of samples in a file without a header.
  ///   - chroma: The interpolation of chroma.
  ///   - orientation: The orientation of the frames, or `nil` to use the file's.
  /// - Throws: `FrameError.input` if the file is not a clip, damaged, or in PQ or HLG with strict
  ///   settings, and `.unsupported` if the recipe has a setting that finished pictures do not
  ///   support.
  public init(
    _ path: FilePath, coding: YCbCrProperties = YCbCrProperties(),
    planes: PlaneSettings = PlaneSettings(), chroma: YCbCrConverter.Upsampling = .linear,
    orientation: Orientation? = nil, form: FrameForm
  ) throws(FrameError) {
    let recipe = form.settings.photo.recipe
    let rejected =
      form.settings.photo.balancePlace != nil || ![.camera, .auto].contains(recipe.whiteBalance)
      ? "white-balance; temperature and tint move the light of a finished picture"
      : recipe.highlightMode == .blend ? "highlight-mode" : nil
    if let rejected {
      throw .unsupported("\(path): a clip's pictures are finished and have no \(rejected)")
    }
    file = try ClipFile(
      path: path, planes, orientation: orientation, context: form.settings.context)
    if let damage = file.damage { throw .input(path: path, reason: "\(damage)") }
    guard file.frameCount > 0 else { throw .input(path: path, reason: "it has no frame") }
    frameCount = file.frameCount
    content = InputContent(path)
    guard !file.layout.hasAlpha else {
      throw .unsupported(
        "\(path): \(file.layout.name) has opacities, which clips do not show; convert it to a layout without them"
      )
    }
    guard !file.layout.isRGB || coding.matrix == nil else {
      throw .unsupported("\(path): matrix is for YCbCr, and \(file.layout.name) holds RGB")
    }
    let description = file.description(coding)
    let shape =
      file.orientation == .upright && file.pixelAspect == 1
      ? "" : " \(file.orientation) \(file.pixelAspect)"
    meaning =
      (planes.isEmpty ? "\(description)" : "\(description) \(planes)") + shape
      + (chroma == .linear ? "" : " \(chroma)")
    converter = YCbCrConverter(
      coding: description.coding(depth: file.layout.depth), siting: description.siting.value,
      layout: file.layout, output: .rgb16, upsampling: chroma,
      instructionSet: form.instructionSet)
    let space = description.space.value
    guard space.transfer.log == nil else {
      throw .unsupported(
        "\(path): its \(description.transfer.value.name) light reaches far above a picture's white; convert it to SDR first, for example with a look table in ffmpeg's lut3d"
      )
    }
    light = FinishedLight(space)
    let toneMapping = space.toneMapping
    if let toneMapping, form.settings.photo.loading.rejectsGuessedColors {
      throw .input(path: path, reason: toneMapping)
    }
    clipFacts = [file.facts, toneMapping].compactMap(\.self).joined(separator: ", ")
    warnings =
      form.settings.photo.tableWarnings + [file.lightWarning(coding)].compactMap(\.self)
    profile = CameraProfile(
      calibrations: [.init(illuminant: space.white, colorMatrix: space.fromXYZ)],
      asShotMultipliers: SIMD3(1, 1, 1))
    var linear = form
    linear.settings.photo.recipe.tone = .linear
    self.form = linear
  }

  /// See ``LayerMaker``.
  public func inputs(of layer: ScheduledLayer) -> [FilePath] { [content.path] }

  /// See ``LayerMaker``.
  public func identity(of layer: ScheduledLayer) throws(FrameError) -> String {
    try "clip \(content.hash()) \(meaning) \(layer.photo) \(form.identity(layer.filters))"
  }

  /// See ``LayerMaker``.
  public func memory(of layer: ScheduledLayer) -> Int {
    file.storedSize.area * 6
      + form.recipe(layer.filters).filterPassMemory(pixels: file.storedSize.area)
  }

  /// See ``LayerMaker``.
  public func open(_ crew: Crew) {}

  /// See ``LayerMaker``.
  public func close() { file.close() }

  /// See ``LayerMaker``.
  public func picture(
    of layer: ScheduledLayer, scratch: FrameScratch
  ) throws(FrameError) -> any LayerPicture {
    let decoding = Stopwatch()
    let frame = try file.frame(layer.photo)
    var image = converter.image(frame, of: UInt16.self)
    unsafe image.withUnsafeMutableSamples { samples in unsafe light.convert(samples) }
    Trace.note("decode", content.path.data, decoding)
    let source = DevelopSource(
      image: .linear(LinearImage(samples: image.plane, channels: 3, white: 65535)),
      profile: profile, defaultCrop: Region(image.size), orientation: file.orientation,
      pixelAspect: file.pixelAspect)
    var recipe = form.recipe(layer.filters)
    // The highest codes of a finished picture are white, not clipped light.
    recipe.highlightMode = .clip
    // The clip's frames are already rounded.
    recipe.dither = nil
    let developer = try form.developing { () throws(DevelopError) in
      try Developer(source, recipe: recipe, instructionSet: form.instructionSet)
    }
    return DevelopedLayer(developer, warnings: warnings)
  }
}
