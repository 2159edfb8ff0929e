internal import BromideDevelop
internal import BromideKernels
internal import BromideValues

/// The additional time of each filter per frame and megapixel, on two threads.
enum FilterBench {
  private static let point: [(Parameter, [Double])] = [
    (.channelMixer, [0.8, 0.2, 0, 0.1, 0.9, 0, 0, 0, 1]), (.monochrome, [0.5]), (.vignette, [-1]),
    (.highlights, [-0.5]), (.shadows, [0.5]), (.clarity, [0.3]), (.contrast, [1.2]),
    (.whites, [0.2]), (.blacks, [0.3]), (.saturation, [1.2]), (.vibrance, [0.3]), (.hue, [5]),
    (.gamma, [1.1]),
    (.toneCurve, [0, 0, 0.3, 0.25, 1, 1]), (.toneCurveRed, [0, 0, 0.3, 0.25, 1, 1]),
    (.shadowToning, [0.3]), (.highlightToning, [0.3]),
    (.grain, [0.3]), (.fade, [0.1]),
  ]
  private static let spatial: [(Parameter, [Double])] = [
    (.denoise, [0.5]), (.blur, [0.001]), (.blur, [0.01]), (.blur, [0.1]), (.sharpen, [1]),
  ]

  static func run(_ options: Options) {
    let source = Photos.source(Photos.noisy(options.photoSize))
    var recipe = DevelopRecipe()
    recipe.size = SizeRequest(bounds: .box(Size(width: 3000, height: 2000)))
    let photo: DemosaicedPhoto
    do { photo = try DemosaicedPhoto(source, for: [recipe]) } catch { fail("\(error)") }
    let scratch = photo.makeScratch()
    for tile in 0..<photo.tileCount { photo.make(tile: tile, scratch: scratch) }
    let plain = seconds(photo, recipe, options)
    let megapixels = 6.0
    var report = Report(
      "filters, 3000×2000, two threads, above \(decimal(plain * 1000 / megapixels, 2)) ms a megapixel",
      ["filter", "value", "ms a megapixel"], form: options.form)
    func add(_ name: String, _ value: String, _ change: (inout DevelopRecipe) -> Void) {
      var changed = recipe
      change(&changed)
      let time = seconds(photo, changed, options) - plain
      report.add([name, value, decimal(time * 1000 / megapixels, 2)])
    }
    for (parameter, values) in point + spatial {
      add(parameter.name, parameter.text(values)) { $0.filters[parameter] = values }
    }
    add("all point filters", "") { recipe in
      for (parameter, values) in point { recipe.filters[parameter] = values }
    }
    report.show()
  }

  private static func seconds(
    _ photo: DemosaicedPhoto, _ recipe: DevelopRecipe, _ options: Options
  ) -> Double {
    var picture = [UInt8](repeating: 0, count: 3000 * 2000 * 3)
    return medianSeconds(runs: 2 * options.runs) {
      do {
        let developer = try Developer(photo, recipe: recipe)
        let scratches = (0..<2).map { _ in DevelopBench.Scratch(developer.makeScratch()) }
        DevelopBench.develop(developer, into: &picture, scratches)
      } catch { fail("\(error)") }
    }
  }
}
