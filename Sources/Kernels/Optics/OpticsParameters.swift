internal import BromideLibc
internal import CBromideKernels

/// Parameters for noise reduction and capture sharpening on rows of balanced camera RGB at the
/// sensor's resolution.
///
/// **Variances.** Light x of a channel with gain g has the variance a·g·x + b·g² according to the
/// photo's ``NoiseModel``. The demosaic's ``NoiseResponse`` gives the remaining share in luminance
/// Y = (R + 2G + B)/4, and in the details of colour differences and luminance.
public struct OpticsParameters: Sendable, Hashable {
  /// The noise of the mosaic's samples, before any balance.
  public var noise: NoiseModel
  /// The noise response of the demosaic.
  public var response: NoiseResponse
  /// Gains of red, green and blue applied to the rows.
  public var gains: SIMD3<Double>
  /// Clipping level of a channel before those gains, if the rows are clipped: see ``unclipped``.
  public var ceiling: Double
  /// A factor for the thresholds that separate colour detail from noise. 0 turns noise reduction
  /// off.
  public var noiseStrength: Double
  /// Whether to also reduce luminance noise.
  public var treatsLuminance: Bool
  /// Whether to reduce luminance and colour noise with sliding transforms, which separate noise
  /// from texture better.
  public var usesTransforms: Bool
  /// Share of the lost detail that sharpening adds. 0 turns sharpening off.
  public var sharpening: Double
  /// Deviation of the blur that sharpening removes, in pixels.
  public var radius: Double

  /// - Parameters:
  ///   - noise: The noise of the mosaic's samples, before any balance.
  ///   - response: The noise response of the demosaic.
  ///   - gains: Gains of red, green and blue applied to the rows.
  ///   - ceiling: The maximum value of the rows if highlights are clipped, otherwise infinity.
  ///   - noiseStrength: A factor for the noise thresholds. 0 turns noise reduction off.
  ///   - treatsLuminance: Whether to also reduce luminance noise.
  ///   - usesTransforms: Whether to reduce luminance and colour noise with sliding transforms.
  ///   - sharpening: Share of the lost detail that sharpening adds. 0 turns sharpening off.
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

  /// Thresholds for noise at strength 1, in noise deviations, for colour and luminance.
  static let thresholds = (color: 1.25, luma: 1.15)

  /// Returns the variance of channels with these weights, as a constant and factors of red, green
  /// and blue.
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
  /// Clipping levels of the channels. Sharpening would put dark rings around clipped channels.
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
