package import BromideValues

/// Noise reduction and capture sharpening of a rectangle with repeated edges, computed with the
/// formulas.
///
/// **Colour noise.** Uses the differences C₁ = R − G and C₂ = B − G in three scales:
///
/// - Means H of 2×2 pixels, with two detail levels of an à-trous transform with [1 4 6 4 1]/16.
/// - Means of 2×2 values of the remainder, with one detail level.
/// - The fine detail C − up(H), where `up` weights the nearest four 9 : 3 : 3 : 1.
///
/// Each detail w becomes w·max(0, 1 − s²·V/E). s is the deviation of white noise in w, and V the
/// variance of both differences according to the noise model times the square of the threshold. E
/// is the mean of w₁² + w₂² over 5×5 values, or over 6×6 pixels with falling weights for the fine
/// detail. Both differences share E, which doubles the data for E (+0.14 dB). Luminance Y = (R + 2G
/// + B)/4 is unchanged.
///
/// **Luminance noise.** Uses the same method with four levels of the full-resolution pixels.
///
/// **Sharpening.** Y becomes Z = Y + amount·(Y − blurred Y), limited to the range of 3×3 pixels and
/// a quarter of it on either side. The effect depends on this range relative to the noise: it
/// starts at 5 deviations and is full from 10. All channels are multiplied by (Z + 0.001)/(Y +
/// 0.001), limited to ¼…4. Pixels next to clipped channels are unchanged.
package struct OpticsReference {
  let parameters: OpticsParameters

  package init(_ parameters: OpticsParameters) { self.parameters = parameters }

  /// Computes the pixels of a rectangle, row by row.
  package func apply(_ pixels: [SIMD3<Double>], _ size: Size) -> [SIMD3<Double>] {
    var rgb = (0..<3).map { c in ReferencePlane(size, pixels.map { $0[c] }) }
    let plain = Self.luminance(rgb)
    if parameters.noiseStrength > 0, parameters.usesTransforms {
      slide(&rgb, light: plain)
    } else if parameters.noiseStrength > 0 {
      let cells = rgb.map(\.halved)
      reduceColor(&rgb, variance: form(parameters.colorVariance, cells))
      if parameters.treatsLuminance {
        reduceLuminance(&rgb, plain, variance: form(parameters.lumaVariance, cells))
      }
    }
    if parameters.sharpening > 0 { sharpen(&rgb) }
    return (0..<size.area).map { SIMD3(rgb[0].values[$0], rgb[1].values[$0], rgb[2].values[$0]) }
  }

  private static func luminance(_ rgb: [ReferencePlane]) -> ReferencePlane {
    rgb[0].with(rgb[1]) { 0.25 * $0 + 0.5 * $1 }.with(rgb[2]) { $0 + 0.25 * $1 }
  }

  private func form(_ v: SIMD4<Double>, _ rgb: [ReferencePlane]) -> ReferencePlane {
    rgb[0].with(rgb[1]) { v.x + v.y * $0 + v.z * $1 }.with(rgb[2]) { $0 + v.w * $1 }
  }

  /// Returns the lost share of details.
  private func lost(_ deviation: Double, _ variance: ReferencePlane, _ energy: ReferencePlane)
    -> ReferencePlane
  {
    variance.with(energy) { min(deviation * deviation * $0 / max($1, 1e-30), 1) }
  }

  // MARK: Colour

  private func reduceColor(_ rgb: inout [ReferencePlane], variance: ReferencePlane) {
    let details = parameters.response.colorDetails
    let differences = [0, 2].map { rgb[$0].with(rgb[1], -) }
    let halves = differences.map(\.halved)
    // Rows of details and their energy continue outside the edges.
    func level(
      _ input: [ReferencePlane], step: Int, _ deviation: Double, _ variance: ReferencePlane
    ) -> (smooth: [ReferencePlane], change: [ReferencePlane]) {
      let wide = input.map { $0.widened(4) }
      let smooth = wide.map { $0.smoothed(step: step) }
      let detail = zip(wide, smooth).map { $0.with($1, -) }
      let energy = detail[0].with(detail[1]) { $0 * $0 + $1 * $1 }.mean5.narrowed(4)
      let lost = lost(deviation, variance, energy)
      return (
        smooth.map { $0.narrowed(4) },
        detail.map { $0.narrowed(4).with(lost) { -$0 * $1 } }
      )
    }
    let first = level(halves, step: 1, details[0], variance)
    // The edges of each level's input repeat, instead of the edges of the original pixels.
    let second = level(first.smooth, step: 2, details[1], variance)
    let quarters = level(
      second.smooth.map(\.halved), step: 1, details[2], variance.halved)
    let size = rgb[0].size
    // Use whole cells. Beyond the edge, pixels repeat.
    let whole = Size(width: (size.width + 1) / 2 * 2, height: (size.height + 1) / 2 * 2)
    let fine = zip(differences, halves).map { $0.resized(whole).with($1.doubled(to: whole), -) }
    let energy = fine[0].with(fine[1]) { $0 * $0 + $1 * $1 }.halved.weighted3
    let share = lost(details[3], variance, energy).repeated(to: whole)
    let change = (0..<2).map { i in
      first.change[i].with(second.change[i], +)
        .with(quarters.change[i].doubled(to: halves[i].size), +).doubled(to: size)
        .with(fine[i].with(share, *).resized(size), -)
    }
    let green = change[0].with(change[1]) { ($0 + $1) / 4 }
    rgb[0] = rgb[0].with(change[0].with(green, -)) { max($0 + $1, 0) }
    rgb[1] = rgb[1].with(green) { max($0 - $1, 0) }
    rgb[2] = rgb[2].with(change[1].with(green, -)) { max($0 + $1, 0) }
  }

  // MARK: Luminance

  private func reduceLuminance(
    _ rgb: inout [ReferencePlane], _ plain: ReferencePlane, variance: ReferencePlane
  ) {
    let variance = variance.repeated(to: plain.size)
    var smooth = plain
    var noise = ReferencePlane(plain.size, Array(repeating: 0, count: plain.size.area))
    for (level, deviation) in parameters.response.lumaDetails.enumerated() {
      let next = smooth.smoothed(step: 1 << level)
      let detail = smooth.with(next, -)
      let share = lost(deviation, variance, detail.with(detail, *).mean5)
      noise = noise.with(detail.with(share, *), +)
      smooth = next
    }
    for c in 0..<3 { rgb[c] = rgb[c].with(noise) { max($0 - $1, 0) } }
  }

  // MARK: Sharpness

  private func sharpen(_ rgb: inout [ReferencePlane]) {
    let light = Self.luminance(rgb)
    let blur = parameters.blur
    let weights = [blur[3], blur[2], blur[1], blur[0], blur[1], blur[2], blur[3]]
    let blurred = light.convolved(weights, step: 1)
    let noise = form(parameters.restVariance, rgb)
    let limits = parameters.unclipped
    let clipping = rgb[0].with(rgb[1]) { max($0 / limits.x, $1 / limits.y) }
      .with(rgb[2]) { max($0, $1 / limits.z) }
    let (most, least) = (light.extreme(max), light.extreme(min))
    let clipped = clipping.extreme(max)
    for i in light.values.indices {
      let (y, high, low) = (light.values[i], most.values[i], least.values[i])
      let range = high - low
      var z = y + parameters.sharpening * (y - blurred.values[i])
      z = min(max(z, low - range / 4), high + range / 4)
      let weight = min(max((range * range / max(noise.values[i], 1e-30) - 25) / 75, 0), 1)
      guard clipped.values[i] < 1, weight > 0 else { continue }
      let ratio = min(max(1 + weight * (z - y) / (y + 1e-3), 0.25), 4)
      for c in 0..<3 { rgb[c].values[i] *= ratio }
    }
  }
}
