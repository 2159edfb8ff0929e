internal import BromideKernels
internal import BromideValues

/// Makes rows of balanced camera RGB from a mosaic, or from a picture without a mosaic.
final class RowSource {
  private let steps: FusedSteps
  private let highlights: HighlightTreatment?
  private let reader: Reader
  /// The input of a mosaic's strip, without corrections until rows begin.
  private var input: DemosaicInput?
  private var isCorrected = false
  private let instructionSet: InstructionSet
  /// Size of the demosaic's output.
  private let size: Size
  /// Memory for the next rows, if they must be made.
  private let block: [PlanarRow]
  /// Scales demosaiced rows to the recipe's balance before their highlights are treated, or `nil`
  /// if they are already treated.
  private let balance: ColorKernel?
  /// Whether one channel becomes three.
  private let spreads: Bool
  /// Noise reduction and sharpening, or `nil` without them.
  private let optics: RowOpticsStage?
  private var needed = Region(x: 0, y: 0, width: 0, height: 0)
  private var nextY = 0

  private enum Reader {
    case mosaic(DemosaicStrip)
    // Indirect, so that a switch over the cases copies only one reference.
    indirect case linear(LinearRowKernel)
    /// Camera RGB that was made before, and its region.
    case demosaiced(CodedPicture, Region)
  }

  /// - Parameters:
  ///   - pixels: The pixels to read.
  ///   - steps: The steps up to geometry.
  ///   - maximumWidth: Width of the widest region that will be requested.
  ///   - blockRows: Most rows that will be requested at once.
  ///   - instructionSet: The instruction set of the kernels.
  ///   - memory: The place of the working memory, or `nil` for its own.
  init(
    _ pixels: PixelInput, steps: FusedSteps, maximumWidth: Int, blockRows: Int = 1,
    instructionSet: InstructionSet, memory: ScratchMemory? = nil
  ) {
    self.steps = steps
    self.instructionSet = instructionSet
    highlights =
      pixels.isTreated
      ? nil
      : HighlightTreatment(steps.highlights, gains: steps.gains, instructionSet: instructionSet)
    balance = pixels.balance(to: steps.gains, instructionSet: instructionSet)
    spreads = pixels.channels == 1 && steps.colorChannels == 3
    var maximumWidth = maximumWidth
    if case .sensor = pixels { steps.corrections?.measureInTurn(instructionSet) }
    if let step = steps.optics, case .sensor = pixels {
      let stage = RowOpticsStage(
        step.parameters(
          gains: steps.gains, ceiling: steps.ceiling, instructionSet: instructionSet),
        maximumWidth: maximumWidth, instructionSet: instructionSet, memory: memory)
      maximumWidth = stage.maximumWidth
      optics = stage
    } else {
      optics = nil
    }
    switch pixels {
    case .demosaiced(let photo):
      input = nil
      size = Size(width: photo.region.endX, height: photo.region.endY)
      reader = .demosaiced(photo.picture, photo.region)
    case .sensor(.mosaic), .sensor(.xtrans):
      let input = steps.demosaicInput(of: pixels)
      guard let kernel = steps.demosaic.kernel(of: input.filters) else {
        preconditionFailure("a plan checks that the method is for the mosaic")
      }
      self.input = input
      size = input.outputSize(kernel)
      reader = .mosaic(
        DemosaicStrip(
          kernel: kernel, maximumWidth: maximumWidth, instructionSet: instructionSet,
          memory: memory))
    case .sensor(.linear(let image)):
      input = nil
      size = image.size
      reader = .linear(
        LinearRowKernel(
          image, gains: steps.gains, ceiling: steps.ceiling, instructionSet: instructionSet))
    }
    block = PlanarRow.block(blockRows, capacity: maximumWidth, in: memory)
  }

  /// Starts at the top of `region`, in pixels of the demosaic's output.
  func begin(_ region: Region) {
    let region = optics?.begin(region, of: size) ?? region
    needed = region
    nextY = region.y
    if case .mosaic(let strip) = reader, let input = correctedInput() {
      strip.begin(input, region: region)
    }
  }

  /// The input of a mosaic's strip with all corrections, which are measured first if need be.
  private func correctedInput() -> DemosaicInput? {
    if !isCorrected, let corrections = steps.corrections, input != nil {
      input = corrections.input(
        gains: steps.gains, ceiling: steps.ceiling, instructionSet: instructionSet)
      isCorrected = true
    }
    return input
  }

  /// Some rows of a region.
  enum Rows {
    /// Rows that begin at the region's first column.
    case rows([PlanarRow])
    /// Rows of a picture, starting at a position.
    case coded(CodedPicture, (x: Int, y: Int))
  }

  /// The next rows, which are valid until the next call.
  func next(_ count: Int) -> Rows {
    if case .demosaiced(let picture, let place) = reader, !spreads, balance == nil {
      defer { nextY += count }
      return .coded(picture, (needed.x - place.x, nextY - place.y))
    }
    if case .mosaic(let strip) = reader, !spreads, optics == nil {
      strip.nextRows(count, into: block)
      highlights?.treat(block, rows: count, x: needed.x, y: nextY, count: needed.width)
      if steps.samples != nil { for i in 0..<count { correct(block[i], y: nextY + i) } }
      nextY += count
    } else {
      for i in 0..<count { next(into: block[i]) }
    }
    return .rows(block)
  }

  /// Makes the next row: `region.width` pixels with highlights treated.
  func next(into row: PlanarRow) {
    guard let optics else { return nextPlain(into: row) }
    optics.next(into: row) { nextPlain(into: $0) }
  }

  /// Makes the next row of the rectangle that is read.
  private func nextPlain(into row: PlanarRow) {
    switch reader {
    case .mosaic(let strip): strip.nextRow(into: row)
    case .linear(let kernel):
      kernel.read(x: needed.x, y: nextY, count: needed.width, into: row)
    case .demosaiced(let picture, let place):
      picture.read(x: needed.x - place.x, y: nextY - place.y, count: needed.width, into: row)
      balance?.apply(to: row, count: needed.width)
    }
    highlights?.treat(row, x: needed.x, y: nextY, count: needed.width)
    correct(row, y: nextY)
    nextY += 1
    if spreads { row.spreadRed(count: needed.width) }
  }

  /// Corrects a row of the sensor by position and value.
  private func correct(_ row: PlanarRow, y: Int) {
    if case .demosaiced = reader { return }
    steps.samples?.apply(
      to: row, x: needed.x, y: y, count: needed.width, gains: steps.gains,
      ceiling: steps.ceiling, instructionSet: instructionSet)
  }
}

/// The input pixels of a development.
enum PixelInput: Sendable {
  case sensor(SensorImage)
  case demosaiced(DemosaicedPhoto)

  var channels: Int {
    switch self {
    case .sensor(let image): image.channels
    case .demosaiced(let photo): photo.picture.channels
    }
  }

  /// Whether highlights have been treated.
  var isTreated: Bool {
    switch self {
    case .sensor: false
    case .demosaiced(let photo): photo.isTreated
    }
  }

  /// The factors that the rows of a `RowSource` still lack for these gains.
  func rest(of gains: SIMD3<Float>) -> SIMD3<Float> {
    guard case .demosaiced(let photo) = self, photo.isTreated else { return SIMD3(1, 1, 1) }
    return gains / SIMD3<Float>(photo.gains)
  }

  /// Returns the kernel that applies the remaining factors to demosaiced pixels before their
  /// highlights are treated, or `nil` for treated pixels and for sensor pixels.
  func balance(to gains: SIMD3<Float>, instructionSet: InstructionSet) -> ColorKernel? {
    guard case .demosaiced(let photo) = self, !photo.isTreated else { return nil }
    return ColorKernel(
      matrix: Matrix3x3(diagonal: SIMD3<Double>(gains) / photo.gains), tone: nil,
      instructionSet: instructionSet)
  }
}

extension FusedSteps {
  /// A mosaic with the gains before its demosaic, without corrections.
  fileprivate func demosaicInput(of pixels: PixelInput) -> DemosaicInput {
    switch pixels {
    case .sensor(.mosaic(let mosaic)):
      DemosaicInput(mosaic: mosaic, gains: gains, ceiling: ceiling)
    case .sensor(.xtrans(let mosaic)):
      DemosaicInput(mosaic: mosaic, gains: gains, ceiling: ceiling)
    case .sensor(.linear), .demosaiced:
      preconditionFailure("only a mosaic is demosaiced")
    }
  }
}
