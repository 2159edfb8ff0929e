package import BromideValues

/// The demosaic kernels as formulas, one value at a time in double precision: the reference for the
/// fast forms. Too slow for whole photos.
///
/// `rcd` is ratio corrected demosaicing, version 2.3, by L. Sanz Rodríguez, written from a
/// mathematical description. It interpolates green by directions (steps 1 to 3), then red and blue
/// (4 and 5).
///
/// In step 1 a site uses its neighbours' direction if that is clearer, even by a tiny amount. Next
/// to clipped sites both can be as clear as possible but disagree, and rounding would decide. So
/// the kernels require a margin of 10⁻⁴.
///
/// In steps 4 and 5 the published formulas add a difference from green, weighted by the evenness of
/// each side. Both sides share a term for their mutual difference, so between two colours both have
/// nearly the same weight, and an edge gets a coloured seam. The kernels use different formulas
/// instead:
///
/// - If lens and sensor blur an edge, its pixels are on the line between the colours of its two
///   sides, and green gives the position on the line. The mean of the two sides, each weighted by
///   dᵤ = ε + |G − G(u)| of the other, is on that line. If G is not between its neighbours it gives
///   no position. b = dᵤ + d₋ᵤ − |G(u) − G(−u)| measures this case, and then the evenness eᵤ =
///   |c(u) − c(3u)| + |G − G(2u)| sets the direction. With D = dᵤ + d₋ᵤ, the weight against a side
///   is gᵤ = dᵤ·D + (4b + D/8)·eᵤ. The eighth reduces noise. It is the largest share that makes
///   blurred edges (1 to 4 pixels wide, along or across the rows) at least as good as with the
///   published formulas.
/// - c̄ and Ḡ are the means of colour and green over both sides and both axes, with the same
///   weights. The excess of G over Ḡ is detail, and detail is shading, which scales all colours
///   equally. So c = c̄ + k·(G − Ḡ), with k = min(1, (c̄ + η)/(Ḡ + η)) and η = 1/32. In dark
///   colours a difference would overshoot, so the ratio scales it. The limit of 1 avoids amplifying
///   noise in Ḡ.
///
/// `scripts/bench demosaic` measures both. Benchmarks/RESULTS.md has the results.
package struct DemosaicReference {
  /// x of the formulas: balanced values, mirrored about the outermost samples of the picture.
  private let x: Grid
  let pattern: BayerPattern
  let region: Region
  /// The correction of lateral colour, or `nil`.
  private let lateral: LateralReference?

  /// - Parameters:
  ///   - region: The pixels to compute.
  ///   - lateral: The correction of lateral colour, or `nil`. Only RCD applies it.
  ///   - value: Returns the balanced value at a column and a row inside the picture.
  package init(
    size: Size, pattern: BayerPattern, region: Region, lateral: LateralReference? = nil,
    value: (_ x: Int, _ y: Int) -> Double
  ) {
    self.pattern = pattern
    self.region = region
    self.lateral = lateral
    let reach =
      DemosaicKernel.rcd.reach(of: .bayer(pattern)) + (lateral == nil ? 0 : LateralReference.reach)
    x = Grid(region.grown(by: reach)) { x, y in
      value(Self.mirrored(x, in: size.width), Self.mirrored(y, in: size.height))
    }
  }

  /// ε of the formulas.
  fileprivate static let epsilon = 1e-5

  /// Returns the position inside `0 ..< size` that mirrors `position`, with repeated mirroring if
  /// needed. The parity is unchanged.
  static func mirrored(_ position: Int, in size: Int) -> Int {
    precondition(size >= 2, "a mosaic has at least two rows and columns")
    let period = 2 * (size - 1)
    let rest = ((position % period) + period) % period
    return min(rest, period - rest)
  }
}

// MARK: - Ratio corrected demosaicing

extension DemosaicReference {
  /// The formulas of steps 4 and 5.
  package enum Form: Sendable {
    case published
    /// Bromide's formulas, which the kernels compute.
    case own
  }

  /// Returns the pixels of the region row by row. Negative results are not clipped.
  package func rcd(_ form: Form = .own) -> [SIMD3<Double>] {
    let vertical = Step(x: 0, y: 1)
    let horizontal = Step(x: 1, y: 0)
    // Margin around the region for shifting red and blue.
    let margin = lateral == nil ? 0 : LateralReference.reach
    // 1. D near 1: strong change vertically, so interpolate horizontally.
    let direction = refinedTendency(form, vertical, horizontal, in: x, margin: margin + 5)
    let green = green(direction, margin: margin)
    let c = moved(green)
    // 4. Q, and the missing one of red and blue at blue and red sites.
    let falling = Step(x: 1, y: 1)
    let rising = Step(x: -1, y: 1)
    let diagonal = refinedTendency(form, falling, rising, in: c, margin: 3)
    let other = Grid(region.grown(by: 3)) { x, y in
      guard pattern.color(x: x, y: y) != .green else { return c[x, y] }
      return form.color(falling, rising, diagonal[x, y], green: { green[x, y, $0, $1] }) {
        c[x, y, $0, $1]
      }
    }
    // 5.
    return pixels { x, y in
      let own = pattern.color(x: x, y: y)
      guard own == .green else {
        let red = own == .red ? c[x, y] : other[x, y]
        let blue = own == .red ? other[x, y] : c[x, y]
        return SIMD3(red, green[x, y], blue)
      }
      func value(_ needed: CFAColor) -> Double {
        // c is known at the four edge neighbours: sampled there, or computed in step 4.
        form.color(vertical, horizontal, direction[x, y], green: { green[x, y, $0, $1] }) {
          let (x, y) = (x + $0 * $1.x, y + $0 * $1.y)
          return pattern.color(x: x, y: y) == needed ? c[x, y] : other[x, y]
        }
      }
      return SIMD3(value(.red), at(x, y), value(.blue))
    }
  }

  /// Returns the mosaic row by row with red and blue shifted to the position of green. Clipped
  /// sites are unchanged.
  package func aligned() -> [SIMD3<Double>] {
    let margin = lateral == nil ? 0 : LateralReference.reach
    let direction = refinedTendency(
      .own, Step(x: 0, y: 1), Step(x: 1, y: 0), in: x, margin: margin + 5)
    let c = moved(green(direction, margin: margin))
    return pixels { x, y in
      let color = pattern.color(x: x, y: y)
      let stays =
        color == .green || at(x, y) >= lateral?.clipped[color.rawValue] ?? .infinity
      return SIMD3(repeating: stays ? at(x, y) : c[x, y])
    }
  }

  /// x with red and blue shifted to the position of green.
  private func moved(_ green: Grid) -> Grid {
    guard let lateral else { return x }
    return Grid(region.grown(by: 8)) { x, y in
      let color = pattern.color(x: x, y: y)
      guard color != .green else { return at(x, y) }
      return lateral.moved(color, x: x, y: y, value: { at($0, $1) }, green: { green[$0, $1] })
    }
  }

  /// Steps 2 and 3.
  private func green(_ direction: Grid, margin: Int) -> Grid {
    let low = Grid(region.grown(by: margin + 7)) { x, y in
      let edges = at(x, y - 1) + at(x, y + 1) + at(x - 1, y) + at(x + 1, y)
      let corners = at(x - 1, y - 1) + at(x + 1, y - 1) + at(x - 1, y + 1) + at(x + 1, y + 1)
      return at(x, y) + edges / 2 + corners / 4
    }
    return Grid(region.grown(by: margin + 5)) { x, y in
      guard pattern.color(x: x, y: y) != .green else { return at(x, y) }
      func axis(_ step: Step) -> Double {
        Self.between(step) { u in
          let gradient =
            Self.epsilon + abs(at(x, y, -1, u) - at(x, y, 1, u))
            + abs(at(x, y) - at(x, y, 2, u)) + abs(at(x, y, 1, u) - at(x, y, 3, u))
            + abs(at(x, y, 2, u) - at(x, y, 4, u))
          let estimate =
            at(x, y, 1, u) * 2 * low[x, y] / (Self.epsilon + low[x, y] + low[x, y, 2, u])
          return (gradient, estimate)
        }
      }
      return Self.blend(axis(Step(x: 0, y: 1)), axis(Step(x: 1, y: 0)), direction[x, y])
    }
  }

  /// Returns the change along `a` relative to `b`, 0…1. Uses the value of the site or the mean of
  /// its diagonal neighbours, whichever is clearer.
  private func refinedTendency(
    _ form: Form, _ a: Step, _ b: Step, in values: Grid, margin: Int
  ) -> Grid {
    let clearer = form == .own ? 1e-4 : 0
    let sumA = change(of: values, along: a, margin: margin + 1)
    let sumB = change(of: values, along: b, margin: margin + 1)
    let own = Grid(region.grown(by: margin + 1)) { x, y in
      sumA[x, y] / (sumA[x, y] + sumB[x, y])
    }
    return Grid(region.grown(by: margin)) { x, y in
      let d = own[x, y]
      let mean =
        (own[x - 1, y - 1] + own[x + 1, y - 1] + own[x - 1, y + 1] + own[x + 1, y + 1]) / 4
      return abs(0.5 - d) + clearer < abs(0.5 - mean) ? mean : d
    }
  }

  /// S of an axis: squared high-pass values of three sites in a line.
  private func change(of values: Grid, along u: Step, margin: Int) -> Grid {
    let h = Grid(region.grown(by: margin + 1)) { x, y in
      let h =
        values[x, y, -3, u] - values[x, y, -1, u] - values[x, y, 1, u] + values[x, y, 3, u]
        - 3 * (values[x, y, -2, u] + values[x, y, 2, u]) + 6 * values[x, y]
      return h * h
    }
    return Grid(region.grown(by: margin)) { x, y in
      max(1e-10, h[x, y, -1, u] + h[x, y] + h[x, y, 1, u])
    }
  }
}

// MARK: - Steps 4 and 5

extension DemosaicReference.Form {
  private typealias Reference = DemosaicReference
  fileprivate typealias Step = DemosaicReference.Step

  /// η: the threshold of dark, for a white of 1.
  private static let dark = 1.0 / 32

  /// Returns the colour at a site between neighbours along two axes.
  ///
  /// - Parameters:
  ///   - direction: 0 uses the first axis, 1 the second.
  ///   - green: Returns G by distance and direction from the site.
  ///   - c: Returns the colour to interpolate, known at odd distances.
  fileprivate func color(
    _ first: Step, _ second: Step, _ direction: Double,
    green: (Int, Step) -> Double, c: (Int, Step) -> Double
  ) -> Double {
    let g = green(0, first)
    /// The mean of `value` over the four sides.
    func mean(_ value: (Step) -> Double) -> Double {
      func axis(_ step: Step) -> Double {
        Reference.between(step) { (against($0), value($0)) }
      }
      return Reference.blend(axis(first), axis(second), direction)
    }
    func against(_ u: Step) -> Double {
      let back = Step(x: -u.x, y: -u.y)
      let uneven = abs(c(1, u) - c(3, u)) + abs(g - green(2, u))
      switch self {
      case .published:
        return Reference.epsilon + abs(c(1, back) - c(1, u)) + uneven
      case .own:
        let here = Reference.epsilon + abs(g - green(1, u))
        let both = here + Reference.epsilon + abs(g - green(1, back))
        let beyond = both - abs(green(1, u) - green(1, back))
        return here * both + (4 * beyond + both / 8) * uneven
      }
    }
    switch self {
    case .published:
      return g + mean { c(1, $0) - green(1, $0) }
    case .own:
      let (color, low) = (mean { c(1, $0) }, mean { green(1, $0) })
      return color + min(1, (color + Self.dark) / (low + Self.dark)) * (g - low)
    }
  }
}

extension DemosaicReference {
  /// (g₋ᵤ·eᵤ + gᵤ·e₋ᵤ) / (g₋ᵤ + gᵤ). `side` returns gradient g and estimate e for a step.
  fileprivate static func between(_ u: Step, _ side: (Step) -> (Double, Double)) -> Double {
    let (g1, e1) = side(u)
    let (g2, e2) = side(Step(x: -u.x, y: -u.y))
    return (g2 * e1 + g1 * e2) / (g1 + g2)
  }

  /// Mixes linearly: `first` at weight 0, `second` at weight 1.
  fileprivate static func blend(_ first: Double, _ second: Double, _ weight: Double) -> Double {
    first + weight * (second - first)
  }
}

// MARK: - Bilinear

extension DemosaicReference {
  /// The pixels of the region row by row: each missing colour is the mean of its nearest sites.
  package func bilinear() -> [SIMD3<Double>] {
    pixels { x, y in
      var result = SIMD3<Double>.zero
      for color in CFAColor.allCases {
        var sums = [0: (0.0, 0.0), 1: (0.0, 0.0), 2: (0.0, 0.0)]
        for dy in -1...1 {
          for dx in -1...1 where pattern.color(x: x + dx, y: y + dy) == color {
            let (sum, count) = sums[dx * dx + dy * dy]!
            sums[dx * dx + dy * dy] = (sum + at(x + dx, y + dy), count + 1)
          }
        }
        let (sum, count) = sums[0]!.1 > 0 ? sums[0]! : sums[1]!.1 > 0 ? sums[1]! : sums[2]!
        result[color.rawValue] = sum / count
      }
      return result
    }
  }
}

// MARK: - Half

extension DemosaicReference {
  /// Returns one pixel for each 2×2 cell. `region` counts mosaic sites and must begin at an even
  /// column and row.
  package func half() -> [SIMD3<Double>] {
    var result: [SIMD3<Double>] = []
    for y in stride(from: region.y, to: region.endY, by: 2) {
      for x in stride(from: region.x, to: region.endX, by: 2) {
        var pixel = SIMD3<Double>.zero
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
          let color = pattern.color(x: x + dx, y: y + dy)
          pixel[color.rawValue] += at(x + dx, y + dy) * (color == .green ? 0.5 : 1)
        }
        result.append(pixel)
      }
    }
    return result
  }
}

// MARK: - Grids

extension DemosaicReference {
  /// One step in a direction.
  fileprivate struct Step {
    let x: Int
    let y: Int
  }

  func at(_ x: Int, _ y: Int) -> Double { self.x[x, y] }

  private func at(_ x: Int, _ y: Int, _ distance: Int, _ u: Step) -> Double {
    self.x[x, y, distance, u]
  }

  private func pixels(_ pixel: (Int, Int) -> SIMD3<Double>) -> [SIMD3<Double>] {
    var result: [SIMD3<Double>] = []
    for y in region.y..<region.endY {
      for x in region.x..<region.endX { result.append(pixel(x, y)) }
    }
    return result
  }
}

extension Grid {
  /// The value `distance` steps away.
  fileprivate subscript(x: Int, y: Int, distance: Int, u: DemosaicReference.Step) -> Double {
    self[x + distance * u.x, y + distance * u.y]
  }
}
