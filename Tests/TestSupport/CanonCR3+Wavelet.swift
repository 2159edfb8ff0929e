/// The LeGall 5/3 wavelet of CR3: integers, mirrored ends, and coefficients beyond the seams of
/// tiles.
enum CanonWavelet {
  /// Size of a band, and the number of its columns shared with a neighbouring tile.
  struct Shape {
    var width: Int
    var height: Int
    var left = 0
    var right = 0
  }

  /// Coefficients beyond the right edge, by levels, width modulo 8, and level (finest first): high
  /// · 10 + low.
  private static let beyond: [[[Int]]] = [
    [[11], [10], [11], [10], [11], [10], [11], [10]],
    [[11, 11], [10, 10], [12, 21], [11, 11], [11, 11], [10, 10], [12, 21], [11, 11]],
    [
      [11, 11, 11], [10, 10, 10], [12, 22, 21], [11, 12, 21],
      [11, 12, 21], [10, 11, 11], [12, 21, 11], [11, 11, 11],
    ],
  ]

  /// The shapes of a tile's bands in the file's order.
  static func shapes(
    width: Int, height: Int, levels: Int, hasLeft: Bool, hasRight: Bool
  ) -> [Shape] {
    var (w, h) = (width, height)
    var shapes: [Shape] = []
    for level in 0..<levels {
      let beyond = hasRight ? Self.beyond[levels - 1][width % 8][level] : 0
      let (moreHigh, moreLow, left) = (beyond / 10, beyond % 10, hasLeft ? 1 : 0)
      let (lowWidth, lowHeight) = ((w + 1) / 2, (h + 1) / 2)
      let high = lowWidth - w % 2 + moreHigh + left
      let low = Shape(width: lowWidth + moreLow, height: lowHeight, right: moreLow)
      let three = [
        Shape(width: high, height: lowHeight, left: left, right: moreHigh),
        Shape(width: low.width, height: h / 2, right: moreLow),
        Shape(width: high, height: h / 2, left: left, right: moreHigh),
      ]
      shapes = [low] + three + shapes.dropFirst()
      (w, h) = (lowWidth, lowHeight)
    }
    return shapes
  }

  /// The bands of a plane.
  static func bands(_ plane: CanonPlane, levels: Int) -> [CanonPlane] {
    var (bands, low): ([CanonPlane], CanonPlane) = ([], plane)
    for _ in 0..<levels {
      let rows = split(low.transposed())
      let (top, bottom) = (split(rows.low.transposed()), split(rows.high.transposed()))
      bands = [top.high, bottom.low, bottom.high] + bands
      low = top.low
    }
    return [low] + bands
  }

  /// Splits each row.
  private static func split(_ plane: CanonPlane) -> (low: CanonPlane, high: CanonPlane) {
    let n = plane.width
    var low = CanonPlane(width: (n + 1) / 2, height: plane.height)
    var high = CanonPlane(width: n / 2, height: plane.height)
    for y in 0..<plane.height {
      for i in 0..<n / 2 {
        let next = 2 * i + 2 < n ? plane[2 * i + 2, y] : plane[2 * i, y]
        high[i, y] = plane[2 * i + 1, y] - (plane[2 * i, y] + next) >> 1
      }
      for i in 0..<low.width {
        let (before, after) = (high[max(i - 1, 0), y], high[min(i, n / 2 - 1), y])
        low[i, y] = plane[2 * i, y] + (before + after + 2) >> 2
      }
    }
    return (low, high)
  }

  /// Puts a tile together again.
  static func inverse(
    _ bands: [CanonPlane], width: Int, height: Int, levels: Int, hasLeft: Bool, hasRight: Bool
  ) -> CanonPlane {
    let shapes = shapes(
      width: width, height: height, levels: levels, hasLeft: hasLeft, hasRight: hasRight)
    var low = bands[0]
    for level in 0..<levels {
      let three = bands[3 * level + 1...3 * level + 3].map { $0 }
      // A level gives the low band of the finer one.
      let isLast = level + 1 == levels
      let finer = isLast ? nil : shapes[3 * level + 5]
      let w = finer?.width ?? width
      let h = isLast ? height : shapes[3 * level + 4].height
      let top = joined(low, three[0], width: w, hasLeft: hasLeft, hasRight: hasRight)
      let bottom = joined(three[1], three[2], width: w, hasLeft: hasLeft, hasRight: hasRight)
      low = joined(
        top.transposed(), bottom.transposed(), width: h, hasLeft: false, hasRight: false
      ).transposed()
    }
    return low
  }

  private static func joined(
    _ low: CanonPlane, _ high: CanonPlane, width: Int, hasLeft: Bool, hasRight: Bool
  ) -> CanonPlane {
    var plane = CanonPlane(width: width, height: low.height)
    let first = hasLeft ? 1 : 0
    for y in 0..<low.height {
      func highAt(_ i: Int) -> Int { high[min(max(i + first, 0), high.width - 1), y] }
      func evenAt(_ i: Int) -> Int { low[i, y] - (highAt(i - 1) + highAt(i) + 2) >> 2 }
      let evens = (width + 1) / 2 + (hasRight && width % 2 == 0 ? 1 : 0)
      for i in 0..<(width + 1) / 2 { plane[2 * i, y] = evenAt(i) }
      for i in 0..<width / 2 {
        plane[2 * i + 1, y] = highAt(i) + (evenAt(i) + evenAt(min(i + 1, evens - 1))) >> 1
      }
    }
    return plane
  }
}

extension CanonPlane {
  fileprivate func transposed() -> CanonPlane {
    var other = CanonPlane(width: height, height: width)
    for y in 0..<height { for x in 0..<width { other.values[x * height + y] = self[x, y] } }
    return other
  }
}
