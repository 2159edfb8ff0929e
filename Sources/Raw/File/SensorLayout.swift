internal import BromideValues
internal import CBromideLibRaw

extension bromide_raw_layout {
  /// LibRaw's visible area, limited to the data, because a few cameras record a larger one.
  var visibleSize: Size {
    guard fuji_width == 0, filters != 0 || colors == 1 else {
      return Size(width: Int(width), height: Int(height))
    }
    return Size(
      width: max(0, Int(min(width, raw_width - left))),
      height: max(0, Int(min(height, raw_height - top))))
  }

  /// The width of a pixel divided by its height, or 1 if the file's value is implausible.
  var plausibleAspect: Double {
    pixel_aspect.isFinite && pixel_aspect > 0.1 && pixel_aspect < 10 ? pixel_aspect : 1
  }

  /// Whether LibRaw's number means a 6×6 pattern instead of a Bayer code.
  var isXTrans: Bool { filters == 9 }

  /// Whether there is a picture. LibRaw rejects TIFFs that do not come from a sensor (TruthTests).
  var isPhoto: Bool { width > 0 && height > 0 && raw_width > 0 && raw_height > 0 }

  /// The memory of LibRaw's object and the raw samples. If LibRaw interpolates, also of four 16-bit
  /// channels and its scratch memory.
  var expectedMemory: Int {
    let pixels = Int(max(raw_width, width)) * (Int(max(raw_height, height)) + 8)
    let isMosaic = (filters > 1000 || isXTrans) && colors == 3 && fuji_width == 0
    let isSinglePlane = filters != 0 || colors == 1
    let object = 2 << 20
    let raw = pixels * (isSinglePlane ? 2 : 8) * (is_floating_point ? 3 : 1)
    return object + raw + (isMosaic ? 0 : pixels * (isSinglePlane ? 8 + 4 : 8))
  }

  /// The memory of the raw samples with LibRaw's margins, or of the picture that LibRaw
  /// interpolates. This is a maximum, because a system provides most of it when it is written.
  var sampleMemory: Int {
    let columns = max(Int(raw_width), Int(width) + Int(left))
    let rows = max(Int(raw_height), Int(height) + Int(top)) + 8
    let isMosaic = filters > 1000 && colors == 3
    // A sensor rotated by 45° becomes a picture with 2× the pixels.
    return columns * rows * MemoryLayout<UInt16>.stride * (isMosaic ? 1 : 4)
      * (fuji_width == 0 ? 1 : 8)
  }
}

extension Orientation {
  /// Converts LibRaw's `flip`: bit 0 mirrors columns, bit 1 rows, bit 2 transposes. It can also be
  /// an angle.
  init(libraw flip: Int) {
    let bits: Int
    switch flip {
    case 90: bits = 6
    case 180: bits = 3
    case 270: bits = 5
    default: bits = flip & 7
    }
    self =
      [
        .topLeft, .topRight, .bottomLeft, .bottomRight, .leftTop, .leftBottom, .rightTop,
        .rightBottom,
      ][bits]
  }
}
