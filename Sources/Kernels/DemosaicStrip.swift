internal import CKernels
public import Pixels

/// Demosaics a rectangle, row by row from its top, in scratch memory that one thread reuses.
///
/// Rows are pulled, so that whatever follows (colour, resampling) works on values still in the cache.
/// A value depends on its position in the mosaic only, never on the rectangle it was asked in; outside
/// the picture the mosaic is mirrored about its outermost sites. Results are 0 or more; where the
/// ceiling is 1 an interpolated value may still exceed it.
///
/// The corresponding C functions are `bromide_demosaic_begin` and `bromide_demosaic_row`.
@safe
public final class DemosaicStrip {
  /// The best width of a rectangle: RCD's rings then take 400 KB of the L2 cache, and with the
  /// columns it reads on either side it fills 33 vectors of two times 16 columns. From 750 to 1014
  /// columns times differ by 1 %; 1500 take 4 % longer.
  ///
  /// The rows above a rectangle are made anew: rectangles of 64 rows cost 9 % more than one over the
  /// whole height, 128 rows 2 %, 192 rows and more nothing that can be measured.
  public static let preferredWidth = 1014

  private let kernel: DemosaicKernel
  private let maximumWidth: Int
  private let instructionSet: InstructionSet
  private let scratch: PixelMemory
  /// Black levels of the input in hand, where the C side reads them.
  private var black = PixelMemory(byteCount: 0)
  /// The input's samples live as long as the rectangle.
  private var input: DemosaicInput?
  private var state = unsafe bromide_demosaic()
  private var region = Region(x: 0, y: 0, width: 0, height: 0)
  private var rowsMade = 0
  /// All pixels of the rectangle, for the reference alone.
  private var pixels: [SIMD3<Double>] = []

  /// - Parameters:
  ///   - maximumWidth: The widest region that will be asked for.
  ///   - instructionSet: The variant to run; it must be available.
  public init(kernel: DemosaicKernel, maximumWidth: Int, instructionSet: InstructionSet) {
    precondition(instructionSet <= .best, "this processor has no \(instructionSet)")
    precondition(maximumWidth > 0, "a strip has columns")
    self.kernel = kernel
    self.maximumWidth = maximumWidth
    self.instructionSet = instructionSet
    scratch = PixelMemory(
      byteCount: instructionSet == .reference
        ? 0 : bromide_demosaic_scratch_bytes(kernel.code, maximumWidth))
    unsafe scratch.bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  /// Starts at the top of `region`, in pixels of the kernel's output.
  ///
  /// The region lies inside the output; the mosaic has at least two rows and columns.
  public func begin(_ input: DemosaicInput, region: Region) {
    let size = input.mosaic.size
    precondition(size.width >= 2 && size.height >= 2, "a mosaic has two rows and columns")
    precondition(
      region.width > 0 && Region(input.outputSize(kernel)).contains(region),
      "a region lies inside the output")
    precondition(region.width <= maximumWidth, "the region is wider than the strip")
    self.input = input
    self.region = region
    rowsMade = 0
    if instructionSet == .reference {
      pixels = Self.reference(kernel, input, region)
    } else {
      beginFast(input)
    }
  }

  /// Makes the next row: `region.width` pixels of balanced camera RGB.
  ///
  /// The first row after `begin` costs about as much as ten, as the rows above it are made too; with
  /// RCD every fourth after it makes what the next three are finished from.
  public func nextRow(into row: PlanarRow) {
    precondition(row.capacity >= region.width, "the row is shorter than the region")
    precondition(rowsMade < region.height, "all rows of the region were made")
    if instructionSet == .reference {
      for x in 0..<region.width {
        row[x] = SIMD3<Float>(pixels[rowsMade * region.width + x])
      }
    } else {
      unsafe bromide_demosaic_row(instructionSet.code, &state, row.red, row.green, row.blue)
    }
    rowsMade += 1
  }

  /// Makes the next `count` rows into the first rows of a block, as `nextRow` would one by one.
  ///
  /// Between them nobody counts references, which would wait until each row has reached the cache.
  ///
  /// - Parameter block: Made by `PlanarRow.block`.
  public func nextRows(_ count: Int, into block: [PlanarRow]) {
    precondition(count <= block.count, "rows of one block")
    guard instructionSet != .reference, let first = block.first else {
      for row in block.prefix(count) { nextRow(into: row) }
      return
    }
    precondition(first.capacity >= region.width, "the row is shorter than the region")
    precondition(rowsMade + count <= region.height, "all rows of the region were made")
    let distance = first.blockDistance
    for i in 0..<count {
      let offset = i * distance
      unsafe bromide_demosaic_row(
        instructionSet.code, &state, first.red + offset, first.green + offset, first.blue + offset)
    }
    rowsMade += count
  }

  private func beginFast(_ input: DemosaicInput) {
    let mosaic = input.mosaic
    let levels = mosaic.levels
    black = PixelMemory(byteCount: levels.black.count * MemoryLayout<Float>.stride)
    let blackLevels = unsafe black.bytes.bindMemory(to: Float.self)
    _ = unsafe blackLevels.initialize(fromContentsOf: levels.black)
    var description = unsafe bromide_mosaic(
      samples: mosaic.samples.base, stride: mosaic.samples.stride,
      width: mosaic.size.width, height: mosaic.size.height,
      red_x: Int32(mosaic.pattern.redX), red_y: Int32(mosaic.pattern.redY),
      black: UnsafePointer(blackLevels.baseAddress!),
      black_width: levels.blackPatternSize.width, black_height: levels.blackPatternSize.height,
      white: levels.white, gain: (input.gains.x, input.gains.y, input.gains.z),
      ceiling: input.ceiling)
    unsafe bromide_demosaic_begin(
      &state, kernel.code, &description, region.x, region.y, region.width,
      scratch.bytes.baseAddress!)
  }

  /// All pixels of `region` by the formulas.
  private static func reference(
    _ kernel: DemosaicKernel, _ input: DemosaicInput, _ region: Region
  ) -> [SIMD3<Double>] {
    let sites =
      kernel == .half
      ? Region(
        x: 2 * region.x, y: 2 * region.y, width: 2 * region.width, height: 2 * region.height)
      : region
    let formulas = DemosaicReference(
      size: input.mosaic.size, pattern: input.mosaic.pattern, region: sites,
      value: input.balanced)
    let pixels =
      switch kernel {
      case .rcd: formulas.rcd()
      case .bilinear: formulas.bilinear()
      case .half: formulas.half()
      }
    return pixels.map { $0.replacing(with: 0, where: $0 .< 0) }
  }
}
