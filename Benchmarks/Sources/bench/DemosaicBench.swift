internal import BromideKernels
internal import BromideLibc
internal import BromideRaw
internal import BromideValues
internal import SystemPackage
internal import TestSupport

/// The quality of demosaics: CPSNR in dB for linear camera RGB and sRGB, on mosaics made from
/// complete pictures, with and without noise.
enum DemosaicBench {
  static func run(_ options: Options) {
    let size = options.size ?? Size(width: 768, height: 512)
    let made = synthetic(size)
    let largest = max(size.width, size.height) * 2
    let (real, reduced) = (photographs(cells: 1, largest), photographs(cells: 3, largest))
    var report = Report(
      "demosaic, CPSNR in dB, linear and sRGB-encoded",
      ["picture", "noise"]
        + methods.flatMap {
          [$0.name, $0.name + " sRGB"]
        }, form: options.form)
    for noisy in [false, true] {
      let sums = [made, real, reduced].map { add($0, noisy: noisy, to: &report) }
      guard !real.isEmpty else { continue }
      let all = zip(sums[0], sums[1]).map { ($0 + $1) / Double(made.count + real.count) }
      let count = made.count + real.count
      report.add(
        ["mean of the first \(count)", noisy ? "yes" : "no"] + all.map { decimal($0, 2) })
    }
    report.show()
    DemosaicTimes.run(options)
  }

  /// Adds a row per picture and a row of means. Returns the sums.
  private static func add(_ truths: [Truth], noisy: Bool, to report: inout Report) -> [Double] {
    var sums = [Double](repeating: 0, count: 2 * methods.count)
    for truth in truths {
      let bayer = truth.mosaic(Self.bayer, noisy: noisy)
      let xtrans = truth.mosaic(Self.xtrans, noisy: noisy)
      var row: [String] = []
      for (i, method) in methods.enumerated() {
        let (linear, encoded) = truth.quality(
          method.demosaic(method.filters == Self.bayer ? bayer : xtrans, truth))
        sums[2 * i] += linear
        sums[2 * i + 1] += encoded
        row += [decimal(linear, 2), decimal(encoded, 2)]
      }
      report.add([truth.name, noisy ? "yes" : "no"] + row)
    }
    if !truths.isEmpty {
      report.add(
        ["mean of \(truths.count)", noisy ? "yes" : "no"]
          + sums.map { decimal($0 / Double(truths.count), 2) })
    }
    return sums
  }

  private static let bayer = ColorFilters.bayer(.rggb)
  /// The position that TestSupport's DNGs have.
  private static let xtrans = ColorFilters.xtrans(
    XTransPattern { SensorLayout.xTrans.color(x: $0, y: $1)! }!)

  private struct Method: Sendable {
    let name: String
    var filters = DemosaicBench.bayer
    let demosaic: @Sendable ([UInt16], Truth) -> [SIMD3<Double>]
  }

  private static let methods: [Method] = own + rivals

  private static let own: [Method] =
    [("bilinear", DemosaicKernel.bilinear), ("rcd", .rcd), ("fine", .banks1), ("best", .banks2)]
    .map { name, kernel in
      Method(name: name) { interpolate(kernel, bayer, $0, $1) }
    }
    + [
      Method(name: "half") { enlarged(interpolate(.half, bayer, $0, $1), $1.size) },
      Method(name: "rcd of roots") { rcdOfRoots($0, $1) },
    ]
    + [("X bilinear", .bilinear), ("xtrans", .banks), ("X best", .banks1)].map { name, kernel in
      Method(name: name, filters: xtrans) { interpolate(kernel, xtrans, $0, $1) }
    }

  private static let rivals: [Method] =
    [LibRawInterpolation.ahd, .dcb, .dht, .vng, .ppg].map { method in
      Method(name: "libraw " + method.rawValue) { libraw(method, .bayer(.rggb), $0, $1) }
    } + [
      // LibRaw's X-Trans method uses one pass below AHD's number, and three for AHD's number or
      // more.
      Method(name: "libraw X 1-pass", filters: xtrans) { libraw(.vng, .xTrans, $0, $1) },
      Method(name: "libraw X 3-pass", filters: xtrans) { libraw(.ahd, .xTrans, $0, $1) },
    ]

  /// RCD between the square root of balanced light and its inverse, as filter banks work.
  private static func rcdOfRoots(_ mosaic: [UInt16], _ truth: Truth) -> [SIMD3<Double>] {
    let offset = 0.005
    func root(_ light: Double) -> Double { (light + offset).squareRoot() - offset.squareRoot() }
    let top = root(truth.gains.max())
    let codes = mosaic.enumerated().map { i, sample in
      let color = bayer.color(x: i % truth.size.width, y: i / truth.size.width).rawValue
      let light = Double(sample) / 65_535 * truth.gains[color]
      return UInt16((root(light) / top * 65_535).rounded())
    }
    return interpolate(.rcd, bayer, codes, truth, gains: SIMD3(repeating: 1)).map { value in
      value * top * (value * top + 2 * offset.squareRoot())
    }
  }

  /// Enlarges a picture of half the size by linear interpolation: the detail that the half-size
  /// picture contains.
  private static func enlarged(_ half: [SIMD3<Double>], _ size: Size) -> [SIMD3<Double>] {
    let (width, height) = (size.width / 2, size.height / 2)
    func pixel(_ x: Int, _ y: Int) -> SIMD3<Double> {
      half[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]
    }
    return (0..<size.area).map { i in
      let (x, y) = (i % size.width, i / size.width)
      let (nextX, nextY) = (x / 2 + (x % 2 == 0 ? -1 : 1), y / 2 + (y % 2 == 0 ? -1 : 1))
      let near = 0.75 * pixel(x / 2, y / 2) + 0.25 * pixel(nextX, y / 2)
      let far = 0.75 * pixel(x / 2, nextY) + 0.25 * pixel(nextX, nextY)
      return 0.75 * near + 0.25 * far
    }
  }

  private static func interpolate(
    _ kernel: DemosaicKernel, _ filters: ColorFilters, _ mosaic: [UInt16], _ truth: Truth,
    gains: SIMD3<Double>? = nil
  ) -> [SIMD3<Double>] {
    let size = truth.size
    var image = ImageBuffer<UInt16>(size: size, channels: 1)
    unsafe image.withUnsafeMutableSamples { _ = unsafe $0.update(fromContentsOf: mosaic) }
    let gains = SIMD3<Float>(gains ?? truth.gains)
    let levels = SensorLevels(black: 0, white: 65_535)
    let input =
      switch filters {
      case .bayer(let pattern):
        DemosaicInput(
          mosaic: Mosaic(samples: image.plane, pattern: pattern, levels: levels), gains: gains,
          ceiling: .infinity)
      case .xtrans(let pattern):
        DemosaicInput(
          mosaic: XTransMosaic(samples: image.plane, pattern: pattern, levels: levels),
          gains: gains, ceiling: .infinity)
      }
    let made = input.outputSize(kernel)
    let strip = DemosaicStrip(kernel: kernel, maximumWidth: made.width, instructionSet: .best)
    strip.begin(input, region: Region(made))
    let row = PlanarRow(capacity: made.width)
    var result: [SIMD3<Double>] = []
    for _ in 0..<made.height {
      strip.nextRow(into: row)
      for x in 0..<made.width { result.append(SIMD3<Double>(row[x])) }
    }
    return result
  }

  private static func libraw(
    _ method: LibRawInterpolation, _ layout: SensorLayout, _ mosaic: [UInt16], _ truth: Truth
  ) -> [SIMD3<Double>] {
    var options = DNGOptions()
    options.layout = layout
    options.color = SyntheticCamera.standard.color()
    options.color.asShotNeutral = 1 / truth.gains / (1 / truth.gains).max()
    let file = DNGWriter.file(SensorSamples(size: truth.size, values: mosaic), options)
    let folder = Photos.folder()
    let path = folder("mosaic.dng")
    Photos.write(file, to: path)
    do {
      let raw = try RawFile(path: FilePath(path), cameras: nil).decode(interpolation: method)
      guard case .linear(let image) = raw.image, image.size == truth.size else {
        fail("LibRaw gave no picture of \(truth.size)")
      }
      let scale = truth.gains / SIMD3<Double>(image.appliedGains) / Double(image.white)
      var result: [SIMD3<Double>] = []
      for y in 0..<truth.size.height {
        for x in 0..<truth.size.width {
          let pixel = SIMD3<Double>(
            Double(image.samples[3 * x, y]), Double(image.samples[3 * x + 1, y]),
            Double(image.samples[3 * x + 2, y]))
          result.append(pixel * scale)
        }
      }
      return result
    } catch {
      fail("\(error)")
    }
  }

  private static func synthetic(_ size: Size) -> [Truth] {
    let scenes: [SyntheticScene] = [
      .landscape(seed: 3, octaves: 9), .landscape(seed: 8, octaves: 9), .text, .zonePlate(size),
      .chart, .chart.tilted(by: 4), .text.tilted(by: 4),
    ]
    return scenes.map { scene in
      var photo = SyntheticPhoto(scene, size: size)
      photo.pointsPerSite = 4
      photo.spread = 1.7
      photo.exposure = -0.3
      photo.options.layout = .linear
      photo.options.black = [0, 0, 0]
      let samples = photo.samples()
      let values = samples.values
      let pixels: [SIMD3<Double>] = (0..<size.area).map { i in
        let (red, green, blue) = (values[3 * i], values[3 * i + 1], values[3 * i + 2])
        return SIMD3(Double(red), Double(green), Double(blue)) / 65_535
      }
      let neutral = photo.camera.neutral(.daylight)
      return Truth(name: scene.name, size: size, camera: pixels, gains: neutral.y / neutral)
    }
  }

  /// Reduces real raws: each pixel is the mean of the reds, greens and blues in `cells` × `cells`
  /// cells of 2×2 sites. The result has at most `largest` columns from the centre.
  ///
  /// In one cell, red and blue are half a pixel apart on a diagonal, as with a lens with strong
  /// fringing. In a pixel of 3×3 cells, they are a sixth of a pixel apart.
  private static func photographs(cells: Int, _ largest: Int) -> [Truth] {
    Corpus.raws.compactMap { path in
      guard let raw = try? RawFile(path: FilePath(path), cameras: nil).decode(),
        case .mosaic(let mosaic) = raw.image
      else {
        return nil
      }
      let step = 2 * cells
      let (width, height) = (mosaic.size.width / step, mosaic.size.height / step)
      let size = Size(width: min(width, largest) / 2 * 2, height: min(height, largest) / 2 * 2)
      let offsets = (0..<step).flatMap { j in (0..<step).map { i in (i, j) } }
      let (left, top) = ((width - size.width) / 2, (height - size.height) / 2)
      var pixels: [SIMD3<Double>] = []
      for y in top..<top + size.height {
        for x in left..<left + size.width {
          var sums = SIMD3<Double>()
          for (i, j) in offsets {
            let (sx, sy) = (step * x + i, step * y + j)
            let black = mosaic.levels.black(x: sx, y: sy)
            let value = (Float(mosaic.samples[sx, sy]) - black) / (mosaic.levels.white - black)
            sums[mosaic.pattern.color(x: sx, y: sy).rawValue] += Double(min(max(value, 0), 1))
          }
          pixels.append(sums * SIMD3(1, 0.5, 1) / Double(cells * cells))
        }
      }
      let gains = raw.profile.asShotMultipliers ?? SIMD3(2, 1, 1.5)
      let name = path.split(separator: "/").last.map(String.init) ?? path
      return Truth(
        name: cells == 1 ? name : "\(name), \(cells)×\(cells) cells", size: size, camera: pixels,
        gains: gains / gains.y)
    }
  }
}
