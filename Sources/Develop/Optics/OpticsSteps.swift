internal import BromideKernels
internal import BromideValues

/// The lens and sensor corrections of a development, in their positions in its order. Disabled and
/// invisible corrections are skipped.
///
/// Visibility depends on geometry only, never on the photo's content.
struct OpticsSteps {
  /// Between highlights and demosaic, which carries it out.
  var inDemosaic: [DevelopStep] = []
  /// Between demosaic and geometry, on rows of balanced camera RGB.
  var onRows: [DevelopStep] = []
  /// Between geometry and colours, on the picture at the output's size.
  var onOutput: [DevelopStep] = []
  /// Behind all filters of neighbours.
  var atEnd: [DevelopStep] = []

  /// - Parameters:
  ///   - scale: The largest scale of several pictures, in output pixels per pixel of the demosaic's
  ///     output, or `nil` to use the geometry's scale.
  ///   - exposure: The gain of scene-linear light, in stops.
  ///   - matrix: Balanced camera RGB to the working space.
  /// - Throws: `DevelopError.unsupported` if a correction that the user set needs a full demosaic.
  init(
    _ source: DevelopSource, _ recipe: DevelopRecipe, _ geometry: OutputGeometry,
    scale: Double? = nil, exposure: Double = 0, matrix: Matrix3x3 = .identity
  ) throws(DevelopError) {
    let optics = recipe.optics
    guard optics != .none else { return }
    if let corrections = MosaicCorrections(source, recipe, geometry) {
      inDemosaic.append(.corrections(corrections))
    }
    if optics.lens.usesEmbedded, let samples = LinearCorrections(source, recipe) {
      inDemosaic.append(.samples(samples))
    }
    var sites = 1
    var isSharpened = false
    // Two tables of weights: made once, and only for steps that need it.
    lazy var gain = geometry.noiseGain(sites: sites)
    // If a picture needs no demosaic, its maker has already corrected it.
    if let filters = source.image.filters, let kernel = recipe.demosaic.kernel(of: filters) {
      sites = kernel.sitesInPixel
      let rows = try Self.rows(
        source, recipe, response: kernel.noiseResponse(filters), sites: sites,
        scale: (scale ?? geometry.scale) / Double(sites))
      isSharpened = rows.sharpening > 0
      if rows.noise.strength > 0 || isSharpened { onRows.append(.rowOptics(rows)) }
      // Half the size is enough to remove colour noise.
      let isShown = optics.noise != .light || geometry.scale / Double(sites) < Self.leastNoiseScale
      if optics.noise.strength > 0, optics.reducesOutputNoise, rows.noise.strength == 0, isShown {
        let noise = OutputNoiseStep(source, optics.noise, gain: gain, filters: filters)
        onOutput.append(.filter(.pass(.outputNoise(noise))))
      }
    }
    let amount = Self.sharpening(
      optics.outputAmount, isSharpened: isSharpened,
      scale: geometry.scale / Double(sites))
    guard amount > 0 else { return }
    atEnd.append(
      .filter(
        .pass(
          .outputSharpening(
            OutputSharpeningStep(
              source, recipe, amount: amount, gain: gain,
              exposure: exposure, matrix: matrix)))))
  }

  /// Returns the steps on sensor pixels.
  ///
  /// - Parameter scale: Output pixels per sensor pixel.
  private static func rows(
    _ source: DevelopSource, _ recipe: DevelopRecipe, response: NoiseResponse, sites: Int,
    scale: Double
  ) throws(DevelopError) -> RowOptics {
    let optics = recipe.optics
    var rows = RowOptics(
      noise: .none, sharpening: 0, response: response, guide: OpticsGuide(source))
    if optics.needsSites {
      guard sites == 1 else {
        throw .unsupported(
          "\(optics.noise == .best ? "the noise reduction best" : "a set amount of capture sharpening") with the \(recipe.demosaic.rawValue) demosaic, which does not keep the sensor's pixels"
        )
      }
    }
    guard sites == 1 else { return rows }
    if scale >= leastNoiseScale || optics.noise == .best { rows.noise = optics.noise }
    if scale >= leastSharpeningScale || optics.captureSharpening.isGiven {
      rows.sharpening = optics.captureAmount
    }
    return rows
  }

  /// Returns the amount of sharpening at the output's size.
  ///
  /// It increases as the picture becomes smaller than the sensor.
  ///
  /// - Parameters:
  ///   - isSharpened: Whether the capture's blur was corrected.
  ///   - scale: Output pixels per sensor pixel.
  static func sharpening(_ amount: Double, isSharpened: Bool, scale: Double) -> Double {
    let small = max(0, 1 - scale)
    return amount * (isSharpened ? 1.25 * small : min(small / 0.4, 1))
  }

  /// The minimum scale, in output pixels per sensor pixel, for reducing noise on the sensor's
  /// pixels instead of the output's.
  static let leastNoiseScale = 0.5
  /// The minimum scale, in output pixels per sensor pixel, at which the lost sharpness is visible.
  static let leastSharpeningScale = 0.6
}

extension OpticsSettings {
  /// Whether a setting requires sensor pixels, at any size of the picture.
  var needsSites: Bool { noise == .best || captureSharpening.isGiven }
}

extension OpticsSettings.Sharpening {
  /// Whether the user set an amount.
  var isGiven: Bool {
    if case .amount(let amount) = self { amount > 0 } else { false }
  }
}

extension OutputGeometry {
  /// Output pixels per source pixel, along the axis that has fewer.
  var scale: Double {
    min(
      Double(storedOutput.width) / window.width, Double(storedOutput.height) / window.height)
  }

  /// The sum of the squared weights of sensor pixels in an output pixel, for the picture's size.
  ///
  /// - Parameter sites: Sensor pixels along a pixel of the demosaic's output.
  func noiseGain(sites: Int) -> Double {
    let area = Double(sites * sites)
    guard isResampled else { return 1 / area }
    let (window, size) = canvas
    let rows = ResampleFilter(
      sourceLength: source.height, start: window.y, length: window.height, count: size.height)
    let columns = ResampleFilter(
      sourceLength: source.width, start: window.x, length: window.width, count: size.width)
    let warping = isWarped ? Self.warpNoiseGain : 1
    return rows.noiseGain * columns.noiseGain * warping / area
  }

  /// The mean square of a warp's weights. It is 0.66 for the source's pixels. A reduced canvas has
  /// smoother noise, and keeps 0.74 of it.
  private static let warpNoiseGain = 0.7
}

extension ResampleFilter {
  /// The mean over outputs of their sums of squared weights.
  fileprivate var noiseGain: Double {
    weights.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(count, 1))
  }
}
