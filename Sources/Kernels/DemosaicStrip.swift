public import Pixels

/// How a mosaic becomes full colour.
public enum DemosaicKernel: String, Sendable, Hashable, Codable, CaseIterable {
  /// Ratio corrected demosaicing (L. Sanz Rodríguez, version 2.3).
  case rcd
  /// The mean of the nearest sites of each colour.
  case bilinear
  /// One pixel a 2×2 cell: its red, its blue, the mean of its greens.
  case half
}

/// A mosaic and what happens to its values before the demosaic:
/// x = min((sample − black) / (white − black) · gain, ceiling), never below 0.
public struct DemosaicInput: Sendable {
  public let mosaic: Mosaic
  /// White-balance gains of red, green, blue.
  public let gains: SIMD3<Float>
  /// 1 clips to the common white; infinity keeps everything.
  public let ceiling: Float

  public init(mosaic: Mosaic, gains: SIMD3<Float>, ceiling: Float) {
    self.mosaic = mosaic
    self.gains = gains
    self.ceiling = ceiling
  }

  /// The size of what `kernel` makes of this mosaic.
  public func outputSize(_ kernel: DemosaicKernel) -> Size {
    kernel == .half
      ? Size(width: mosaic.size.width / 2, height: mosaic.size.height / 2) : mosaic.size
  }
}

/// Demosaics a rectangle, row by row from its top, in scratch memory that one thread reuses.
///
/// Rows are pulled, so that whatever follows (colour, resampling) works on values still in the cache.
/// A value depends on its position in the mosaic only, never on the rectangle it was asked in.
public final class DemosaicStrip {
  /// The widest rectangle that the rings of scratch rows are made for; wider ones lose the L2 cache.
  public static let preferredWidth = 768

  /// - Parameters:
  ///   - maximumWidth: The widest region that will be asked for.
  ///   - instructionSet: The variant to run; it must be available.
  public init(kernel: DemosaicKernel, maximumWidth: Int, instructionSet: InstructionSet) {
  }

  /// Starts at the top of `region`, in pixels of the kernel's output.
  public func begin(_ input: DemosaicInput, region: Region) {
  }

  /// Makes the next row: `region.width` pixels of balanced camera RGB.
  public func nextRow(into row: PlanarRow) {
  }
}
