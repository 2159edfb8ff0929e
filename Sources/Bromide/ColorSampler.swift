public import BromideCodecs
public import BromideDevelop
public import BromidePhotos
public import BromideSampling
internal import BromideSystem
public import BromideValues
public import SystemPackage

/// Samples colours from a file: a raw photo, a PNG, a JPEG, a Y4M clip, or frames of raw planes.
///
/// Places are normalised, so a coordinate means the same place at every resolution.
public struct ColorSampler: Sendable {
  /// How files are understood; each property that is nil is as the file states it.
  public struct Options: Sendable {
    /// How raw photos are developed.
    public var recipe = DevelopRecipe()
    /// The light of raw photos: `.scene` is the linear light that the sensor recorded, as in `bromide sample`. `.convert` is the
    /// colour that developing with `recipe` gives.
    public var light = SampledLight.convert
    /// The treatment of damaged files.
    public var damaged = DamagePolicy.fail
    /// The matrix of YCbCr.
    public var matrix: YCbCrMatrix?
    /// The range of YCbCr codes.
    public var range: YCbCrRange?
    /// The layout of raw planes.
    public var layout: YCbCrLayout?
    /// The frame size of raw planes, in pixels.
    public var frameSize: Size?

    /// Everything as the file states it.
    public init() {}
  }

  /// The file's path.
  public let path: FilePath
  private let picture: OpenedPicture

  /// Opens a file at an exact path. A raw photo is decoded, a clip is read frame by frame later.
  ///
  /// - Throws: `BromideError` if the file cannot be read or is of another kind.
  public init(path: FilePath, options: Options = Options()) throws(BromideError) {
    var settings = OpeningSettings()
    settings.photo.recipe = options.recipe
    settings.light = options.light
    settings.photo.loading.damaged = options.damaged
    settings.statement.matrix = options.matrix
    settings.statement.range = options.range
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

  /// Opens a file. A raw photo is decoded, a clip is read frame by frame later.
  ///
  /// - Throws: `BromideError` if the file cannot be read or is of another kind.
  public init(contentsOf path: String, options: Options = Options()) throws(BromideError) {
    try self.init(path: FilePath(path), options: options)
  }

  /// Number of frames: 1 for a still picture.
  public var frameCount: Int {
    switch picture.frames {
    case .still: 1
    case .clip(let count, _, _): count
    }
  }

  /// The damage found in the file; nil if it is sound.
  public var damage: String? { picture.damage }

  /// Sentences about problems that do not prevent sampling, such as guessed colours.
  public var warnings: [String] { picture.warnings.map(\.text) }

  /// Everything that determined the colours, such as `matrix 709 (tag)`.
  public var facts: [String] { picture.facts.map(\.text) }

  /// The colour at a place of a frame.
  ///
  /// - Parameters:
  ///   - point: The place in the upright picture.
  ///   - window: The pixels around the place that count; the single pixel there by default.
  ///   - frame: The frame, counted from 0.
  /// - Throws: `BromideError` if the place is outside the picture, or there is no such frame.
  public func color(
    at point: NormalizedPoint, window: SampleWindow = SampleWindow(), frame: Int = 0
  ) throws(BromideError) -> SampledColor {
    let sampler = try sampler(frame)
    var color: SampledColor
    do throws(SamplingError) {
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
