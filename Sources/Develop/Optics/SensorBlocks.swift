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

  /// Returns noise samples for each colour of a block.
  func noise(x: Int, y: Int) -> [NoiseSample] {
    switch self {
    case .bayer(let blocks): blocks.noise(x: x, y: y)
    case .xtrans(let blocks): blocks.noise(x: x, y: y)
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
