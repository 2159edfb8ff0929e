internal import BromideCodecs
public import BromideDevelop
public import BromideValues

/// Samples colours from RGB pictures, YCbCr frames and raw photos.
///
/// Points are normalised and upright, so that a coordinate means the same point at every
/// resolution. A sampler is a value without state: any number of threads can sample one picture,
/// each with separate scratch.
public struct PointSampler: Sendable {
  /// The picture as stored, or the part that is kept.
  public let pixels: SampledPixels
  /// The part of the picture in `pixels`, which is the only part that you can sample, or `nil` for
  /// the entire picture.
  let part: PicturePart?
  /// The colour space of the pixels' R′G′B′.
  public let space: RGBSpace
  /// The orientation that makes the stored picture upright.
  public let orientation: Orientation
  /// Code value of black in integer pictures.
  let black: Double
  /// Number of code values from black to white in integer pictures.
  let extent: Double
  /// The code of an opaque pixel in integer pictures.
  let opaque: Double
  /// The effect of alpha on samples.
  let alphaUse: AlphaUse
  /// From R′G′B′ to light.
  let signal: SignalLight
  /// Whether the picture has an alpha channel. Stored, as a look at `pixels` counts its references,
  /// 50 ns a pixel.
  let hasAlpha: Bool
  /// The minimum code value of a clipped channel: half a code below the largest. Stored like
  /// `hasAlpha`.
  let clippedFrom: Double
  /// The reader of a frame, which `pixels` keeps alive, or `nil` for other pictures.
  let frameReader: YCbCrPixelReader?

  /// - Parameter space: The colour space of the pixels. It is ignored for raws, because their light
  ///   is read before any encoding.
  /// - Parameter range: The meaning of RGB integers. It is ignored for other pictures.
  /// - Parameter white: The code of white and of opaque pixels in full-range integer pictures, or
  ///   `nil` for the largest code.
  public init(
    _ pixels: SampledPixels, space: RGBSpace, orientation: Orientation = .upright,
    range: YCbCrRange = .full, alpha: AlphaUse = .weight, white: Int? = nil
  ) {
    self.init(
      pixels, part: nil, space: space, orientation: orientation, range: range, alpha: alpha,
      white: white)
  }

  /// - Parameter part: The part of a picture in `pixels`, which is the only part that you can
  ///   sample, or `nil` for a complete picture.
  init(
    _ pixels: SampledPixels, part: PicturePart?, space: RGBSpace, orientation: Orientation,
    range: YCbCrRange = .full, alpha: AlphaUse, white: Int? = nil
  ) {
    self.pixels = pixels
    self.part = part
    self.orientation = orientation
    alphaUse = alpha
    let depth = if case .sixteen = pixels { 16 } else { 8 }
    (black, extent) =
      range == .full
      ? (0, Double(white ?? 1 << depth - 1))
      : (Double(16 << (depth - 8)), Double(219 << (depth - 8)))
    opaque = Double(white ?? 1 << depth - 1)
    let own = if case .raw = pixels { RawPixels.space } else { space }
    self.space = own
    signal = SignalLight(own)
    hasAlpha = Self.hasAlpha(pixels)
    clippedFrom = Self.clippedFrom(pixels, extent: extent)
    if case .frame(let frame, let converter) = pixels {
      frameReader = YCbCrPixelReader(frame, converter)
    } else {
      frameReader = nil
    }
  }

  /// Creates a sampler of a raw photo, rotated upright by its metadata.
  public init(
    raw source: DevelopSource, recipe: DevelopRecipe, light: SampledLight = .convert
  ) throws(DevelopError) {
    self.init(
      .raw(try RawPixels(source, recipe: recipe, light: light)), space: .rec2020,
      orientation: source.orientation)
  }

  private static func hasAlpha(_ pixels: SampledPixels) -> Bool {
    switch pixels {
    case .eight(let image): image.channels.isMultiple(of: 2)
    case .sixteen(let image): image.channels.isMultiple(of: 2)
    case .float(let image): image.channels.isMultiple(of: 2)
    case .frame(let frame, _): frame.layout.hasAlpha
    case .raw: false
    }
  }

  /// The size of the stored picture. Only a part of it can be kept.
  var storedSize: Size { part?.whole ?? pixels.size }

  /// The size of the upright picture.
  public var size: Size { orientation.upright(storedSize) }

  /// Returns R′G′B′ of the pixel at a point, nominally 0…1. It converts a single pixel without
  /// allocation.
  ///
  /// - Throws: `.outside` outside 0…1.
  /// - Precondition: The picture is not a raw.
  @inline(__always)
  public func rgb(at point: NormalizedPoint) throws(SamplingError) -> SIMD3<Double> {
    guard point.isInside else { throw .outside(point) }
    let (x, y) = point.storedPixel(orientation, in: storedSize)
    return encoded(x: x, y: y)
  }

  /// Returns linear light of the pixel at a point, in `space`'s primaries.
  ///
  /// - Throws: `.outside` outside 0…1.
  /// - Precondition: The picture is not a raw.
  public func light(at point: NormalizedPoint) throws(SamplingError) -> SIMD3<Double> {
    signal.light(of: try rgb(at: point))
  }

  /// Whether developing the picture compresses colours outside its space rather than clips them.
  var compressesGamut: Bool {
    guard case .raw(let raw) = pixels else { return false }
    return raw.recipe.rendering?.compressesGamut == true
  }

  /// Whether a sample so far needed a measurement of the entire photo: clipped light to recover, or
  /// an unknown exposure.
  package var dependsOnWholePhoto: Bool {
    guard case .raw(let raw) = pixels else { return false }
    return raw.source.measures.hasHighlightField || raw.source.lacksExposure(for: raw.recipe)
  }

  /// Creates the working memory for one thread.
  ///
  /// - Parameter planned: The approximate number of pixels to read. A table of the curve makes many
  ///   pixels faster. Samples with and without it agree to 10⁻⁸.
  public func makeScratch(planned: Int = 0) -> Scratch { Scratch(planned: planned) }

  /// Working memory for one thread. Use it only with the sampler that created it.
  public final class Scratch {
    private var reader: PixelReader?
    private var width = 0
    private var table: DecodingTable?
    private var octaves: CurveOctaves?
    private let planned: Int

    init(planned: Int) { self.planned = planned }

    /// Returns the sampler's curve for a window, made once, or `nil` if the window has too few
    /// pixels for it to pay off.
    func octaves(of signal: SignalLight, area: Int) -> CurveOctaves? {
      guard max(planned, area) >= Self.worthOctaves else { return nil }
      if let octaves { return octaves }
      let made = CurveOctaves { signal.transfer.decode($0) }
      octaves = made
      return made
    }

    /// The number of pixels with curves that take as much time as a table.
    private static let worthOctaves = 1 << 14

    /// A table of the sampler's curve, made once.
    func decoder(of signal: SignalLight) -> DecodingTable {
      if let table { return table }
      let made = DecodingTable(signal)
      table = made
      return made
    }

    func reader(of raw: RawPixels, width: Int) -> PixelReader {
      if let reader, width <= self.width { return reader }
      self.width = width
      let made = PixelReader(raw.developer, maximumWidth: width)
      reader = made
      return made
    }
  }
}

/// The effect of a picture's alpha on samples.
public enum AlphaUse: String, Sendable, Hashable, CaseIterable {
  /// Weight pixels by their opacity. If all are transparent, stored colours have equal weights.
  case weight
  /// Give all pixels equal weights.
  case ignore
}
