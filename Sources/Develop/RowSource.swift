internal import Kernels
internal import Pixels

/// Makes rows of balanced camera RGB from a mosaic, or from a picture that needs no demosaic.
final class RowSource {
  private let steps: FusedSteps
  private let highlights: HighlightKernel?
  private let reader: Reader
  /// The input of a mosaic's strip.
  private let input: DemosaicInput?
  /// Size of the demosaic's output.
  private let size: Size
  private let work: PixelMemory
  /// Memory for the next rows, if they must be made.
  private let block: [PlanarRow]
  /// Whether one channel becomes three.
  private let spreads: Bool
  private var wanted = Region(x: 0, y: 0, width: 0, height: 0)
  private var read = Region(x: 0, y: 0, width: 0, height: 0)
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
  init(
    _ pixels: PixelInput, steps: FusedSteps, maximumWidth: Int, blockRows: Int = 1,
    instructionSet: InstructionSet
  ) {
    self.steps = steps
    highlights = pixels.isTreated ? nil : steps.highlights
    spreads = pixels.channels == 1 && steps.encode.format.colorChannels == 3
    let widest = maximumWidth + 2 * (highlights?.reach ?? 0)
    switch pixels {
    case .demosaiced(let photo):
      input = nil
      size = Size(width: photo.region.endX, height: photo.region.endY)
      reader = .demosaiced(photo.picture, photo.region)
    case .sensor(.mosaic(let mosaic)):
      let input = DemosaicInput(mosaic: mosaic, gains: steps.gains, ceiling: steps.ceiling)
      let kernel = steps.demosaic.kernel
      self.input = input
      size = input.outputSize(kernel)
      reader = .mosaic(
        DemosaicStrip(kernel: kernel, maximumWidth: widest, instructionSet: instructionSet))
    case .sensor(.linear(let image)):
      input = nil
      size = image.size
      reader = .linear(
        LinearRowKernel(
          image, gains: steps.gains, ceiling: steps.ceiling, instructionSet: instructionSet))
    }
    let floats = highlights?.workSize(total: widest) ?? 0
    work = PixelMemory(byteCount: floats * MemoryLayout<Float>.stride)
    block = PlanarRow.block(blockRows, capacity: widest)
  }

  /// Capacity that a row needs for a region of the given width.
  func rowCapacity(width: Int) -> Int { width + 2 * (highlights?.reach ?? 0) }

  /// Starts at the top of `region`, in pixels of the demosaic's output.
  func begin(_ region: Region) {
    wanted = region
    read = region.grown(x: highlights?.reach ?? 0, y: 0).intersection(Region(size))
    nextY = region.y
    if case .mosaic(let strip) = reader, let input { strip.begin(input, region: read) }
  }

  /// Some rows of a region.
  enum Rows {
    /// Rows that begin at the region's first column.
    case rows([PlanarRow])
    /// Rows of a picture, from a place on.
    case coded(CodedPicture, (x: Int, y: Int))
  }

  /// The next rows, which are valid until the next call.
  func next(_ count: Int) -> Rows {
    if case .demosaiced(let picture, let place) = reader, !spreads {
      defer { nextY += count }
      return .coded(picture, (wanted.x - place.x, nextY - place.y))
    }
    if case .mosaic(let strip) = reader, highlights == nil, !spreads {
      strip.nextRows(count, into: block)
      nextY += count
    } else {
      for i in 0..<count { next(into: block[i]) }
    }
    return .rows(block)
  }

  /// Makes the next row: `region.width` pixels with highlights treated.
  func next(into row: PlanarRow) {
    switch reader {
    case .mosaic(let strip): strip.nextRow(into: row)
    case .linear(let kernel): kernel.read(x: read.x, y: nextY, count: read.width, into: row)
    case .demosaiced(let picture, let place):
      picture.read(x: read.x - place.x, y: nextY - place.y, count: read.width, into: row)
    }
    nextY += 1
    if let highlights {
      unsafe highlights.apply(
        to: row, total: read.width, first: wanted.x - read.x, count: wanted.width,
        work: work.bytes.assumingMemoryBound(to: Float.self).baseAddress!)
    }
    if spreads { row.spreadRed(count: wanted.width) }
  }
}

/// The pixels from which a development starts.
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
    case .demosaiced: true
    }
  }

  /// The factors that the rows still lack for these gains.
  func rest(of gains: SIMD3<Float>) -> SIMD3<Float> {
    switch self {
    case .sensor: SIMD3(1, 1, 1)
    case .demosaiced(let photo): gains / SIMD3<Float>(photo.gains)
    }
  }
}

extension DemosaicMethod {
  var kernel: DemosaicKernel {
    switch self {
    case .rcd: .rcd
    case .bilinear: .bilinear
    case .half: .half
    }
  }
}
