public import BromideValues
internal import CBromideKernels

/// A method to convert a mosaic to full colour.
public enum DemosaicKernel: String, Sendable, Hashable, Codable, CaseIterable {
  /// Ratio corrected demosaicing (L. Sanz Rodríguez, version 2.3), with Bromide's formulas for red
  /// and blue. Bayer only.
  case rcd
  /// The mean of the nearest sites of each colour. For X-Trans, the mean of 3×3 sites.
  case bilinear
  /// One pixel for each 2×2 cell with its red, its blue, and the mean of its greens. For X-Trans,
  /// the mean of each colour in the 4×4 sites around the cell's middle.
  case half
  /// One pixel for each 2×2 cell, with every colour interpolated at the cell's middle. Use it for
  /// pictures that are reduced a lot. Bayer only.
  case cells
  /// Directional filter banks for any mosaic, with zero, one or two refinement rounds.
  case banks, banks1, banks2
}

extension DemosaicKernel {
  /// Returns the number of neighbouring rows and columns of sites that a pixel depends on. For RCD:
  /// 3 for a colour, 2 for its green, 1 for a neighbour's direction, and 4 within that.
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

  /// Refinement rounds of the filter banks, or `nil` for other kernels.
  var rounds: Int? {
    switch self {
    case .banks: 0
    case .banks1: 1
    case .banks2: 2
    case .rcd, .bilinear, .half, .cells: nil
    }
  }

  /// Rows and columns of sites per pixel.
  public var sitesInPixel: Int { self == .half || self == .cells ? 2 : 1 }

  /// Returns the minimum number of rows and columns of a mosaic.
  public static func leastSize(of filters: ColorFilters) -> Int { filters.period }

  /// Returns the kernel's number in the C code for these filters.
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
