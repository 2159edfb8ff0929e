import BromideDrawing
import BromideKernels
import BromideValues
import Foundation
import TestSupport
import Testing

/// Layers of both forms under wipes, against a compositor that follows the definitions in double
/// precision, one pixel at a time.
@Suite struct FrameLayerTests {
  private let size = Size(width: 37, height: 29)

  @Test(
    arguments: [
      Wipe(.linear(angle: 0), share: 0.4), Wipe(.linear(angle: 2.2), share: 0.55, softness: 0.5),
      Wipe(.radial(center: SIMD2(0.3, 0.6)), share: 0.5, softness: 0.2),
      Wipe(.radial(center: SIMD2(0.5, 0.5)), share: 0.7), Wipe(.linear(angle: 1), share: 1),
      Wipe(.linear(angle: 1), share: 0),
    ], [0.0, 0.7])
  func layersAreLaidOverEachOther(wipe: Wipe, angle: Double) {
    let below = encoded(size, seed: 5, left: 0, top: 0)
    let inset = encoded(Size(width: 13, height: 9), seed: 9, left: 20, top: -2)
    let placed = PlacedPicture(
      light(Size(width: 19, height: 15), seed: 3),
      Placement(origin: SIMD2(11.3, 4.8), angle: angle, scale: 1, opacity: 0.8))
    let layers = [
      FrameLayer(.encoded(below.picture)), FrameLayer(.encoded(inset.picture), wipe: wipe),
      FrameLayer(.placed(placed), wipe: wipe),
    ]
    let found = compose(layers)
    var largest = 0.0
    for (x, y) in size.places {
      var pixel = below.light(x, y)
      if let light = inset.covered(x, y) {
        let share = naive(wipe, SIMD2(Double(x - 20) + 0.5, Double(y + 2) + 0.5), SIMD2(13, 9))
        pixel = pixel * (1 - share) + light * share
      }
      let (light, place) = sample(placed, seed: 3, x, y)
      let share = naive(wipe, place, SIMD2(19, 15))
      pixel = pixel * (1 - light.w * share) + SIMD3(light.x, light.y, light.z) * share
      for c in 0..<3 {
        largest = max(largest, abs(Double(found[x, y, c]) / 65535 - pixel[c]))
      }
    }
    // Codes of 16 bits, and floats of 24.
    #expect(largest < 1.5e-4, "\(largest)")
  }

  /// The mean of frames equals the mean of their light.
  @Test func framesAddUp() {
    let frames = [1, 2, 3].map { encoded(size, seed: $0, left: 0, top: 0) }
    let weights = [0.5, 0.3, 0.2]
    let compositor = Compositor(
      size: size, space: .linearSRGB, sample: .uint16, background: SIMD3())
    let scratch = compositor.makeScratch()
    let sum = compositor.makeSum()
    for (frame, weight) in zip(frames, weights) {
      compositor.add(
        [FrameLayer(.encoded(frame.picture))], weight: weight, to: sum, scratch: scratch)
    }
    let found = unsafe samples { rows, bytes in
      unsafe compositor.put(sum, rows: rows, scratch: scratch, into: bytes)
    }
    for (x, y) in size.places {
      let mean = zip(frames, weights).reduce(SIMD3<Double>()) { $0 + $1.0.light(x, y) * $1.1 }
      for c in 0..<3 { #expect(abs(Double(found[x, y, c]) / 65535 - mean[c]) < 2e-5) }
    }
  }

  /// A layer that moves away from complete pixels keeps its codes at rest, except for rounding,
  /// also with alpha.
  @Test(arguments: [SampleFormat.uint8, .uint16], [3, 4])
  func encodedPicturesBecomeLight(sample: SampleFormat, channels: Int) {
    let format = PixelFormat(channels: channels, sample: sample)
    let memory = PixelMemory(byteCount: size.area * format.bytesPerPixel)
    for i in 0..<size.area * channels {
      let code = (i * 7919 + i * i * 31) % (sample.maximum + 1)
      if sample == .uint8 {
        unsafe memory.bytes.storeBytes(of: UInt8(code), toByteOffset: i, as: UInt8.self)
      } else {
        unsafe memory.bytes.storeBytes(of: UInt16(code), toByteOffset: 2 * i, as: UInt16.self)
      }
    }
    let picture = EncodedPicture(pixels: memory, size: size, format: format, left: 0, top: 0)
    let light = LightPicture(picture, transfer: RGBSpace.srgb.transfer)
    let straight = compose([FrameLayer(.encoded(picture))], space: .srgb, sample: sample)
    let moved = compose([FrameLayer(.placed(PlacedPicture(light)))], space: .srgb, sample: sample)
    var largest = 0
    for (x, y, c) in size.places.channels(3) {
      largest = max(largest, abs(Int(straight[x, y, c]) - Int(moved[x, y, c])))
    }
    // A step of the codes of light is 3·10⁻⁵ at white.
    #expect(largest <= (sample == .uint8 ? 1 : 24), "\(largest)")
  }

  // MARK: Formulas

  private func naive(_ wipe: Wipe, _ place: SIMD2<Double>, _ size: SIMD2<Double>) -> Double {
    let corners = [SIMD2(), SIMD2(size.x, 0), SIMD2(0, size.y), size]
    func distance(_ point: SIMD2<Double>) -> Double {
      switch wipe.shape {
      case .linear(let angle): return point.x * cos(angle) + point.y * sin(angle)
      case .radial(let center):
        let way = point - center * size
        return (way.x * way.x + way.y * way.y).squareRoot()
      }
    }
    let ends = corners.map(distance)
    var begin = ends.min()!
    if case .radial = wipe.shape { begin = 0 }
    let way = ends.max()! - begin
    let t = min(max((distance(place) - begin) / way, 0), 1)
    let width = max(wipe.softness, 1 / way)
    return min(max((wipe.share * (1 + width) - t) / width, 0), 1)
  }

  /// Premultiplied light that a placed picture adds to a pixel, and the place in the picture.
  private func sample(
    _ placed: PlacedPicture, seed: Int, _ x: Int, _ y: Int
  ) -> (SIMD4<Double>, SIMD2<Double>) {
    let (place, size) = (placed.placement, placed.picture.size)
    let offset = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - place.origin
    let u = (offset.x * cos(place.angle) + offset.y * sin(place.angle)) / place.scale
    let v = (offset.y * cos(place.angle) - offset.x * sin(place.angle)) / place.scale
    func inside(_ distance: Double) -> Double { min(max(distance * place.scale + 0.5, 0), 1) }
    let cover =
      (inside(u) - inside(u - Double(size.width))) * (inside(v) - inside(v - Double(size.height)))
    let (left, top) = (
      min(max(u - 0.5, 0), Double(size.width - 1)), min(max(v - 0.5, 0), Double(size.height - 1))
    )
    var light = SIMD4<Double>()
    for (dx, wx) in [(0, 1 - left + floor(left)), (1, left - floor(left))] {
      for (dy, wy) in [(0, 1 - top + floor(top)), (1, top - floor(top))] {
        let (px, py) = (min(Int(left) + dx, size.width - 1), min(Int(top) + dy, size.height - 1))
        for c in 0..<4 {
          let root = c == 3 ? 1 : Double(Self.code(px, py, c, seed)) / 65535
          light[c] += root * root * wx * wy
        }
      }
    }
    return (light * cover * place.opacity, SIMD2(u, v))
  }

  // MARK: Pictures

  private struct Source {
    let picture: EncodedPicture
    let seed: Int

    func light(_ x: Int, _ y: Int) -> SIMD3<Double> {
      SIMD3(0, 1, 2).map { Double(FrameLayerTests.code(x, y, $0, seed)) / 65535 }
    }

    func covered(_ x: Int, _ y: Int) -> SIMD3<Double>? {
      let (u, v) = (x - picture.left, y - picture.top)
      guard (0..<picture.size.width).contains(u), (0..<picture.size.height).contains(v) else {
        return nil
      }
      return light(u, v)
    }
  }

  private static func code(_ x: Int, _ y: Int, _ c: Int, _ seed: Int) -> UInt16 {
    UInt16(truncatingIfNeeded: (x * 7919 + y * 104_729 + c * 15_485 + seed * 9973) * 31)
  }

  /// Linear codes.
  private func encoded(_ size: Size, seed: Int, left: Int, top: Int) -> Source {
    let memory = PixelMemory(byteCount: size.area * 6)
    for (x, y, c) in size.places.channels(3) {
      unsafe memory.bytes.storeBytes(
        of: Self.code(x, y, c, seed), toByteOffset: 6 * (y * size.width + x) + 2 * c,
        as: UInt16.self)
    }
    return Source(
      picture: EncodedPicture(
        pixels: memory, size: size, format: PixelFormat(channels: 3, sample: .uint16), left: left,
        top: top), seed: seed)
  }

  private func light(_ size: Size, seed: Int) -> LightPicture {
    let codes = ImageBuffer<UInt16>(size: size, channels: 3) { x, y, c in Self.code(x, y, c, seed) }
    return LightPicture(codes: codes)
  }

  private func compose(
    _ layers: [FrameLayer], space: RGBSpace = .linearSRGB, sample: SampleFormat = .uint16
  ) -> ImageBuffer<UInt16> {
    let compositor = Compositor(size: size, space: space, sample: sample, background: SIMD3())
    let scratch = compositor.makeScratch()
    return unsafe samples(sample) { rows, bytes in
      unsafe compositor.compose(layers, rows: rows, scratch: scratch, into: bytes)
    }
  }

  /// Two bands of a frame.
  private func samples(
    _ sample: SampleFormat = .uint16,
    _ compose: (Range<Int>, UnsafeMutableRawBufferPointer) -> Void
  ) -> ImageBuffer<UInt16> {
    unsafe composedSamples(
      size, PixelFormat(channels: 3, sample: sample), bands: [0..<11, 11..<size.height], compose)
  }
}

extension SIMD3<Int> {
  fileprivate func map(_ body: (Int) -> Double) -> SIMD3<Double> {
    SIMD3<Double>(body(x), body(y), body(z))
  }
}
