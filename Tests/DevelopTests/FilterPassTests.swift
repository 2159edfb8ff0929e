import BromideKernels
import BromideValues
import TestSupport
import Testing

@testable import BromideDevelop

/// Filters that read neighbours, compared with one-pixel forms.
@Suite struct FilterPassTests {
  static let sets = InstructionSet.available.filter { $0 != .reference }

  /// A picture of shapes and noise.
  static func picture(_ size: Size, channels: Int = 3) throws -> CodedPicture {
    var generator = SeededGenerator(seed: 8)
    let picture = try CodedPicture(size: size, channels: channels, instructionSet: .baseline)
    let row = PlanarRow(capacity: size.width)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let base: Float = (x / 9 + y / 7) % 2 == 0 ? 0.1 : 0.6
        row[x] = SIMD3(base, 0.8 * base, 0.5 * base) + Float.random(in: 0...0.05, using: &generator)
      }
      picture.write(row, x: 0, y: y, count: size.width)
    }
    return picture
  }

  static func pixels(_ picture: CodedPicture) -> [[SIMD3<Double>]] {
    let row = PlanarRow(capacity: picture.size.width)
    return (0..<picture.size.height).map { y in
      picture.read(x: 0, y: y, count: picture.size.width, into: row)
      return (0..<picture.size.width).map { SIMD3<Double>(row[$0]) }
    }
  }

  static func run(_ plan: PassPlan) {
    let scratch = PassScratch(plan.picture.size)
    for round in plan.rounds { for tile in 0..<round.tiles { round.run(tile, scratch) } }
  }

  @Test func aCodeKeepsLight() throws {
    let size = Size(width: 37, height: 1)
    for set in InstructionSet.available {
      let picture = try CodedPicture(size: size, channels: 3, ceiling: 2.5, instructionSet: set)
      let row = PlanarRow(capacity: 37)
      for x in 0..<37 { row[x] = SIMD3(Float(x) / 14, Float(x * x) / 1e6, -1) }
      picture.write(row, x: 0, y: 0, count: 37)
      let read = PlanarRow(capacity: 37)
      picture.read(x: 0, y: 0, count: 37, into: read)
      for x in 0..<37 {
        let (a, b) = (min(row[x].x, 2.5), row[x].y)
        #expect(abs(read[x].x - a) <= 2.5 * (a / 2.5).squareRoot() / 65535 + 1e-6)
        #expect(abs(read[x].y - b) <= 2.5 * (b / 2.5).squareRoot() / 65535 + 1e-9)
        #expect(read[x].z == 0)
      }
    }
  }

  /// Three boxes along one axis, by their definition.
  static func blurred(_ line: [Double], sigma: Double) -> [Double] {
    let variance = sigma * sigma / 3
    let r = Int(((12 * variance + 1).squareRoot() - 1) / 2)
    let rr = Double(r)
    let alpha =
      (2 * rr + 1) * (rr * (rr + 1) - 3 * variance) / (6 * (variance - (rr + 1) * (rr + 1)))
    var values = line
    for _ in 0..<3 {
      func at(_ i: Int) -> Double { values[min(max(i, 0), values.count - 1)] }
      values = values.indices.map { i in
        let whole = (-r...r).reduce(0.0) { $0 + at(i + $1) }
        return (whole + alpha * (at(i - r - 1) + at(i + r + 1))) / (2 * alpha + 2 * rr + 1)
      }
    }
    return values
  }

  @Test(arguments: sets, [0.3, 0.8, 2.7, 9.1, 60])
  func aBlurIsThreeBoxes(set: InstructionSet, sigma: Double) throws {
    let size = Size(width: 53, height: 35)
    let picture = try Self.picture(size)
    var expected = Self.pixels(picture)
    for c in 0..<3 {
      for y in 0..<size.height {
        let line = Self.blurred(expected[y].map { $0[c] }, sigma: sigma)
        for x in 0..<size.width { expected[y][x][c] = line[x] }
      }
      for x in 0..<size.width {
        let line = Self.blurred(expected.map { $0[x][c] }, sigma: sigma)
        for y in 0..<size.height { expected[y][x][c] = line[y] }
      }
    }
    try Self.run(PassPlan(picture, steps: [.pass(.blur(sigma))], instructionSet: set))
    let result = Self.pixels(picture)
    for (x, y, c) in size.places.channels(3) {
      #expect(abs(result[y][x][c] - expected[y][x][c]) < 5e-5)
    }
  }

  @Test(arguments: [0.5, 1, 3, 10.4])
  func threeBoxesAreNearlyAGaussian(sigma: Double) {
    let n = 201
    var impulse = [Double](repeating: 0, count: n)
    impulse[100] = 1
    let line = Self.blurred(impulse, sigma: sigma)
    let variance = line.enumerated().reduce(0.0) {
      $0 + $1.element * Double(($1.offset - 100) * ($1.offset - 100))
    }
    #expect(abs(variance - sigma * sigma) < 1e-9)
    #expect(abs(line.reduce(0, +) - 1) < 1e-12)
  }

  @Test(arguments: sets)
  func denoisingIsItsFormula(set: InstructionSet) throws {
    let size = Size(width: 41, height: 23)
    let picture = try Self.picture(size)
    let codes = Self.pixels(picture).map { row in
      row.map { SIMD3($0.x.squareRoot(), $0.y.squareRoot(), $0.z.squareRoot()) }
    }
    let (luma, chroma) = (0.12, 0.3)
    let plan = try PassPlan(
      picture, steps: [.pass(.denoise(levels: 1, luma: luma, chroma: chroma))],
      instructionSet: set)
    Self.run(plan)
    let result = Self.pixels(plan.picture)
    func opponents(_ p: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3((p.x + 2 * p.y + p.z) / 4, p.x - p.y, p.z - p.y)
    }
    let spline = [1.0 / 16, 1.0 / 4, 3.0 / 8, 1.0 / 4, 1.0 / 16]
    for (x, y) in size.places {
      let own = opponents(codes[y][x])
      var (light, lights, color, colors) = (0.0, 0.0, SIMD2(0.0, 0.0), 0.0)
      for (i, j) in product(-2...2, -2...2) {
        let ny = min(max(y + i, 0), size.height - 1)
        let nx = min(max(x + j, 0), size.width - 1)
        let other = opponents(codes[ny][nx])
        let d = other - own
        let share = spline[i + 2] * spline[j + 2]
        let a = max(0, 1 - (d * d).sum() / (luma * luma))
        let b = max(0, 1 - d.x * d.x / (chroma * chroma))
        light += share * a * a * other.x
        lights += share * a * a
        color += share * b * b * SIMD2(other.y, other.z)
        colors += share * b * b
      }
      light /= lights
      color /= colors
      let g = light - (color.x + color.y) / 4
      let expected = SIMD3(g + color.x, g, g + color.y)
      for c in 0..<3 {
        #expect(abs(result[y][x][c].squareRoot() - expected[c]) < 3e-5, "\(x) \(y)")
      }
    }
  }

  @Test(arguments: sets)
  func sharpeningIsItsFormula(set: InstructionSet) throws {
    let size = Size(width: 37, height: 29)
    let picture = try Self.picture(size)
    let before = Self.pixels(picture)
    let weights = FilterContext.luminance
    var blurred = before.map { row in row.map { ($0 * weights).sum().squareRoot() } }
    let bright = blurred
    for y in 0..<size.height { blurred[y] = Self.blurred(blurred[y], sigma: 1.3) }
    for x in 0..<size.width {
      let line = Self.blurred(blurred.map { $0[x] }, sigma: 1.3)
      for y in 0..<size.height { blurred[y][x] = line[y] }
    }
    try Self.run(
      PassPlan(
        picture, steps: [.pass(.sharpen(sigma: 1.3, amount: 0.9, threshold: 0.05))],
        instructionSet: set))
    let after = Self.pixels(picture)
    for (x, y) in size.places {
      let d = bright[y][x] - blurred[y][x]
      let t = min(abs(d) / 0.05, 1)
      let ratio = max(bright[y][x] + 0.9 * d * t * t * (3 - 2 * t), 0) / bright[y][x]
      for c in 0..<3 {
        let expected = min(before[y][x][c] * ratio * ratio, 1)
        #expect(abs(after[y][x][c] - expected) < 2e-4, "\(x) \(y)")
      }
    }
  }

  static let plain = recipe()
  static let recipes: [DevelopRecipe] = [
    recipe { $0.filters[.blur] = [0.02] }, recipe { $0.filters[.denoise] = [0.7] },
    recipe {
      $0.filters[.rotation] = [12]
      $0.filters[.sharpen] = [1]
      $0.filters[.blur] = [0.003]
      $0.filters[.denoise] = [0.3]
      $0.filters[.grain] = [0.5]
      $0.size = SizeRequest(bounds: .longEdge(120))
    },
  ]

  @Test(arguments: recipes)
  func passesDoNotDependOnPieces(recipe: DevelopRecipe) throws {
    let scene = busyMosaic(Size(width: 170, height: 150))
    for orientation in [Orientation.upright, .rightTop] {
      let source = source(scene, orientation: orientation)
      let whole = try develop(source, recipe)
      #expect(whole != (try develop(source, Self.plain)))
      #expect(try develop(source, recipe, stripWidth: 33) == whole)
      let developer = try Developer(source, recipe: recipe)
      let last = developer.bandCount - 1
      #expect(developer.picture(order: Array((0...last).reversed())) == whole)
    }
  }

  @Test func threadsFinishThePassesTogether() async throws {
    let developer = try Developer(
      source(busyMosaic(Size(width: 300, height: 280))), recipe: Self.recipes[2])
    let whole = try Developer(
      source(busyMosaic(Size(width: 300, height: 280))), recipe: Self.recipes[2]
    ).picture()
    let rowBytes = developer.outputSize.width * developer.format.bytesPerPixel
    let bands = await withTaskGroup(of: (Int, [UInt8]).self) { group in
      for band in 0..<developer.bandCount {
        group.addTask {
          var bytes = [UInt8](repeating: 0, count: developer.rows(ofBand: band).count * rowBytes)
          let scratch = developer.makeScratch()
          unsafe bytes.withUnsafeMutableBytes {
            unsafe developer.develop(band: band, scratch: scratch, into: $0)
          }
          return (band, bytes)
        }
      }
      var all: [(Int, [UInt8])] = []
      for await made in group { all.append(made) }
      return all.sorted { $0.0 < $1.0 }
    }
    #expect(bands.flatMap(\.1) == whole.bytes)
  }

  @Test func expectedMemoryIncludesPasses() {
    #expect(recipe().filterPassMemory(pixels: 1000) == 0)
    #expect(recipe { $0.filters[.contrast] = [2] }.filterPassMemory(pixels: 1000) == 0)
    #expect(recipe { $0.filters[.blur] = [0.1] }.filterPassMemory(pixels: 1000) == 6000)
    let all = recipe {
      $0.filters[.rotation] = [5]
      $0.filters[.sharpen] = [1]
      $0.size = SizeRequest(bounds: .box(Size(width: 20, height: 10)))
    }
    #expect(all.filterPassMemory(pixels: 1000) == 200 * 8)
  }

  /// Each pixel by its definition: sixteen source pixels and their cubics.
  @Test(arguments: [-37.0, 5, 90, 161])
  func aTurnIsItsFormula(degrees: Double) throws {
    let size = Size(width: 90, height: 70)
    func light(_ x: Int, _ y: Int) -> Double { 0.2 + 0.5 * Double((x * x + 3 * y) % 17) / 17 }
    let source = ResamplingTests.linearSource(size, light)
    let turned = linearRecipe { $0.filters[.rotation] = [degrees] }
    let picture = try develop(source, turned)
    #expect(picture.size == size)
    let angle = degrees * .pi / 180
    let (c, s) = (cosine(angle), cosine(angle - .pi / 2))
    for (y, x) in product(stride(from: 0, to: 70, by: 3), stride(from: 0, to: 90, by: 3)) {
      let (dx, dy) = (Double(x) + 0.5 - 45, Double(y) + 0.5 - 35)
      let (px, py) = (45 + c * dx + s * dy, 35 - s * dx + c * dy)
      if px < -1 || py < -1 || px > 91 || py > 71 {
        #expect(picture.pixel(x, y) == [0, 0, 0])
        continue
      }
      // Within two pixels of the edge, repeated pixels and soft edges mix.
      guard px > 2, py > 2, px < 88, py < 68 else { continue }
      var sum = 0.0
      for i in Int(py) - 3...Int(py) + 3 {
        for j in Int(px) - 3...Int(px) + 3 where i >= 0 && j >= 0 && i < 70 && j < 90 {
          sum +=
            light(j, i) * ResampleFilter.cubic(px - 0.5 - Double(j))
            * ResampleFilter.cubic(py - 0.5 - Double(i))
        }
      }
      #expect(abs(Double(picture[x, y, 1]) / 65535 - sum) < 1e-4, "\(x) \(y)")
    }
  }

  @Test func aTurnIsTheSameForEveryOrientation() throws {
    // The upright picture is the same, however it is stored.
    let upright = Size(width: 60, height: 40)
    func light(_ x: Int, _ y: Int) -> Double { Double((x * 5 + y * y) % 23) / 30 }
    let turned = recipe {
      $0.tone = .linear
      $0.sample = .uint16
      $0.whiteBalance = .multipliers(1, 1, 1)
      $0.filters[.rotation] = [20]
      $0.filters[.crop] = [0.25, 0.25, 0.5, 0.4]
    }
    var first: Picture?
    for orientation in Orientation.allCases {
      let stored = orientation.isTransposed ? upright.transposed : upright
      var samples = ImageBuffer<UInt16>(size: stored, channels: 3)
      for (x, y) in Places(x: 0..<upright.width, y: 0..<upright.height) {
        let place = orientation.storedPosition(x: x, y: y, in: stored)
        for c in 0..<3 { samples[place.x, place.y, c] = UInt16(light(x, y) * 60_000) }
      }
      let picture = try develop(
        DevelopSource(
          image: .linear(LinearImage(samples: samples.plane, channels: 3, white: 60_000)),
          profile: CameraProfile(calibrations: []), defaultCrop: Region(stored),
          orientation: orientation), turned)
      guard let first else {
        first = picture
        continue
      }
      #expect(picture.size == first.size)
      for i in 0..<picture.size.area {
        let (x, y) = (i % picture.size.width, i / picture.size.width)
        #expect(abs(picture[x, y, 1] - first[x, y, 1]) <= 30, "\(orientation) \(x) \(y)")
      }
    }
  }
}

private func cosine(_ x: Double) -> Double {
  var (term, sum) = (1.0, 0.0)
  for n in 0..<30 {
    sum += term
    term *= -x * x / Double((2 * n + 1) * (2 * n + 2))
  }
  return sum
}
