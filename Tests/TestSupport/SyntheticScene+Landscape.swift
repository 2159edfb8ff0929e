extension SyntheticScene {
  /// A landscape: sky with clouds and a low sun, two mountain ridges, a lake, a meadow and a fence.
  /// It has detail at every scale, highlights near clipping, and deep shadows.
  ///
  /// - Parameters:
  ///   - seed: A different seed gives a different landscape.
  ///   - octaves: Number of scales of detail. 11 reach single pixels of a picture 6000 pixels wide.
  public static func landscape(seed: UInt64 = 1, octaves: Int = 8) -> SyntheticScene {
    let land = Landscape(seed: seed, octaves: octaves)
    return SyntheticScene("landscape") { x, y in land.color(x, y) }
  }
}

private struct Landscape {
  let noise: SeededNoise
  let other: SeededNoise
  let octaves: Int

  init(seed: UInt64, octaves: Int) {
    noise = SeededNoise(seed: seed)
    other = SeededNoise(seed: seed &+ 77)
    self.octaves = octaves
  }

  func color(_ x: Double, _ y: Double) -> SIMD3<Double> {
    if y > 0.72 { return meadow(x, y) }
    let far = 0.40 - 0.14 * noise.fractal(x * 3.1 + 4, 7.5, octaves: octaves)
    let near = 0.56 - 0.20 * noise.fractal(x * 2.3 + 40, 3.5, octaves: octaves)
    if y > 0.60 {
      // The lake mirrors the view above its shore, broken by ripples that grow towards the viewer.
      let ripple = (noise.smooth(x * 60, y * 700) - 0.5) * (y - 0.60) * 0.25
      let mirrored = color(x + ripple * 0.3, 1.20 - y + ripple - 0.001)
      return mirrored * SIMD3(0.55, 0.62, 0.68) + SIMD3(0.01, 0.016, 0.022)
    }
    if y > near { return ridge(x, y, near, SIMD3(0.10, 0.115, 0.06), SIMD3(0.30, 0.25, 0.16)) }
    if y > far { return ridge(x, y, far, SIMD3(0.16, 0.19, 0.26), SIMD3(0.62, 0.60, 0.60)) }
    return sky(x, y)
  }

  private func sky(_ x: Double, _ y: Double) -> SIMD3<Double> {
    let height = min(max(y / 0.45, 0), 1)
    let blue = mix(SIMD3(0.10, 0.22, 0.52), SIMD3(0.62, 0.60, 0.56), height * height)
    let cover = noise.fractal(x * 4 + y * 2, y * 12, octaves: min(octaves, 7))
    let cloud = min(max((cover - 0.48) * 4, 0), 1)
    let (dx, dy) = (x - 0.73, (y - 0.20) / 1.5)
    let distance = dx * dx + dy * dy
    let sun = exponential(-distance / 0.0006) * 2.5 + exponential(-distance / 0.03) * 0.35
    let lit = mix(blue, SIMD3(0.86, 0.82, 0.78), cloud * 0.85)
    return lit + sun * SIMD3(1.0, 0.86, 0.62)
  }

  private func ridge(
    _ x: Double, _ y: Double, _ top: Double, _ dark: SIMD3<Double>, _ light: SIMD3<Double>
  ) -> SIMD3<Double> {
    let slope = other.fractal(x * 9 - y * 6, y * 14, octaves: octaves)
    let lean = other.fractal(x * 9 - y * 6 + 0.05, y * 14 + 0.04, octaves: octaves)
    let relief = min(max(0.5 + (slope - lean) * 7 + (slope - 0.5) * 0.8, 0), 1)
    return mix(dark, light, relief) * (1 - min((y - top) * 1.6, 0.5))
  }

  private func meadow(_ x: Double, _ y: Double) -> SIMD3<Double> {
    let near = (y - 0.72) / 0.28
    if let fence = fence(x, y) { return fence }
    let depth = 1 / (0.25 + near)
    let blades = noise.fractal(x * 40 * depth, y * 34 * depth, octaves: octaves)
    let patches = other.fractal(x * 5, y * 9, octaves: 4)
    let green = mix(SIMD3(0.035, 0.075, 0.018), SIMD3(0.30, 0.38, 0.08), blades * blades * 1.3)
    let dry = mix(SIMD3(0.10, 0.08, 0.03), SIMD3(0.46, 0.38, 0.17), blades)
    let ground = mix(green, dry, min(max((patches - 0.45) * 3, 0), 1) * 0.8)
    let flower = other.smooth(x * 160, y * 110)
    guard flower > 0.93 else { return ground }
    let kind = other.uniform(Int(x * 160), Int(y * 110) + 5000)
    let petal =
      kind < 0.4
      ? SIMD3(0.75, 0.07, 0.09) : kind < 0.7 ? SIMD3(0.85, 0.72, 0.10) : SIMD3(0.80, 0.78, 0.86)
    return mix(ground, petal, min((flower - 0.93) * 40, 1))
  }

  /// Posts and wires on the left, the finest straight lines of the scene.
  private func fence(_ x: Double, _ y: Double) -> SIMD3<Double>? {
    guard x > 0, x < 0.46, y > 0.735, y < 0.93 else { return nil }
    let post = x * 15 - (x * 15).rounded(.down)
    let grain = 0.75 + 0.5 * noise.smooth(x * 900, y * 30)
    if post < 0.06 { return SIMD3(0.30, 0.25, 0.20) * grain }
    for wire in [0.765, 0.805, 0.845, 0.885] {
      let sag = wire + 0.02 * (0.2 - (post - 0.545) * (post - 0.545))
      if (y - sag).magnitude < 0.0014 { return SIMD3(0.34, 0.35, 0.37) }
    }
    return nil
  }

  private func mix(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ share: Double) -> SIMD3<Double> {
    a + (b - a) * share
  }
}
