public import BromideValues

/// The places and colours of the 24-patch chart scene.
public enum Chart {
  /// Patches in a row.
  public static let columns = 6
  /// Rows of patches.
  public static let rows = 4

  /// Published sRGB code values of the ColorChecker Classic's patches under D65.
  public static let codes: [SIMD3<Double>] = [
    SIMD3(115, 82, 68), SIMD3(194, 150, 130), SIMD3(98, 122, 157), SIMD3(87, 108, 67),
    SIMD3(133, 128, 177), SIMD3(103, 189, 170), SIMD3(214, 126, 44), SIMD3(80, 91, 166),
    SIMD3(193, 90, 99), SIMD3(94, 60, 108), SIMD3(157, 188, 64), SIMD3(224, 163, 46),
    SIMD3(56, 61, 150), SIMD3(70, 148, 73), SIMD3(175, 54, 60), SIMD3(231, 199, 31),
    SIMD3(187, 86, 149), SIMD3(8, 133, 161), SIMD3(243, 243, 242), SIMD3(200, 200, 200),
    SIMD3(160, 160, 160), SIMD3(122, 122, 121), SIMD3(85, 85, 85), SIMD3(52, 52, 52),
  ]

  /// Linear sRGB of each patch.
  public static let colors: [SIMD3<Double>] = codes.map { code in
    var result = SIMD3<Double>()
    for i in 0..<3 { result[i] = SRGBCurve.light(code[i] / 255) }
    return result
  }

  /// Share of a cell's width and height that its patch fills.
  public static let fill = 0.84

  /// The centre of a patch in the upright picture.
  public static func centre(_ patch: Int) -> NormalizedPoint {
    NormalizedPoint(
      x: (Double(patch % columns) + 0.5) / Double(columns),
      y: (Double(patch / columns) + 0.5) / Double(rows))
  }

  /// The pixels of an upright picture that show only the given patch, `inset` pixels away from its
  /// edges.
  public static func interior(_ patch: Int, of size: Size, inset: Int) -> Region {
    let centre = centre(patch)
    let halfX = fill / 2 / Double(columns)
    let halfY = fill / 2 / Double(rows)
    let left = Int(((centre.x - halfX) * Double(size.width)).rounded(.up)) + inset
    let right = Int(((centre.x + halfX) * Double(size.width)).rounded(.down)) - inset
    let top = Int(((centre.y - halfY) * Double(size.height)).rounded(.up)) + inset
    let bottom = Int(((centre.y + halfY) * Double(size.height)).rounded(.down)) - inset
    precondition(
      right > left && bottom > top, "a patch of \(size) has pixels \(inset) from its edge")
    return Region(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension SyntheticScene {
  /// Twenty-four patches, six by four, between dark lines.
  public static let chart = SyntheticScene("chart") { x, y in
    let (column, row) = (x * Double(Chart.columns), y * Double(Chart.rows))
    let (fx, fy) = (column - column.rounded(.down) - 0.5, row - row.rounded(.down) - 0.5)
    let inside = max(fx.magnitude, fy.magnitude) < Chart.fill / 2
    guard inside, column >= 0, column < Double(Chart.columns), row >= 0, row < Double(Chart.rows)
    else { return SIMD3(repeating: 0.015) }
    return Chart.colors[Int(row) * Chart.columns + Int(column)]
  }
}
