package import BromideDrawing
package import BromideSampling
internal import BromideSystem
package import BromideValues

extension FalseColor {
  /// Draws the picture with a legend of its zones.
  package func draw(title: String) throws(DrawingError) -> ImageBuffer<UInt8> {
    let theme = Theme.dark
    let scale = 2.0
    let width = Double(image.width) / scale
    let size = SIMD2(max(width, 640), Double(image.height) / scale)
    let legend = 52.0
    let canvas = try Canvas(
      width: size.x, height: size.y + legend, scale: scale, background: theme.background)
    try canvas.draw(image, in: Box(x: (size.x - width) / 2, y: 0, width: width, height: size.y))
    canvas.text(
      title, at: [12, size.y + 18],
      TextStyle(size: 12, ink: theme.text, isBold: true, limit: size.x - 24))
    let cells = Box(x: 12, y: size.y + 26, width: size.x - 24, height: 20)
      .grid(count: Self.zones.count, columns: Self.zones.count, gap: (8, 0))
    for ((zone, share), box) in zip(zip(Self.zones, shares), cells) {
      let ink = Ink(
        red: Double(zone.color.x) / 255, green: Double(zone.color.y) / 255,
        blue: Double(zone.color.z) / 255)
      canvas.fill(Box(x: box.x, y: box.y + 4, width: 10, height: 10), ink)
      let (low, high) = (zone.range.lowerBound, zone.range.upperBound)
      let bounds =
        low.isInfinite
        ? "< \(Axis.text(high))"
        : high.isInfinite ? "≥ \(Axis.text(low))" : "\(Axis.text(low))–\(Axis.text(high))"
      canvas.text(
        "\(bounds) %: \((100 * share).text(decimals: 1)) %", at: [box.x + 14, box.y + 9],
        TextStyle(size: 10, ink: theme.faintText, limit: box.width - 14),
        TextAnchor(.left, .middle))
    }
    return canvas.image
  }
}
