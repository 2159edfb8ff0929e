internal import BromideValues
internal import CBromideLibRaw

extension DNGPicture {
  /// The picture in the form of LibRaw's interface, for code that does not depend on the source.
  var layout: bromide_raw_layout {
    var layout = bromide_raw_layout()
    layout.raw_width = Int32(size.width)
    layout.raw_height = Int32(size.height)
    layout.left = Int32(activeArea.x)
    layout.top = Int32(activeArea.y)
    layout.width = Int32(activeArea.width)
    layout.height = Int32(activeArea.height)
    layout.flip = Int32((0..<8).first { Orientation(libraw: $0) == orientation } ?? 0)
    layout.pixel_aspect = pixelAspect
    layout.colors = Int32(colorCount)
    switch filters {
    case .linear: layout.filters = 0
    case .mosaic(.xtrans): layout.filters = 9
    case .mosaic(.bayer), .quad, .four: layout.filters = Self.someMosaic
    }
    layout.dng_version = version
    layout.is_floating_point = storage.isFloat
    layout.crop_left = Int32(crop.x)
    layout.crop_top = Int32(crop.y)
    layout.crop_width = Int32(crop.width)
    layout.crop_height = Int32(crop.height)
    return layout
  }

  /// Any of LibRaw's codes for a mosaic of 2×2 sites.
  private static let someMosaic: UInt32 = 0x9494_9494

  /// Calls `body` with the description for decoders.
  func withNative<R>(_ body: (bromide_raw_dng) -> R) -> R {
    var native = unsafe bromide_raw_dng()
    unsafe native.width = UInt32(size.width)
    unsafe native.height = UInt32(size.height)
    unsafe native.samples = UInt32(samples)
    unsafe native.bits = UInt32(storage.bits)
    unsafe native.has_floats = storage.isFloat
    unsafe native.is_big_endian = isBigEndian
    unsafe native.compression = UInt32(storage.compression)
    unsafe native.predictor = UInt32(storage.predictor)
    unsafe native.version = version
    unsafe native.tile_width = UInt32(storage.tile.width)
    unsafe native.tile_height = UInt32(storage.tile.height)
    unsafe native.tile_count = storage.offsets.count
    unsafe native.row_fields = UInt32(storage.rowFields)
    unsafe native.column_fields = UInt32(storage.columnFields)
    unsafe native.white = Float(levels.white.max()!)
    let table = storage.table
    unsafe native.largest =
      table.isEmpty ? UInt32(min(levels.white.max()!, 65_535)) : UInt32(table.count - 1)
    let masked = measuredAreas.map {
      bromide_raw_rectangle(
        x: Int32($0.x), y: Int32($0.y), width: Int32($0.width), height: Int32($0.height))
    }
    let curve =
      table.isEmpty ? [] : table + [UInt16](repeating: table.last!, count: 65_536 - table.count)
    return unsafe storage.offsets.withUnsafeBufferPointer { offsets in
      unsafe storage.counts.withUnsafeBufferPointer { counts in
        unsafe curve.withUnsafeBufferPointer { curve in
          unsafe masked.withUnsafeBufferPointer { masked in
            unsafe native.offsets = offsets.baseAddress
            unsafe native.sizes = counts.baseAddress
            unsafe native.curve = curve.isEmpty ? nil : curve.baseAddress
            unsafe native.masked = masked.baseAddress
            unsafe native.masked_count = masked.count
            return unsafe body(native)
          }
        }
      }
    }
  }

  /// The masked areas to measure the black level: all masked areas if the file's black is 0 or
  /// missing.
  var measuredAreas: [Region] { levels.isZero ? maskedAreas : [] }

  /// Whether samples can be used unchanged.
  var keepsSamples: Bool {
    guard levels.isUniform, measuredAreas.isEmpty, !storage.isFloat else { return false }
    return if case .mosaic = filters { true } else { false }
  }

  /// Whether it needs a demosaic.
  var hasMosaic: Bool {
    if case .linear = filters { return false }
    return true
  }

  /// The Bayer pattern of sites or of their blocks, or `nil` for other pictures.
  var bayer: BayerPattern? {
    switch filters {
    case .mosaic(.bayer(let pattern)), .quad(let pattern, _, _): pattern
    case .mosaic(.xtrans), .four, .linear: nil
    }
  }

  /// Whether Bromide's decoder uses this description. For other formats, LibRaw's description is
  /// used.
  var isOurs: Bool { ![9, 34_892].contains(storage.compression) }

  /// The levels in the file, without the additional levels of rows and columns.
  var recordedLevels: SensorLevels {
    SensorLevels(
      blackPatternSize: Size(width: levels.black.count, height: 1),
      black: levels.black.map(Float.init),
      white: Float(levels.white[0]))
  }
}
