import BromideKernels
import BromideLibc
import BromideValues
import TestSupport
import Testing

/// Warped rows against Catmull-Rom's cubic in double precision.
@Suite struct WarpRowsTests {
  static let shown = Size(width: 150, height: 110)
  static let size = Size(width: 131, height: 70)
  static let ceiling: Float = 0.9

  /// Noise, which reveals small position errors.
  static let picture: [SIMD3<Float>] = {
    var generator = SeededGenerator(seed: 5)
    return (0..<shown.area).map { _ in
      SIMD3(
        Float.random(in: -0.1...1, using: &generator), Float.random(in: 0...1, using: &generator),
        Float.random(in: 0...1.1, using: &generator))
    }
  }()

  /// A linear map of positions, so that nodes describe it completely.
  struct Map: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let origin, across, down: SIMD2<Double>
    /// Red's and blue's way from green.
    var apart = SIMD2<Double>()

    func place(_ place: SIMD2<Double>, _ channel: Int) -> SIMD2<Double> {
      origin + place.x * across + place.y * down + Double(channel - 1) * apart
    }

    static func turned(_ name: String, _ degrees: Double, scale: Double = 1) -> Map {
      let (c, s) = (scale * cos(degrees * .pi / 180), scale * sin(degrees * .pi / 180))
      let (across, down) = (SIMD2(c, -s), SIMD2(s, c))
      let middle = SIMD2(75.3, 54.8)
      return Map(
        testDescription: name, origin: middle - 65.5 * across - 35 * down, across: across,
        down: down)
    }
  }

  static let maps: [Map] = [
    Map(
      testDescription: "the same places", origin: SIMD2(6, 3), across: SIMD2(1, 0),
      down: SIMD2(0, 1)),
    Map(
      testDescription: "channels apart", origin: SIMD2(2.4, 1.7), across: SIMD2(1.02, 0.013),
      down: SIMD2(-0.02, 0.98), apart: SIMD2(1.13, -0.71)),
    .turned("a little", 0.7), .turned("five degrees", -5), .turned("45 degrees", 45),
    .turned("a right angle", 90), .turned("upside down", 179),
    .turned("larger", 12, scale: 0.31), .turned("smaller", 7, scale: 1.4),
    .turned("far apart", 20, scale: 2.9),
    Map(
      testDescription: "beyond the edges", origin: SIMD2(-71, -40), across: SIMD2(2.3, 0.4),
      down: SIMD2(0.1, 2.6)),
    Map(
      testDescription: "nowhere near", origin: SIMD2(-1e6, 2e6), across: SIMD2(1, 0),
      down: SIMD2(0, 1)),
  ]

  static func sample(_ x: Int, _ y: Int, _ channel: Int) -> Double {
    let at = min(max(y, 0), shown.height - 1) * shown.width + min(max(x, 0), shown.width - 1)
    return Double(min(max(picture[at][channel], 0), ceiling))
  }

  static func cubic(_ distance: Double) -> Double {
    let t = abs(distance)
    if t < 1 { return 1.5 * t * t * t - 2.5 * t * t + 1 }
    return t < 2 ? -0.5 * t * t * t + 2.5 * t * t - 4 * t + 2 : 0
  }

  static func formula(_ map: Map, _ x: Int, _ y: Int, _ channel: Int) -> Double {
    let place = map.place(SIMD2(Double(x), Double(y)) + 0.5, channel) - 0.5
    // Far away, only edges are visible.
    let held = place.clamped(lowerBound: SIMD2(-4, -4), upperBound: SIMD2(153, 113))
    var sum = 0.0
    for j in Int(floor(held.y)) - 1...Int(floor(held.y)) + 2 {
      for i in Int(floor(held.x)) - 1...Int(floor(held.x)) + 2 {
        sum +=
          sample(i, j, channel) * cubic(held.x - Double(i)) * cubic(held.y - Double(j))
      }
    }
    return min(max(sum, 0), Double(ceiling))
  }

  /// All of a warped picture, part by part.
  static func warped(
    _ map: Map, _ set: InstructionSet, channels: Int = 3, tile: Int = 144, from: Int = 0
  ) -> [SIMD3<Float>] {
    let isShared = map.apart == SIMD2() || channels == 1
    let kernel = WarpKernel(
      size: size, shown: shown, channels: isShared ? 1 : 3, edges: nil, instructionSet: set
    ) { place, channel in map.place(place, isShared ? 1 : channel) }
    let tiles = WarpTiles(kernel, width: tile, group: 8)
    let rows = WarpRows(tiles, channels: channels, ceiling: ceiling)
    let source = PlanarRow(capacity: tiles.maximumWidth)
    var result = [SIMD3<Float>](repeating: SIMD3(repeating: -1), count: size.area)
    for first in stride(from: from / tile * tile, to: size.width, by: tile) {
      let left = max(first, from)
      let right = min(first + tile, size.width)
      for top in stride(from: 0, to: size.height, by: tiles.height) {
        let part = Region(
          x: left, y: top, width: right - left, height: min(tiles.height, size.height - top))
        let region = rows.begin(part)
        var next = region.y
        for y in part.y..<part.endY {
          rows.make(y) { row in
            #expect(row == next && row < region.endY)
            next += 1
            for x in 0..<region.width { source[x] = picture[row * shown.width + region.x + x] }
            return source
          }
          for x in 0..<part.width { result[y * size.width + left + x] = rows.output[x] }
        }
      }
    }
    return result
  }

  /// Positions are exact to 2⁻¹⁸ of a pixel. In that distance, the cubic of values up to 1 changes
  /// by 10⁻⁵.
  @Test(arguments: maps) func rowsAreTheFormula(_ map: Map) {
    for set in compiledSets {
      let made = Self.warped(map, set)
      for (x, y, channel) in Self.size.places.channels(3) {
        let plane = map.apart == SIMD2() ? 1 : channel
        let place = Map(
          testDescription: "", origin: map.origin, across: map.across, down: map.down,
          apart: plane == channel ? map.apart : SIMD2())
        let expected = Self.formula(place, x, y, channel)
        let value = Double(made[y * Self.size.width + x][channel])
        if abs(value - expected) > 2e-5 {
          Issue.record("\(set) \(x) \(y) \(channel): \(value) for \(expected)")
          return
        }
      }
    }
  }

  /// Where a part begins, and how wide it is, cannot be seen.
  @Test(arguments: maps) func partsMatchTheFullPicture(_ map: Map) {
    for set in compiledSets {
      let whole = Self.warped(map, set)
      #expect(Self.warped(map, set, tile: 48) == whole)
      let later = Self.warped(map, set, tile: 32, from: 37)
      for y in 0..<Self.size.height {
        let row = y * Self.size.width
        #expect(later[row + 37..<row + Self.size.width] == whole[row + 37..<row + Self.size.width])
      }
    }
  }

  @Test func onePlaneMatchesThreePlanes() {
    for map in Self.maps where map.apart == SIMD2() {
      let (grey, all) = (Self.warped(map, .best, channels: 1), Self.warped(map, .best))
      #expect(zip(grey, all).allSatisfy { $0.x == $1.x })
    }
  }

  /// A part's rows come from the part of the picture that `reach` names.
  @Test func theReachIsEnough() {
    for map in Self.maps {
      let kernel = WarpKernel(
        size: Self.size, shown: Self.shown, channels: 1, edges: nil, instructionSet: .best
      ) { place, _ in map.place(place, 1) }
      for part in [
        Region(x: 0, y: 0, width: 1, height: 1), Region(x: 40, y: 33, width: 20, height: 5),
      ] {
        let reach = kernel.reach(of: part)
        #expect(Region(Self.shown).contains(reach) && !reach.isEmpty)
        for (x, y) in part.places {
          let place = map.place(SIMD2(Double(x), Double(y)) + 0.5, 1)
          guard place.min() > 2, place.x < 148, place.y < 108 else { continue }
          #expect(
            reach.contains(
              Region(x: Int(place.x - 0.5) - 1, y: Int(place.y - 0.5) - 1, width: 4, height: 4)))
        }
      }
    }
  }
}
