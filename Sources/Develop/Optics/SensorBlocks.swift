internal import BromideKernels
internal import BromideValues

/// The blocks of a Bayer or X-Trans mosaic for measuring noise and blur.
enum SensorBlocks: Sendable {
  case bayer(MosaicBlocks)
  case xtrans(XTransBlocks)

  /// Divides a sensor image into blocks. Returns `nil` without a mosaic.
  ///
  /// - Parameter instructionSet: The instruction set of the kernels. All give equal values.
  init?(_ image: SensorImage, instructionSet: InstructionSet) {
    let instructionSet = max(instructionSet, .baseline)
    switch image {
    case .mosaic(let mosaic): self = .bayer(MosaicBlocks(mosaic, instructionSet: instructionSet))
    case .xtrans(let mosaic): self = .xtrans(XTransBlocks(mosaic, instructionSet: instructionSet))
    case .linear: return nil
    }
  }

  /// Columns and rows of blocks.
  var size: Size {
    switch self {
    case .bayer(let blocks): blocks.size
    case .xtrans(let blocks): blocks.size
    }
  }

  /// Returns memory for the noise of all blocks.
  func noiseSamples(in shared: ScratchMemory) -> NoiseSamples {
    let planes =
      switch self {
      case .bayer: MosaicBlocks.noisePlanes
      case .xtrans: XTransBlocks.noisePlanes
      }
    return NoiseSamples(count: planes * size.area, in: shared)
  }

  /// Measures the noise of a row of blocks into memory from `noiseSamples`.
  func measureNoise(row: Int, into samples: NoiseSamples) {
    switch self {
    case .bayer(let blocks): blocks.measureNoise(row: row, into: samples)
    case .xtrans(let blocks): blocks.measureNoise(row: row, into: samples)
    }
  }

  /// Returns the steepest edge of a block, or `nil` if no edge exceeds the noise.
  func edge(x: Int, y: Int, noise: NoiseModel) -> Double? {
    switch self {
    case .bayer(let blocks): blocks.edge(x: x, y: y, noise: noise)
    case .xtrans(let blocks): blocks.edge(x: x, y: y, noise: noise)
    }
  }
}
