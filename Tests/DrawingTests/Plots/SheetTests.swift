import BromideCodecs
import BromideDrawing
import BromideLibc
import BromideValues
import SystemPackage
import TestSupport
import Testing

@Suite struct SheetTests {
  /// With BROMIDE_SHOW set to a folder, drawings are left there for viewing.
  private func show(_ image: ImageBuffer<UInt8>, _ name: String) throws {
    guard let folder = unsafe getenv("BROMIDE_SHOW") else { return }
    let path = unsafe String(cString: folder) + "/\(name).png"
    let encoder = PNGBandEncoder(
      size: image.size, format: PixelFormat(channels: image.channels, sample: .uint8),
      compression: .balanced)
    let band = unsafe image.withUnsafeSamples { samples in
      unsafe encoder.encode(
        rows: UnsafeRawBufferPointer(samples), isLast: true, scratch: encoder.makeScratch())
    }
    let writer = try PNGWriter(
      .path(FilePath(path)),
      PNGDescription(
        size: image.size, format: PixelFormat(channels: image.channels, sample: .uint8),
        space: .srgb))
    try writer.append(band)
    try writer.finish()
  }

  private func picture() -> ImageBuffer<UInt8> {
    var picture = ImageBuffer<UInt8>(size: Size(width: 480, height: 320), channels: 3)
    for (x, y) in Places(x: 0..<480, y: 0..<320) {
      picture[x, y, 0] = UInt8(x * 255 / 479)
      picture[x, y, 1] = UInt8(y * 255 / 319)
      picture[x, y, 2] = 128
    }
    return picture
  }

  private func swatches(_ count: Int) -> [Swatch] {
    (0..<count).map { index in
      let place = NormalizedPoint(
        x: (Double(index % 4) + 0.5) / 4, y: (Double(index / 4 % 3) + 0.5) / 3)
      return Swatch(
        ink: Ink(red: place.x, green: place.y, blue: 0.5),
        name: index == 2 ? "a long name of a patch" : "patch \(index + 1)",
        details: ["128 64 200", "L 52.1 a 12.0 b −8.4"], place: place)
    }
  }

  private func count(_ ink: Ink, in image: ImageBuffer<UInt8>) -> Int {
    let expected = [ink.red, ink.green, ink.blue].map { UInt8(($0 * 255).rounded()) }
    var count = 0
    for y in 0..<image.height {
      for x in 0..<image.width where (0..<3).allSatisfy({ image[x, y, $0] == expected[$0] }) {
        count += 1
      }
    }
    return count
  }

  @Test func sheetShowsPictureAndSwatches() throws {
    for (name, theme) in [("light", Theme.light), ("dark", .dark)] {
      let sheet = SwatchSheet(
        swatches(12), picture: picture(), title: "chart.nef, sRGB", theme: theme)
      let image = try sheet.draw()
      try show(image, "swatches-\(name)")
      #expect(image.channels == 3 && image.width > 480 + 2 * 54 && image.height >= 320 + 40)
      #expect(image.width < 32000)
      // The picture is at its position, pixel for pixel.
      #expect((0..<3).map { image[20 + 200, 52 + 20, $0] } == [106, 15, 128])
    }
  }

  @Test func everySwatchIsDrawn() throws {
    for (number, inks) in [[0xC0392B], [0x112233, 0x445566, 0x778899]].enumerated() {
      let sheet = SwatchSheet(inks.map { Swatch(ink: Ink(UInt32($0)), name: "\($0)") }, scale: 2)
      let image = try sheet.draw()
      try show(image, "plain-\(number)")
      // 44 units a side at two pixels each, minus the rounded corners and the hairline.
      for ink in inks { #expect(abs(count(Ink(UInt32(ink)), in: image) - 84 * 84) < 200) }
    }
    let many = try SwatchSheet(swatches(96)).draw()
    try show(many, "many")
    #expect(abs(Double(many.width) / Double(many.height) - 1.6) < 0.4)
    #expect(try SwatchSheet([]).draw().width > 0)
  }

  @Test func pointsAreMarked() throws {
    var grey = ImageBuffer<UInt8>(size: Size(width: 200, height: 100), channels: 1)
    for y in 0..<100 { for x in 0..<200 { grey[x, y, 0] = 90 } }
    let points = [(0.0, 0.0), (1, 1), (0.5, 0.5), (0.99, 0.02)]
    let sheet = SwatchSheet(
      points.map {
        Swatch(ink: Ink(0x5A5A5A), name: "grey", place: NormalizedPoint(x: $0.0, y: $0.1))
      }, picture: grey)
    let image = try sheet.draw()
    try show(image, "marks")
    // The exact place is unchanged; a white ring of radius 6 surrounds it.
    let center = (x: 20 + 100, y: 20 + 50)
    #expect(image[center.x, center.y, 0] == 90)
    #expect(image[center.x - 6, center.y, 0] > 200 && image[center.x, center.y + 6, 0] > 200)
  }

  @Test func plotsDrawPointsAtTheirValues() throws {
    let canvas = try Canvas(width: 400, height: 300)
    var plot = Plot(
      x: Axis(0...1),
      y: Axis(-0.5...1.5, lines: [0, 0.5, 1], majorLines: [0, 1], numbers: [0, 1]))
    plot.title = "a line"
    plot.caption = "value"
    plot.series = [Plot.Series("line", [[0, 0], [1, 1]], ink: Ink(0xFF0000), width: 3)]
    plot.marks = [Plot.Mark([0.5, 0.5], Ink(0x0000FF), name: "half")]
    let area = plot.draw(on: canvas, in: canvas.box.inset(by: 10), theme: .light)
    let image = canvas.image
    try show(image, "plot")
    #expect(area.x > 10 && area.y > 20 && area.maxX < 390 && area.maxY < 290)
    let start = plot.place([0, 0], in: area)
    #expect(start == [area.x, area.maxY - 0.25 * area.height])
    let quarter = plot.place([0.25, 0.25], in: area)
    let pixel = (0..<3).map { image[Int(quarter.x), Int(quarter.y), $0] }
    #expect(pixel[0] > 240 && pixel[1] < 40 && pixel[2] < 40)
    let middle = plot.place([0.5, 0.5], in: area)
    #expect(image[Int(middle.x), Int(middle.y), 2] > 240)
  }

  @Test func axesHaveRoundValues() {
    #expect(Axis.roundValues(in: 0...1, about: 5) == [0, 0.2, 0.4, 0.6, 0.8, 1])
    #expect(Axis.roundValues(in: -0.3...1.3, about: 4) == [0, 0.5, 1])
    #expect(Axis.roundValues(in: 0...4, about: 4) == [0, 1, 2, 3, 4])
    #expect(Axis.roundValues(in: -1e6...1e6, about: 4) == [-1e6, -5e5, 0, 5e5, 1e6])
    #expect(
      Axis.roundValues(in: 0.001...0.0018, about: 4) == [0.001, 0.0012, 0.0014, 0.0016, 0.0018])
    #expect(Axis.roundValues(in: 5...5, about: 4) == [5])
    for (value, text) in [
      (0.3, "0.3"), (-0.5, "−0.5"), (-0.0, "0"), (10, "10"), (0.1 + 0.2, "0.3"),
      (1e12, "1000000000000"),
    ] {
      #expect(Axis.text(value) == text)
    }
  }

  /// Each series of a theme differs enough from its background, and from the others in lightness or
  /// hue.
  @Test func seriesHaveEnoughContrast() {
    for theme in [Theme.light, .dark] {
      for ink in theme.series + [theme.text, theme.faintText] {
        let (a, b) = (ink.luminance + 0.05, theme.background.luminance + 0.05)
        #expect(max(a, b) / min(a, b) > 2)
      }
      let styles = (0..<28).map { theme.style(ofSeries: $0) }
      for i in styles.indices {
        for j in 0..<i {
          #expect(
            styles[i].ink != styles[j].ink || styles[i].dash?.on != styles[j].dash?.on
              || styles[i].dash?.off != styles[j].dash?.off)
        }
      }
    }
  }
}
