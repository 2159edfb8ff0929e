import BromideChoreography
import BromideDrawing
import BromideValues
import TestSupport
import Testing

@testable import BromideRuns

/// Choreography through the picture: what is drawn where and when, with behaviour.md's numbers.
@Suite struct TileSceneTests {
  private let frame = Size(width: 500, height: 500)

  /// The test bed: 5 × 5 white tiles of 40 in cells of 100, on black.
  private func bed(_ script: String, keys: [SortKey: [Double]] = [:]) throws -> TileScene {
    let tile = flat(Size(width: 40, height: 40))
    let items = (0..<25).map { index in
      let center = SIMD2(Double(index % 5), Double(index / 5)) * 100 + 50
      return TileScene.Item(
        center: center, pictures: [PlacedPicture(tile, Placement(origin: center - 20))])
    }
    return TileScene(
      size: frame, items: items, space: .linearSRGB, script: try Script(parsing: script),
      keys: keys)
  }

  private func flat(_ size: Size) -> LightPicture {
    let codes = ImageBuffer<UInt16>(size: size, channels: 3) { x, y, c in 65535 }
    return LightPicture(codes: codes, shrinks: true)
  }

  /// Linear light, row by row.
  private func light(_ scene: TileScene, at time: Double) throws -> (Int, Int) -> Double {
    let compositor = Compositor(
      size: scene.size, space: .linearSRGB, sample: .uint16, background: SIMD3())
    var samples = [UInt16](repeating: 0, count: scene.size.area * 3)
    let pictures = try scene.pictures(at: time)
    unsafe samples.withUnsafeMutableBytes { bytes in
      unsafe compositor.compose(
        pictures, rows: 0..<scene.size.height, scratch: compositor.makeScratch(), into: bytes)
    }
    let width = scene.size.width
    return { x, y in Double(samples[(y * width + x) * 3]) / 65535 }
  }

  /// Where there is light: the smallest box, and all of it.
  private func extent(
    _ light: (Int, Int) -> Double, x: Range<Int>, y: Range<Int>
  ) -> (x: Range<Int>, y: Range<Int>, sum: Double) {
    var (left, right, top, bottom, sum) = (Int.max, Int.min, Int.max, Int.min, 0.0)
    for (row, column) in product(y, x) where light(column, row) > 0 {
      (left, right) = (min(left, column), max(right, column))
      (top, bottom) = (min(top, row), max(bottom, row))
      sum += light(column, row)
    }
    return sum > 0 ? (left..<right + 1, top..<bottom + 1, sum) : (0..<0, 0..<0, 0)
  }

  /// The cells in which there is light in the middle.
  private func lit(_ light: (Int, Int) -> Double) -> [[Int]] {
    (0..<5).map { row in (0..<5).map { light($0 * 100 + 50, row * 100 + 50) > 0 ? 1 : 0 } }
  }

  @Test func tilesComeInTheOrderOfTheirDelays() throws {
    // Standard(0) lets a tile jump in when its wait is over.
    let radial = try bed("radial(middle,.1) fadeIn standard(0)")
    #expect(
      lit(try light(radial, at: 0.15)) == [
        [0, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 1, 1, 1, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 0],
      ])
    let linear = try bed("linear(topToBottom,.1) fadeIn standard(0)")
    #expect(lit(try light(linear, at: 0.15)).map { $0.reduce(0, +) } == [5, 5, 0, 0, 0])
    let inline = try bed("inline(topRight,.1) fadeIn standard(0)")
    #expect(
      lit(try light(inline, at: 0.65)).map { $0 } == [
        [1, 1, 1, 1, 1], [0, 0, 0, 1, 1], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0],
      ])
    let weighted = try bed("continuousWeighted(topLeft,heavy,light,1) fadeIn standard(0)")
    // .2c + .05r
    for (row, cells) in lit(try light(weighted, at: 0.43)).enumerated() {
      for (column, cell) in cells.enumerated() {
        #expect(cell == (0.2 * Double(column) + 0.05 * Double(row) <= 0.43 ? 1 : 0))
      }
    }
  }

  @Test func keysGiveTheOrder() throws {
    let brightness = (0..<25).map { Double(24 - $0) }
    let scene = try bed("by(brightness,.1) fadeIn standard(0)", keys: [.brightness: brightness])
    #expect(lit(try light(scene, at: 0.45)).flatMap { $0 } == (0..<25).map { $0 >= 20 ? 1 : 0 })
  }

  @Test func itemsStartAtTheAnimationsPosition() throws {
    // One tile, which rests at 230…270.
    func start(_ animations: String) throws -> (x: Range<Int>, y: Range<Int>, sum: Double) {
      let item = TileScene.Item(
        center: SIMD2(250, 250),
        pictures: [
          PlacedPicture(flat(Size(width: 40, height: 40)), Placement(origin: SIMD2(230, 230)))
        ])
      let scene = TileScene(
        size: frame, items: [item], space: .linearSRGB, script: try Script(parsing: animations))
      return extent(try light(scene, at: 0), x: 150..<350, y: 150..<350)
    }
    #expect(try start("slide(up,slightly)").y == 240..<280)
    #expect(try start("slide(down,moderately)").y == 200..<240)
    #expect(try start("slide(left,7)").x == 237..<277)
    #expect(try start("slide(right,severely)").x == 180..<220)
    #expect(try start("expand(severely)").x == 240..<260)
    #expect(try start("contract(severely)").y == 220..<280)
    // A square turned by an eighth is √2 wide: 250 ± 28.3.
    let turned = try start("spin(slightly)")
    #expect(abs(turned.x.lowerBound - 221) <= 1 && abs(turned.x.upperBound - 279) <= 1)
    #expect(turned.x == turned.y && abs(turned.sum - 1600) < 16)
    #expect(try start("spin(severely)").x == 230..<270)
  }

  @Test func animationsFollowEachOther() throws {
    let scene = try bed("default(0) slide(up,slightly) expand(slightly)")
    // Scale .9 and 9 lower: 250 + 9 ± 18.
    let first = extent(try light(scene, at: 0), x: 200..<300, y: 200..<300)
    #expect(first.y == 241..<277 && first.x == 232..<268)
    let other = try bed("default(0) expand(slightly) slide(up,slightly)")
    #expect(extent(try light(other, at: 0), x: 200..<300, y: 200..<300).y == 242..<278)
  }

  @Test func theEndIsRestAndTheExitItsMirror() throws {
    let scene = try bed(
      "radial(middle,.1) fadeIn slide(up) hold(1s) out linear(leftToRight) fadeIn")
    let rest = try light(scene, at: 1.0)
    for (column, row) in Places(x: 0..<5, y: 0..<5) {
      let cell = extent(rest, x: column * 100..<column * 100 + 100, y: row * 100..<row * 100 + 100)
      #expect(cell.sum == 1600 && cell.x.lowerBound == column * 100 + 30)
    }
    let end = try light(scene, at: scene.duration)
    #expect(lit(end).flatMap { $0 }.allSatisfy { $0 == 0 })
  }

  @Test(arguments: [("light", 2.0, 0.65), ("medium", 4, 0.25), ("heavy", 8, 0.1)])
  func halvesOverlapByTwiceTheOffset(name: String, offset: Double, run: Double) throws {
    let half = flat(Size(width: 100, height: 100))
    let items = [50.0, 150].map {
      TileScene.Item(
        center: SIMD2($0, 50),
        pictures: [PlacedPicture(half, Placement(origin: SIMD2($0 - 50, 0), opacity: 0.5))])
    }
    let scene = TileScene(
      size: Size(width: 200, height: 100), items: items, space: .linearSRGB,
      script: try Script(parsing: "default(0) collide(\(name)) standard(0)"))
    // Where both halves lie is more light than where one does.
    func overlap(_ time: Double) throws -> Int {
      let light = try light(scene, at: time)
      return (0..<200).filter { light($0, 50) > 0.6 }.count
    }
    #expect(try overlap(run) == Int(2 * offset))
    #expect(try overlap(run + 1) == 0)
    let before = try light(scene, at: 0)
    #expect((0..<200).allSatisfy { before($0, 50) == 0 })
    #expect(abs(scene.duration - (run + 1)) < 1e-12)
  }

  @Test func unknownParametersFailWithSuggestion() throws {
    let script = try Script(parsing: "custom(exposur,1,0)")
    let complaint = try #require(TileVariation.complaint(script))
    #expect(complaint.contains("“exposur”") && complaint.contains("“exposure”"))
    let range = try #require(TileVariation.complaint(try Script(parsing: "custom(exposure,99,0)")))
    #expect(range == "exposure 99; expected -10 to 10 EV")
    #expect(TileVariation.complaint(try Script(parsing: "custom(temperature,3000,5500)")) == nil)
    // A window is not a number.
    #expect(TileVariation.complaint(try Script(parsing: "custom(crop,0,1)")) != nil)
  }
}
