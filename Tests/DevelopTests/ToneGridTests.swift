import BromideKernels
import BromideValues
import Foundation
import TestSupport
import Testing

@testable import BromideDevelop

/// The grid of local tone: the guided filter, the effect of exposure and balance, and its position
/// under the picture.
@Suite struct ToneGridTests {
  static func cells(columns: Int, rows: Int, _ stops: (Int, Int) -> Double) -> ToneCells {
    var samples = ImageBuffer<UInt16>(size: Size(width: columns, height: rows), channels: 1)
    for y in 0..<rows { for x in 0..<columns { samples[x, y, 0] = 1 } }
    // For a value of the right form.
    let meter = ToneMeter(matrix: .identity, weights: FilterContext.luminance, grey: 1)
    var cells = meter.cells(
      of: .linear(LinearImage(samples: samples.plane, channels: 1, white: 1)),
      instructionSet: .best)
    for (x, y) in Places(x: 0..<columns, y: 0..<rows) {
      cells.stops[y * columns + x] = Float(stops(x, y))
    }
    return cells
  }

  /// Means over each box, value by value.
  static func boxes(_ values: [[Double]], reach: Int) -> [[Double]] {
    values.indices.map { y in
      values[y].indices.map { x in
        var (sum, count) = (0.0, 0.0)
        for (column, row) in Places(
          x: max(x - reach, 0)...min(x + reach, values[y].count - 1),
          y: max(y - reach, 0)...min(y + reach, values.count - 1))
        {
          sum += values[row][column]
          count += 1
        }
        return sum / count
      }
    }
  }

  @Test(arguments: [(256, 171, 8), (171, 256, 8), (60, 44, 2), (9, 5, 1), (1, 1, 1), (256, 1, 8)])
  func theFilterIsItsDefinition(columns: Int, rows: Int, reach: Int) {
    var generator = SeededGenerator(seed: 4)
    let stops = (0..<rows).map { y in
      (0..<columns).map { x in
        Double(Float(x > columns / 2 ? -5 : 1) + Float.random(in: -1...1, using: &generator))
      }
    }
    let grid = ToneGrid(Self.cells(columns: columns, rows: rows) { stops[$1][$0] })
    let means = Self.boxes(stops, reach: reach)
    let squares = Self.boxes(stops.map { $0.map { $0 * $0 } }, reach: reach)
    let slopes = zip(means, squares).map { means, squares in
      zip(means, squares).map { ($1 - $0 * $0) / ($1 - $0 * $0 + 0.5) }
    }
    let offsets = zip(means, slopes).map { means, slopes in zip(means, slopes).map { (1 - $1) * $0 }
    }
    let (a, b) = (Self.boxes(slopes, reach: reach), Self.boxes(offsets, reach: reach))
    for (x, y) in Places(x: 0..<columns, y: 0..<rows) {
      let cell = grid.cells[y * columns + x]
      #expect(abs(Double(cell.x) - a[y][x]) < 1e-6 && abs(Double(cell.y) - b[y][x]) < 1e-6)
    }
  }

  /// Steps after `shadows` 2: pixels near the edge compared with pixels far from it on the same
  /// side. A separate program calculated the rims. ±0.35 stops are allowed at a step of 3.
  @Test(arguments: [(3.0, -0.2656, 0.0749), (6.0, 0, 0.0630), (1.5, -0.2788, 0.0702)])
  func aStepKeepsSmallRims(step: Double, dark: Double, light: Double) {
    let grid = ToneGrid(Self.cells(columns: 256, rows: 64) { x, _ in x < 128 ? -step : 0 })
    let base = ToneBase(
      columns: 256, rows: 64, cells: grid.cells, origin: SIMD2(0, 0), across: SIMD2(0.25, 0),
      down: SIMD2(0, 0.25))
    let kernel = LocalToneKernel(
      base, weights: FilterContext.luminance, grey: 1, exposure: 0, shadows: 2, highlights: 0,
      clarity: 0)
    func gain(_ x: Int) -> Double {
      let light = x < 510 ? exp2(-step) : 1
      return log2(kernel.formula(SIMD3(repeating: light), x: x, y: 128).x / light)
    }
    let (left, right) = (gain(0), gain(1023))
    #expect(left > 0.6 && right == 0)
    let rims = ((0..<510).map { gain($0) - left }, (510..<1024).map { gain($0) - right })
    #expect(abs(rims.0.min()! - dark) < 1e-3 && abs(rims.0.max()!) < 1e-3, "\(rims.0.min()!)")
    #expect(abs(rims.1.max()! - light) < 1e-3 && abs(rims.1.min()!) < 1e-3, "\(rims.1.max()!)")
  }

  /// Light raised by e stops: b becomes b + (1 − a)·e, so that the base rises by e as well.
  @Test func exposureRaisesTheBaseWithThePixel() {
    var generator = SeededGenerator(seed: 9)
    let stops = (0..<60 * 40).map { _ in Double.random(in: -6...2, using: &generator) }
    let plain = ToneGrid(Self.cells(columns: 60, rows: 40) { stops[$1 * 60 + $0] })
    let raised = ToneGrid(Self.cells(columns: 60, rows: 40) { stops[$1 * 60 + $0] + 1.75 })
    for (cell, other) in zip(plain.cells, raised.cells) {
      #expect(abs(cell.x - other.x) < 1e-5)
      #expect(abs(cell.y + (1 - cell.x) * 1.75 - other.y) < 1e-5)
    }
    // The kernel gets the grid before exposure, and its gain matches the grid after exposure.
    func kernel(_ grid: ToneGrid, _ exposure: Double) -> LocalToneKernel {
      LocalToneKernel(
        ToneBase(
          columns: 60, rows: 40, cells: grid.cells, origin: SIMD2(), across: SIMD2(1, 0),
          down: SIMD2(0, 1)), weights: FilterContext.luminance, grey: 0.127, exposure: exposure,
        shadows: 1.5, highlights: -1, clarity: 0.7)
    }
    let (moved, measured) = (kernel(plain, 1.75), kernel(raised, 0))
    for x in 0..<60 {
      let pixel = 0.127 * exp2(stops[20 * 60 + x] + 1.75) * SIMD3(1.1, 0.9, 0.7)
      let (one, other) = (moved.formula(pixel, x: x, y: 20), measured.formula(pixel, x: x, y: 20))
      #expect(abs(one.y / other.y - 1) < 1e-4)
    }
  }

  /// Surfaces of different colours, each larger than a cell's pixels. Another balance moves each by
  /// its stops, exactly as if the photo had been recorded with that balance.
  @Test(arguments: [(2500.0, 0.0), (4000, 30), (12_000, -20)])
  func anotherBalanceMovesCellsByTheirColour(kelvin: Double, tint: Double) throws {
    let scene = mosaic(Size(width: 400, height: 300)) { x, y in
      var generator = SeededGenerator(seed: UInt64(x / 2 + 1000 * (y / 2)))
      return exp2(Double.random(in: -7 ... -1, using: &generator))
        * SIMD3(
          Double.random(in: 0.2...1, using: &generator),
          Double.random(in: 0.2...1, using: &generator),
          Double.random(in: 0.2...1, using: &generator))
    }
    let balance = try testProfile.resolve(.temperature(kelvin, tint: tint))
    var recorded = testProfile
    recorded.asShotMultipliers = balance.multipliers
    let warm = recipe {
      $0.whiteBalance = .temperature(kelvin, tint: tint)
      $0.filters[.shadows] = [1]
    }
    let asShot = recipe { $0.filters[.shadows] = [1] }
    func base(_ profile: CameraProfile, _ recipe: DevelopRecipe) throws -> ToneBase {
      let source = source(scene, profile: profile)
      let plan = try DevelopPlan(source, recipe: recipe)
      return try #require(
        try DevelopPlan.toneBase(
          of: source, recipe: recipe, balance: plan.whiteBalance, geometry: plan.geometry))
    }
    let (moved, measured) = (try base(testProfile, warm), try base(recorded, asShot))
    let plain = try base(testProfile, asShot)
    var (worst, change) = (Float(0), Float(0))
    for index in moved.cells.indices {
      let difference = moved.cells[index] - measured.cells[index]
      worst = max(worst, abs(difference.x), abs(difference.y))
      change = max(change, abs(plain.cells[index].y - measured.cells[index].y))
    }
    #expect(worst < 2e-3)
    #expect(change > 20 * worst)
  }

  /// Each pixel of a picture keeps its sensor position, through crop, size, half size and rotation.
  @Test func gridKeepsPixelPositions() throws {
    let scene = busyMosaic(Size(width: 120, height: 90))
    let crop = Region(x: 10, y: 6, width: 100, height: 80)
    func place(_ x: Int, _ y: Int, _ change: (inout DevelopRecipe) -> Void) throws -> SIMD2<Double>
    {
      let source = source(scene, crop: crop)
      let recipe = recipe {
        $0.filters[.shadows] = [1]
        change(&$0)
      }
      let plan = try DevelopPlan(source, recipe: recipe)
      let base = try #require(
        try DevelopPlan.toneBase(
          of: source, recipe: recipe, balance: plan.whiteBalance, geometry: plan.geometry))
      // Cells of 2×2 sites. Integers are their centres.
      return 2 * (base.origin + Double(x) * base.across + Double(y) * base.down) + 1
    }
    func expect(_ found: SIMD2<Double>, _ x: Double, _ y: Double) {
      #expect(abs(found.x - x) < 1e-9 && abs(found.y - y) < 1e-9, "\(found) \(x) \(y)")
    }
    expect(try place(7, 5) { _ in }, 17.5, 11.5)
    expect(try place(0, 0) { $0.cropArea = .active }, 0.5, 0.5)
    expect(try place(7, 5) { $0.demosaic = .half }, 10 + 15, 6 + 11)
    expect(try place(3, 2) { $0.size = SizeRequest(bounds: .longEdge(50)) }, 10 + 7, 6 + 5)
    expect(try place(3, 2) { $0.filters[.crop] = [0.2, 0.25, 0.5, 0.5] }, 33.5, 28.5)
    expect(
      try place(0, 0) {
        $0.filters[.zoom] = [2]
        $0.size = SizeRequest(bounds: .longEdge(100), enlarge: true)
      }, 10 + 25 + 0.25, 6 + 20 + 0.25)
    // The centre of the picture stays. A clockwise quarter turn moves the left side to the top.
    let turned: (inout DevelopRecipe) -> Void = { $0.filters[.rotation] = [90] }
    expect(try place(50, 40, turned), 60 + 0.5, 46 - 0.5)
    expect(try place(50, 10, turned), 60 - 29.5, 46 - 0.5)
  }

  @Test func aMeasureIsMadeOnce() async {
    let slot = PhotoMeasures.Slot<Int>()
    let values = await withTaskGroup(of: Int.self) { group in
      for i in 0..<20 { group.addTask { slot.value { i } } }
      return await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(values.count == 1)
  }
}
