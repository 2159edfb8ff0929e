import BromideKernels
import BromideLibc
import BromideValues
import TestSupport
import Testing

@testable import BromideDevelop

@Suite struct ResamplingTests {
  static func linearSource(
    _ size: Size, channels: Int = 3, _ value: (Int, Int) -> Double
  ) -> DevelopSource {
    let samples = ImageBuffer<UInt16>(size: size, channels: channels) { x, y, c in
      UInt16((value(x, y) * 60_000).rounded())
    }
    return DevelopTests.linearSource(samples)
  }

  static func linearRecipe(_ request: SizeRequest) -> DevelopRecipe {
    DevelopTests.linearRecipe { $0.size = request }
  }

  @Test(arguments: InstructionSet.available, [1, 7, 33, 64, 100, 130, 251])
  func aConstantStaysConstant(set: InstructionSet, edge: Int) throws {
    let source = Self.linearSource(Size(width: 100, height: 63)) { _, _ in 0.4 }
    let request = SizeRequest(bounds: .longEdge(edge), enlarge: true)
    let picture = try develop(source, Self.linearRecipe(request), set)
    let expected = Int((0.4 * 65535).rounded())
    for (x, y, c) in picture.size.places.channels(3) {
      #expect(abs(picture[x, y, c] - expected) <= 1)
    }
  }

  /// A turned, reduced picture keeps its waves. With a canvas of the output's pixels, it would keep
  /// 83 % of the shorter ones.
  @Test(arguments: [12.0, 16]) func reducedTurnsStaySharp(period: Double) throws {
    let source = Self.linearSource(Size(width: 600, height: 400)) { x, y in
      0.5 + 0.4 * sin(2 * .pi * (Double(x) + Double(y) / 1.7) / period)
    }
    func deviation(_ degrees: Double) throws -> Double {
      var turned = Self.linearRecipe(SizeRequest(bounds: .longEdge(150)))
      turned.filters[.rotation] = [degrees]
      turned.optics.rotationFit = .keep
      let picture = try develop(source, turned)
      #expect(picture.size == Size(width: 150, height: 100))
      let values = (20..<80).flatMap { y in
        (30..<120).map { x in Double(picture[x, y, 1]) / 65535 }
      }
      let mean = values.reduce(0, +) / Double(values.count)
      return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count))
        .squareRoot()
    }
    let ratio = try deviation(7) / deviation(0)
    #expect(abs(ratio - 1) < 0.05, "\(ratio)")
  }

  /// A turned, reduced wave is at the place of the formula: a clockwise turn about the middle. Its
  /// height is that of two cubics in numpy: a reduction to 1.25 canvas pixels per output pixel, then
  /// an interpolation. Without the reduction, the shortest wave would keep 97 % as an alias.
  @Test(arguments: [(5.3, 0.046, 0.1), (12.0, 0.834, 0.06), (16, 0.940, 0.03)])
  func reducedTurnsAreAtTheirPlace(period: Double, height: Double, rest: Double) throws {
    func wave(_ x: Double, _ y: Double) -> Double { 2 * .pi * (x + y / 1.7) / period }
    let source = Self.linearSource(Size(width: 600, height: 400)) { x, y in
      0.5 + 0.4 * sin(wave(Double(x) + 0.5, Double(y) + 0.5))
    }
    var turned = Self.linearRecipe(SizeRequest(bounds: .longEdge(150)))
    turned.filters[.rotation] = [7]
    turned.optics.rotationFit = .keep
    let picture = try develop(source, turned)
    let (cosine, sine) = (cos(7 * Double.pi / 180), sin(7 * Double.pi / 180))
    let inner = Places(x: 30..<120, y: 20..<80)
    let count = Double(inner.reduce(0) { sum, _ in sum + 1 })
    var (inPhase, aside, square) = (0.0, 0.0, 0.0)
    for (x, y) in inner {
      let (u, v) = (4 * (Double(x) + 0.5) - 300, 4 * (Double(y) + 0.5) - 200)
      let phase = wave(cosine * u + sine * v + 300, cosine * v - sine * u + 200)
      let light = (Double(picture[x, y, 1]) / 65535 - 0.5) / 0.4
      inPhase += 2 * light * sin(phase) / count
      aside += 2 * light * cos(phase) / count
      square += light * light / count
    }
    #expect(abs(inPhase - height) < 0.015 && abs(aside) < 0.01, "\(inPhase) \(aside)")
    let others = max(0, square - (inPhase * inPhase + aside * aside) / 2).squareRoot()
    #expect(others < rest, "\(others)")
  }

  /// White noise after a reduction, and after a turn of a reduction, has the variance that the
  /// corrections expect.
  @Test(arguments: [0.0, 7], [500, 480, 400, 300, 150])
  func noiseGainIsTheVariance(degrees: Double, edge: Int) throws {
    var generator = SeededGenerator(seed: 5)
    let size = Size(width: 600, height: 400)
    let light = (0..<size.area).map { _ in Double.random(in: 0.2...0.8, using: &generator) }
    let source = Self.linearSource(size) { x, y in light[y * size.width + x] }
    var turned = Self.linearRecipe(SizeRequest(bounds: .longEdge(edge)))
    turned.filters[.rotation] = [degrees]
    turned.optics.rotationFit = .keep
    let picture = try develop(source, turned)
    let (width, height) = (picture.size.width, picture.size.height)
    let values = Places(x: width / 5..<width * 4 / 5, y: height / 5..<height * 4 / 5)
      .map { Double(picture[$0.x, $0.y, 1]) / 65535 }
    let mean = values.reduce(0, +) / Double(values.count)
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
    let gain = try DevelopPlan(source, recipe: turned).geometry.noiseGain(sites: 1)
    // The variance of an even distribution over 0.6 is 0.6² / 12.
    #expect(abs(variance / (0.03 * gain) - 1) < 0.12, "\(variance / 0.03) \(gain)")
  }

  @Test(arguments: [20, 33, 64, 99, 130, 251])
  func aGradientStaysAGradient(edge: Int) throws {
    let source = Self.linearSource(Size(width: 100, height: 80)) { x, y in
      0.1 + 0.5 * (Double(x) + 0.5) / 100 + 0.3 * (Double(y) + 0.5) / 80
    }
    let request = SizeRequest(bounds: .longEdge(edge), enlarge: true)
    let picture = try develop(source, Self.linearRecipe(request))
    let (w, h) = (picture.size.width, picture.size.height)
    // Away from the edges, which repeat: by 2 source pixels, or 2 output pixels if the picture
    // shrinks.
    let margin = max(2, 2 * edge / 100) + 1
    for (x, y) in Places(x: margin..<w - margin, y: margin..<h - margin) {
      let light = 0.1 + 0.5 * (Double(x) + 0.5) / Double(w) + 0.3 * (Double(y) + 0.5) / Double(h)
      #expect(abs(Double(picture[x, y, 1]) / 65535 - light) < 1e-3, "\(x) \(y)")
    }
  }

  @Test(arguments: [40, 57, 77, 120, 233])
  func aSpotKeepsItsPlace(edge: Int) throws {
    let centre = (x: 41.3, y: 22.8)
    let source = Self.linearSource(Size(width: 100, height: 50)) { x, y in
      let (dx, dy) = (Double(x) + 0.5 - centre.x, Double(y) + 0.5 - centre.y)
      return 0.9 * max(0, 1 - (dx * dx + dy * dy) / 120)
    }
    let request = SizeRequest(bounds: .longEdge(edge), enlarge: true)
    let picture = try develop(source, Self.linearRecipe(request))
    var (sum, sumX, sumY) = (0.0, 0.0, 0.0)
    for (x, y) in picture.size.places {
      let value = Double(picture[x, y, 0])
      sum += value
      sumX += value * (Double(x) + 0.5) / Double(picture.size.width)
      sumY += value * (Double(y) + 0.5) / Double(picture.size.height)
    }
    #expect(abs(sumX / sum * 100 - centre.x) < 0.05)
    #expect(abs(sumY / sum * 50 - centre.y) < 0.05)
  }

  @Test func coverCutsBothSidesEvenly() throws {
    let source = Self.linearSource(Size(width: 120, height: 40)) { x, _ in Double(x) / 120 }
    let request = SizeRequest(bounds: .box(Size(width: 40, height: 40)), fit: .cover)
    let picture = try develop(source, Self.linearRecipe(request))
    #expect(picture.size == Size(width: 40, height: 40))
    for x in 0..<40 {
      #expect(abs(Double(picture[x, 20, 0]) / 65535 - Double(x + 40) / 120) < 1e-4)
    }
  }

  @Test(arguments: [13, 50, 99, 100, 101, 240])
  func weightsAreTheNaiveCubics(count: Int) {
    let (start, length) = (1.7, 95.1)
    let filter = ResampleFilter(sourceLength: 100, start: start, length: length, count: count)
    let stretch = max(1, length / Double(count))
    for i in 0..<count {
      var naive = [Double](repeating: 0, count: 100)
      let centre = start + (Double(i) + 0.5) * length / Double(count)
      for s in -60..<160 {
        let t = abs(Double(s) + 0.5 - centre) / stretch
        let weight =
          t < 1
          ? 1.5 * t * t * t - 2.5 * t * t + 1
          : t < 2 ? -0.5 * t * t * t + 2.5 * t * t - 4 * t + 2 : 0
        naive[min(max(s, 0), 99)] += weight
      }
      let total = naive.reduce(0, +)
      for s in 0..<100 {
        let tap = s - filter.starts[i]
        let weight = tap >= 0 && tap < filter.taps ? filter.weights[i * filter.taps + tap] : 0
        #expect(abs(Double(weight) - naive[s] / total) < 1e-6)
      }
    }
    #expect(filter.starts == filter.starts.sorted())
  }

  @Test func fullSizePictureIsNotResampled() throws {
    let scene = busyMosaic(Size(width: 80, height: 60))
    let same = recipe { $0.size = SizeRequest(bounds: .longEdge(80)) }
    #expect(try develop(source(scene), same) == develop(source(scene), recipe()))
    let larger = recipe { $0.size = SizeRequest(bounds: .longEdge(200)) }
    #expect(try develop(source(scene), larger) == develop(source(scene), recipe()))
  }
}
