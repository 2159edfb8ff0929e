internal import BromideKernels
internal import BromideLibc
internal import BromideValues

/// Noise reduction at the output's size. Its parameters are available when the photo is measured.
struct OutputNoiseStep: Sendable {
  let reduction: OpticsSettings.NoiseReduction
  private let gain: Double
  private let filters: ColorFilters
  let guide: OpticsGuide

  /// - Parameter gain: The sum of the squared weights of sensor pixels in an output pixel.
  init(
    _ source: DevelopSource, _ reduction: OpticsSettings.NoiseReduction, gain: Double,
    filters: ColorFilters
  ) {
    self.reduction = reduction
    self.gain = gain
    self.filters = filters
    guide = OpticsGuide(source)
  }

  /// Returns the kernel for rows with these gains, or `nil` if the photo's noise is unknown.
  ///
  /// Threads that call this during the measurement help.
  func kernel(gains: SIMD3<Float>, _ instructionSet: InstructionSet) -> OutputNoise? {
    guide.noise(instructionSet).map { noise in
      OutputNoise(
        noise: noise, gains: SIMD3<Double>(gains), gain: gain, filters: filters,
        strength: reduction.strength, treatsLuminance: reduction.treatsLuminance)
    }
  }
}

/// Sharpening at the output's size. Its parameters are available when the photo is measured.
struct OutputSharpeningStep: Sendable {
  let amount: Double
  private let reduction: OpticsSettings.NoiseReduction
  private let gain: Double
  private let exposure: Double
  /// The luminance of balanced camera red, green and blue.
  private let weights: SIMD3<Double>
  private let look: Look?
  private let guide: OpticsGuide
  private let made = PhotoMeasures.Slot<OutputSharpening>()

  /// - Parameters:
  ///   - amount: The fraction of the difference from a blur to add.
  ///   - gain: The sum of the squared weights of sensor pixels in an output pixel.
  ///   - exposure: The gain of scene-linear light, in stops.
  ///   - matrix: Balanced camera RGB to the working space.
  init(
    _ source: DevelopSource, _ recipe: DevelopRecipe, amount: Double, gain: Double,
    exposure: Double, matrix: Matrix3x3
  ) {
    self.amount = amount
    reduction = recipe.optics.noise
    self.gain = gain
    self.exposure = exposure
    weights = matrix.transposed * FilterContext.luminance
    look = recipe.rendering
    guide = OpticsGuide(source)
  }

  /// Returns the kernel for pictures with these gains and this ceiling. The ceiling's square root
  /// scales their roots.
  func kernel(
    gains: SIMD3<Float>, ceiling: Double, _ instructionSet: InstructionSet
  ) -> OutputSharpening {
    let noise = guide.noise(instructionSet)
    return made.value {
      let root = ceiling.squareRoot()
      let deviation = deviation(noise, SIMD3<Double>(gains))
      return OutputSharpening(amount: amount, weights: FilterContext.luminance) {
        deviation($0 * root) / root
      }
    }
  }

  /// Returns the noise deviation of a grey's root of display-linear light, as a function of that
  /// root.
  private func deviation(
    _ noise: NoiseModel?, _ gains: SIMD3<Double>
  ) -> (Double) -> Double {
    guard let noise, let filters = guide.image.filters else { return { _ in Self.leastNoise } }
    let output = OutputNoise(
      noise: noise, gains: gains, gain: gain, filters: filters, strength: 1, treatsLuminance: false)
    let variance = output.variance(weights)
    let slope = variance.y + variance.z + variance.w
    let rest = reduction.treatsLuminance ? Self.reducedNoise : 1
    let factor = exp2(exposure)
    func root(_ light: Double) -> Double { max(shown(light * factor), 0).squareRoot() }
    return { needed in
      // Find the light with this root by bisection.
      var (low, high) = (0.0, Self.mostLight / factor)
      for _ in 0..<40 {
        let half = (low + high) / 2
        if root(half) < needed { low = half } else { high = half }
      }
      let step = max(high * 0.02, 1e-6)
      let rise =
        (root(high + step) - root(max(high - step, 0))) / (high + step - max(high - step, 0))
      let deviation = max(variance.x + slope * high, 0).squareRoot()
      return max(Self.leastNoise, rest * deviation * rise)
    }
  }

  private func shown(_ light: Double) -> Double {
    switch look {
    case nil: min(light, 1)
    case .fitted(let curve)?: curve(light)
    case let look?: look.curve?(light) ?? min(light, 1)
    }
  }

  /// About a code of 8 bits.
  private static let leastNoise = 0.004
  /// The fraction of the luminance deviation that remains after noise reduction.
  private static let reducedNoise = 0.6
  /// Light that every look shows as white.
  private static let mostLight = 4.0
}
