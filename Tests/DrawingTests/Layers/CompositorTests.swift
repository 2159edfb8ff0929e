import BromideDrawing
import BromideKernels
import BromideValues
import Foundation
import TestSupport
import Testing

@Suite struct CompositorTests {
  @Test func alignedPixelsAreCopied() {
    var drawing = ImageBuffer<UInt8>(size: Size(width: 16, height: 16), channels: 3)
    for i in 0..<256 { for c in 0..<3 { drawing[i % 16, i / 16, c] = UInt8((i + 85 * c) & 255) } }
    let picture = LightPicture(drawing: drawing, in: .srgb)
    let frame = compose([place(picture, x: 3, y: 2)], Size(width: 22, height: 20))
    for (x, y) in Places(x: 0..<22, y: 0..<20) {
      let isInside = (3..<19).contains(x) && (2..<18).contains(y)
      for c in 0..<3 {
        #expect(frame[x, y, c] == (isInside ? drawing[x - 3, y - 2, c] : 0))
      }
    }
  }

  @Test(arguments: [0.5, 1, 1.5], [0.0, 0.4, 1.5707963267948966, 2.5])
  func edgesCoverPartOfAPixel(scale: Double, angle: Double) {
    let size = Size(width: 40, height: 40)
    let picture = flat(SIMD3(1, 1, 1), Size(width: 20, height: 9))
    // Centred approximately in the frame.
    let (dx, dy) = (10 * scale, 4.5 * scale)
    let placement = Placement(
      origin: SIMD2(
        20.3 - dx * cos(angle) + dy * sin(angle), 19.6 - dx * sin(angle) - dy * cos(angle)),
      angle: angle, scale: scale)
    let frame = compose([PlacedPicture(picture, placement)], size, space: .linearSRGB, sample: 16)
    var (sum, most) = (0.0, 0.0)
    for (x, y) in size.places {
      let covered = coverage(of: Size(width: 20, height: 9), placement, x: x, y: y)
      let found = Double(frame[x, y, 0]) / 65535
      sum += found
      most = max(most, abs(found - covered))
    }
    #expect(most < 0.09)
    #expect(abs(sum / (180 * scale * scale) - 1) < 0.01)
  }

  /// The fraction of a pixel inside the picture, from 32 × 32 points.
  private func coverage(of size: Size, _ place: Placement, x: Int, y: Int) -> Double {
    var count = 0
    for (j, i) in product(0..<32, 0..<32) {
      let dx = Double(x) + (Double(i) + 0.5) / 32 - place.origin.x
      let dy = Double(y) + (Double(j) + 0.5) / 32 - place.origin.y
      let (sine, cosine) = (sin(place.angle), cos(place.angle))
      let u = (dx * cosine + dy * sine) / place.scale
      let v = (dy * cosine - dx * sine) / place.scale
      if u >= 0, u <= Double(size.width), v >= 0, v <= Double(size.height) { count += 1 }
    }
    return Double(count) / 1024
  }

  @Test func lightAddsUpLinearly() {
    let size = Size(width: 4, height: 4)
    var half = place(flat(SIMD3(1, 1, 1), size))
    half.placement.opacity = 0.5
    // Half of white over black is 0.5 of the light, 188 in sRGB.
    #expect(compose([half], size)[1, 1, 0] == 188)
    // Over red, half of the red remains.
    let red = place(flat(SIMD3(1, 0, 0), size))
    let mixed = compose([red, half], size)
    #expect((0..<3).map { mixed[1, 1, $0] } == [255, 188, 188])
  }

  @Test func alphaIsDividedOut() {
    let size = Size(width: 4, height: 4)
    var half = place(flat(SIMD3(1, 0.2, 0), size))
    half.placement.opacity = 0.5
    let frame = compose([half], Size(width: 6, height: 4), background: nil)
    #expect((0..<4).map { frame[1, 1, $0] } == [255, 124, 0, 128])
    #expect((0..<4).map { frame[5, 1, $0] } == [0, 0, 0, 0])
    let twice = compose([half, half], size, background: nil)
    #expect((0..<4).map { twice[1, 1, $0] } == [255, 124, 0, 191])
  }

  /// Empty parts of a drawing show the background, regardless of previous contents of its memory.
  @Test func drawingsKeepTheirAlpha() {
    let size = Size(width: 16, height: 5)
    for round in 0..<20 {
      var drawing = ImageBuffer<UInt8>(size: size, channels: 4)
      for (x, y, c) in Places(x: 0..<16, y: 0..<5).channels(4) {
        drawing[x, y, c] = x % 2 == 0 ? 0 : c == 3 ? 255 : UInt8(10 * x + c)
      }
      let picture = LightPicture(drawing: drawing, in: .srgb, shrinks: round % 2 == 0)
      let frame = compose([place(picture)], size, background: SIMD3(0x40, 0x50, 0x60) / 255)
      for (x, y, c) in Places(x: 0..<16, y: 0..<5).channels(3) {
        #expect(Int(frame[x, y, c]) == (x % 2 == 0 ? 0x40 + 16 * c : 10 * x + c))
      }
    }
  }

  @Test func aBackgroundIsAnSRGBColour() {
    let frame = compose([], Size(width: 3, height: 1), background: SIMD3(0x10, 0x80, 0xF0) / 255)
    #expect((0..<3).map { frame[2, 0, $0] } == [0x10, 0x80, 0xF0])
  }

  @Test(arguments: [0.5, 0.37, 0.25, 0.1])
  func reducedPicturesAreAveraged(scale: Double) {
    // Stripes of one pixel: point samples of them would be black or white.
    let codes = ImageBuffer<UInt16>(size: Size(width: 256, height: 256), channels: 3) { x, y, c in
      x % 2 == 0 ? 65535 : 0
    }
    let picture = LightPicture(codes: codes, shrinks: true)
    let side = Int(256 * scale) - 2
    let frame = compose(
      [PlacedPicture(picture, Placement(scale: scale))], Size(width: side, height: side),
      space: .linearSRGB, sample: 16)
    for (x, y) in Places(x: 2..<side - 2, y: 2..<side - 2) {
      #expect(abs(Double(frame[x, y, 0]) / 65535 - 0.5) < 0.02)
    }
  }

  /// One pixel wide or high, at its own size and reduced: the total light equals the picture's,
  /// approximately if turned.
  @Test(arguments: [
    Size(width: 1, height: 1), Size(width: 1, height: 12), Size(width: 9, height: 1),
  ])
  func thinPicturesAreDrawn(size: Size) {
    for (scale, angle) in [(1, 0.0), (1, 0.7), (0.4, 0), (0.4, 0.7), (3, 0.2)] {
      let picture = PlacedPicture(
        flat(SIMD3(1, 0.5, 0.25), size),
        Placement(origin: SIMD2(14.3, 12.8), angle: angle, scale: scale))
      let frame = compose([picture], Size(width: 64, height: 64), space: .linearSRGB, sample: 16)
      var sums = SIMD3<Double>()
      for (x, y, c) in Places(x: 0..<64, y: 0..<64).channels(3) {
        sums[c] += Double(frame[x, y, c]) / 65535
      }
      let area = Double(size.area) * scale * scale
      #expect(abs(sums.x / area - 1) < (angle == 0 ? 0.001 : 0.2), "\(scale) \(angle)")
      #expect(abs(sums.y / sums.x - 0.5) < 0.001 && abs(sums.z / sums.x - 0.25) < 0.001)
    }
  }

  /// Rows and columns that no picture touches, including those between two pictures, are
  /// background.
  @Test(arguments: [nil, SIMD3(0x10, 0x80, 0xF0) / 255])
  func untouchedRowsAndColumnsAreBackground(background: SIMD3<Double>?) {
    let picture = flat(SIMD3(1, 1, 1), Size(width: 3, height: 2))
    let frame = compose(
      [place(picture, x: 4, y: 3), place(picture, x: 20, y: 4)], Size(width: 29, height: 9),
      background: background)
    let below: [UInt16] = background == nil ? [0, 0, 0, 0] : [0x10, 0x80, 0xF0]
    for (x, y) in Places(x: 0..<29, y: 0..<9) {
      let isInside =
        (4..<7).contains(x) && (3..<5).contains(y) || (20..<23).contains(x) && (4..<6).contains(y)
      for c in below.indices { #expect(frame[x, y, c] == (isInside ? 255 : below[c])) }
    }
  }

  @Test func adjacentTilesAreSeamless() {
    let size = Size(width: 10, height: 10)
    let parts = [(0, 0), (5, 0), (0, 5), (5, 5)].map {
      place(flat(SIMD3(1, 1, 1), Size(width: 5, height: 5)), x: $0.0, y: $0.1)
    }
    let frame = compose(parts, size, background: nil)
    for y in 0..<10 { for x in 0..<10 { for c in 0..<4 { #expect(frame[x, y, c] == 255) } } }
  }

  @Test func bandsMatchTheCompleteFrame() {
    let size = Size(width: 33, height: 21)
    let picture = flat(SIMD3(0.3, 0.6, 0.9), Size(width: 20, height: 11))
    let pictures = [PlacedPicture(picture, Placement(origin: SIMD2(7.2, 1.4), angle: 0.5))]
    let whole = compose(pictures, size)
    let bands = compose(pictures, size, band: 4)
    for y in 0..<21 { for x in 0..<33 { #expect(whole[x, y, 1] == bands[x, y, 1]) } }
  }

  @Test func picturesOutsideOrWithoutEffectAreNotDrawn() {
    let size = Size(width: 8, height: 8)
    let picture = flat(SIMD3(1, 1, 1), size)
    for placement in [
      Placement(origin: SIMD2(9, 0)), Placement(origin: SIMD2(-9, 0)),
      Placement(origin: SIMD2(0, 30)), Placement(opacity: 0), Placement(scale: 0),
      Placement(origin: SIMD2(1e12, -1e12), angle: 0.3),
    ] {
      let frame = compose([PlacedPicture(picture, placement)], size)
      for y in 0..<8 { for x in 0..<8 { #expect(frame[x, y, 0] == 0) } }
    }
  }

  // MARK: Encoded pictures

  /// Every format, side by side and overlapping, partly outside: each pixel follows the formula.
  @Test(arguments: [SampleFormat.uint8, .uint16], [true, false])
  func encodedPicturesAreDrawnOverEachOther(sample: SampleFormat, hasBackground: Bool) {
    var generator = SeededGenerator(seed: 8)
    let frame = Size(width: 23, height: 9)
    let most = sample.maximum
    var codes: [[Int]] = []
    let pictures = (1...4).map { channels in
      let size = Size(width: 15, height: 7)
      let format = PixelFormat(channels: channels, sample: sample)
      let memory = PixelMemory(byteCount: size.area * format.bytesPerPixel)
      codes.append(
        (0..<size.area * channels).map { _ in Int.random(in: 0...most, using: &generator) })
      for (i, code) in codes[channels - 1].enumerated() {
        if sample == .uint8 {
          unsafe memory.bytes[i] = UInt8(code)
        } else {
          unsafe memory.bytes.storeBytes(of: UInt16(code), toByteOffset: 2 * i, as: UInt16.self)
        }
      }
      return EncodedPicture(
        pixels: memory, size: size, format: format, left: 5 * channels - 9, top: 2 * channels - 5)
    }
    let transfer = TransferFunction.srgb
    for set in InstructionSet.available where set != .reference {
      let compositor = Compositor(
        size: frame, space: .srgb, sample: sample, background: hasBackground ? SIMD3() : nil,
        instructionSet: set)
      let found = unsafe samples(compositor) { rows, scratch, bytes in
        unsafe compositor.compose(pictures, rows: rows, scratch: scratch, into: bytes)
      }
      for (x, y) in Places(x: 0..<frame.width, y: 0..<frame.height) {
        var pixel = SIMD4(0, 0, 0, hasBackground ? 1.0 : 0)
        for (i, picture) in pictures.enumerated() {
          let (u, v) = (x - picture.left, y - picture.top)
          guard (0..<15).contains(u), (0..<7).contains(v) else { continue }
          let own = codes[i][(v * 15 + u) * (i + 1)..<(v * 15 + u + 1) * (i + 1)]
            .map { Double($0) / Double(most) }
          let alpha = i % 2 == 1 ? own[i] : 1
          for c in 0..<3 {
            pixel[c] *= 1 - alpha
            pixel[c] += transfer.decode(own[i < 2 ? 0 : c]) * alpha
          }
          pixel.w = alpha + pixel.w * (1 - alpha)
        }
        for c in 0..<compositor.format.channels {
          let value =
            c == 3 ? pixel.w : pixel.w > 0 ? transfer.encode(min(pixel[c] / pixel.w, 1)) : 0
          let error = abs(Double(found[x, y, c]) - value * Double(most))
          // Where almost nothing is opaque, rounding has more effect.
          #expect(error < (pixel.w < 0.01 ? 3 : 0.6), "\(x) \(y) \(c)")
        }
      }
    }
  }

  // MARK: Helpers

  private func flat(_ light: SIMD3<Double>, _ size: Size) -> LightPicture {
    let codes = ImageBuffer<UInt16>(size: size, channels: 3) { x, y, c in
      UInt16((light[c].squareRoot() * 65535).rounded())
    }
    return LightPicture(codes: codes, shrinks: true)
  }

  private func place(_ picture: LightPicture, x: Int = 0, y: Int = 0) -> PlacedPicture {
    PlacedPicture(picture, Placement(origin: SIMD2(Double(x), Double(y))))
  }

  private func compose(
    _ pictures: [PlacedPicture], _ size: Size, space: RGBSpace = .srgb, sample: Int = 8,
    background: SIMD3<Double>? = SIMD3(), band: Int? = nil
  ) -> ImageBuffer<UInt16> {
    let format = SampleFormat(rawValue: sample)!
    let compositor = Compositor(size: size, space: space, sample: format, background: background)
    return unsafe samples(compositor, band: band) { rows, scratch, bytes in
      unsafe compositor.compose(pictures, rows: rows, scratch: scratch, into: bytes)
    }
  }

  /// The result of a compositor, some rows at a time.
  private func samples(
    _ compositor: Compositor, band: Int? = nil,
    _ compose: (Range<Int>, CompositorScratch, UnsafeMutableRawBufferPointer) -> Void
  ) -> ImageBuffer<UInt16> {
    let size = compositor.size
    let scratch = compositor.makeScratch()
    let bands = stride(from: 0, to: size.height, by: band ?? size.height).map {
      $0..<min($0 + (band ?? size.height), size.height)
    }
    return unsafe composedSamples(size, compositor.format, bands: bands) { rows, bytes in
      unsafe compose(rows, scratch, bytes)
    }
  }
}
