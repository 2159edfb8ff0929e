internal import BromideDevelop
internal import BromideValues
internal import TestSupport

/// The deviation of a dot from its exact path in a slow zoom of 10 seconds at 25 frames, compared
/// with ffmpeg's zoompan.
enum MotionBench {
  private static let source = Size(width: 1500, height: 1000)
  private static let frame = Size(width: 480, height: 320)
  private static let frameCount = 250
  /// The dot's middle and radius in pixels of the source.
  private static let dot = (x: 803.3, y: 471.6, radius: 24.0)

  static func run(_ options: Options) {
    let folder = Photos.folder()
    var report = Report(
      "render, a dot in a zoom of \(frameCount) frames of \(frame): pixels from its path",
      ["what", "mean", "largest", "largest step from one frame to the next"], form: options.form)
    add(&report, "Bromide", bromide())
    if Program.find("ffmpeg") != nil { add(&report, "ffmpeg zoompan", zoompan(folder.path)) }
    report.show()
  }

  /// The window of a frame in fractions: its size changes evenly in its logarithm, and its left and
  /// top edges along with it.
  private static func window(_ index: Int) -> (x: Double, y: Double, side: Double) {
    var side = 1.0
    for _ in 0..<index { side *= 0.9994 }
    return ((1 - side) * 0.62, (1 - side) * 0.41, side)
  }

  private static func path(_ index: Int) -> SIMD2<Double> {
    let (x, y, side) = window(index)
    let scale = Double(frame.width) / (side * Double(source.width))
    return SIMD2(
      (dot.x - x * Double(source.width)) * scale, (dot.y - y * Double(source.height)) * scale)
  }

  private static func bromide() -> [SIMD2<Double>] {
    let picture = DevelopSource(
      image: .linear(LinearImage(samples: samples.plane, channels: 1, white: 65_535)),
      profile: .init(calibrations: []), defaultCrop: Region(source))
    let recipes = (0..<frameCount).map { index in
      var recipe = DevelopRecipe()
      let (x, y, side) = window(index)
      recipe.size = SizeRequest(bounds: .box(frame), fit: .cover, enlarge: true)
      recipe.filters[.crop] = [x, y, side, side]
      recipe.tone = .linear
      recipe.space = .linearSRGB
      recipe.sample = .uint16
      return recipe
    }
    do {
      let photo = try DemosaicedPhoto(picture, for: recipes)
      let scratch = photo.makeScratch()
      for tile in 0..<photo.tileCount { photo.make(tile: tile, scratch: scratch) }
      return try recipes.map { recipe in
        let developer = try Developer(photo, recipe: recipe)
        var bytes = [UInt8](repeating: 0, count: frame.area * 2)
        DevelopBench.develop(
          developer, into: &bytes, [DevelopBench.Scratch(developer.makeScratch())])
        return centre { Double(UInt16(bytes[2 * $0]) | UInt16(bytes[2 * $0 + 1]) << 8) }
      }
    } catch { fail("\(error)") }
  }

  /// zoompan's zoom is a double, but its corner is truncated to integer pixels.
  private static func zoompan(_ folder: String) -> [SIMD2<Double>] {
    let still = folder + "/dot.pgm"
    let output = folder + "/dot.raw"
    var file = Array("P5\n\(source.width) \(source.height)\n65535\n".utf8)
    for y in 0..<source.height {
      for x in 0..<source.width {
        file += [UInt8(samples[x, y, 0] >> 8), UInt8(samples[x, y, 0] & 255)]
      }
    }
    Photos.write(file, to: still)
    let zoom =
      "zoompan=z='pow(0.9994,-on)':x='(iw-iw/zoom)*0.62':y='(ih-ih/zoom)*0.41':d=\(frameCount):s=\(frame.width)x\(frame.height):fps=25"
    let result = Program.run(
      [
        "ffmpeg", "-v", "error", "-i", still, "-vf", "format=yuv444p,\(zoom),format=gray",
        "-frames:v", "\(frameCount)", "-f", "rawvideo", "-",
      ], output: output)
    guard result.status == 0, let bytes = try? Files.read(output),
      bytes.count == frame.area * frameCount
    else { fail("ffmpeg's zoompan failed") }
    return (0..<frameCount).map { index in
      centre { max(0, Double(bytes[index * frame.area + $0]) - 2) }
    }
  }

  private static func add(
    _ report: inout Report, _ name: String, _ centres: [SIMD2<Double>]
  ) {
    let strays = centres.enumerated().map { $1 - path($0) }
    let lengths = strays.map { ($0 * $0).sum().squareRoot() }
    let steps = zip(strays, strays.dropFirst()).map {
      (($1 - $0) * ($1 - $0)).sum().squareRoot()
    }
    report.add([
      name, decimal(lengths.reduce(0, +) / Double(lengths.count), 4), decimal(lengths.max()!, 4),
      decimal(steps.max()!, 4),
    ])
  }

  /// Returns the centre of mass of a frame's pixels.
  private static func centre(_ value: (Int) -> Double) -> SIMD2<Double> {
    var (sum, place) = (0.0, SIMD2<Double>())
    for y in 0..<frame.height {
      for x in 0..<frame.width {
        let light = value(y * frame.width + x)
        sum += light
        place += light * SIMD2(Double(x) + 0.5, Double(y) + 0.5)
      }
    }
    return place / sum
  }

  /// A dot that fades to its edge, on black.
  private static let samples: ImageBuffer<UInt16> = {
    var image = ImageBuffer<UInt16>(size: source, channels: 1)
    for y in 0..<source.height {
      for x in 0..<source.width {
        let (dx, dy) = (Double(x) + 0.5 - dot.x, Double(y) + 0.5 - dot.y)
        let inside = max(0, 1 - (dx * dx + dy * dy) / (dot.radius * dot.radius))
        image[x, y, 0] = UInt16(inside * inside * 60_000)
      }
    }
    return image
  }()
}
