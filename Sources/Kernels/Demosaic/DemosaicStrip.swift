public import BromideValues
internal import CBromideKernels

/// Demosaics a rectangle row by row, from the top, in scratch memory that one thread reuses.
///
/// The caller pulls rows, so that the following steps (colour, resampling) find the values still in
/// the cache. A value depends only on its position in the mosaic, never on the requested rectangle.
/// Outside the picture the mosaic is mirrored around its outermost sites. Results are never
/// negative. With a ceiling of 1, interpolated values can still exceed 1.
///
/// The corresponding C functions are `bromide_demosaic_begin` and `bromide_demosaic_row`. For
/// filter banks and X-Trans, they are `bromide_banks_begin` and `bromide_banks_row`.
@safe
public final class DemosaicStrip {
  /// The best width of a rectangle: RCD's rings then use 400 KB of the L2 cache. Together with the
  /// columns read on either side, it fills 33 vectors of two times 16 columns. Times from 750 to
  /// 1014 columns differ by 1 %, and 1500 columns take 4 % longer.
  ///
  /// The rows above a rectangle are computed again for each rectangle. Rectangles of 64 rows cost 9
  /// % more than a single one with the full height, 128 rows 2 %, and with 192 or more rows the
  /// difference is not measurable. If lateral colour is corrected, 12 more rows are computed above
  /// each.
  public static let preferredWidth = 1014

  private let kernel: DemosaicKernel
  /// Whether RCD stops at the mosaic with shifted red and blue. All three planes then contain this
  /// mosaic.
  private let alignsOnly: Bool
  private let maximumWidth: Int
  private let instructionSet: InstructionSet
  private let memory: ScratchMemory?
  /// Allocated for the first input.
  private var scratch = PixelMemory(byteCount: 0)
  private var scratchFilters: Int?
  /// Black levels of the current input in memory for the C code.
  private var black = PixelMemory(byteCount: 0)
  /// Keeps the samples alive while the rectangle uses them.
  private var input: DemosaicInput?
  private var description = unsafe bromide_mosaic()
  private var state = unsafe bromide_demosaic()
  /// The state of filter banks, which also handle X-Trans.
  private var banks = unsafe bromide_banks()
  private var usesBanks = false
  private var region = Region(x: 0, y: 0, width: 0, height: 0)
  private var rowsMade = 0
  /// All pixels of the rectangle, for the reference only.
  private var pixels: [SIMD3<Double>] = []

  /// - Parameters:
  ///   - maximumWidth: The maximum width of a region.
  ///   - instructionSet: The variant to run. It must be available.
  ///   - memory: The place of the working memory, or `nil` for its own.
  public convenience init(
    kernel: DemosaicKernel, maximumWidth: Int, instructionSet: InstructionSet,
    memory: ScratchMemory? = nil
  ) {
    self.init(
      kernel: kernel, alignsOnly: false, maximumWidth: maximumWidth,
      instructionSet: instructionSet, memory: memory)
  }

  /// - Parameter alignsOnly: Whether to stop at the mosaic with shifted red and blue. Requires RCD
  ///   and inputs with lateral shifts.
  init(
    kernel: DemosaicKernel, alignsOnly: Bool, maximumWidth: Int, instructionSet: InstructionSet,
    memory: ScratchMemory? = nil
  ) {
    precondition(instructionSet <= .best, "this processor has no \(instructionSet)")
    precondition(maximumWidth > 0, "a strip has columns")
    self.kernel = kernel
    self.alignsOnly = alignsOnly
    self.maximumWidth = maximumWidth
    self.instructionSet = instructionSet
    self.memory = memory
  }

  /// Starts at the top of `region`, in pixels of the kernel's output.
  ///
  /// The region must be inside the output, and the mosaic must contain a whole period of its
  /// filters.
  public func begin(_ input: DemosaicInput, region: Region) {
    precondition(
      input.samples.size.shortEdge >= DemosaicKernel.leastSize(of: input.filters),
      "a mosaic has a whole period of its filters")
    if case .xtrans = input.filters {
      precondition(
        kernel != .rcd && kernel != .cells && kernel != .banks2, "a kernel for X-Trans")
    }
    precondition(
      region.width > 0 && Region(input.outputSize(kernel)).contains(region),
      "a region lies inside the output")
    precondition(region.width <= maximumWidth, "the region is wider than the strip")
    self.input = input
    self.region = region
    rowsMade = 0
    describe(input)
    if instructionSet == .reference {
      pixels = Self.reference(kernel, input, region, alignsOnly)
    } else {
      beginFast(input)
    }
  }

  /// Computes the next row: `region.width` pixels of balanced camera RGB.
  ///
  /// The first row after `begin` costs about as much as ten, because the rows above it are also
  /// computed. With RCD, every fourth row after it also computes intermediate values for the next
  /// three.
  public func nextRow(into row: PlanarRow) {
    precondition(row.capacity >= region.width, "the row is shorter than the region")
    precondition(rowsMade < region.height, "all rows of the region were made")
    if instructionSet == .reference {
      for x in 0..<region.width {
        row[x] = SIMD3<Float>(pixels[rowsMade * region.width + x])
      }
    } else {
      unsafe makeRow(row.red, row.green, row.blue)
    }
    rowsMade += 1
  }

  /// Computes the next `count` rows into the first rows of a block, with the same result as calling
  /// `nextRow` for each.
  ///
  /// Avoids reference counting between rows, which would stall until each row has reached the
  /// cache.
  ///
  /// - Parameter block: Rows from `PlanarRow.block`.
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
      unsafe makeRow(first.red + offset, first.green + offset, first.blue + offset)
    }
    rowsMade += count
  }

  @unsafe private func makeRow(
    _ red: UnsafeMutablePointer<Float>, _ green: UnsafeMutablePointer<Float>,
    _ blue: UnsafeMutablePointer<Float>
  ) {
    if usesBanks {
      unsafe bromide_banks_row(instructionSet.code, &banks, red, green, blue)
    } else {
      unsafe bromide_demosaic_row(instructionSet.code, &state, red, green, blue)
    }
  }

  /// Allocates working memory. Inputs with the same filters share it.
  private func prepare(_ filters: ColorFilters) {
    guard scratchFilters != filters.period else { return }
    scratchFilters = filters.period
    let code = code(filters)
    scratch = .scratch(
      usesBanks
        ? bromide_banks_scratch_bytes(
          code, Int32(filters.period), Int32(kernel.rounds ?? 0), maximumWidth)
        : bromide_demosaic_scratch_bytes(code, maximumWidth), in: memory)
    unsafe scratch.bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  private func code(_ filters: ColorFilters) -> Int32 {
    alignsOnly ? Int32(BROMIDE_ALIGNED) : kernel.code(filters)
  }

  /// Calls `body` with the current input's C description.
  @unsafe func withDescription(_ body: (UnsafePointer<bromide_mosaic>) -> Void) {
    unsafe withUnsafePointer(to: description, body)
  }

  /// Describes an input for the C side.
  private func describe(_ input: DemosaicInput) {
    let levels = input.levels
    var red = (x: 0, y: 0)
    if case .bayer(let pattern) = input.filters { red = (pattern.redX, pattern.redY) }
    black = PixelMemory(byteCount: levels.black.count * MemoryLayout<Float>.stride)
    let blackLevels = unsafe black.bytes.bindMemory(to: Float.self)
    _ = unsafe blackLevels.initialize(fromContentsOf: levels.black)
    unsafe description = bromide_mosaic(
      samples: input.samples.base, stride: input.samples.stride,
      width: input.samples.width, height: input.samples.height,
      red_x: Int32(red.x), red_y: Int32(red.y),
      black: UnsafePointer(blackLevels.baseAddress!),
      black_width: levels.blackPatternSize.width, black_height: levels.blackPatternSize.height,
      white: levels.white, gain: (input.gains.x, input.gains.y, input.gains.z),
      ceiling: input.ceiling, lateral: input.lateral?.description ?? bromide_lateral_moves(),
      repairs: input.repairs?.description ?? bromide_repairs(),
      opcodes: input.opcodes?.description ?? bromide_opcodes())
  }

  private func beginFast(_ input: DemosaicInput) {
    if case .xtrans = input.filters { usesBanks = true } else { usesBanks = kernel.rounds != nil }
    prepare(input.filters)
    guard usesBanks else {
      return unsafe bromide_demosaic_begin(
        &state, code(input.filters), &description, region.x, region.y, region.width,
        scratch.bytes.baseAddress!)
    }
    let period = input.filters.period
    var mosaic = unsafe bromide_bank_mosaic()
    unsafe mosaic.plain = description
    unsafe mosaic.period = Int32(period)
    unsafe withUnsafeMutableBytes(of: &mosaic.colours) { colours in
      for i in 0..<period * period {
        unsafe colours[i] = UInt8(input.filters.color(x: i % period, y: i / period).rawValue)
      }
    }
    unsafe bromide_banks_begin(
      &banks, kernel.code(input.filters), Int32(kernel.rounds ?? 0), &mosaic, region.x, region.y,
      region.width, scratch.bytes.baseAddress!)
  }

  /// Returns all pixels of `region`, computed with the formulas.
  private static func reference(
    _ kernel: DemosaicKernel, _ input: DemosaicInput, _ region: Region, _ alignsOnly: Bool
  ) -> [SIMD3<Double>] {
    let sites =
      kernel.sitesInPixel == 2
      ? Region(
        x: 2 * region.x, y: 2 * region.y, width: 2 * region.width, height: 2 * region.height)
      : region
    let pixels: [SIMD3<Double>]
    switch input.filters {
    case .bayer(let pattern) where kernel.rounds == nil:
      pixels = bayer(kernel, input, pattern, sites, alignsOnly)
    default:
      let formulas = FilterBankReference(
        size: input.samples.size, filters: input.filters, value: input.signed)
      pixels =
        switch kernel {
        case .bilinear: formulas.bilinear(sites)
        case .half: formulas.half(sites)
        default: formulas.banks(sites, rounds: kernel.rounds ?? 0)
        }
    }
    return pixels.map { $0.replacing(with: 0, where: $0 .< 0) }
  }

  private static func bayer(
    _ kernel: DemosaicKernel, _ input: DemosaicInput, _ pattern: BayerPattern, _ sites: Region,
    _ alignsOnly: Bool
  ) -> [SIMD3<Double>] {
    let formulas = DemosaicReference(
      size: input.samples.size, pattern: pattern, region: sites,
      lateral: input.lateral.map { LateralReference(moves: $0, clipped: input.clipped) },
      value: input.balanced)
    if alignsOnly { return formulas.aligned() }
    return switch kernel {
    case .bilinear: formulas.bilinear()
    case .half: formulas.half()
    case .cells: formulas.cells()
    default: formulas.rcd()
    }
  }
}
