internal import CKernels
public import Pixels

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The colour of bright light over a photo, which tells what clipped channels were.
///
/// It lies on cells of 16×16 sensor pixels of the whole sensor, so that neither crop nor zoom move
/// it. Each cell has the logarithms to base 2 of red and blue over green, before any balance: that
/// of the cell's own bright light (see `HighlightCells`) where there is enough, else of that around,
/// from ever larger cells ("push–pull"). And it has a support, the amount of bright light within
/// some hundred pixels.
public struct HighlightField: Sendable, Equatable {
  /// Side of a cell in sensor pixels.
  public static let side = Int(BROMIDE_HIGHLIGHT_CELL)
  /// Columns and rows of cells.
  public let size: Size
  /// Planes of log2 red/green, log2 blue/green, and support.
  package let values: [Float]

  /// Makes the field of a photo's cells.
  ///
  /// - Parameters:
  ///   - cells: The cells that were measured.
  ///   - sums: Their sums, row after row.
  ///   - instructionSet: The variant to run; all give equal bits.
  @unsafe public init(
    _ cells: HighlightCells, sums: UnsafePointer<Float>, instructionSet: InstructionSet
  ) {
    size = cells.size
    var level = Level(size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let i = y * size.width + x
        let weight = unsafe sums[4 * i]
        guard weight > 0 else { continue }
        let light = unsafe SIMD3(sums[4 * i + 1], sums[4 * i + 2], sums[4 * i + 3])
        let known = pointwiseMax(light, SIMD3(repeating: light.max() * Self.leastRatio))
        level.weight[i] = 4 * weight / Float(cells.count(x: x, y: y))
        level.red[i] = Float(log2(Double(known.x / known.y)))
        level.blue[i] = Float(log2(Double(known.z / known.y)))
      }
    }
    let support = Self.blurred(level.weight, size, instructionSet)
    level.spread()
    values = level.red + level.blue + support
  }

  /// A field of known values, for tests of what is made of it.
  ///
  /// - Parameter values: Planes of log2 red/green, log2 blue/green, and support.
  package init(size: Size, values: [Float]) {
    precondition(values.count == 3 * size.area, "three planes")
    self.size = size
    self.values = values
  }

  /// Below this share of the largest channel, a channel holds nothing but noise.
  private static let leastRatio: Float = 1 / 1024
  /// Standard deviation of the support's blur in cells: 128 sensor pixels.
  static let deviation = 8.0
  /// Cells on either side that the blur reads: three deviations.
  static let reach = 24

  /// Weights blurred by a Gaussian, relative to the part of it that lies on the sensor.
  private static func blurred(
    _ weights: [Float], _ size: Size, _ instructionSet: InstructionSet
  ) -> [Float] {
    let set = max(instructionSet, .baseline)
    let gauss = (-reach...reach).map { i -> Float in
      let distance = Double(i) / deviation
      return Float(exp(-distance * distance / 2))
    }
    // Vectors are read and written as a whole.
    let stride = (size.width + 15) / 16 * 16
    var padded = [Float](repeating: 0, count: stride * (size.height + 2 * reach))
    for y in 0..<size.height {
      for x in 0..<size.width { padded[(y + reach) * stride + x] = weights[y * size.width + x] }
    }
    var row = [Float](repeating: 0, count: stride + 2 * reach + 16)
    var sums = [Float](repeating: 0, count: stride)
    var result = [Float](repeating: 0, count: size.area)
    let (across, down) = (norms(gauss, size.width), norms(gauss, size.height))
    for y in 0..<size.height {
      unsafe padded.withUnsafeBufferPointer { padded in
        unsafe row.withUnsafeMutableBufferPointer { row in
          unsafe bromide_weighted_sums(
            set.code, padded.baseAddress! + y * stride, stride, gauss, gauss.count, size.width,
            row.baseAddress! + reach)
          for x in size.width..<stride { unsafe row[reach + x] = 0 }
        }
      }
      unsafe bromide_weighted_sums(set.code, row, 1, gauss, gauss.count, size.width, &sums)
      for x in 0..<size.width {
        result[y * size.width + x] = sums[x] / (across[x] * down[y])
      }
    }
    return result
  }

  /// For each of `count` places in a line, the weights that fall within it.
  private static func norms(_ weights: [Float], _ count: Int) -> [Float] {
    (0..<count).map { place in
      (max(0, reach - place)..<min(2 * reach + 1, count - place + reach)).reduce(0) {
        $0 + weights[$1]
      }
    }
  }
}

extension HighlightField {
  /// A grid of weights, and of logarithms of ratios or their products with the weights.
  private struct Level {
    let size: Size
    var weight: [Float]
    var red: [Float]
    var blue: [Float]

    init(_ size: Size) {
      self.size = size
      weight = [Float](repeating: 0, count: size.area)
      red = weight
      blue = weight
    }

    /// Replaces each ratio by the mean of its own, by its weight, and of the larger cells', with a
    /// weight of ½.
    mutating func spread() {
      guard size.area > 1 else { return }
      var larger = Level(Size(width: (size.width + 1) / 2, height: (size.height + 1) / 2))
      for y in 0..<size.height {
        for x in 0..<size.width {
          let (i, j) = (y * size.width + x, y / 2 * larger.size.width + x / 2)
          larger.weight[j] += weight[i]
          larger.red[j] += weight[i] * red[i]
          larger.blue[j] += weight[i] * blue[i]
        }
      }
      for i in larger.weight.indices where larger.weight[i] > 0 {
        larger.red[i] /= larger.weight[i]
        larger.blue[i] /= larger.weight[i]
      }
      larger.spread()
      for y in 0..<size.height {
        let rows = Self.neighbours(y, larger.size.height)
        let (near, beside) = (rows.own * larger.size.width, rows.beside * larger.size.width)
        for x in 0..<size.width {
          let columns = Self.neighbours(x, larger.size.width)
          func mean(_ plane: [Float]) -> Float {
            0.75 * (0.75 * plane[near + columns.own] + 0.25 * plane[near + columns.beside])
              + 0.25 * (0.75 * plane[beside + columns.own] + 0.25 * plane[beside + columns.beside])
          }
          let i = y * size.width + x
          let total = weight[i] + 0.5
          red[i] = (weight[i] * red[i] + 0.5 * mean(larger.red)) / total
          blue[i] = (weight[i] * blue[i] + 0.5 * mean(larger.blue)) / total
        }
      }
    }

    /// The larger cell that holds a cell, and the one that is nearest to it beside.
    private static func neighbours(_ place: Int, _ count: Int) -> (own: Int, beside: Int) {
      let own = place / 2
      return (own, min(max(own + (place % 2 == 0 ? -1 : 1), 0), count - 1))
    }
  }
}

extension HighlightField {
  /// Ratios of red, green and blue before the balance, and support, at a pixel of the demosaic's
  /// output, by the formulas.
  package func value(x: Int, y: Int, pitch: Int) -> (ratios: SIMD3<Double>, support: Double) {
    func place(_ at: Int, _ count: Int) -> (near: Int, far: Int, share: Double) {
      let position = (Double(at) + 0.5) / Double(pitch) - 0.5
      let first = Int(position.rounded(.down))
      func inside(_ cell: Int) -> Int { min(max(cell, 0), count - 1) }
      return (inside(first), inside(first + 1), position - position.rounded(.down))
    }
    let (column, row) = (place(x, size.width), place(y, size.height))
    func mean(_ plane: Int) -> Double {
      func at(_ x: Int, _ y: Int) -> Double {
        Double(values[plane * size.area + y * size.width + x])
      }
      let above =
        at(column.near, row.near) * (1 - column.share)
        + at(column.far, row.near) * column.share
      let below =
        at(column.near, row.far) * (1 - column.share)
        + at(column.far, row.far) * column.share
      return above * (1 - row.share) + below * row.share
    }
    return (SIMD3(exp2(mean(0)), 1, exp2(mean(1))), mean(2))
  }
}
