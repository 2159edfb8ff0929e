internal import CKernels

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What noise reduction and capture sharpening do to rows of balanced camera RGB at the sensor's pixels.
///
/// **Variances.** Light x of a channel with gain g has the variance a·g·x + b·g² by the photo's ``NoiseModel``. How much of
/// it is left in luminance Y = (R + 2G + B)/4 and in the details of colour differences and of luminance, a
/// ``NoiseResponse`` states for the demosaic.
public struct OpticsParameters: Sendable, Hashable {
  /// The noise of the mosaic's samples, before any balance.
  public var noise: NoiseModel
  /// What the demosaic leaves of that noise.
  public var response: NoiseResponse
  /// Gains of red, green and blue that the rows have.
  public var gains: SIMD3<Double>
  /// Light at which a channel is clipped before those gains, as far as the rows tell: see ``unclipped``.
  public var ceiling: Double
  /// The factor of the thresholds below which detail of colour counts as noise; 0 for no reduction.
  public var noiseStrength: Double
  /// Whether luminance noise is reduced, too.
  public var treatsLuminance: Bool
  /// Whether the noise of both is reduced by sliding transforms, which tell more of it from texture.
  public var usesTransforms: Bool
  /// Share of the lost detail that sharpening adds; 0 for none.
  public var sharpening: Double
  /// Deviation of the blur that sharpening undoes, in pixels.
  public var radius: Double

  /// - Parameters:
  ///   - noise: The noise of the mosaic's samples, before any balance.
  ///   - response: What the demosaic leaves of that noise.
  ///   - gains: Gains of red, green and blue that the rows have.
  ///   - ceiling: The largest value that rows have where highlights are clipped; infinity if they are not.
  ///   - noiseStrength: The factor of the noise thresholds; 0 for no reduction.
  ///   - treatsLuminance: Whether luminance noise is reduced, too.
  ///   - usesTransforms: Whether the noise of both is reduced by sliding transforms.
  ///   - sharpening: Share of the lost detail that sharpening adds; 0 for none.
  ///   - radius: Deviation of the blur, in pixels.
  public init(
    noise: NoiseModel, response: NoiseResponse = .rcd, gains: SIMD3<Double>,
    ceiling: Double = .infinity, noiseStrength: Double,
    treatsLuminance: Bool = false, usesTransforms: Bool = false, sharpening: Double, radius: Double
  ) {
    self.noise = noise
    self.response = response
    self.gains = gains
    self.ceiling = ceiling
    self.noiseStrength = noiseStrength
    self.treatsLuminance = treatsLuminance
    self.usesTransforms = usesTransforms
    self.sharpening = sharpening
    self.radius = radius
  }

  /// Deviations of the noise that count as noise at strength 1: of colour, and of luminance.
  static let thresholds = (color: 1.25, luma: 1.15)

  /// The variance of channels with these weights, as a constant and factors of red, green and blue.
  func variance(_ weights: SIMD3<Double>, factor: Double) -> SIMD4<Double> {
    let slopes = factor * noise.a * gains * weights
    let dark = factor * noise.b * (gains * gains * weights).sum()
    return SIMD4(dark, slopes.x, slopes.y, slopes.z)
  }

  /// The variance of both colour differences R − G and B − G together, on the mosaic.
  var colorVariance: SIMD4<Double> {
    variance(SIMD3(0.5, 1, 0.5), factor: square(Self.thresholds.color * noiseStrength))
  }
  /// The variance of luminance, on the mosaic.
  var lumaVariance: SIMD4<Double> {
    variance(SIMD3(0.25, 0.5, 0.25), factor: square(Self.thresholds.luma * noiseStrength))
  }
  /// The variance of luminance in the rows.
  var restVariance: SIMD4<Double> {
    variance(SIMD3(0.25, 0.5, 0.25), factor: square(response.luminance))
  }
  /// Values from which on a channel counts as clipped: sharpening would put dark rings around those.
  var unclipped: SIMD3<Double> {
    0.98 * pointwiseMin(gains, SIMD3(repeating: ceiling))
  }
  /// Weights of the blur: the middle, and the pixels 1, 2 and 3 away.
  var blur: [Double] {
    let weights = (0...3).map { exp(-square(Double($0) / radius) / 2) }
    let sum = weights[0] + 2 * weights[1...].reduce(0, +)
    return weights.map { $0 / sum }
  }

  func square(_ value: Double) -> Double { value * value }

  /// The C form.
  var settings: bromide_optics_settings {
    var settings = bromide_optics_settings()
    settings.chroma = noiseStrength > 0 ? 1 : 0
    settings.sliding = noiseStrength > 0 && usesTransforms ? 1 : 0
    settings.luma = noiseStrength > 0 && treatsLuminance && !usesTransforms ? 1 : 0
    settings.chroma_variance = colorVariance.floats
    settings.luma_variance = lumaVariance.floats
    settings.rest_variance = restVariance.floats
    let (color, luma) = (response.colorFactors, response.lumaFactors)
    settings.chroma_factors = (color[0], color[1], color[2], color[3])
    settings.luma_factors = (luma[0], luma[1], luma[2], luma[3])
    if settings.sliding != 0 { set(&settings, slidingTables) }
    settings.sharpening = Float(sharpening)
    let blur = blur.map { Float($0) }
    settings.blur = (blur[0], blur[1], blur[2], blur[3])
    let limit = 1 / SIMD3<Float>(unclipped)
    settings.unclipped = (limit.x, limit.y, limit.z)
    return settings
  }
}

extension SIMD4<Double> {
  var floats: (Float, Float, Float, Float) {
    (Float(x), Float(y), Float(z), Float(w))
  }
}
