internal import BromideValues
internal import CBromideKernels

/// Restores clipped channels after an unclipped demosaic, on rows of balanced camera RGB.
///
/// A channel c with gain g saturates at the value g. Its clipped share is s(c) = (p(c)/g − start) /
/// (end − start), limited to 0…1. `start` allows for noise and for white levels that are slightly
/// too high.
///
/// - Blend: raises a clipped channel below the mean of the other two to this mean, by its share
///   s(c). The colours of light, from lamps to the sky, are near that line, and a green far below
///   it causes pink highlights. Then the colour moves to the neutral with equal mean by the
///   second-largest share, because with two clipped channels the hue is unknown. If no channel is
///   clipped, the colour is unchanged at any brightness.
/// - Recover: uses the colour k of surrounding bright light from a `HighlightField`, with a mean of
///   1 after the balance. The channels give a brightness B = (Σ (1 − s)·p + ¼ max(p/k)) / (Σ (1 −
///   s)·k + ¼), mostly from the unclipped ones, and a clipped channel becomes max(p(c), B·k(c)).
///   The weight of the result depends on the amount of surrounding bright light and on its
///   agreement with the recorded values (B·k(c) far below p(c) contradicts saturation). The rest
///   comes from the blend.
///
/// All weights are continuous functions of the pixel values. A pixel without clipped channels keeps
/// its bits.
public struct HighlightKernel: Sendable {
  /// The restoring modes. Clipping needs no kernel, because the demosaic's ceiling clips.
  public enum Mode: Sendable, Hashable {
    /// Raises clipped channels to the mean of the others, then moves the colour to neutral.
    case blend
    /// Raises clipped channels to the colour of surrounding bright light, or blends if there is no
    /// bright light.
    case recover
  }

  /// The mode for clipped channels.
  public let mode: Mode
  private let gains: SIMD3<Float>
  private let instructionSet: InstructionSet
  private let clipped: bromide_highlights

  /// - Parameters:
  ///   - gains: White-balance gains, each ≥ 1. A channel saturates at its gain.
  ///   - instructionSet: The variant to run. It must be available.
  public init(_ mode: Mode, gains: SIMD3<Float>, instructionSet: InstructionSet) {
    self.mode = mode
    self.gains = gains
    self.instructionSet = instructionSet
    let start = Self.start(mode)
    let slope = 1 / (Self.end - start)
    clipped = bromide_highlights(
      slope: (slope / gains.x, slope / gains.y, slope / gains.z), start: start * slope)
  }

  /// Returns the maximum value of a recovered channel. If all channels are clipped and light has a
  /// strong colour, the field can give any brightness. Above this limit, all tones are white.
  public static func limit(gains: SIMD3<Float>) -> Float { 4 * gains.max() }

  /// Returns whether a channel is clipped in the first `count` pixels of a row.
  public func findsClipped(in row: PlanarRow, count: Int) -> Bool {
    if instructionSet == .reference {
      return (0..<count).contains { saturation(SIMD3<Double>(row[$0])).max() > 0 }
    }
    return findsClipped(first: row, rows: 1, count: count)
  }

  /// Returns whether a channel is clipped in the first `count` pixels of the first `rows` rows of a
  /// block from `PlanarRow.block`.
  public func findsClipped(in block: [PlanarRow], rows: Int, count: Int) -> Bool {
    precondition(rows <= block.count, "rows of one block")
    guard instructionSet != .reference, let first = block.first else {
      return block.prefix(rows).contains { findsClipped(in: $0, count: count) }
    }
    return findsClipped(first: first, rows: rows, count: count)
  }

  private func findsClipped(first: PlanarRow, rows: Int, count: Int) -> Bool {
    precondition(count <= first.capacity, "pixels within the rows")
    return unsafe withUnsafePointer(to: clipped) { clipped in
      unsafe bromide_has_clipped(
        instructionSet.code, clipped, first.red, first.green, first.blue, first.blockDistance,
        rows, count) != 0
    }
  }

  /// Restores the first `count` pixels of a row.
  ///
  /// - Parameters:
  ///   - x: Column of the row's first pixel in the demosaic's output.
  ///   - y: Its row in the demosaic's output.
  ///   - field: The photo's field for `.recover`, or `nil` to blend.
  ///   - pitch: Distance between the field's cells in pixels of the demosaic's output: 16, or 8 if
  ///     a pixel is 2×2 sites.
  public func apply(
    to row: PlanarRow, x: Int, y: Int, count: Int, field: HighlightField?, pitch: Int
  ) {
    precondition(count <= row.capacity && x >= 0 && y >= 0, "pixels within the row")
    precondition(pitch == HighlightField.side || pitch == HighlightField.side / 2, "a known pitch")
    if instructionSet == .reference {
      applyReference(to: row, x: x, y: y, count: count, field: field, pitch: pitch)
      return
    }
    let isa = instructionSet.code
    unsafe withUnsafePointer(to: clipped) { clipped in
      guard mode == .recover, let field else {
        unsafe bromide_blend_row(isa, clipped, row.red, row.green, row.blue, count)
        return
      }
      let (base, plane) = unsafe (field.planes.base, field.size.area)
      var known = unsafe bromide_highlight_field(
        red: base, blue: base + plane, support: base + 2 * plane,
        columns: Int32(field.size.width), rows: Int32(field.size.height), pitch: Int32(pitch),
        gain: (gains.x, gains.y, gains.z), limit: Self.limit(gains: gains))
      unsafe bromide_recover_row(
        isa, clipped, &known, Int32(x), Int32(y), row.red, row.green, row.blue, count)
      // The view of its planes keeps the memory alive up to here.
      withExtendedLifetime(field) {}
    }
  }

  // Recovery can handle a channel near saturation and starts late. Blending alone starts early, so
  // that hues do not change suddenly.
  private static func start(_ mode: Mode) -> Float { mode == .blend ? 0.9 : 0.95 }
  private static let end: Float = 0.99
}

extension HighlightKernel {
  private func applyReference(
    to row: PlanarRow, x: Int, y: Int, count: Int, field: HighlightField?, pitch: Int
  ) {
    for i in 0..<count {
      let p = SIMD3<Double>(row[i])
      if mode == .recover, let field {
        let predicted = field.value(x: x + i, y: y, pitch: pitch)
        row[i] = SIMD3<Float>(recovered(p, ratios: predicted.ratios, support: predicted.support))
      } else {
        row[i] = SIMD3<Float>(blended(p))
      }
    }
  }

  private func saturation(_ p: SIMD3<Double>) -> SIMD3<Double> {
    let start = Double(Self.start(mode))
    let share = p / SIMD3<Double>(gains) - start
    return (share / (Double(Self.end) - start)).clamped(
      lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 1))
  }

  private func blended(_ p: SIMD3<Double>) -> SIMD3<Double> {
    let s = saturation(p)
    let others = (p.sum() - p) / 2
    let raised = p + s * (maximum(p, others) - p)
    let second = s.sum() - s.max() - s.min()
    return raised + second * (raised.sum() / 3 - raised)
  }

  /// Returns the recovered colour of a pixel.
  ///
  /// - Parameters:
  ///   - ratios: Red, green and blue of surrounding bright light before the balance, in any unit.
  ///   - support: The amount of bright light.
  package func recovered(
    _ p: SIMD3<Double>, ratios: SIMD3<Double>, support: Double
  ) -> SIMD3<Double> {
    let s = saturation(p)
    guard s.max() > 0 else { return p }
    let balanced = ratios * SIMD3<Double>(gains)
    let k = balanced * (3 / balanced.sum())
    let u = 1 - s
    let brightness = ((u * p).sum() + 0.25 * (p / k).max()) / ((u * k).sum() + 0.25)
    let predicted = brightness * k
    let rebuilt = p + s * (maximum(p, predicted) - p)
    var agreed = support / (support + 0.05)
    for c in 0..<3 {
      let ratio = predicted[c] / max(p[c], 1e-6)
      agreed *= 1 - s[c] * (1 - min(max((ratio - 0.7) / 0.3, 0), 1))
    }
    let safe = blended(p)
    let limit = SIMD3(repeating: Double(Self.limit(gains: gains)))
    return pointwiseMin(safe + agreed * (rebuilt - safe), limit)
  }

  private func maximum(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    a.replacing(with: b, where: b .> a)
  }
}
