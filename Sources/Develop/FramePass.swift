internal import Kernels
internal import Pixels

/// A filter that looks at a pixel's neighbours: a pass of its own over the frame at output size.
enum FramePass: Sendable {
  /// From the canvas to the output's size.
  case rotate(RotateKernel, Size)
  /// Standard deviation in pixels.
  case blur(Double)
  /// Levels, and the differences that stop luminance and colour.
  case denoise(levels: Int, luma: Double, chroma: Double)
  /// Standard deviation in pixels, amount and threshold.
  case sharpen(sigma: Double, amount: Double, threshold: Double)

  /// Bytes a pixel that the pass keeps besides the frame it works on.
  fileprivate var bytesPerPixel: Int {
    switch self {
    case .blur: 0
    case .rotate: 6
    case .denoise(let levels, _, _): 6 * levels
    case .sharpen: 2
    }
  }
}

extension DevelopRecipe {
  /// About how many bytes the frame takes on which filters of a neighbourhood work; 0 where there are none.
  ///
  /// - Parameter pixels: The photo's.
  public func frameMemory(pixels: Int) -> Int {
    let asked =
      switch size?.bounds {
      case nil: pixels
      case .box(let box): box.area
      case .longEdge(let edge): edge * edge
      }
    let area = size?.enlarge == true ? asked : min(asked, pixels)
    let side = Int(Double(area).squareRoot())
    let frame = FilterFrame(size: Size(width: side, height: side), isGrey: false)
    var bytes = filters.number(.rotation) == 0 ? [] : [12]
    for case .pass(let pass) in filters.steps(.frame, frame) {
      bytes.append(pass.bytesPerPixel + (bytes.isEmpty ? 6 : 0))
    }
    return area * bytes.reduce(0, +)
  }
}

/// What happens to a frame, one after another.
enum FrameStep: Sendable {
  case pass(FramePass)
  /// Steps on each pixel between two passes.
  case kernels([any PointKernel])
}

/// Work on the whole frame that threads share: tiles in any order, and the next round when all are done.
struct FrameRound: Sendable {
  let tiles: Int
  let run: @Sendable (Int, FrameScratch) -> Void
}

/// What one thread works in during the frame's passes.
final class FrameScratch {
  let lines: LineScratch
  let row: PlanarRow
  private let width: Int
  private var denoiseMemory: PixelMemory?

  /// - Parameter sizes: Of the frames that are worked on.
  init(_ sizes: [Size]) {
    lines = LineScratch(capacity: sizes.map(\.longEdge).max() ?? 0)
    width = sizes.map(\.width).max() ?? 0
    row = PlanarRow(capacity: width)
  }

  /// Memory for denoising with steps up to 4.
  var denoise: PixelMemory {
    if let denoiseMemory { return denoiseMemory }
    let memory = DenoiseKernel.scratch(width: width, step: 4)
    denoiseMemory = memory
    return memory
  }
}

/// The rounds of some passes, and the frame that holds the result.
struct FramePlan: Sendable {
  private(set) var frame: CodedFrame
  private(set) var rounds: [FrameRound] = []
  private let instructionSet: InstructionSet

  /// - Parameter frame: What the passes work on; it need not be filled yet.
  init(_ frame: CodedFrame, steps: [FrameStep], instructionSet: InstructionSet) {
    self.frame = frame
    self.instructionSet = instructionSet
    for step in steps {
      switch step {
      case .kernels(let kernels): apply(kernels)
      case .pass(let pass): append(pass)
      }
    }
  }

  private mutating func append(_ pass: FramePass) {
    switch pass {
    case .rotate(let kernel, let size): rotate(kernel, size)
    case .blur(let sigma):
      blur(
        frame: self.frame, BoxBlur(sigma: sigma, instructionSet: instructionSet), isRoot: false)
    case .denoise(let levels, let luma, let chroma):
      denoise(levels: levels, luma: luma, chroma: chroma)
    case .sharpen(let sigma, let amount, let threshold):
      sharpen(sigma: sigma, amount: amount, threshold: threshold)
    }
  }

  private mutating func apply(_ kernels: [any PointKernel]) {
    let (frame, set) = (frame, instructionSet)
    rowRound { y, scratch in
      frame.read(x: 0, y: y, count: frame.size.width, into: scratch.row)
      for kernel in kernels {
        kernel.apply(
          to: scratch.row, x: 0, y: y, count: frame.size.width, isGrey: frame.channels == 1,
          instructionSet: set)
      }
      frame.write(scratch.row, x: 0, y: y, count: frame.size.width)
    }
  }

  private mutating func rotate(_ kernel: RotateKernel, _ size: Size) {
    let input = frame
    let output = CodedFrame(
      size: size, channels: input.channels, ceiling: input.ceiling,
      instructionSet: instructionSet)
    frame = output
    rowRound { y, scratch in
      kernel.apply(to: y, of: input, count: size.width, into: scratch.row)
      output.write(scratch.row, x: 0, y: y, count: size.width)
    }
  }

  private mutating func blur(frame: CodedFrame, _ blur: BoxBlur, isRoot: Bool) {
    let tile = BoxBlur.tile
    rounds.append(
      FrameRound(tiles: (frame.size.height + tile - 1) / tile) { index, scratch in
        blur.blurRows(frame, from: index * tile, isRoot: isRoot, scratch: scratch.lines)
      })
    rounds.append(
      FrameRound(tiles: (frame.size.width + tile - 1) / tile) { index, scratch in
        blur.blurColumns(frame, from: index * tile, isRoot: isRoot, scratch: scratch.lines)
      })
  }

  private mutating func denoise(levels: Int, luma: Double, chroma: Double) {
    for level in 0..<levels {
      let input = frame
      let output = CodedFrame(
        size: input.size, channels: 3, ceiling: input.ceiling, instructionSet: instructionSet)
      // What is left after a level varies half as much.
      let share = 1 / Double(1 << level)
      let kernel = DenoiseKernel(
        step: 1 << level, luma: luma * share, chroma: chroma * share,
        instructionSet: instructionSet)
      rowRound { y, scratch in
        kernel.apply(to: y, of: input, into: output, scratch: scratch.denoise)
      }
      frame = output
    }
  }

  private mutating func sharpen(sigma: Double, amount: Double, threshold: Double) {
    let frame = frame
    let plane = CodedFrame(size: frame.size, channels: 1, instructionSet: instructionSet)
    let kernel = SharpenKernel(
      weights: FilterFrame.luminance, amount: amount, threshold: threshold,
      instructionSet: instructionSet)
    let (width, isGrey) = (frame.size.width, frame.channels == 1)
    rowRound { y, scratch in
      frame.read(x: 0, y: y, count: width, into: scratch.row)
      kernel.measure(scratch.row, y: y, count: width, isGrey: isGrey, into: plane)
    }
    blur(frame: plane, BoxBlur(sigma: sigma, instructionSet: instructionSet), isRoot: true)
    rowRound { y, scratch in
      frame.read(x: 0, y: y, count: width, into: scratch.row)
      kernel.apply(to: scratch.row, y: y, count: width, isGrey: isGrey, blurred: plane)
      frame.write(scratch.row, x: 0, y: y, count: width)
    }
  }

  /// A round whose tiles are 32 rows.
  private mutating func rowRound(_ row: @escaping @Sendable (Int, FrameScratch) -> Void) {
    let height = frame.size.height
    rounds.append(
      FrameRound(tiles: (height + 31) / 32) { index, scratch in
        for y in index * 32..<min((index + 1) * 32, height) { row(y, scratch) }
      })
  }
}
