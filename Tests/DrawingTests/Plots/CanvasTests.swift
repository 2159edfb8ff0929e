import BromideDrawing
import BromideValues
import TestSupport
import Testing

@Suite struct CanvasTests {
  private func pixel(_ image: ImageBuffer<UInt8>, _ x: Int, _ y: Int) -> [UInt8] {
    (0..<image.channels).map { image[x, y, $0] }
  }

  /// Rows or columns of a canvas whose pixels differ from its background.
  private func inked(_ image: ImageBuffer<UInt8>) -> (x: [Int], y: [Int]) {
    let ground = pixel(image, 0, 0)
    func differs(_ x: Int, _ y: Int) -> Bool { pixel(image, x, y) != ground }
    return (
      (0..<image.width).filter { x in (0..<image.height).contains { differs(x, $0) } },
      (0..<image.height).filter { y in (0..<image.width).contains { differs($0, y) } }
    )
  }

  /// A caption from right to left has all of its ink, whether its width is limited or not; before, a wide limit moved it out of
  /// the picture.
  @Test(arguments: ["עברית.dng", "שלום", "abc.dng"])
  func captionsKeepTheirInk(text: String) throws {
    func ink(_ limit: Double?) throws -> [Int] {
      let canvas = try Canvas(width: 200, height: 40)
      canvas.text(text, at: [10, 30], TextStyle(size: 20, limit: limit))
      return inked(canvas.image).x
    }
    let free = try ink(nil)
    #expect(free.count > 20)
    #expect(try ink(150) == free)
    // One that is too long is shortened within its limit.
    let short = try ink(30)
    #expect(!short.isEmpty && short.allSatisfy { (8...43).contains($0) }, "\(short)")
  }

  @Test func alignedRectanglesAreExact() throws {
    let canvas = try Canvas(width: 10, height: 8, background: Ink(0x102030))
    canvas.fill(Box(x: 2, y: 3, width: 4, height: 2), Ink(0xFF8000))
    let image = canvas.image
    #expect(image.size == Size(width: 10, height: 8) && image.channels == 3)
    for (x, y) in Places(x: 0..<10, y: 0..<8) {
      let isInside = (2..<6).contains(x) && (3..<5).contains(y)
      #expect(pixel(image, x, y) == (isInside ? [255, 128, 0] : [16, 32, 48]))
    }
  }

  /// Half a pixel covered gets half the ink; at a scale of 2, the same box covers it completely.
  @Test func edgesAreSmooth() throws {
    let canvas = try Canvas(width: 4, height: 1)
    canvas.fill(Box(x: 0.5, y: 0, width: 2, height: 1), .black)
    let row = (0..<4).map { canvas.image[$0, 0, 0] }
    #expect(row[1] == 0 && row[3] == 255)
    #expect(abs(Int(row[0]) - 128) <= 1 && abs(Int(row[2]) - 128) <= 1)
    let fine = try Canvas(width: 4, height: 1, scale: 2)
    fine.fill(Box(x: 0.5, y: 0, width: 2, height: 1), .black)
    #expect((0..<8).map { fine.image[$0, 1, 0] } == [255, 0, 0, 0, 0, 255, 255, 255])
  }

  /// The areas of a disc and of rounded corners, measured by their ink.
  @Test func areasAreRight() throws {
    func area(_ draw: (Canvas) -> Void) throws -> Double {
      let canvas = try Canvas(width: 100, height: 100)
      draw(canvas)
      let image = canvas.image
      var sum = 0.0
      for y in 0..<100 { for x in 0..<100 { sum += 255 - Double(image[x, y, 1]) } }
      return sum / 255
    }
    #expect(abs(try area { $0.disc([50, 50], radius: 30, .black) } - .pi * 900) < 6)
    let ring = try area { $0.circle([50, 50], radius: 30, .black, width: 4) }
    #expect(abs(ring - .pi * (32 * 32 - 28 * 28)) < 6)
    let rounded = try area {
      $0.fill(Box(x: 10, y: 20, width: 60, height: 40), .black, radius: 10)
    }
    #expect(abs(rounded - (2400 - (4 - .pi) * 100)) < 3)
    // Round ends: 40 × 6 and a disc.
    let line = try area { $0.line([[20, 50], [60, 50]], .black, width: 6) }
    #expect(abs(line - (240 + .pi * 9)) < 2)
    let broken = try area { $0.line([[20, 50], [.nan, 50], [60, 50]], .black, width: 6) }
    #expect(broken < 60)
    let dashed = try area { $0.line([[20, 50], [60, 50]], .black, width: 6, dash: (5, 5)) }
    #expect(abs(dashed - 120) < 2)
    let clipped = try area { canvas in
      canvas.clipped(to: Box(x: 0, y: 0, width: 50, height: 50)) {
        canvas.fill(canvas.box, .black)
      }
    }
    #expect(clipped == 2500)
  }

  @Test func withoutBackgroundAlphaIsStraight() throws {
    let canvas = try Canvas(width: 3, height: 1, background: nil)
    canvas.fill(Box(x: 1, y: 0, width: 1, height: 1), Ink(0xFF8000, alpha: 0.5))
    canvas.fill(Box(x: 2, y: 0, width: 1, height: 1), Ink(0x0000FF))
    let image = canvas.image
    #expect(image.channels == 4)
    #expect(pixel(image, 0, 0) == [0, 0, 0, 0])
    #expect(pixel(image, 2, 0) == [0, 0, 255, 255])
    let half = pixel(image, 1, 0).map(Int.init)
    #expect(abs(half[0] - 255) <= 1 && abs(half[1] - 128) <= 1 && half[2] == 0)
    #expect(abs(half[3] - 128) <= 1)
  }

  /// Every number of channels, pixel for pixel, with alpha over the background.
  @Test(arguments: 1...4) func picturesAreDrawnPixelForPixel(channels: Int) throws {
    var picture = ImageBuffer<UInt8>(size: Size(width: 5, height: 3), channels: channels)
    for (x, y) in Places(x: 0..<5, y: 0..<3) {
      for channel in 0..<channels {
        picture[x, y, channel] = UInt8((x * 50 + y * 7 + channel * 31) % 256)
      }
      if channels % 2 == 0 { picture[x, y, channels - 1] = x < 3 ? 255 : 0 }
    }
    let canvas = try Canvas(width: 9, height: 7)
    try canvas.draw(picture, in: Box(x: 2, y: 3, width: 5, height: 3))
    let image = canvas.image
    for (x, y) in Places(x: 0..<5, y: 0..<3) {
      let isShown = channels % 2 == 1 || x < 3
      let expected =
        isShown ? (0..<3).map { picture[x, y, channels < 3 ? 0 : $0] } : [255, 255, 255]
      #expect(pixel(image, x + 2, y + 3) == expected)
    }
    #expect(pixel(image, 1, 3) == [255, 255, 255] && pixel(image, 7, 5) == [255, 255, 255])
  }

  @Test func smallerPicturesAreAveraged() throws {
    var picture = ImageBuffer<UInt8>(size: Size(width: 40, height: 40), channels: 1)
    for y in 0..<40 { for x in 0..<40 { picture[x, y, 0] = (x + y).isMultiple(of: 2) ? 255 : 0 } }
    let canvas = try Canvas(width: 10, height: 10)
    try canvas.draw(picture, in: canvas.box)
    #expect(abs(Int(canvas.image[5, 5, 0]) - 128) < 12)
  }

  @Test func textSitsOnItsAnchor() throws {
    for scale in [1.0, 2] {
      func ink(
        _ horizontal: TextAnchor.Horizontal, _ vertical: TextAnchor.Vertical
      ) throws -> (x: ClosedRange<Double>, y: ClosedRange<Double>) {
        let canvas = try Canvas(width: 200, height: 100, scale: scale)
        canvas.text("HEH", at: [100, 50], TextStyle(size: 20), TextAnchor(horizontal, vertical))
        let (x, y) = inked(canvas.image)
        return (
          Double(x[0]) / scale...Double(x[x.count - 1] + 1) / scale,
          Double(y[0]) / scale...Double(y[y.count - 1] + 1) / scale
        )
      }
      // Capital letters of DejaVu are 0.729 em high: 14.6.
      let left = try ink(.left, .baseline)
      #expect(left.x.lowerBound >= 100 && left.x.lowerBound < 104)
      #expect(abs(left.y.upperBound - 50) <= 1 && abs(left.y.lowerBound - 35.4) <= 1)
      let right = try ink(.right, .top)
      #expect(right.x.upperBound <= 100 && right.x.upperBound > 96 && right.y.lowerBound >= 50)
      let middle = try ink(.center, .middle)
      #expect(abs(middle.x.lowerBound + middle.x.upperBound - 200) <= 2)
      #expect(abs(middle.y.lowerBound + middle.y.upperBound - 100) <= 2)
      #expect(try ink(.left, .bottom).y.upperBound <= 50)
    }
  }

  /// Pango leaves its current point behind, at which the next shape must not begin.
  @Test func shapesDoNotBeginAtTheTextBefore() throws {
    let canvas = try Canvas(width: 200, height: 60)
    canvas.text("here", at: [10, 20])
    canvas.disc([150, 40], radius: 5, .black)
    canvas.text("here", at: [10, 20])
    canvas.fill(Box(x: 145, y: 35, width: 10, height: 10), .black, radius: 3)
    canvas.text("here", at: [10, 20])
    canvas.circle([150, 40], radius: 5, .black)
    let (x, _) = inked(canvas.image)
    #expect(!x.contains { $0 > 60 && $0 < 140 })
  }

  @Test func textIsMeasuredAndShortened() throws {
    let canvas = try Canvas(width: 400, height: 40)
    let style = TextStyle(size: 16)
    let text = "a rather long name of a file 0001.nef"
    let width = canvas.width(of: text, style)
    let box = canvas.text(text, at: [5, 20], style)
    #expect(box.width == width && box.x == 5)
    let (x, _) = inked(canvas.image)
    #expect(x[0] >= 5 && x[x.count - 1] < Int(5 + width.rounded(.up)))
    #expect(canvas.width(of: text, TextStyle(size: 16, isBold: true)) > width)
    // Ten equal letters of the fixed-width font.
    let mono = TextStyle(size: 16, family: .mono)
    #expect(abs(canvas.width(of: "iiiiiiiiii", mono) - canvas.width(of: "MMMMMMMMMM", mono)) < 0.01)
    var short = style
    short.limit = 100
    #expect(canvas.width(of: text, short) <= 101 && canvas.width(of: text, short) > 60)
    #expect(abs(canvas.width(of: "short", short) - canvas.width(of: "short", style)) < 0.01)
    short.shortening = .middle
    func shortened(_ text: String) throws -> ImageBuffer<UInt8> {
      let canvas = try Canvas(width: 120, height: 30)
      canvas.text(text, at: [5, 20], short)
      return canvas.image
    }
    // The number at the end remains, so two names differ.
    let other = String(text.dropLast(5)) + "2.nef"
    #expect(bytes(try shortened(text)) != bytes(try shortened(other)))
    short.shortening = .end
    #expect(bytes(try shortened(text)) == bytes(try shortened(other)))
  }

  @Test func anyTextIsDrawn() throws {
    let canvas = try Canvas(width: 300, height: 30)
    for text in ["", "\0", "a\0b", "two\nlines", "\u{FFFD}\u{202E}abc", "日本語 العربية", "e\u{301}🙂"]
    {
      let box = canvas.text(text, at: [5, 20], TextStyle())
      #expect(box.width.isFinite && box.height > 0 && box.height < 40)
    }
    #expect(canvas.width(of: "a\0b", TextStyle()) == canvas.width(of: "ab", TextStyle()))
  }

  @Test func theSameCallsGiveTheSamePixels() throws {
    func drawing() throws -> [UInt8] {
      let canvas = try Canvas(width: 120, height: 60, scale: 1.5, background: Ink(0x15181C))
      canvas.line([[3, 50], [60, 8.3], [117, 50]], Ink(0x56B4E9), width: 2.5)
      canvas.text("easeOut(2.5) → ½", at: [60, 30], TextStyle(ink: .white), TextAnchor(.center))
      return bytes(canvas.image)
    }
    let first = try drawing()
    for _ in 0..<3 { #expect(try drawing() == first) }
  }

  @Test func threadsDrawIndependently() async throws {
    func drawing(_ text: String) throws -> [UInt8] {
      let canvas = try Canvas(width: 150, height: 30)
      canvas.text(text, at: [5, 20])
      return bytes(canvas.image)
    }
    let texts = (0..<40).map { "photo \($0 % 5).nef" }
    let expected = try texts.map(drawing)
    try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
      for (index, text) in texts.enumerated() {
        group.addTask { (index, try Self.drawnElsewhere(text)) }
      }
      for try await (index, found) in group { #expect(found == expected[index]) }
    }
  }

  private static func drawnElsewhere(_ text: String) throws -> [UInt8] {
    let canvas = try Canvas(width: 150, height: 30)
    canvas.text(text, at: [5, 20])
    return CanvasTests().bytes(canvas.image)
  }

  @Test func oversizedCanvasesFail() {
    for (width, height, scale) in [
      (40000.0, 10.0, 1.0), (10, 40000, 1), (20000, 1, 2), (1e300, 1, 1),
    ] {
      #expect(throws: DrawingError.self) { try Canvas(width: width, height: height, scale: scale) }
    }
    #expect(DrawingError.tooLarge(Size(width: 40000, height: 10)).description.contains("40000×10"))
  }

  @Test func librariesHaveVersions() throws {
    let versions = try #require(DrawingLibraries.versions)
    #expect(versions.pango.hasPrefix("1.") && versions.cairo.hasPrefix("1."))
  }

  @Test func inks() {
    #expect(Ink(0xD55E00) == Ink(red: 213.0 / 255, green: 94.0 / 255, blue: 0))
    #expect(abs(Ink.white.luminance - 1) < 1e-9 && Ink.black.luminance == 0)
    // WCAG's grey of 21.6 % light, 0x808080.
    #expect(abs(Ink(0x808080).luminance - 0.2158605) < 1e-6)
    #expect(Ink(0xF0E442).legible == .black && Ink(0x0072B2).legible == .white)
  }

  private func bytes(_ image: ImageBuffer<UInt8>) -> [UInt8] {
    (0..<image.height).flatMap { y in (0..<image.stride).map { image.plane[$0, y] } }
  }
}
