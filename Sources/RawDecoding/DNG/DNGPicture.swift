internal import Pixels

/// The raw picture of a DNG as its directories describe it (DNG 1.7.1), checked: everything in it can be decoded.
struct DNGPicture {
  /// How the samples are stored.
  struct Storage {
    /// Bits of a sample, and whether it is a floating-point number.
    var bits: Int
    var isFloat: Bool
    /// TIFF's numbers of the compression and of the predictor.
    var compression: Int
    var predictor: Int
    /// Size of a tile. Strips are tiles as wide as the picture.
    var tile: Size
    var isTiled: Bool
    /// Offset and number of bytes of each tile.
    var offsets: [UInt64]
    var counts: [UInt64]
    /// The number of fields that rows and columns are sorted into.
    var rowFields = 1
    var columnFields = 1
    /// The linearization table; empty without one.
    var table: [UInt16] = []
  }

  /// What the sites or samples of a pixel record.
  enum Filters: Equatable {
    /// A 2×2 mosaic of three colours.
    case bayer(BayerPattern)
    case xtrans(XTransPattern)
    /// Blocks of 2×2 sites under one filter, which repeat as a Bayer pattern; the first whole block begins `x` columns and
    /// `y` rows (0 or 1) inside the active area.
    case quad(BayerPattern, x: Int, y: Int)
    /// A 2×2 mosaic of four colours: the colour plane of each site, row after row.
    case four([Int])
    /// Light without colours, or three colours in every pixel.
    case linear(channels: Int)
  }

  /// DNGVersion, its four numbers as one.
  var version: UInt32
  var isBigEndian: Bool
  var isBigTIFF: Bool
  /// All of the stored picture.
  var size: Size
  /// Samples of a pixel.
  var samples: Int
  var storage: Storage
  var filters: Filters
  /// The colour planes of red, green and blue, in the order that matrices have them; of other colours 0, 1, … .
  var planes: [Int]
  /// The part of the stored picture that shows the scene.
  var activeArea: Region
  /// Parts of the stored picture that got no light.
  var maskedAreas: [Region]
  /// The maker's crop and the photographer's, in pixels of the active area; nil for none of his.
  var crop: Region
  var userCrop: Region?
  /// Width of a pixel over its height.
  var pixelAspect: Double
  var orientation: Orientation
  var levels: DNGLevels
  /// What the file states of colours.
  var colors: DNGColors
  /// The numbers of its opcode lists, whether or not they can be read.
  var opcodeLists: Set<Int> = []

  /// Colours of a pixel or of the pattern.
  var colorCount: Int {
    switch filters {
    case .linear(let channels): channels
    case .four: 4
    case .bayer, .xtrans, .quad: 3
    }
  }

  /// How many sites each side of a developed pixel takes: 2 where blocks of sites are binned.
  var binning: Int { if case .quad = filters { 2 } else { 1 } }

  /// The part of the active area that is developed, before binning.
  var developed: Region {
    guard case .quad(_, let x, let y) = filters else { return Region(activeArea.size) }
    let (width, height) = ((activeArea.width - x) / 4 * 4, (activeArea.height - y) / 4 * 4)
    return Region(x: x, y: y, width: width, height: height)
  }

  /// A region of the active area as one of the developed picture.
  func binned(_ region: Region) -> Region {
    guard binning > 1 else { return region }
    let part = region.intersection(developed).translated(x: -developed.x, y: -developed.y)
    return Region(
      x: (part.x + 1) / 2, y: (part.y + 1) / 2, width: part.endX / 2 - (part.x + 1) / 2,
      height: part.endY / 2 - (part.y + 1) / 2)
  }

  /// The size of the developed picture.
  var outputSize: Size { binned(Region(activeArea.size)).size }

  /// LibRaw's name of the decoder for the coding.
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

  /// Why one of LibRaw's own methods cannot make the picture, as the end of a sentence; nil if one can.
  var beyondLibRaw: String? {
    if case .bayer = filters {
    } else if case .xtrans = filters {
    } else {
      return "LibRaw's methods need a Bayer or X-Trans mosaic"
    }
    if storage.isFloat { return "LibRaw's methods do not take floating-point numbers" }
    if isBigTIFF { return "LibRaw's methods do not take a BigTIFF" }
    if !levels.isUniform { return "LibRaw's methods take one black level for all sites" }
    return nil
  }
}

/// Why a DNG gives no picture.
enum DNGFault: Error, Equatable {
  /// It states something that is not decoded, named as the end of a sentence.
  case unsupported(String)
  /// It contradicts itself.
  case damaged(String)
}

/// The black and white levels of a DNG (DNG 1.7.1, chapter 5, "Mapping Raw Values to Linear Reference Values"), in values
/// after its linearization table.
struct DNGLevels: Equatable {
  /// Columns and rows of the black pattern, which repeats from the active area's origin.
  var repeatSize = Size(width: 1, height: 1)
  /// The black of each sample of the pattern: row, column, sample of the pixel.
  var black: [Double] = [0]
  /// What each column and row of the active area has more; empty for nothing.
  var columns: [Double] = []
  var rows: [Double] = []
  /// One for each sample of a pixel.
  var white: [Double]

  /// Whether all samples of a pixel's place have one black level.
  var isUniform: Bool {
    columns.isEmpty && rows.isEmpty && black.allSatisfy { $0 == black[0] }
  }

  /// Whether the file states no black but 0.
  var isZero: Bool { isUniform && black[0] == 0 }

  /// The black of a sample of the pattern, without what rows and columns have more.
  func black(x: Int, y: Int, sample: Int, of samples: Int) -> Double {
    black[
      ((y % repeatSize.height) * repeatSize.width + x % repeatSize.width) * samples + sample]
  }

  /// The largest black of each sample of a pixel.
  func largestBlack(of samples: Int) -> [Double] {
    let more = (columns.max() ?? 0) + (rows.max() ?? 0)
    return (0..<samples).map { sample in
      stride(from: sample, to: black.count, by: samples).map { black[$0] }.max()! + more
    }
  }
}
