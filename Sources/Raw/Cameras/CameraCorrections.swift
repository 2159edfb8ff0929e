internal import BromideCodecs
internal import BromideValues
internal import CBromideLibRaw
internal import SystemPackage

/// Levels, areas and white balance of a camera that LibRaw does not list, from the file's tags and
/// Bromide's table.
///
/// LibRaw treats an unknown model like one with the same beginning of the name, or like no camera.
/// Then its white level is the highest number that fits the bits, masked borders stay in the
/// picture, and Canon's black level and balance are missing. If LibRaw lists the model, its values
/// are kept.
struct CameraCorrections {
  /// The parts of `bromide_raw_corrections`. `nil` keeps LibRaw's value.
  private(set) var visible: Region?
  private(set) var picture: Region?
  private(set) var black: SIMD4<Double>?
  private(set) var white: Double?
  private(set) var multipliers: SIMD3<Double>?
  private(set) var masked: [Region] = []
  private(set) var isMonochrome = false

  /// LibRaw's values.
  struct Found {
    var rawSize: Size
    var white: Double
    var hasBlack: Bool
    var hasPicture = false
    var hasMultipliers: Bool
    /// The bits of a sample, or 0 if they are unknown.
    var bits: Int
    var isBayer: Bool
  }

  /// - Parameters:
  ///   - boxes: The boxes of a CR3.
  ///   - linearityLimits: Panasonic's tags 0x000E–0x0010.
  init(
    camera: Camera?, maker: String, found: Found, boxes: CanonBoxes? = nil,
    linearityLimits: [Int] = []
  ) {
    isMonochrome = camera?.filters == Camera.Filters.none
    let color = boxes?.makerNote?.shorts(0x4001).map { CanonColorData($0) }
    let areas = boxes?.areas[found.rawSize]
    // Their files contain the borders, and LibRaw reads them.
    let known = ["panasonic", "phase one"].contains(maker) ? nil : camera
    visible = areas?.active ?? known?.activeArea(in: found.rawSize)
    picture = areas?.picture ?? (found.hasPicture ? nil : camera?.picture(in: found.rawSize))
    let limit = Self.limit(found)
    white =
      color?.white.flatMap { $0 <= limit ? $0 : nil }
      ?? Self.tagged(linearityLimits, limit: limit)
      ?? Self.tabled(camera, limit: limit)
      ?? Self.assumed(maker: maker, found: found, limit: limit)
    if !found.hasBlack {
      black = color?.black.flatMap { $0.max() < limit / 2 ? $0 : nil }
      if black == nil {
        masked = areas?.masked ?? camera?.maskedAreas(in: found.rawSize) ?? []
        // Light reaches the columns and rows next to the picture.
        masked = masked.map(Self.withoutEdges).filter { !$0.isEmpty }
      }
      if black == nil, masked.isEmpty {
        black = camera?.black?.value(bits: Self.bits(limit)).map { SIMD4(repeating: $0) }
      }
    }
    if !found.hasMultipliers { multipliers = color?.multipliers }
  }

  private init(isMonochrome: Bool) { self.isMonochrome = isMonochrome }

  /// Returns the highest value with as many bits as LibRaw's white needs, or more if the file has
  /// more.
  private static func limit(_ found: Found) -> Double {
    var limit = 1.0
    while limit < found.white, limit < 65_535 { limit = limit * 2 + 1 }
    if (9...16).contains(found.bits) { limit = max(limit, Double(1 << found.bits - 1)) }
    return limit
  }

  private static func bits(_ limit: Double) -> Int {
    var bits = 0
    while Double(1 << bits) <= limit { bits += 1 }
    return bits
  }

  /// Returns the lowest channel limit in the file.
  private static func tagged(_ limits: [Int], limit: Double) -> Double? {
    guard let lowest = limits.min(), Double(lowest) > limit / 2, Double(lowest) <= limit else {
      return nil
    }
    return Double(lowest)
  }

  /// Returns the table's limit if it fits this number of bits, because some cameras have modes with
  /// more bits.
  private static func tabled(_ camera: Camera?, limit: Double) -> Double? {
    camera?.white?.value(bits: bits(limit)).flatMap { $0 > limit * 0.7 && $0 <= limit ? $0 : nil }
  }

  /// Returns the level if both file and table lack it.
  private static func assumed(maker: String, found: Found, limit: Double) -> Double? {
    if maker == "fujifilm" {
      // LibRaw 0.20 treats every Fujifilm camera without X-Trans as one with 14 bits.
      return found.isBayer && found.bits == 16 && found.white < 16_384 ? 65_535 : nil
    }
    // A sensor saturates slightly below the highest number.
    return found.white == limit ? (limit * 0.98).rounded(.down) : nil
  }

  private static func withoutEdges(_ area: Region) -> Region {
    area.width > 16 && area.height > 16 ? area.grown(by: -4) : area
  }
}

extension CameraCorrections {
  /// Returns the corrections of an opened file. Returns `nil` for a DNG, which contains all data,
  /// or if LibRaw lists its camera and the sensor has filters.
  init?(_ handle: LibRawHandle, _ identity: CameraIdentity, fields: ExifFields, path: FilePath) {
    let layout = handle.layout
    // Sony's M and S sizes are not samples of the sensor. Their decoder sets the levels.
    guard layout.dng_version == 0, !identity.model.isEmpty,
      handle.decoder != "sony_ycbcr_load_raw"
    else { return nil }
    let rawSize = Size(width: Int(layout.raw_width), height: Int(layout.raw_height))
    if identity.isListed {
      let isMonochrome = identity.camera?.filters == Camera.Filters.none
      guard isMonochrome || identity.isAdded else { return nil }
      self.init(isMonochrome: isMonochrome)
      if identity.isAdded { apply(identity.camera, rawSize) }
      return
    }
    let levels = handle.levels
    let key = CameraKey(make: identity.make, model: identity.model)
    let black = [levels.black.0, levels.black.1, levels.black.2, levels.black.3]
    let isCR3 = handle.decoder == "crxLoadRaw"
    let bits = Int(isCR3 ? handle.coding.canon_bits : handle.coding.bits)
    // LibRaw's decoder of CR3 sets white itself, later.
    let white = isCR3 && (8...16).contains(bits) ? Double(1 << bits - 1) : levels.white
    self.init(
      camera: identity.camera, maker: key.maker,
      found: Found(
        rawSize: rawSize,
        white: white, hasBlack: levels.pattern_rows > 0 || black.contains { $0 > 0 },
        hasPicture: layout.crop_width > 0,
        hasMultipliers: Multipliers.asShot(handle) != nil,
        bits: bits, isBayer: layout.filters > 1000),
      boxes: isCR3 ? CanonBoxes(path: path) : nil,
      linearityLimits: key.maker == "panasonic"
        ? (0x000e...0x0010).compactMap { fields.integer($0, in: .main) } : [])
    if identity.isAdded { apply(identity.camera, rawSize) }
  }

  /// Applies the numbers of a camera that the user added.
  private mutating func apply(_ camera: Camera?, _ rawSize: Size) {
    guard let camera else { return }
    visible = camera.activeArea(in: rawSize) ?? visible
    picture = camera.picture(in: rawSize) ?? picture
    white = camera.white?.any ?? white
    if let level = camera.black?.any {
      (black, masked) = (SIMD4(repeating: level), [])
    }
  }

  /// The corrections in C's form.
  var native: bromide_raw_corrections {
    var native = bromide_raw_corrections()
    native.is_monochrome = isMonochrome
    if let visible {
      native.has_visible = true
      (native.left, native.top) = (Int32(clamping: visible.x), Int32(clamping: visible.y))
      native.width = Int32(clamping: visible.width)
      native.height = Int32(clamping: visible.height)
    }
    if let picture {
      native.has_picture = true
      native.picture = (
        Int32(clamping: picture.x), Int32(clamping: picture.y), Int32(clamping: picture.width),
        Int32(clamping: picture.height)
      )
    }
    if let black {
      native.has_black = true
      native.black = (black.x, black.y, black.z, black.w)
    }
    if let white {
      native.has_white = true
      native.white = white
    }
    if let multipliers {
      native.has_multipliers = true
      native.multipliers = (multipliers.x, multipliers.y, multipliers.z)
    }
    for (index, area) in masked.prefix(8).enumerated() {
      let edges = (
        Int32(clamping: area.y), Int32(clamping: area.x), Int32(clamping: area.endY),
        Int32(clamping: area.endX)
      )
      switch index {
      case 0: native.masked.0 = edges
      case 1: native.masked.1 = edges
      case 2: native.masked.2 = edges
      case 3: native.masked.3 = edges
      case 4: native.masked.4 = edges
      case 5: native.masked.5 = edges
      case 6: native.masked.6 = edges
      default: native.masked.7 = edges
      }
      native.masked_count = index + 1
    }
    return native
  }
}
