public import BromideValues
internal import CBromideKernels

/// The noise of all blocks of a mosaic, in memory that threads fill without locks.
///
/// A plane of a block has 16 bytes: 0.4 MB for 24 megapixels. Arrays for each row of blocks, their
/// copy and the fit's lists needed 1.5 MB and 380 page faults.
public struct NoiseSamples: Sendable {
  /// The number of planes of all blocks.
  public let count: Int
  private let memory: PixelMemory

  /// - Parameters:
  ///   - count: The planes of all blocks.
  ///   - shared: The place of the memory.
  public init(count: Int, in shared: ScratchMemory) {
    self.count = count
    memory = shared.allocate(count * MemoryLayout<bromide_noise>.stride)
  }

  /// The noise of a plane that was measured, or `nil` if it has a sample of 0.9 or more.
  public subscript(index: Int) -> NoiseSample? {
    precondition(index >= 0 && index < count, "a plane of a block")
    return unsafe NoiseSample(planes[index])
  }

  /// Returns the place of a block's planes.
  ///
  /// - Parameters:
  ///   - block: The number of the block.
  ///   - planes: The number of planes in each block.
  @unsafe func place(ofBlock block: Int, planes: Int) -> UnsafeMutablePointer<bromide_noise> {
    precondition(block >= 0 && (block + 1) * planes <= count, "a block of these samples")
    return unsafe self.planes + block * planes
  }

  @unsafe private var planes: UnsafeMutablePointer<bromide_noise> {
    unsafe memory.bytes.assumingMemoryBound(to: bromide_noise.self).baseAddress!
  }
}
