internal import BromideLibc
internal import BromideValues

/// Noise reduction with sliding transforms, computed with the formulas.
///
/// Luminance Y and the differences C₁ = R − G and C₂ = B − G pass through overlapping orthonormal
/// cosine transforms of 8×8 values. The order is: means of 4×4 pixels, means of 2×2 after adding
/// the change of the 4×4 means, then Y after adding the change of the 2×2 means. A coefficient c is
/// multiplied by `kept` = clamp(c²/(t²·s²·V) − ½, 0, 1). s² is the variance of white noise in it, V
/// the block's variance according to the noise model, and t the threshold. Blocks are 2 columns and
/// 2 rows apart, or 4 rows for 4×4 means. The result averages all blocks that contain a value.
///
/// **Colour** follows luminance: κ = C/Y from a block's means, limited to ±4. Only the difference
/// between c and κ times luminance's coefficient is tested, for both colour differences together by
/// the mean of their squares. This keeps coloured texture, because luminance is more reliable (+0.5
/// dB), and removes other noise.
///
/// **Pixels.** The differences are the doubled 2×2 means, plus κ times the part of luminance that
/// its doubled means lack. The rest of C is kept if its energy over 3×3 cells exceeds the noise.
extension OpticsReference {
  /// Reduces noise of luminance and colour.
  func slide(_ rgb: inout [ReferencePlane], light: ReferencePlane) {
    let spectra = parameters.slidingTables
    let size = light.size
    let whole = Size(width: (size.width + 1) / 2 * 2, height: (size.height + 1) / 2 * 2)
    let differences = [0, 2].map { rgb[$0].with(rgb[1], -) }
    let cells = ([light] + differences).map(\.halved)
    let quarters = cells.map(\.halved)
    let coarse = blocks(quarters, rows: 4, spectra.quarters, spectra.quarterColor)
    let raised = zip(cells, zip(coarse, quarters)).map { cells, change in
      cells.with(change.0.with(change.1, -).doubled(to: cells.size), +)
    }
    let settled = blocks(raised, rows: 2, spectra.cells, spectra.cellColor)
    let lightChange = settled[0].with(cells[0], -)
    let raisedLight = light.with(lightChange.doubled(to: size), +)
    let forms = (parameters.lumaForm, parameters.colorForm)
    let variance = form(forms.0, settled)
    let colorVariance = form(forms.1, settled)
    let made = overlapped([raisedLight], rows: 2, size: whole) { spectrum, x, y in
      var sum = 0.0
      for v in 0..<4 { for u in 0..<4 { sum += variance[x / 2 + u, y / 2 + v] } }
      return [keep(spectrum[0], spectra.light, max(sum / 16, 1e-12))]
    }[0]
    let over = settled[0].with(settled[0]) { y, _ in max(y, 0.01) }
    let adjacent = made.with(settled[0].doubled(to: whole), -)
    let predicted = (1...2).map { c in
      settled[c].with(over) { min(max($0 / $1, -4), 4) }.doubled(to: whole).with(adjacent, *)
    }
    let rest = (0..<2).map { i in
      differences[i].resized(whole).with(cells[i + 1].doubled(to: whole), -).with(predicted[i], -)
    }
    let energy = rest[0].with(rest[1]) { $0 * $0 + $1 * $1 }.halved.convolved([1, 1, 1], step: 1)
    let factor = Double(parameters.restFactor)
    let share = colorVariance.with(energy) { 1 - min(factor * $0 / max(4 * $1, 1e-30), 1) }
      .repeated(to: whole)
    let colors = (0..<2).map { i in
      settled[i + 1].doubled(to: whole).with(predicted[i], +).with(rest[i].with(share, *), +)
    }
    let green = made.with(colors[0].with(colors[1], +)) { $0 - $1 / 4 }
    rgb[0] = green.with(colors[0]) { max($0 + $1, 0) }.resized(size)
    rgb[1] = green.with(green) { g, _ in max(g, 0) }.resized(size)
    rgb[2] = green.with(colors[1]) { max($0 + $1, 0) }.resized(size)
  }

  private func form(_ v: SIMD4<Double>, _ planes: [ReferencePlane]) -> ReferencePlane {
    planes[0].with(planes[1]) { v.x + v.y * $0 + v.z * $1 }
      .with(planes[2]) { max($0 + v.w * $1, 0) }
  }

  /// Returns the remaining spectrum. Its mean is unchanged.
  private func keep(_ spectrum: [Double], _ table: [Double], _ variance: Double) -> [Double] {
    spectrum.indices.map { i in
      i == 0 ? spectrum[0] : spectrum[i] * kept(spectrum[i] * spectrum[i] / variance * table[i])
    }
  }

  private func kept(_ ratio: Double) -> Double { min(max(ratio - 0.5, 0), 1) }

  /// Filters luminance and both differences, for cells (2×2) or quarters (4×4).
  private func blocks(
    _ planes: [ReferencePlane], rows: Int, _ light: [Double], _ color: [Double]
  ) -> [ReferencePlane] {
    overlapped(planes, rows: rows, size: planes[0].size) { spectra, _, _ in
      let means = spectra.map { $0[0] / 8 }
      func variance(_ v: SIMD4<Double>) -> Double {
        max(v.x + v.y * means[0] + v.z * means[1] + v.w * means[2], 1e-12)
      }
      let left = keep(spectra[0], light, variance(parameters.lumaForm))
      let slopes = (1...2).map { min(max(means[$0] / max(means[0], 0.01), -4), 4) }
      let colorVariance = variance(parameters.colorForm)
      var colors = [spectra[1], spectra[2]]
      for i in 1..<64 {
        let predicted = slopes.map { $0 * left[i] }
        let rest = (0..<2).map { colors[$0][i] - predicted[$0] }
        let energy = rest[0] * rest[0] + rest[1] * rest[1]
        let share = kept(energy / colorVariance * color[i])
        for c in 0..<2 { colors[c][i] = predicted[c] + rest[c] * share }
      }
      return [left] + colors
    }
  }

  /// Averages the results of all blocks for each value. `change` receives the spectra of the block
  /// at a column and row.
  private func overlapped(
    _ planes: [ReferencePlane], rows: Int, size: Size,
    change: ([[Double]], Int, Int) -> [[Double]]
  ) -> [ReferencePlane] {
    var sums = planes.map { _ in [Double](repeating: 0, count: size.area) }
    for y in stride(from: rows - 8, to: size.height, by: rows) {
      for x in stride(from: -6, to: size.width, by: 2) {
        let spectra = planes.map { plane in
          Self.spectrum((0..<64).map { plane[x + $0 % 8, y + $0 / 8] })
        }
        for (p, spectrum) in change(spectra, x, y).enumerated() {
          for (i, value) in Self.values(spectrum).enumerated() {
            let (u, v) = (x + i % 8, y + i / 8)
            guard u >= 0, v >= 0, u < size.width, v < size.height else { continue }
            sums[p][v * size.width + u] += value * Double(rows * 2) / 64
          }
        }
      }
    }
    return sums.map { ReferencePlane(size, $0) }
  }

  /// The orthonormal cosine transform: coefficient k of eight values.
  private static let cosines: [[Double]] = (0..<8).map { (k: Int) -> [Double] in
    let scale: Double = (k == 0 ? 0.125 : 0.25).squareRoot()
    return (0..<8).map { (i: Int) -> Double in
      let angle = Double((2 * i + 1) * k) * Double.pi / 16
      return scale * cos(angle)
    }
  }

  private static let inverse: [[Double]] = (0..<8).map { (i: Int) -> [Double] in
    cosines.map { $0[i] }
  }

  /// Transforms both axes of a block with an 8×8 matrix.
  private static func transformed(_ block: [Double], _ matrix: [[Double]]) -> [Double] {
    var down = [Double](repeating: 0, count: 64)
    var result = down
    for i in 0..<64 {
      for k in 0..<8 { down[i] += matrix[i / 8][k] * block[8 * k + i % 8] }
    }
    for i in 0..<64 {
      for k in 0..<8 { result[i] += matrix[i % 8][k] * down[i / 8 * 8 + k] }
    }
    return result
  }

  /// Returns the spectrum of a block of 8×8 values.
  static func spectrum(_ block: [Double]) -> [Double] { transformed(block, cosines) }

  private static func values(_ spectrum: [Double]) -> [Double] { transformed(spectrum, inverse) }
}
