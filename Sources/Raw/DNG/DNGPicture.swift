internal import BromideValues

/// The raw picture of a DNG, as its directories describe it (DNG 1.7.1). It was checked, so
/// everything in it can be decoded.
struct DNGPicture {
  /// How the samples are stored.
  struct Storage {
    /// The bits of a sample, and whether it is a floating-point number.
    var bits: Int
    var isFloat: Bool
    /// TIFF's numbers of the compression and the predictor.
    var compression: Int
    var predictor: Int
    /// The size of a tile. Strips are tiles as wide as the picture.
    var tile: Size
    var isTiled: Bool
    /// The offset and number of bytes of each tile.
    var offsets: [UInt64]
    var counts: [UInt64]
    /// The number of fields into which rows and columns are sorted.
    var rowFields = 1
    var columnFields = 1
    /// The linearization table. Empty if it is missing.
    var table: [UInt16] = []
  }

  /// The meaning of a site, or of a pixel's samples.
  enum Filters: Equatable {
    /// A mosaic of three colours.
    case mosaic(ColorFilters)
    /// Blocks of 2×2 sites with the same filter, which repeat as a Bayer pattern. The first
    /// complete block begins `x` columns and `y` rows (0 or 1) inside the active area.
    case quad(BayerPattern, x: Int, y: Int)
    /// A 2×2 mosaic of four colours: the colour plane of each site, row by row.
    case four([Int])
    /// Light without colours, or three colours in every pixel.
    case linear(channels: Int)
  }

  /// DNGVersion, with its four numbers as one.
  var version: UInt32
  var isBigEndian: Bool
  var isBigTIFF: Bool
  /// The size of the stored picture.
  var size: Size
  /// The samples per pixel.
  var samples: Int
  var storage: Storage
  var filters: Filters
  /// The colour planes of red, green and blue, in the order of the matrices. For other colours 0,
  /// 1, … .
  var planes: [Int]
  /// The part of the stored picture that shows the scene.
  var activeArea: Region
  /// The masked parts of the stored picture.
  var maskedAreas: [Region]
  /// The maker's crop and the photographer's crop, in pixels of the active area. The photographer's
  /// is `nil` if it is missing.
  var crop: Region
  var userCrop: Region?
  /// The width of a pixel divided by its height.
  var pixelAspect: Double
  var orientation: Orientation
  var levels: DNGLevels
  /// The file's colour tags.
  var colors: DNGColors
  /// The numbers of its opcode lists, whether or not they can be read.
  var opcodeLists: Set<Int> = []

  /// The number of colours in a pixel or in the pattern.
  var colorCount: Int {
    switch filters {
    case .linear(let channels): channels
    case .four: 4
    case .mosaic, .quad: 3
    }
  }

  /// The sites per side of a developed pixel: 2 if blocks of sites are binned.
  var binning: Int { if case .quad = filters { 2 } else { 1 } }

  /// The part of the active area that is developed, before binning.
  var developed: Region {
    guard case .quad(_, let x, let y) = filters else { return Region(activeArea.size) }
    let (width, height) = ((activeArea.width - x) / 4 * 4, (activeArea.height - y) / 4 * 4)
    return Region(x: x, y: y, width: width, height: height)
  }

  /// Converts a region of the active area to the developed picture.
  func binned(_ region: Region) -> Region {
    guard binning > 1 else { return region }
    let part = region.intersection(developed).translated(x: -developed.x, y: -developed.y)
    return Region(
      x: (part.x + 1) / 2, y: (part.y + 1) / 2, width: part.endX / 2 - (part.x + 1) / 2,
      height: part.endY / 2 - (part.y + 1) / 2)
  }

  /// The size of the developed picture.
  var outputSize: Size { binned(Region(activeArea.size)).size }

  /// LibRaw's name of the decoder for the compression.
  var decoder: String {
    switch storage.compression {
    case 1: storage.isFloat ? "uncompressed_fp_dng_load_raw" : "packed_dng_load_raw"
    case 7: "lossless_dng_load_raw"
    case 8: "deflate_dng_load_raw"
    case 9: "vc5_dng_load_raw_placeholder"
    case 34_892: "lossy_dng_load_raw"
    default: "jxl_dng_load_raw"
    }
  }

  /// The reason why LibRaw's methods cannot make the picture, as the end of a sentence, or `nil` if
  /// they can.
  var beyondLibRaw: String? {
    guard case .mosaic = filters else { return "LibRaw's methods need a Bayer or X-Trans mosaic" }
    if storage.isFloat { return "LibRaw's methods do not take floating-point numbers" }
    if isBigTIFF { return "LibRaw's methods do not take a BigTIFF" }
    if !levels.isUniform { return "LibRaw's methods take one black level for all sites" }
    return nil
  }
}

/// The reason why a DNG cannot be decoded.
enum DNGFault: Error, Equatable {
  /// It uses a feature that is not supported. The text is the end of a sentence.
  case unsupported(String)
  /// It is inconsistent.
  case damaged(String)
}

/// The black and white levels of a DNG (DNG 1.7.1, chapter 5, "Mapping Raw Values to Linear
/// Reference Values"), as values after its linearization table.
struct DNGLevels: Equatable {
  /// The columns and rows of the black pattern, which repeats from the active area's origin.
  var repeatSize = Size(width: 1, height: 1)
  /// The black level of each sample of the pattern: row, column, sample of the pixel.
  var black: [Double] = [0]
  /// The additional black levels of the active area's columns and rows. Empty if they are all 0.
  var columns: [Double] = []
  var rows: [Double] = []
  /// One for each sample of a pixel.
  var white: [Double]

  /// Whether the black level is equal for all samples and positions.
  var isUniform: Bool {
    columns.isEmpty && rows.isEmpty && black.allSatisfy { $0 == black[0] }
  }

  /// Whether all black levels in the file are 0.
  var isZero: Bool { isUniform && black[0] == 0 }

  /// Returns the largest black level for each sample of a pixel.
  func largestBlack(of samples: Int) -> [Double] {
    let more = (columns.max() ?? 0) + (rows.max() ?? 0)
    return (0..<samples).map { sample in
      stride(from: sample, to: black.count, by: samples).map { black[$0] }.max()! + more
    }
  }
}
