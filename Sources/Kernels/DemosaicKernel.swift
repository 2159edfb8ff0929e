internal import CKernels

/// A way to turn a mosaic into full colour.
public enum DemosaicKernel: String, Sendable, Hashable, Codable, CaseIterable {
  /// Ratio corrected demosaicing (L. Sanz Rodríguez, version 2.3), with red and blue by formulas of
  /// our own.
  case rcd
  /// The mean of the nearest sites of each colour.
  case bilinear
  /// One pixel for each 2×2 cell: its red, its blue, and the mean of its greens.
  case half
}

extension DemosaicKernel {
  /// How many rows and columns of sites around its own a pixel depends on. For RCD that is 3 to a
  /// colour, 2 to its green, 1 to a neighbour's direction, and 4 within that.
  public var reach: Int {
    switch self {
    case .rcd: 10
    case .bilinear: 1
    case .half: 0
    }
  }

  /// The kernel's number in the C entries.
  var code: Int32 {
    switch self {
    case .rcd: Int32(BROMIDE_RCD)
    case .bilinear: Int32(BROMIDE_BILINEAR)
    case .half: Int32(BROMIDE_HALF)
    }
  }
}
