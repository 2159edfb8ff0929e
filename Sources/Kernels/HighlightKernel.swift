internal import CKernels
internal import Pixels

/// Restores clipped channels after an unclipped demosaic, on rows of balanced camera RGB.
///
/// A channel c with gain g saturates at the value g. It counts as clipped by the share s(c) =
/// (p(c)/g − start) / (end − start), limited to 0…1; `start` leaves room for noise and for white
/// levels that are slightly too high.
///
/// - Blend: a clipped channel below the mean of the other two is raised to it, by its share s(c).
///   The colours of light, from lamps to the sky, lie near that line, and a green far below it is
///   the reason for pink highlights. Then the colour moves to the neutral of equal mean by the
///   second-largest share: with two channels clipped the hue is unknown. If no channel is clipped,
///   the colour stays as it is, however bright.
/// - Reconstruct: colour ratios k(c) come from the unclipped pixels of the row within 32 pixels
///   that are not dark, weighted by distance. The unclipped channels give a brightness B, and a
///   clipped channel becomes max(p(c), B·k(c)). The result counts as far as there are such
///   neighbours and as far as the values explain the recorded ones (B·k(c) below p(c) contradicts
///   saturation); the blend supplies the rest.
///
/// All weights are continuous in the values of the pixel. Nothing depends on the rest of the
/// picture.
public struct HighlightKernel: Sendable {
  /// The restoring modes. Clipping needs no kernel: the demosaic's ceiling does it.
  public enum Mode: Sendable, Hashable {
    /// Raises clipped channels to the mean of the others, then moves the colour to neutral.
    case blend
    /// Raises clipped channels by the colour ratios of unclipped neighbours; blends if there are
    /// none.
    case reconstruct

    /// Pixels to the left and right that a result depends on.
    public var reach: Int { self == .blend ? 0 : Int(BROMIDE_HIGHLIGHT_REACH) }
  }

  /// The treatment of clipped channels.
  public let mode: Mode
  private let gains: SIMD3<Float>
  private let instructionSet: InstructionSet

  /// - Parameters:
  ///   - gains: White-balance gains, each ≥ 1; a channel saturates at its gain.
  ///   - instructionSet: The variant to run; it must be available.
  public init(_ mode: Mode, gains: SIMD3<Float>, instructionSet: InstructionSet) {
    self.mode = mode
    self.gains = gains
    self.instructionSet = instructionSet
  }

  /// Pixels to the left and right that a result depends on.
  public var reach: Int { mode.reach }

  /// Floats of working memory for a row of `total` pixels.
  public func workSize(total: Int) -> Int { mode == .blend ? 0 : 4 * plane(total) }

  /// Treats the `count` pixels from `first` on and moves them to the start of the row. `total`
  /// pixels of the row, all those within reach, are given; beyond the row's ends there is no
  /// picture.
  ///
  /// - Parameter work: `workSize(total:)` floats.
  @unsafe public func apply(
    to row: PlanarRow, total: Int, first: Int, count: Int, work: UnsafeMutablePointer<Float>
  ) {
    precondition(first >= 0 && first + count <= total && total <= row.capacity, "within the row")
    if instructionSet == .reference {
      applyReference(to: row, total: total, first: first, count: count)
      return
    }
    var highlights = bromide_highlights()
    let slope = 1 / (Self.end - start)
    unsafe withUnsafeMutableBytes(of: &highlights.slope) { bytes in
      let slopes = unsafe bytes.assumingMemoryBound(to: Float.self)
      for c in 0..<3 { unsafe slopes[c] = slope / gains[c] }
    }
    highlights.start = start * slope
    unsafe withUnsafeMutableBytes(of: &highlights.taps) { bytes in
      let taps = unsafe bytes.assumingMemoryBound(to: Float.self)
      for (i, tap) in Self.taps.enumerated() { unsafe taps[i] = tap }
    }
    let isa = instructionSet.code
    switch mode {
    case .blend:
      precondition(first == 0, "blending has no reach")
      unsafe bromide_blend_row(isa, &highlights, row.red, row.green, row.blue, count)
    case .reconstruct:
      unsafe bromide_reconstruct_row(
        isa, &highlights, row.red, row.green, row.blue, total, first, count, work, plane(total))
    }
  }

  // Reconstruction copes with a channel close to saturation and starts late; blending must not
  // change hues suddenly and starts early.
  private var start: Float { mode == .blend ? 0.9 : 0.95 }
  private static let end: Float = 0.99

  /// Triangular weights of the 65 neighbours, one weight for each group of five. Every neighbour
  /// counts: with only every fourth, adjacent pixels would ask different ones and show a
  /// checkerboard of hues.
  private static let taps: [Float] = {
    let step = Int(BROMIDE_HIGHLIGHT_STEP)
    let side = (2 * Int(BROMIDE_HIGHLIGHT_REACH) + 1) / step / 2
    return (-side...side).map { (1 - Float(abs($0)) / Float(side + 1)) / Float(step) }
  }()

  private func plane(_ total: Int) -> Int {
    (total + 2 * Int(BROMIDE_HIGHLIGHT_REACH) + 47) / 16 * 16
  }
}

extension HighlightKernel {
  private func applyReference(to row: PlanarRow, total: Int, first: Int, count: Int) {
    let pixels = (0..<total).map { SIMD3<Double>(row[$0]) }
    for x in 0..<count {
      let result =
        mode == .blend ? blend(pixels[first + x]) : reconstruct(pixels, at: first + x)
      row[x] = SIMD3<Float>(result)
    }
  }

  private func saturation(_ p: SIMD3<Double>) -> SIMD3<Double> {
    let share = p / SIMD3<Double>(gains) - Double(start)
    return (share / Double(Self.end - start)).clamped(
      lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 1))
  }

  private func blend(_ p: SIMD3<Double>) -> SIMD3<Double> {
    let s = saturation(p)
    let others = (p.sum() - p) / 2
    let raised = p + s * (maximum(p, others) - p)
    let second = s.sum() - s.max() - s.min()
    return raised + second * (raised.sum() / 3 - raised)
  }

  private func reconstruct(_ pixels: [SIMD3<Double>], at x: Int) -> SIMD3<Double> {
    let p = pixels[x]
    let s = saturation(p)
    guard s.max() > 0 else { return p }
    var trust = 0.0
    var sum = SIMD3<Double>()
    for offset in -reach...reach {
      let at = x + offset
      guard pixels.indices.contains(at) else { continue }
      let tap = Self.taps[(offset + reach) / Int(BROMIDE_HIGHLIGHT_STEP)]
      let t = Double(tap) * reliability(pixels[at])
      trust += t
      sum += t * pixels[at]
    }
    let k = (sum + 0.02) / (sum.sum() / 3 + 0.02)
    let told = brightness(p, unclipped: 1 - s, ratios: k) * k
    let rebuilt = p + s * (maximum(p, told) - p)
    let safe = blend(p)
    var agreed = trust / (trust + 0.5)
    for c in 0..<3 {
      let ratio = told[c] / max(p[c], 1e-6)
      agreed *= 1 - s[c] * (1 - min(max((ratio - 0.7) / 0.3, 0), 1))
    }
    return safe + agreed * (rebuilt - safe)
  }

  /// How reliably a pixel samples the scene's colour: not clipped, not dark.
  private func reliability(_ p: SIMD3<Double>) -> Double {
    (1 - saturation(p).max()) * min(max((p.sum() / 3 - 0.1) / 0.3, 0), 1)
  }

  private func brightness(
    _ p: SIMD3<Double>, unclipped u: SIMD3<Double>, ratios k: SIMD3<Double>
  ) -> Double {
    ((u * p).sum() + 0.25 * (p / k).max()) / ((u * k).sum() + 0.25)
  }

  private func maximum(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    a.replacing(with: b, where: b .> a)
  }
}
