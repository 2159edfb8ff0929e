internal import CKernels

/// How a mosaic becomes full colour.
public enum DemosaicKernel: String, Sendable, Hashable, Codable, CaseIterable {
  /// Ratio corrected demosaicing (L. Sanz Rodríguez, version 2.3); red and blue by steps of our own.
  case rcd
  /// The mean of the nearest sites of each colour.
  case bilinear
  /// One pixel a 2×2 cell: its red, its blue, the mean of its greens.
  case half
}

extension DemosaicKernel {
  /// Rows and columns of sites beyond a pixel's own that it depends on. RCD's: 3 to a colour, 2 to its green, 1 to a neighbour's
  /// direction, 4 within that.
  public var reach: Int {
    switch self {
    case .rcd: 10
    case .bilinear: 1
    case .half: 0
    }
  }

  /// The number that C entries take.
  var code: Int32 {
    switch self {
    case .rcd: Int32(BROMIDE_RCD)
    case .bilinear: Int32(BROMIDE_BILINEAR)
    case .half: Int32(BROMIDE_HALF)
    }
  }
}
