public import Color
public import Develop
public import Pixels
internal import YCbCr

/// Samples colours out of anything: RGB pictures, YCbCr frames, raw photos.
///
/// Places are normalised and upright, so that a coordinate means the same place at every resolution. A sampler is a value
/// without state: any number of threads may sample one picture, each with a scratch of its own.
public struct PointSampler: Sendable {
  /// The picture that is sampled, as it is stored.
  public let pixels: SampledPixels
  /// What R′G′B′ of the pixels means.
  public let space: RGBSpace
  /// How the stored picture is turned to be upright.
  public let orientation: Orientation
  /// Of a frame, which `pixels` keeps alive; nil for other pictures.
  let frameReader: YCbCrPixelReader?

  /// - Parameter space: For raws, whose light is read before any encoding, it is chosen by the sampler.
  public init(_ pixels: SampledPixels, space: RGBSpace, orientation: Orientation = .upright) {
    self.pixels = pixels
    self.orientation = orientation
    if case .raw = pixels { self.space = RawPixels.space } else { self.space = space }
    if case .frame(let frame, let converter) = pixels {
      frameReader = YCbCrPixelReader(frame, converter)
    } else {
      frameReader = nil
    }
  }

  /// A raw photo, turned upright as it says.
  public init(
    raw source: DevelopSource, recipe: DevelopRecipe
  ) throws(DevelopError) {
    self.init(
      .raw(try RawPixels(source, recipe: recipe)), space: .rec2020,
      orientation: source.orientation)
  }

  /// The upright size.
  public var size: Size { orientation.upright(pixels.size) }

  /// R′G′B′ of the pixel at a place, nominally 0…1: one pixel is converted, nothing allocated.
  ///
  /// - Throws: `.outside` beyond 0…1.
  /// - Precondition: The picture is no raw.
  @inline(__always)
  public func rgb(at point: NormalizedPoint) throws(SamplingError) -> SIMD3<Double> {
    guard point.isInside else { throw .outside(point) }
    let (x, y) = point.stored(orientation).pixel(in: pixels.size)
    return encoded(x: x, y: y)
  }

  /// Linear light of the pixel at a place, in `space`'s primaries.
  ///
  /// - Throws: `.outside` beyond 0…1.
  /// - Precondition: The picture is no raw.
  public func light(at point: NormalizedPoint) throws(SamplingError) -> SIMD3<Double> {
    space.transfer.decode(try rgb(at: point))
  }

  /// What one thread works in.
  public func makeScratch() -> Scratch { Scratch() }

  /// Working memory for one thread; it serves the sampler that made it.
  public final class Scratch {
    private var reader: PixelReader?
    private var width = 0

    init() {}

    func reader(of raw: RawPixels, width: Int) -> PixelReader {
      if let reader, width <= self.width { return reader }
      self.width = width
      let made = PixelReader(raw.developer, maximumWidth: width)
      reader = made
      return made
    }
  }
}
