internal import BromideLibc
internal import CBromideKernels

/// A function of a positive number as linear pieces, 128 in each octave, which the bits of a float
/// select without a logarithm or a root.
///
/// A piece is stored as (start, rise / 2¹⁶), so that one load of 8 bytes fetches it. Chords are off
/// by up to h²/8 times the second derivative: for a power with the exponent q, 7.6·10⁻⁶ · q·(q − 1)
/// of its value.
struct OctaveTable: Sendable {
  /// The pieces, and after the last octave one with a rise of 0.
  private let pairs: [Float]

  private let lowest: Int

  private static let pieces = 128

  /// - Parameters:
  ///   - octaves: Exponents of 2. The last octave ends at 2^upperBound.
  ///   - value: The function, called with the ends of pieces.
  init(_ octaves: Range<Int>, _ value: (Double) -> Double) {
    let count = octaves.count * Self.pieces
    let ends = (0...count).map { piece in
      let octave = octaves.lowerBound + piece / Self.pieces
      return value(scalbn(1 + Double(piece % Self.pieces) / Double(Self.pieces), octave))
    }
    var pairs: [Float] = []
    pairs.reserveCapacity(2 * count + 2)
    for (start, end) in zip(ends, ends.dropFirst() + [ends[count]]) {
      pairs.append(Float(start))
      pairs.append(Float((end - start) / 65536))
    }
    self.pairs = pairs
    lowest = octaves.lowerBound
  }

  /// Calls `body` with the C form of the table. Its pointer is valid only during the call.
  @unsafe func withC(_ body: (bromide_octaves) -> Void) {
    unsafe pairs.withUnsafeBufferPointer { pairs in
      unsafe body(bromide_octaves(pairs: pairs.baseAddress, lowest: Int32(lowest)))
    }
  }
}
