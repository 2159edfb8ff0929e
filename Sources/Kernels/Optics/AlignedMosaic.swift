public import BromideValues
internal import CBromideKernels

/// A Bayer mosaic with red and blue shifted to match green, for demosaics that do not correct
/// lateral colour.
///
/// RCD computes the shifted red and blue: see ``LateralReference``. They are stored as samples, so
/// that every method reads a mosaic without lateral colour. Correcting finished colours instead
/// would leave a third of the fringes, because the method has then already combined red with
/// misplaced green. As in RCD, noise below black becomes black. Clipped sites are unchanged.
///
/// Samples are multiplied by a power of two if 16 bits have room for it.
@safe
public final class AlignedMosaic: Sendable {
  private let input: DemosaicInput
  private let mosaic: Mosaic
  private let memory: PixelMemory
  private let factor: Float
  private let instructionSet: InstructionSet

  /// Rows in a tile.
  private static let tileRows = 128

  /// - Parameters:
  ///   - mosaic: The mosaic.
  ///   - input: The levels, gains and lateral shifts for reading the mosaic.
  ///   - instructionSet: The variant to run. It must be available.
  public init(_ mosaic: Mosaic, _ input: DemosaicInput, instructionSet: InstructionSet) {
    precondition(input.lateral != nil, "a mosaic with lateral colour")
    self.mosaic = mosaic
    self.input = input
    self.instructionSet = instructionSet
    memory = PixelMemory(byteCount: mosaic.size.area * MemoryLayout<UInt16>.stride)
    var factor: Float = 1
    // Corrected values can exceed white.
    while mosaic.levels.white > 0, 2 * factor * mosaic.levels.white <= 32767 { factor *= 2 }
    self.factor = factor
  }

  /// The number of parts that threads can share.
  public var tiles: Int { (mosaic.size.height + Self.tileRows - 1) / Self.tileRows }

  /// Computes one part.
  public func make(tile: Int) {
    let size = mosaic.size
    let first = tile * Self.tileRows
    let rows = first..<min(first + Self.tileRows, size.height)
    let strip = DemosaicStrip(
      kernel: .rcd, alignsOnly: true, maximumWidth: DemosaicStrip.preferredWidth,
      instructionSet: instructionSet)
    let row = PlanarRow(capacity: DemosaicStrip.preferredWidth)
    let samples = unsafe memory.bytes.assumingMemoryBound(to: UInt16.self).baseAddress!
    for x in stride(from: 0, to: size.width, by: DemosaicStrip.preferredWidth) {
      let width = min(DemosaicStrip.preferredWidth, size.width - x)
      strip.begin(input, region: Region(x: x, y: rows.lowerBound, width: width, height: rows.count))
      for y in rows {
        strip.nextRow(into: row)
        unsafe strip.putSamples(
          of: row, x: x, y: y, count: width, factor: factor, into: samples + y * size.width + x)
      }
    }
  }

  /// The demosaic input for the aligned mosaic. Valid after all parts are computed.
  public var aligned: DemosaicInput {
    var levels = mosaic.levels
    levels.black = levels.black.map { factor * $0 }
    levels.white *= factor
    let plane = unsafe PlaneView<UInt16>(
      base: UnsafePointer(memory.bytes.assumingMemoryBound(to: UInt16.self).baseAddress!),
      width: mosaic.size.width, height: mosaic.size.height, stride: mosaic.size.width,
      owner: memory)
    return DemosaicInput(
      mosaic: Mosaic(samples: plane, pattern: mosaic.pattern, levels: levels), gains: input.gains,
      ceiling: input.ceiling)
  }
}

extension DemosaicStrip {
  /// Converts a row of an aligned mosaic to samples: see ``AlignedMosaic``.
  @unsafe fileprivate func putSamples(
    of row: PlanarRow, x: Int, y: Int, count: Int, factor: Float,
    into samples: UnsafeMutablePointer<UInt16>
  ) {
    unsafe withDescription { mosaic in
      unsafe bromide_aligned_samples(mosaic, x, y, count, row.red, factor, samples)
    }
  }
}
