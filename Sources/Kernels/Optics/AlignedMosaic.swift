internal import CKernels
public import Pixels

/// A Bayer mosaic whose red and blue are moved to where green shows the same things, for demosaics that do not correct lateral
/// colour themselves.
///
/// Red and blue are those that RCD moves: see ``LateralReference``. They are written back as samples, so that every method reads
/// a mosaic as without lateral colour. A method that corrects its finished colours instead leaves a third of the fringes, as it
/// has tied red to misplaced green by then. Noise below black counts as black, as with RCD. Clipped sites stay.
///
/// Samples are a power of two times the recorded ones where 16 bits have room for that.
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
  ///   - input: How it is read, with moves.
  ///   - instructionSet: The variant to run; it must be available.
  public init(_ mosaic: Mosaic, _ input: DemosaicInput, instructionSet: InstructionSet) {
    precondition(input.lateral != nil, "a mosaic with lateral colour")
    self.mosaic = mosaic
    self.input = input
    self.instructionSet = instructionSet
    memory = PixelMemory(byteCount: mosaic.size.area * MemoryLayout<UInt16>.stride)
    var factor: Float = 1
    // Corrected values may exceed white.
    while mosaic.levels.white > 0, 2 * factor * mosaic.levels.white <= 32767 { factor *= 2 }
    self.factor = factor
  }

  /// The number of parts that threads may share.
  public var tiles: Int { (mosaic.size.height + Self.tileRows - 1) / Self.tileRows }

  /// Makes one part.
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

  /// The input of a demosaic of the aligned mosaic, once all parts are made.
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
  /// Turns a row of an aligned mosaic into samples: see ``AlignedMosaic``.
  @unsafe fileprivate func putSamples(
    of row: PlanarRow, x: Int, y: Int, count: Int, factor: Float,
    into samples: UnsafeMutablePointer<UInt16>
  ) {
    unsafe withDescription { mosaic in
      unsafe bromide_aligned_samples(mosaic, x, y, count, row.red, factor, samples)
    }
  }
}
