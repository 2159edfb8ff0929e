import BromideKernels
import BromideLibc
import BromideValues
import TestSupport
import Testing

@testable import BromideDevelop

/// Developments with the lens warps that a file contains.
@Suite struct LensWarpTests {
  /// Dots with known positions on the corrected picture, as the lens records them. The recorded
  /// position p shows the dot if the map leads to the dot's position from p.
  static func dots(
    _ warps: [OpcodeWarp], _ places: [SIMD2<Double>], sigma: Double = 1.6
  ) -> SensorImage {
    func recorded(_ place: SIMD2<Double>, _ plane: Int) -> SIMD2<Double> {
      warps.reversed().reduce(place) { $1.source(of: $0, plane: plane) }
    }
    let size = LensTests.size
    var planes = [[Double]](repeating: [Double](repeating: 0.02, count: size.area), count: 3)
    let separate = warps.contains { $0.movesPlanesApart }
    for (place, c) in product(places, 0..<(separate ? 3 : 1)) {
      let seen = recorded(place, c)
      let (cx, cy) = (Int(seen.x), Int(seen.y))
      for (x, y) in Places(
        x: max(0, cx - 7)..<min(size.width, max(0, cx + 8)),
        y: max(0, cy - 7)..<min(size.height, max(0, cy + 8)))
      {
        // The place of the dot that this pixel shows.
        let pixel = SIMD2(Double(x), Double(y)) + 0.5
        var shown = place + (pixel - seen)
        for _ in 0..<12 { shown += pixel - recorded(shown, c) }
        let way = shown - place
        planes[c][y * size.width + x] += 0.25 * exp(-(way * way).sum() / (2 * sigma * sigma))
      }
    }
    return LensTests.linear(size) { x, y, c in planes[separate ? c : 0][y * size.width + x] }
  }

  /// The centre of a dot near a point, in one channel.
  static func centroid(_ picture: Picture, _ place: SIMD2<Double>, channel: Int) -> SIMD2<Double> {
    var (sum, weight) = (SIMD2<Double>(), 0.0)
    let (cx, cy) = (Int(place.x), Int(place.y))
    var floor = Int.max
    for (x, y) in Places(x: cx - 9...cx + 9, y: cy - 9...cy + 9) {
      floor = min(floor, picture[x, y, channel])
    }
    for (x, y) in Places(x: cx - 9...cx + 9, y: cy - 9...cy + 9) {
      let light = Double(picture[x, y, channel] - floor)
      sum += light * (SIMD2(Double(x), Double(y)) + 0.5)
      weight += light
    }
    return sum / weight
  }

  static let center = SIMD2(176.0, 130.0)
  static let radius = 221.0

  static let models: [(String, [OpcodeWarp])] = {
    func warp(_ model: OpcodeWarp.Model, _ planes: [OpcodeWarp.Plane]) -> OpcodeWarp {
      OpcodeWarp(model: model, planes: planes, center: center, radius: radius)
    }
    let barrel = warp(.rectilinear, [.init(radial: [1, -0.09, 0.02, 0.003])])
    return [
      ("barrel", [barrel]),
      ("pincushion", [warp(.rectilinear, [.init(radial: [0.93, 0.05, 0.01, 0])])]),
      (
        "tangential",
        [
          warp(
            .rectilinear, [.init(radial: [0.97, -0.02, 0, 0], tangential: SIMD2(0.006, -0.004))])
        ]
      ),
      (
        "channels",
        [
          warp(
            .rectilinear,
            [
              .init(radial: [0.992, -0.03, 0, 0]), .init(radial: [0.99, -0.03, 0, 0]),
              .init(radial: [0.988, -0.028, 0, 0]),
            ])
        ]
      ),
      ("fisheye", [warp(.fisheye, [.init(radial: [1, -0.02, 0.01, 0])])]),
      (
        "polynomial",
        [
          warp(
            .polynomial,
            [.init(radial: [0.98, 0.01, -0.05, 0.01] + Array(repeating: 0, count: 11), most: 0.9)])
        ]
      ),
      (
        "reciprocal",
        [warp(.reciprocal, [.init(radial: [1.01, 0, 0.06] + Array(repeating: 0, count: 12))])]
      ),
      (
        "knots",
        [
          warp(
            .knots, [.init(radial: [1, 0.997, 0.98, 0.95, 0.9], knots: [0, 0.2, 0.5, 0.8, 1.1])])
        ]
      ),
      (
        "knots of channels",
        [
          warp(
            .knots,
            [
              .init(radial: [0.99, 1.001, 1.01, 1.03], knots: [0.1, 0.4, 0.7, 1]),
              .init(radial: [0.99, 1, 1.01, 1.03], knots: [0.1, 0.4, 0.7, 1]),
              .init(radial: [0.99, 0.999, 1.008, 1.028], knots: [0.1, 0.4, 0.7, 1]),
            ])
        ]
      ),
      ("two", [barrel, warp(.rectilinear, [.init(radial: [0.99, 0.03, 0, 0])])]),
    ]
  }()

  /// Each model at full size, and with rotation, crop and size in the same step.
  @Test(arguments: models.indices) func dotsReturnToTheirPlaces(_ index: Int) throws {
    let (name, warps) = Self.models[index]
    let shown = Region(x: 4, y: 6, width: 350, height: 240)
    let places: [SIMD2<Double>] = (0..<35).map { i in
      let (row, column) = (Double(i / 7), Double(i % 7))
      return SIMD2(36.25 + 46.3 * column, 32.6 + 45.1 * row)
    }
    let photo = LensTests.photo(
      Self.dots(warps, places), linear: warps.map { .warp($0) }, crop: shown)
    let changes: [(inout DevelopRecipe) -> Void] = [
      { _ in },
      {
        $0.filters[.rotation] = [3]
        $0.filters[.crop] = [0.1, 0.12, 0.8, 0.76]
        $0.size = SizeRequest(bounds: .longEdge(420), enlarge: true)
      },
    ]
    for change in sweep(index % 2 == 0 ? changes : changes.reversed(), debug: 1) {
      var requested = LensTests.lens()
      change(&requested)
      let picture = try develop(photo, requested)
      let geometry = try DevelopPlan(photo, recipe: requested).geometry
      let lens = try #require(geometry.lens)
      let (origin, across, down) = geometry.places
      var measured = 0
      // The fill enlarges the corrected picture about the middle of the shown part.
      let middle = SIMD2<Double>(179, 126)
      let area = across.x * down.y - across.y * down.x
      let last = SIMD2<Double>(Double(picture.size.width), Double(picture.size.height)) - 12
      for place in places {
        let way: SIMD2<Double> = (place - middle) * lens.fill
        let at: SIMD2<Double> = middle + way - origin
        let right = (at.x * down.y - at.y * down.x) / area
        let below = (across.x * at.y - across.y * at.x) / area
        let expected = SIMD2<Double>(right, below) + 0.5
        guard expected.min() > 12, (last - expected).min() > 0 else { continue }
        for c in 0..<(lens.movesChannelsApart ? 3 : 1) {
          let off: SIMD2<Double> = Self.centroid(picture, expected, channel: c) - expected
          let distance = (off * off).sum().squareRoot()
          #expect(distance < 0.1, "\(name) \(place) \(c): \(off)")
        }
        measured += 1
      }
      #expect(measured >= 12)
    }
  }

  /// Corners are never empty, and pictures are not enlarged more than necessary.
  @Test(arguments: models.indices) func cornersAreFilled(_ index: Int) throws {
    let (name, warps) = Self.models[index]
    let whole = Region(LensTests.size)
    let lens = try #require(LensGeometry(warps, pixel: 1, whole: whole, shown: whole, scale: 1))
    var nearest = Double.infinity
    for step in 0...2000 {
      let share = Double(step) / 2000
      let (x, y) = (share * 360, share * 250)
      let places: [SIMD2<Double>] = [SIMD2(x, 0), SIMD2(x, 250), SIMD2(0, y), SIMD2(360, y)]
      for (place, c) in product(places, 0..<3) {
        let source = lens.source(of: place, channel: c)
        let inside = min(source.min(), (SIMD2<Double>(360, 250) - source).min())
        #expect(inside > -0.02, "\(name) \(place)")
        nearest = min(nearest, inside)
      }
    }
    #expect(lens.fill == 1 || nearest < 0.2, "\(name): \(nearest) px to spare")
  }

  /// Strips of a reduced warped picture start with a complete group of columns, and end anywhere.
  @Test func reducedPartsMatchTheFullPicture() throws {
    let photo = LensTests.photo(
      LensTests.linear(LensTests.size) { x, y, c in Double((37 * x + 11 * y + 5 * c) % 97) / 97 },
      linear: Self.models[3].1.map { .warp($0) })
    for edge in stride(from: 40, through: 180, by: 4) {
      let requested = LensTests.lens { $0.size = SizeRequest(bounds: .longEdge(edge)) }
      let whole = try develop(photo, requested)
      for width in [48, 64, 96, 128] {
        #expect(try develop(photo, requested, stripWidth: width) == whole, "\(edge), \(width)")
      }
    }
  }

  /// Strips, bands and demosaiced photos give the same picture.
  @Test func partsMatchTheFullPicture() throws {
    let warps = Self.models[3].1
    let gain = SampleOpcode(
      .radialGain([0.5, 0, 0, 0, 0], center: Self.center, radius: Self.radius),
      area: Region(LensTests.size))
    let photo = LensTests.photo(
      .mosaic(busyMosaic(LensTests.size)), mosaic: [.samples(gain)],
      linear: [.samples(gain)] + warps.map { .warp($0) },
      crop: Region(x: 4, y: 6, width: 350, height: 240))
    let changes: [(inout DevelopRecipe) -> Void] = [
      {
        $0.size = SizeRequest(bounds: .longEdge(200))
        $0.optics.noise = .light
      },
      { $0.demosaic = .half }, { _ in }, { $0.optics.captureSharpening = .auto },
    ]
    for change in sweep(changes, debug: 2) {
      var requested = LensTests.lens()
      change(&requested)
      let whole = try develop(photo, requested)
      #expect(try develop(photo, requested, stripWidth: 64) == whole)
      let strips = try develop(photo, requested, .baseline, stripWidth: 48)
      #expect(try strips == develop(photo, requested, .baseline))
      let developer = try Developer(photo, recipe: requested)
      #expect(developer.picture(order: (0..<developer.bandCount).reversed()) == whole)
    }
    var requested = LensTests.lens()
    requested.sample = .uint8
    requested.highlightMode = .clip
    let kept = try DemosaicedPhoto(photo, for: [requested])
    let scratch = kept.makeScratch()
    for tile in 0..<kept.tileCount { kept.make(tile: tile, scratch: scratch) }
    let (made, direct) = (
      try Developer(kept, recipe: requested).picture(), try develop(photo, requested)
    )
    #expect(zip(made.bytes, direct.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }
}
