internal import BromideLibc
package import BromideValues
internal import CBromideKernels

/// Sharpening of a reduced picture. It uses the roots of light, which are close to perceived
/// brightness.
///
/// L is the luma of the roots, and u is its blur (σ 0.6 pixels). In 3×3 pixels, L varies from lo to
/// hi, with d = hi − lo. Z = min(hi + d/20, max(lo − d/20, L + amount·(L − u))). All channels gain
/// w·(Z − L) with w = clamp((d/n − 2)/4). Here n is the noise deviation of luma. The limit d/20
/// prevents overshoot at edges, and w keeps noise unchanged. Edges repeat.
public struct OutputSharpening: Sendable, Hashable {
  /// The fraction of the difference from the blur to add.
  public var amount: Double
  private let weights: SIMD3<Double>
  private let noise: [Double]

  static let entries = Int(BROMIDE_OUTPUT_NOISE)
  private static let sigma = 0.6

  /// - Parameters:
  ///   - amount: The fraction of the difference from the blur to add, above 0.
  ///   - weights: Luma weights of red, green and blue.
  ///   - noise: Returns the noise deviation for a luma.
  public init(amount: Double, weights: SIMD3<Double>, noise: (Double) -> Double) {
    self.amount = amount
    self.weights = weights
    self.noise = (0...Self.entries).map { noise(Double($0) / Double(Self.entries)) }
  }

  /// The noise deviation by luma, interpolated linearly.
  private func deviation(_ luma: Double) -> Double {
    let place = min(max(luma, 0), 1) * Double(Self.entries)
    let index = min(Int(place), Self.entries - 1)
    return noise[index] + (place - Double(index)) * (noise[index + 1] - noise[index])
  }

  private static let blur: [Double] = {
    let weights = (0...2).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    return weights.map { $0 / (weights[0] + 2 * weights[1] + 2 * weights[2]) }
  }()

  /// One thread's working memory for pictures with a given width.
  @safe
  public final class Scratch {
    fileprivate let row: PlanarRow
    /// The lumas of five rows, and a sixth row for unused lumas.
    private let lumas: PixelMemory
    private let stride: Int
    private static let margin = 16

    /// - Parameter width: In pixels.
    public init(width: Int) {
      row = PlanarRow(capacity: width)
      stride = width + 2 * Self.margin + 16
      lumas = PixelMemory(byteCount: 6 * stride * MemoryLayout<Float>.stride)
      unsafe lumas.bytes.assumingMemoryBound(to: Float.self).initialize(repeating: 0)
    }

    /// Returns the start of a row's lumas. Five successive rows have different starts.
    fileprivate func luma(_ y: Int) -> UnsafeMutablePointer<Float> {
      unsafe lumas.bytes.assumingMemoryBound(to: Float.self).baseAddress!
        + y % 5 * stride + Self.margin
    }

    /// The row for unused lumas.
    fileprivate var other: UnsafeMutablePointer<Float> {
      unsafe lumas.bytes.assumingMemoryBound(to: Float.self).baseAddress!
        + 5 * stride + Self.margin
    }
  }

  /// Writes the lumas of some rows to a picture with one channel.
  public func measure(
    _ rows: Range<Int>, of picture: CodedPicture, into plane: CodedPicture, scratch: Scratch,
    instructionSet: InstructionSet
  ) {
    let (width, row) = (picture.size.width, scratch.row)
    var settings = settings
    let set = max(instructionSet, .baseline)
    for y in rows {
      readRoots(of: picture, y, into: row)
      unsafe bromide_output_luma_row(
        set.code, &settings, row.red, row.green, row.blue, width, scratch.other)
      unsafe plane.write(scratch.other, 0, x: 0, y: y, count: width, isRoot: true)
    }
  }

  /// Sharpens rows of a picture. `plane` contains their lumas.
  public func apply(
    to rows: Range<Int>, of picture: CodedPicture, luma plane: CodedPicture, scratch: Scratch,
    instructionSet: InstructionSet
  ) {
    let (width, height) = (picture.size.width, picture.size.height)
    let row = scratch.row
    var settings = settings
    let set = max(instructionSet, .baseline)
    func kept(_ y: Int) -> Int { min(max(y, 0), height - 1) }
    func luma(_ y: Int) -> UnsafePointer<Float> { unsafe UnsafePointer(scratch.luma(kept(y))) }
    var next = kept(rows.lowerBound - 2)
    for y in rows {
      while next <= kept(y + 2) {
        let luma = unsafe scratch.luma(next)
        unsafe plane.read(0, x: 0, y: next, count: width, isRoot: true, into: luma)
        unsafe (luma[-2], luma[-1]) = (luma[0], luma[0])
        unsafe (luma[width], luma[width + 1]) = (luma[width - 1], luma[width - 1])
        next += 1
      }
      readRoots(of: picture, y, into: row)
      let lumas = unsafe [luma(y - 2), luma(y - 1), luma(y), luma(y + 1), luma(y + 2)]
        .map { unsafe Optional($0) }
      unsafe lumas.withUnsafeBufferPointer { lumas in
        unsafe bromide_output_sharpen_row(
          set.code, &settings, lumas.baseAddress, row.red, row.green,
          row.blue, width)
      }
      for channel in 0..<picture.channels {
        unsafe picture.write(
          row.plane(channel), channel, x: 0, y: y, count: width, isRoot: true)
      }
    }
  }

  /// Returns the codes of a row as roots from 0 to 1. Grey codes appear three times.
  private func readRoots(of picture: CodedPicture, _ y: Int, into row: PlanarRow) {
    for channel in 0..<3 {
      unsafe picture.read(
        min(channel, picture.channels - 1), x: 0, y: y, count: picture.size.width, isRoot: true,
        into: row.plane(channel))
    }
  }

  private var settings: bromide_output_sharpening {
    var settings = bromide_output_sharpening()
    settings.weights = (Float(weights.x), Float(weights.y), Float(weights.z))
    let blur = Self.blur.map { Float($0) }
    settings.blur = (blur[0], blur[1], blur[2])
    settings.amount = Float(amount)
    unsafe withUnsafeMutableBytes(of: &settings.noise) { bytes in
      let entries = unsafe bytes.bindMemory(to: Float.self)
      for (i, value) in noise.enumerated() { unsafe entries[i] = Float(value) }
      unsafe entries[Self.entries + 1] = Float(noise[Self.entries])
    }
    return settings
  }

  /// Applies the formulas to a picture of roots, by rows.
  package func reference(_ roots: [SIMD3<Double>], size: Size) -> [SIMD3<Double>] {
    func luma(_ x: Int, _ y: Int) -> Double {
      let (x, y) = (min(max(x, 0), size.width - 1), min(max(y, 0), size.height - 1))
      return (roots[y * size.width + x] * weights).sum()
    }
    return roots.indices.map { i in
      let (x, y) = (i % size.width, i / size.width)
      let around = (-1...1).flatMap { dy in (-1...1).map { luma(x + $0, y + dy) } }
      let (low, high) = (around.min() ?? 0, around.max() ?? 0)
      var blurred = 0.0
      for dy in -2...2 {
        for dx in -2...2 {
          blurred += Self.blur[abs(dx)] * Self.blur[abs(dy)] * luma(x + dx, y + dy)
        }
      }
      let (own, d) = (luma(x, y), high - low)
      let z = min(high + d / 20, max(low - d / 20, own + amount * (own - blurred)))
      let share = min(max((d / deviation(own) - 2) / 4, 0), 1)
      return (roots[i] + share * (z - own)).replacing(
        with: 0, where: roots[i] + share * (z - own) .< 0)
    }
  }
}
