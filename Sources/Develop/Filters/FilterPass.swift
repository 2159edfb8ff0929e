internal import BromideKernels
internal import BromideValues

/// A filter that reads a pixel's neighbours: a separate pass over the entire picture at output
/// size.
enum FilterPass: Sendable {
  /// Standard deviation in pixels.
  case blur(Double)
  /// Number of levels, and the differences of luminance and colour that stop the smoothing.
  case denoise(levels: Int, luma: Double, chroma: Double)
  /// Standard deviation in pixels, amount and threshold.
  case sharpen(sigma: Double, amount: Double, threshold: Double)
  /// Noise of the sensor, on balanced camera RGB.
  case outputNoise(OutputNoiseStep)
  /// Undoes the blur from a reduction of size.
  case outputSharpening(OutputSharpeningStep)

  /// Additional bytes per pixel that the pass needs for the picture.
  fileprivate var bytesPerPixel: Int {
    switch self {
    case .blur: 0
    case .denoise(let levels, _, _): 6 * levels
    case .sharpen, .outputSharpening: 2
    case .outputNoise: 6
    }
  }
}

extension DevelopRecipe {
  /// Returns the estimated bytes of the filter passes while a picture is developed, or 0 without
  /// passes.
  ///
  /// - Parameter pixels: Pixels of the photo.
  public func filterPassMemory(pixels: Int) -> Int {
    let requested =
      switch size?.bounds {
      case nil: pixels
      case .box(let box): box.area
      case .longEdge(let edge): edge * edge
      case .shortEdge(let edge): 2 * edge * edge
      case .megapixels(let millions): Int(millions * 1e6)
      case .fraction(let share): Int(Double(pixels) * share * share)
      }
    let area = size?.enlarge == true ? requested : min(requested, pixels)
    let side = Int(Double(area).squareRoot())
    let context = FilterContext(size: Size(width: side, height: side), isGrey: false)
    var bytes: [Int] = []
    if size != nil, optics.noise.strength > 0 { bytes.append(12) }
    if size != nil, optics.outputAmount > 0 { bytes.append(bytes.isEmpty ? 8 : 2) }
    for case .pass(let pass) in filters.steps(.neighborhood, context) {
      bytes.append(pass.bytesPerPixel + (bytes.isEmpty ? 6 : 0))
    }
    return area * bytes.reduce(0, +)
  }
}

/// A step on the entire picture between geometry and encoding.
enum PassStep: Sendable {
  case pass(FilterPass)
  /// Kernels of single pixels, between two passes.
  case kernels([any PointKernel])
}

/// A part of a pass for several threads. They can process its tiles in any order, but finish all
/// before the next round.
struct PassRound: Sendable {
  let tiles: Int
  let run: @Sendable (Int, PassScratch) -> Void
}

/// One thread's working memory during the passes.
final class PassScratch {
  let lines: LineScratch
  let row: PlanarRow
  private let width: Int
  private let memory: ScratchMemory?
  private var denoiseMemory: PixelMemory?
  /// Working memory of noise reduction at the output's size.
  private(set) lazy var outputNoise = OutputNoise.scratch(in: memory)
  /// Working memory of sharpening at the output's size.
  private(set) lazy var outputSharpening = OutputSharpening.Scratch(width: width)

  /// - Parameters:
  ///   - size: Size of the pictures that the passes work on.
  ///   - memory: The place of the working memory, or `nil` for its own.
  init(_ size: Size, in memory: ScratchMemory? = nil) {
    self.memory = memory
    lines = LineScratch(capacity: size.longEdge)
    width = size.width
    row = PlanarRow(capacity: width, in: memory)
  }

  /// Memory for denoising with steps of up to 4 pixels.
  var denoise: PixelMemory {
    if let denoiseMemory { return denoiseMemory }
    let memory = DenoiseKernel.scratch(width: width, step: 4)
    denoiseMemory = memory
    return memory
  }
}

/// The rounds of some passes, and the picture that holds their result.
struct PassPlan: Sendable {
  private(set) var picture: CodedPicture
  private(set) var rounds: [PassRound] = []
  private let gains: SIMD3<Float>
  private let instructionSet: InstructionSet

  /// - Parameters:
  ///   - picture: The passes' input, which may be filled later.
  ///   - gains: White-balance gains of the development.
  /// - Throws: `PixelShortage` if memory for a pass's result cannot be had.
  init(
    _ picture: CodedPicture, steps: [PassStep], gains: SIMD3<Float> = SIMD3(1, 1, 1),
    instructionSet: InstructionSet
  ) throws(PixelShortage) {
    self.picture = picture
    self.gains = gains
    self.instructionSet = instructionSet
    for step in steps {
      switch step {
      case .kernels(let kernels): apply(kernels)
      case .pass(let pass): try append(pass)
      }
    }
  }

  private mutating func append(_ pass: FilterPass) throws(PixelShortage) {
    switch pass {
    case .blur(let sigma):
      blur(picture, BoxBlur(sigma: sigma, instructionSet: instructionSet), isRoot: false)
    case .denoise(let levels, let luma, let chroma):
      try denoise(levels: levels, luma: luma, chroma: chroma)
    case .sharpen(let sigma, let amount, let threshold):
      try sharpen(sigma: sigma, amount: amount, threshold: threshold)
    case .outputNoise(let step): try reduceNoise(step)
    case .outputSharpening(let step): try sharpen(step)
    }
  }

  private mutating func reduceNoise(_ step: OutputNoiseStep) throws(PixelShortage) {
    let (input, set, gains) = (picture, instructionSet, gains)
    let output = try CodedPicture(
      size: input.size, channels: 3, ceiling: input.ceiling, instructionSet: set)
    rounds.append(
      PassRound(tiles: OutputNoise.tiles(input.size)) { index, scratch in
        let (columns, rows) = OutputNoise.part(index, of: input.size)
        if let kernel = step.kernel(gains: gains, set) {
          kernel.apply(
            to: columns, rows, of: input, into: output, scratch: scratch.outputNoise,
            instructionSet: set)
          return
        }
        for y in rows {
          input.read(x: columns.lowerBound, y: y, count: columns.count, into: scratch.row)
          output.write(scratch.row, x: columns.lowerBound, y: y, count: columns.count)
        }
      })
    picture = output
  }

  private mutating func sharpen(_ step: OutputSharpeningStep) throws(PixelShortage) {
    let (picture, set, gains) = (picture, instructionSet, gains)
    let plane = try CodedPicture(size: picture.size, channels: 1, instructionSet: set)
    let ceiling = Double(picture.ceiling)
    let height = picture.size.height
    let tiles = (height + 31) / 32
    @Sendable func rows(_ index: Int) -> Range<Int> { index * 32..<min((index + 1) * 32, height) }
    rounds.append(
      PassRound(tiles: tiles) { index, scratch in
        step.kernel(gains: gains, ceiling: ceiling, set).measure(
          rows(index), of: picture, into: plane, scratch: scratch.outputSharpening,
          instructionSet: set)
      })
    rounds.append(
      PassRound(tiles: tiles) { index, scratch in
        step.kernel(gains: gains, ceiling: ceiling, set).apply(
          to: rows(index), of: picture, luma: plane, scratch: scratch.outputSharpening,
          instructionSet: set)
      })
  }

  private mutating func apply(_ kernels: [any PointKernel]) {
    let (picture, set) = (picture, instructionSet)
    let width = picture.size.width
    rowRound { y, scratch in
      picture.read(x: 0, y: y, count: width, into: scratch.row)
      for kernel in kernels {
        kernel.apply(
          to: scratch.row, x: 0, y: y, count: width, isGrey: picture.channels == 1,
          instructionSet: set)
      }
      picture.write(scratch.row, x: 0, y: y, count: width)
    }
  }

  private mutating func blur(_ picture: CodedPicture, _ blur: BoxBlur, isRoot: Bool) {
    let tile = BoxBlur.tile
    rounds.append(
      PassRound(tiles: (picture.size.height + tile - 1) / tile) { index, scratch in
        blur.blurRows(picture, from: index * tile, isRoot: isRoot, scratch: scratch.lines)
      })
    rounds.append(
      PassRound(tiles: (picture.size.width + tile - 1) / tile) { index, scratch in
        blur.blurColumns(picture, from: index * tile, isRoot: isRoot, scratch: scratch.lines)
      })
  }

  private mutating func denoise(
    levels: Int, luma: Double, chroma: Double
  ) throws(PixelShortage) {
    for level in 0..<levels {
      let input = picture
      let output = try CodedPicture(
        size: input.size, channels: 3, ceiling: input.ceiling, instructionSet: instructionSet)
      // Each level leaves half the variation to the next.
      let share = 1 / Double(1 << level)
      let kernel = DenoiseKernel(
        step: 1 << level, luma: luma * share, chroma: chroma * share,
        instructionSet: instructionSet)
      rowRound { y, scratch in
        kernel.apply(to: y, of: input, into: output, scratch: scratch.denoise)
      }
      picture = output
    }
  }

  private mutating func sharpen(
    sigma: Double, amount: Double, threshold: Double
  ) throws(PixelShortage) {
    let picture = picture
    let plane = try CodedPicture(
      size: picture.size, channels: 1, instructionSet: instructionSet)
    let kernel = SharpenKernel(
      weights: FilterContext.luminance, amount: amount, threshold: threshold,
      instructionSet: instructionSet)
    let (width, isGrey) = (picture.size.width, picture.channels == 1)
    rowRound { y, scratch in
      picture.read(x: 0, y: y, count: width, into: scratch.row)
      kernel.measure(scratch.row, y: y, count: width, isGrey: isGrey, into: plane)
    }
    blur(plane, BoxBlur(sigma: sigma, instructionSet: instructionSet), isRoot: true)
    rowRound { y, scratch in
      picture.read(x: 0, y: y, count: width, into: scratch.row)
      kernel.apply(to: scratch.row, y: y, count: width, isGrey: isGrey, blurred: plane)
      picture.write(scratch.row, x: 0, y: y, count: width)
    }
  }

  /// Adds a round with tiles of 32 rows.
  private mutating func rowRound(_ row: @escaping @Sendable (Int, PassScratch) -> Void) {
    let height = picture.size.height
    rounds.append(
      PassRound(tiles: (height + 31) / 32) { index, scratch in
        for y in index * 32..<min((index + 1) * 32, height) { row(y, scratch) }
      })
  }
}
