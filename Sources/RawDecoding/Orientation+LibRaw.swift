internal import Pixels

extension Orientation {
  /// LibRaw's `flip`: bit 0 mirrors columns, bit 1 rows, bit 2 transposes; or an angle.
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
