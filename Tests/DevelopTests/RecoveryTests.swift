import BromideKernels
import BromideValues
import TestSupport
import Testing

@testable import BromideDevelop

/// Recovered highlights, which depend on bright light all over the photo.
@Suite struct RecoveryTests {
  static let size = Size(width: 150, height: 110)

  /// Orange light that is brightest in the middle, where green and then red clip.
  static func lamp(_ size: Size = size, brightest: Double = 1.6) -> Mosaic {
    var generator = SeededGenerator(seed: 5)
    return mosaic(size) { x, y in
      let (dx, dy) = (Double(x - size.width / 2) / 40, Double(y - size.height / 2) / 40)
      let light = brightest / (1 + dx * dx + dy * dy)
      return SIMD3(0.62, 1, 0.35) * light + Double.random(in: -0.002...0.002, using: &generator)
    }
  }

  @Test func unclippedPhotosAreNotMeasured() throws {
    for (brightest, isClipped) in [(0.8, false), (1.6, true)] {
      let source = source(Self.lamp(brightest: brightest))
      _ = try develop(source, recipe())
      #expect(source.measures.hasHighlightField == isClipped)
      // Red of 0.8 · 0.62 · 2.1 is above the common white, which only `clip` removes.
      let dark = try develop(source, recipe { $0.exposure = -1 })
      let darkClipped = try develop(
        source, recipe { ($0.exposure, $0.highlightMode) = (-1, .clip) })
      #expect(dark != darkClipped)
    }
    let plain = source(Self.lamp(brightest: 0.7))
    #expect(try develop(plain, recipe()) == develop(plain, recipe { $0.highlightMode = .clip }))
  }

  /// A brighter exposure, clipped, is recovered and darkened to the unclipped one.
  @Test(arguments: DemosaicMethod.ofBayer)
  func clippedLightIsFoundAgain(demosaic: DemosaicMethod) throws {
    let truth = Self.lamp(brightest: 0.55)
    let bright = Self.lamp(brightest: 0.55 * 2.828_427)
    var errors: [HighlightMode: Double] = [:]
    for mode in HighlightMode.allCases {
      func picture(_ mosaic: Mosaic, exposure: Double) throws -> Picture {
        try develop(
          source(mosaic),
          recipe { ($0.highlightMode, $0.exposure, $0.demosaic) = (mode, exposure, demosaic) })
      }
      let (a, b) = (try picture(truth, exposure: 0), try picture(bright, exposure: -1.5))
      let (x, y) = (a.size.width / 2, a.size.height / 2)
      let near = a.size.width / 10
      var sum = 0
      for ((j, i), c) in product(product(y - near..<y + near, x - near..<x + near), 0..<3) {
        sum += abs(a[i, j, c] - b[i, j, c])
      }
      errors[mode] = Double(sum) / Double(12 * near * near)
    }
    let (recovered, blended) = (try #require(errors[.recover]), try #require(errors[.blend]))
    #expect(recovered < 4 && recovered < 0.5 * blended, "\(errors)")
    #expect(blended < (try #require(errors[.clip])), "\(errors)")
  }

  @Test func fieldCoversTheEntireSensor() throws {
    let scene = Self.lamp()
    let whole = try develop(source(scene), recipe())
    for crop in [
      Region(x: 60, y: 40, width: 30, height: 25), Region(x: 71, y: 51, width: 3, height: 5),
    ] {
      let part = try develop(source(scene, crop: crop), recipe())
      for (x, y) in Places(x: 0..<crop.width, y: 0..<crop.height) {
        #expect(part.pixel(x, y) == whole.pixel(crop.x + x, crop.y + y))
      }
    }
  }

  @Test func exposureTweensAreContinuous() throws {
    let source = source(Self.lamp())
    let frames = try (0...48).map { step in
      try develop(source, recipe { $0.exposure = -Double(step) / 24 })
    }
    for (before, after) in zip(frames, frames.dropFirst()) {
      for (a, b) in zip(before.bytes, after.bytes) {
        let fall = Int(a) - Int(b)
        #expect(fall >= -1 && fall <= 8)
      }
    }
  }

  @Test func allSitesClipped() throws {
    let white = mosaic(Size(width: 70, height: 50)) { _, _ in SIMD3(2, 2, 2) }
    for demosaic in DemosaicMethod.ofBayer {
      let picture = try develop(source(white), recipe { $0.demosaic = demosaic })
      #expect(picture.bytes.allSatisfy { $0 == 255 })
      let dark = try develop(source(white), recipe { ($0.demosaic, $0.exposure) = (demosaic, -3) })
      // There is no nearby light with a colour, so it is neutral.
      let pixel = dark.pixel(20, 20)
      #expect(pixel.max()! - pixel.min()! <= 1 && pixel[0] < 200)
      for (x, y) in dark.size.places { #expect(dark.pixel(x, y) == pixel) }
    }
  }

  static let compiled = InstructionSet.available.filter { $0 != .reference }

  @Test(arguments: [
    Size(width: 2, height: 2), Size(width: 3, height: 2), Size(width: 17, height: 3),
    Size(width: 2, height: 97), Size(width: 33, height: 31),
  ])
  func hostileSizes(size: Size) throws {
    let scene = mosaic(size) { x, y in
      SIMD3(0.6, 1, 0.5) * (0.4 + Double((x * 7 + y * 3) % 9) / 7)
    }
    for demosaic in DemosaicMethod.ofBayer {
      let recipe = recipe { $0.demosaic = demosaic }
      for set in Self.compiled {
        let whole = try develop(source(scene), recipe, set)
        #expect(try develop(source(scene), recipe, set, stripWidth: 16) == whole)
        // RCD may take another direction where two tie.
        guard demosaic != .rcd, demosaic != .auto else { continue }
        let reference = try develop(source(scene), recipe, .reference)
        for (a, b) in zip(reference.bytes, whole.bytes) { #expect(abs(Int(a) - Int(b)) <= 1) }
      }
    }
  }

  @Test func picturesWithoutMosaicHaveAFieldToo() throws {
    let size = Size(width: 100, height: 70)
    func image(_ brightest: Double) -> DevelopSource {
      var samples = ImageBuffer<UInt16>(size: size, channels: 3)
      for (x, y) in size.places {
        let (dx, dy) = (Double(x - 50) / 30, Double(y - 35) / 30)
        for (c, share) in [0.62, 1, 0.35].enumerated() {
          let light = share * brightest / (1 + dx * dx + dy * dy)
          samples[x, y, c] = UInt16(min(light * 20_000, 20_000))
        }
      }
      return DevelopSource(
        image: .linear(LinearImage(samples: samples.plane, channels: 3, white: 20_000)),
        profile: testProfile, defaultCrop: Region(size))
    }
    let truth = try develop(image(0.55), recipe())
    let source = image(0.55 * 2.828_427)
    let found = try develop(source, recipe { $0.exposure = -1.5 })
    #expect(source.measures.hasHighlightField)
    for (a, b) in zip(truth.pixel(50, 35), found.pixel(50, 35)) { #expect(abs(a - b) < 8) }
    for (a, b) in zip(truth.bytes, found.bytes) { #expect(abs(Int(a) - Int(b)) < 12) }
  }

  /// Bright light in one channel does not reveal a colour.
  @Test func oneChannelIsClipped() throws {
    let size = Size(width: 40, height: 30)
    let samples = ImageBuffer<UInt16>(size: size) { x, y, _ in UInt16(900 * x) }
    let source = DevelopSource(
      image: .linear(LinearImage(samples: samples.plane, channels: 1, white: 20_000)),
      profile: testProfile, defaultCrop: Region(size))
    for exposure in [0.0, -1] {
      let pictures = try HighlightMode.allCases.map { mode in
        try develop(source, recipe { ($0.highlightMode, $0.exposure) = (mode, exposure) })
      }
      for picture in pictures { #expect(picture == pictures[0]) }
    }
  }

  @Test func theEarlierNameReads() {
    #expect(HighlightMode(rawValue: "reconstruct") == .recover)
    #expect(HighlightMode.allCases.map(\.rawValue) == ["clip", "blend", "recover"])
    #expect(DevelopRecipe().highlightMode == .recover)
  }
}
