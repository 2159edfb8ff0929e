public import BromideCodecs
public import BromideDevelop
public import BromidePhotos
public import BromideSampling
internal import BromideSystem
public import BromideValues
public import SystemPackage

/// Samples colours from a file: a raw photo, a PNG, a JPEG, a Y4M clip, or frames of raw planes.
///
/// Points are normalised, so a coordinate means the same point at every resolution.
public struct ColorSampler: Sendable {
  /// The interpretation of files. If a property is `nil`, the value in the file applies.
  public struct Options: Sendable {
    /// The settings for raw photos.
    public var recipe = DevelopRecipe()
    /// The light of raw photos. `.scene` is the linear light of the sensor, as in `bromide sample`.
    /// `.convert` is the colour after development with `recipe`.
    public var light = SampledLight.convert
    /// The policy for damaged files.
    public var damaged = DamagePolicy.fail
    /// The means to open files, such as your cameras.
    public var context = RunContext()
    /// The matrix of YCbCr.
    public var matrix: YCbCrMatrix?
    /// The range of YCbCr codes.
    public var range: YCbCrRange?
    /// The position of chroma samples.
    public var siting: ChromaSiting?
    /// The primaries of pictures and frames.
    public var primaries: ColorPrimaries?
    /// The transfer curve of pictures and frames.
    public var transfer: ColorTransfer?
    /// The interpolation of chroma. By default linear.
    public var chroma: YCbCrConverter.Upsampling?
    /// The orientation that makes video frames upright.
    public var orientation: Orientation?
    /// The layout of raw planes.
    public var layout: YCbCrLayout?
    /// The frame size of raw planes, in pixels.
    public var frameSize: Size?

    /// Uses the values in the file.
    public init() {}
  }

  /// The file's path.
  public let path: FilePath
  private let picture: OpenedPicture

  /// Opens a file at an exact path. Decodes a raw photo at once, and the frames of a clip later.
  ///
  /// - Throws: `BromideError` if Bromide cannot read the file or does not support its kind.
  public init(path: FilePath, options: Options = Options()) throws(BromideError) {
    try options.recipe.check()
    var settings = OpeningSettings(options.context)
    settings.photo.recipe = options.recipe
    settings.light = options.light
    settings.photo.loading.damaged = options.damaged
    settings.choices.matrix = options.matrix
    settings.choices.range = options.range
    settings.choices.siting = options.siting
    settings.choices.primaries = options.primaries
    settings.choices.transfer = options.transfer
    settings.upsampling = options.chroma
    settings.orientation = options.orientation
    settings.layout = options.layout
    settings.inputSize = options.frameSize
    do throws(OpeningError) {
      picture = try PictureOpener(settings: settings).find(path).open(.alone)
    } catch { throw BromideError(error, path) }
    self.path = path
    if options.damaged == .fail, let damage = picture.damage {
      throw BromideError(.damaged, path, damage)
    }
  }

  /// Opens a file. Decodes a raw photo at once, and the frames of a clip later.
  ///
  /// - Throws: `BromideError` if Bromide cannot read the file or does not support its kind.
  public init(contentsOf path: String, options: Options = Options()) throws(BromideError) {
    try self.init(path: FilePath(path), options: options)
  }

  /// The number of frames. A still picture has 1.
  public var frameCount: Int {
    switch picture.frames {
    case .still: 1
    case .clip(let count, _, _): count
    }
  }

  /// The damage in the file, or `nil` if it is intact.
  public var damage: String? { picture.damage }

  /// Sentences about problems that do not prevent sampling, such as damage or guessed colours.
  public var warnings: [String] {
    picture.damage.map { ["damaged: \($0)"] + others } ?? others
  }

  private var others: [String] { picture.warnings.map(\.text) }

  /// Everything that determined the colours, such as `matrix 709 (tag)`.
  public var facts: [String] { picture.facts.map(\.text) }

  /// Returns the colour at a point of a frame.
  ///
  /// - Parameters:
  ///   - point: The point in the upright picture.
  ///   - window: The pixels around the point to average. The default is a single pixel.
  ///   - frame: The frame, counted from 0.
  /// - Throws: `BromideError` if the point is outside the picture, the window is outside the range
  ///   of `SampleWindow.Side`, or the frame does not exist.
  public func color(
    at point: NormalizedPoint, window: SampleWindow = SampleWindow(), frame: Int = 0
  ) throws(BromideError) -> SampledColor {
    let sampler = try sampler(frame)
    var color: SampledColor
    do throws(SamplingError) {
      try window.check()
      color = SampledColor(
        try sampler.sample(at: point, window: window, scratch: sampler.makeScratch()))
    } catch { throw BromideError(error, path) }
    color.hasCodes = picture.reading != nil
    if let loss = picture.loss() { throw BromideError(.damaged, path, loss) }
    return color
  }

  private func sampler(_ frame: Int) throws(BromideError) -> PointSampler {
    guard (0..<frameCount).contains(frame) else {
      throw BromideError(.request, path, "it has no frame \(frame): there are \(frameCount)")
    }
    switch picture.frames {
    case .still(let sampler): return sampler
    case .clip(_, _, let read):
      guard let reading = picture.reading else {
        preconditionFailure("a clip says how its frames are read")
      }
      do {
        return reading.sampler(try read(frame))
      } catch let error as FrameFileError {
        throw BromideError(error)
      } catch {
        throw BromideError(.input, path, "\(error)")
      }
    }
  }
}
