internal import CKernels
public import Pixels

/// A way to turn a mosaic into full colour.
public enum DemosaicKernel: String, Sendable, Hashable, Codable, CaseIterable {
  /// Ratio corrected demosaicing (L. Sanz Rodríguez, version 2.3), with red and blue by formulas of
  /// our own; of a Bayer mosaic.
  case rcd
  /// The mean of the nearest sites of each colour; of X-Trans, of 3×3 sites.
  case bilinear
  /// One pixel for each 2×2 cell: its red, its blue, and the mean of its greens; of X-Trans, the mean
  /// of each colour among the 4×4 sites around the cell's middle.
  case half
  /// One pixel for each 2×2 cell, every colour at the cell's middle, for pictures that are made much
  /// smaller; of a Bayer mosaic.
  case cells
  /// Directional filter banks, of any mosaic, without a round, with one, or with two.
  case banks, banks1, banks2
}

extension DemosaicKernel {
  /// How many rows and columns of sites around its own a pixel depends on. For RCD that is 3 to a
  /// colour, 2 to its green, 1 to a neighbour's direction, and 4 within that.
  public func reach(of filters: ColorFilters) -> Int {
    switch (self, filters) {
    case (.rcd, _): 10
    case (.bilinear, _), (.half, .xtrans): 1
    case (.half, _): 0
    case (.cells, _): 3
    case (.banks, .xtrans): 8
    case (.banks, _): 9
    case (.banks1, .xtrans): 10
    case (.banks1, _): 11
    case (.banks2, .xtrans): 13
    case (.banks2, _): 14
    }
  }

  /// Rounds of the filter banks; nil for a kernel that has none.
  var rounds: Int? {
    switch self {
    case .banks: 0
    case .banks1: 1
    case .banks2: 2
    case .rcd, .bilinear, .half, .cells: nil
    }
  }

  /// Rows and columns of sites that become one of pixels.
  public var sitesInPixel: Int { self == .half || self == .cells ? 2 : 1 }

  /// Rows and columns that a mosaic needs at least.
  public static func leastSize(of filters: ColorFilters) -> Int { filters.period }

  /// The kernel's number in the entries of its C code for these filters.
  func code(_ filters: ColorFilters) -> Int32 {
    switch (self, filters) {
    case (.rcd, _): Int32(BROMIDE_RCD)
    case (.cells, _): Int32(BROMIDE_CELLS)
    case (.bilinear, .bayer): Int32(BROMIDE_BILINEAR)
    case (.half, .bayer): Int32(BROMIDE_HALF)
    case (.bilinear, .xtrans): Int32(BROMIDE_BANKS_BILINEAR)
    case (.half, .xtrans): Int32(BROMIDE_BANKS_HALF)
    case (.banks, _), (.banks1, _), (.banks2, _): Int32(BROMIDE_BANKS)
    }
  }
}
