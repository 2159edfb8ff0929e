public import BromideValues
internal import CBromideKernels

/// Measures the colour of bright, unclipped light on cells of 16×16 sensor pixels.
///
/// A quad of 2×2 sites has values v relative to saturation, with the greens' mean for green. Its
/// weight is w = (1 − s(m))·clamp((max v − 0.6) / 0.3), where m is its brightest site and s rises
/// from 0 at 0.95 to 1 at 0.99. If m used the greens' mean, a clipped green next to an unclipped
/// one would tint the light: the mean colour difference of recovered highlights was 4.1 instead of
/// 1.9 on a photo of the corpus. A cell stores Σ w and Σ w·v.
///
/// In a picture without a mosaic, one pixel of 2×2 replaces the quad. For X-Trans, it is the 3×3
/// sites starting at the quad's origin, with the means of their colours. Only every second row of
/// quads is measured. This reads half of the sensor and changes the colour difference by less than
/// 1 %.
///
/// Values are not balanced and do not depend on a recipe. So one field works for every white
/// balance, because a gain only adds its logarithm to a ratio's logarithm.
public struct HighlightCells: Sendable {
  /// Columns and rows of cells.
  public let size: Size
  private let image: SensorImage
  private let quads: Size
  private let instructionSet: InstructionSet

  /// Returns `nil` for a picture with one channel or without a whole quad.
  ///
  /// - Parameter instructionSet: The variant to run. It must be available.
  public init?(_ image: SensorImage, instructionSet: InstructionSet) {
    if case .linear(let linear) = image, linear.channels == 1 { return nil }
    quads = Size(width: image.size.width / 2, height: image.size.height / 2)
    guard !quads.isEmpty else { return nil }
    let side = HighlightField.side / 2
    size = Size(
      width: (quads.width + side - 1) / side, height: (quads.height + side - 1) / side)
    self.image = image
    self.instructionSet = instructionSet
  }

  /// Returns the number of quads that are measured in a cell.
  func count(x: Int, y: Int) -> Int {
    let side = HighlightField.side / 2
    return min(side, quads.width - side * x) * ((min(side, quads.height - side * y) + 1) / 2)
  }

  /// Measures a row of cells.
  ///
  /// - Parameters:
  ///   - row: 0 ..< size.height.
  ///   - sums: Receives Σ w, then Σ w·v of red, green and blue, for each cell.
  @unsafe public func measure(row: Int, into sums: UnsafeMutablePointer<Float>) {
    precondition(row >= 0 && row < size.height, "a row of cells")
    var measured = 0
    if instructionSet != .reference {
      if case .xtrans(let mosaic) = image {
        measured = unsafe measure(
          mosaic, row: row, into: sums, instructionSet: instructionSet)
      } else {
        var samples = unsafe self.samples
        unsafe bromide_highlight_cells(instructionSet.code, &samples, row, sums)
        measured = size.width
      }
    }
    for x in measured..<size.width {
      let sum = cell(x: x, y: row)
      for i in 0..<4 { unsafe sums[4 * x + i] = Float(sum[i]) }
    }
  }

  @unsafe private var samples: bromide_highlight_samples {
    let plane =
      switch image {
      case .mosaic(let mosaic): mosaic.samples
      case .xtrans(let mosaic): mosaic.samples
      case .linear(let linear): linear.samples
      }
    var samples = unsafe bromide_highlight_samples()
    unsafe samples.samples = plane.base
    unsafe samples.stride = plane.stride
    unsafe samples.width = image.size.width
    unsafe samples.height = image.size.height
    switch image {
    case .mosaic(let mosaic):
      let black = (0..<4).map { Self.black(mosaic.levels, x: $0 % 2, y: $0 / 2) }
      let scale = black.map { 1 / max(mosaic.levels.white - $0, 1) }
      unsafe samples.red = Int32(mosaic.pattern.redX + 2 * mosaic.pattern.redY)
      unsafe samples.black = (black[0], black[1], black[2], black[3])
      unsafe samples.scale = (scale[0], scale[1], scale[2], scale[3])
    case .xtrans: preconditionFailure("X-Trans has samples of its own")
    case .linear(let linear):
      let scale = 1 / (linear.white * linear.appliedGains)
      unsafe samples.is_linear = 1
      unsafe samples.scale = (scale.x, scale.y, scale.z, 0)
    }
    return unsafe samples
  }

  /// Returns the mean black level of the sites at one position of the quads. Only patterns larger
  /// than a quad have several levels there, and they differ by a few codes.
  private static func black(_ levels: SensorLevels, x: Int, y: Int) -> Float {
    var (sum, count) = (0.0, 0.0)
    for j in stride(from: y, to: 2 * levels.blackPatternSize.height, by: 2) {
      for i in stride(from: x, to: 2 * levels.blackPatternSize.width, by: 2) {
        sum += Double(levels.black(x: i, y: j))
        count += 1
      }
    }
    return Float(sum / count)
  }
}

extension HighlightCells {
  /// Returns Σ w and Σ w·v of a cell, computed with the formulas.
  private func cell(x: Int, y: Int) -> SIMD4<Double> {
    let side = HighlightField.side / 2
    var sums = SIMD4<Double>()
    for j in stride(from: side * y, to: min(side * (y + 1), quads.height), by: 2) {
      for i in side * x..<min(side * (x + 1), quads.width) {
        let (v, most) = quad(x: 2 * i, y: 2 * j)
        let weight =
          (1 - min(max((most - 0.95) / 0.04, 0), 1)) * min(max((v.max() - 0.6) / 0.3, 0), 1)
        sums += weight * SIMD4(1, v.x, v.y, v.z)
      }
    }
    return sums
  }

  /// Returns red, green and blue of a quad, and its brightest site, relative to saturation.
  private func quad(x: Int, y: Int) -> (value: SIMD3<Double>, most: Double) {
    var v = SIMD3<Double>()
    var most = 0.0
    switch image {
    case .mosaic(let mosaic):
      for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        let color = mosaic.pattern.color(x: x + dx, y: y + dy)
        let black = Double(Self.black(mosaic.levels, x: dx, y: dy))
        let range = max(Double(mosaic.levels.white) - black, 1)
        let value = max((Double(mosaic.samples[x + dx, y + dy]) - black) / range, 0)
        v[color.rawValue] += color == .green ? value / 2 : value
        most = max(most, value)
      }
    case .xtrans(let mosaic):
      // The last quads use sites inside the mosaic, three rows and columns from the edge.
      let cell = mosaic.cell(
        x: min(x, mosaic.size.width - 3), y: min(y, mosaic.size.height - 3))
      v = cell.mean.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: .infinity))
      most = cell.most
    case .linear(let linear):
      for c in 0..<3 {
        v[c] =
          Double(linear.samples[3 * x + c, y]) / Double(linear.white * linear.appliedGains[c])
      }
      most = v.max()
    }
    return (v, most)
  }
}
