internal import BromideLibc
internal import BromideValues
internal import CBromideKernels

/// A transfer function as 32 cubics. The C kernels evaluate every curve in this form.
///
/// z = x·scale + bias runs from bias to just below 1, and the bits of the float z select its piece:
/// the lowest three bits of the exponent and the highest two of the mantissa. Each of the eight
/// octaves below 1 has four pieces. For each power, the coefficients of all pieces fill two 512-bit
/// registers, and a permute selects from them: 12 instructions for 16 values of any curve, without
/// a root or a logarithm.
///
/// - The bias puts the cut between the linear piece and the power on the edge of a piece.
/// - A power without a linear piece has an infinite slope at 0. For it, z uses the fourth root of
///   x, which makes the curve smooth (exponent · 4 ≈ 2).
///
/// A cubic through the curve's four Chebyshev points, for a piece a quarter octave wide, has an
/// error below 5e-6 near sRGB's cut and 1e-6 elsewhere: 0.0013 of an 8-bit code value, 0.3 of a
/// 16-bit one.
@safe
final class TransferTable: @unchecked Sendable {
  let scale: Float
  let bias: Float
  let usesRoot: Bool
  /// 256 floats: the coefficients of 1, z, z², z³ for 32 pieces, in code values, with ½ added for
  /// rounding. First ordered by powers, for a permute, then by pieces, for loads.
  private let memory: PixelMemory

  private static let count = 4 * 32

  init(_ transfer: TransferFunction, maximum: Int) {
    let domain = Domain(transfer)
    scale = Float(domain.scale)
    bias = Float(domain.bias)
    usesRoot = domain.usesRoot
    memory = PixelMemory(byteCount: 2 * Self.count * MemoryLayout<Float>.stride)
    let table = unsafe memory.bytes.assumingMemoryBound(to: Float.self)
    for piece in -32..<0 {
      let cubic = domain.cubic(of: piece, transfer, maximum: Double(maximum))
      // Piece −1 ends at 1. A float's exponent field is 127 + octave.
      let index = ((127 << 2) + piece) & 31
      for power in 0..<4 {
        unsafe table[32 * power + index] = Float(cubic[power])
        unsafe table[Self.count + 4 * index + power] = Float(cubic[power])
      }
    }
  }

  /// Calls `body` with the C form of the table. Its pointer is valid only during the call.
  func withC<R>(_ body: (UnsafePointer<bromide_transfer>) -> R) -> R {
    let coefficients = unsafe memory.bytes.assumingMemoryBound(to: Float.self).baseAddress!
    var transfer = unsafe bromide_transfer(
      coefficients: coefficients, pieces: coefficients + Self.count, scale: scale, bias: bias,
      root: usesRoot ? 1 : 0)
    return withExtendedLifetime(memory) { unsafe body(&transfer) }
  }

  /// Maps x to z in double precision, with the values that the float kernel uses.
  private struct Domain {
    let scale: Double
    let bias: Double
    let usesRoot: Bool
    /// The z of the cut between the linear piece and the power.
    let cut: Double

    /// The largest float below 1: z must stay inside the octave.
    private static let top = 1 - 0x1p-24

    init(_ transfer: TransferFunction) {
      precondition(transfer.curve == nil, "pictures are written by power curves")
      usesRoot = transfer.cut <= 0
      guard transfer.cut > 0, transfer.cut < 1 else {
        // Linear everywhere, or a power of the root everywhere. Any bias works, and the smallest
        // leaves the most room.
        bias = 0x1p-8
        scale = Double(Float(Self.top - 0x1p-8).nextDown)
        cut = transfer.cut <= 0 ? 0 : .infinity
        return
      }
      // The lowest edge that keeps the linear piece inside the eight octaves. A lower edge makes
      // the pieces narrower near the cut, where the curve bends most.
      var best: (scale: Double, bias: Double, cut: Double)?
      for piece in -32..<(-1) {
        let edge = Self.edge(piece)
        let scale = (Self.top - edge) / (1 - transfer.cut)
        let bias = Self.top - scale
        if bias >= 0x1p-8 {
          best = (scale, bias, edge)
          break
        }
      }
      // For a cut close to 1 no edge fits. No colour space has such a cut, and the pieces would
      // only lose accuracy at the cut.
      let chosen = best ?? (Self.top - 0x1p-8, 0x1p-8, transfer.cut)
      scale = Double(Float(chosen.scale).nextDown)
      bias = Double(Float(chosen.bias))
      cut = chosen.cut
    }

    /// The lower edge of a piece: pieces −4 to −1 are the quarters of ½…1, and so on.
    static func edge(_ piece: Int) -> Double {
      let octave = Int((Double(piece) / 4).rounded(.down))
      return (1 + Double(piece - 4 * octave) / 4) * scalbn(1, octave)
    }

    /// Returns the cubic in z through the curve's Chebyshev points of a piece.
    func cubic(of piece: Int, _ transfer: TransferFunction, maximum: Double) -> [Double] {
      let low = Self.edge(piece)
      let high = Self.edge(piece + 1)
      let isLinear = high <= cut
      let points = (0..<4).map { k in
        (low + high) / 2 + (high - low) / 2 * cos(Double.pi * (Double(k) + 0.5) / 4)
      }
      let values = points.map { z in
        var x = (z - bias) / scale
        if usesRoot { x = x < 0 ? 0 : x * x * x * x }
        let value =
          isLinear
          ? transfer.slope * x
          : transfer.scale * pow(max(x, 0), transfer.exponent) - transfer.offset
        return value * maximum + 0.5
      }
      return newton(points, values)
    }

    /// Returns the coefficients, constant first, of the polynomial through four points (Newton's
    /// divided differences).
    private func newton(_ x: [Double], _ y: [Double]) -> [Double] {
      var d = y
      for order in 1..<4 {
        for i in stride(from: 3, through: order, by: -1) {
          d[i] = (d[i] - d[i - 1]) / (x[i] - x[i - order])
        }
      }
      var result = [d[3], 0, 0, 0]
      for i in stride(from: 2, through: 0, by: -1) {
        for power in stride(from: 3, through: 1, by: -1) {
          result[power] = result[power - 1] - x[i] * result[power]
        }
        result[0] = d[i] - x[i] * result[0]
      }
      return result
    }
  }
}
