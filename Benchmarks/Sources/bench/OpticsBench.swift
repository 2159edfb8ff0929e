internal import BromideDevelop
internal import BromideKernels
internal import BromideLibc
internal import BromideValues
internal import TestSupport

/// The time of noise reduction and capture sharpening on two threads, and their error relative to
/// the same photo without noise.
enum OpticsBench {
  private static let rows: [(name: String, change: @Sendable (inout OpticsSettings) -> Void)] = [
    ("plain", { _ in }),
    ("denoise light", { $0.noise = .light }),
    ("denoise auto", { $0.noise = .auto }),
    ("denoise best", { $0.noise = .best }),
    ("capture-sharpen auto", { $0.captureSharpening = .auto }),
    ("default", { $0 = .standard }),
  ]

  static func run(_ options: Options) {
    costs(options)
    quality(options)
    demosaics(options)
  }

  private static func recipe(_ change: (inout OpticsSettings) -> Void) -> DevelopRecipe {
    var recipe = DevelopRecipe()
    change(&recipe.optics)
    return recipe
  }

  private static func costs(_ options: Options) {
    var source = Photos.source(Photos.noisy(options.photoSize))
    var picture = [UInt8](repeating: 0, count: options.photoSize.area * 3)
    var report = Report(
      "optics, \(options.photoSize), two threads, without files",
      ["corrections", "ms", "ms above plain", "times plain"], form: options.form)
    var times = [[Double]](repeating: [], count: rows.count)
    // Alternate, so that a slower phase of the machine affects all rows.
    for _ in 0..<options.runs {
      for (index, row) in rows.enumerated() {
        times[index].append(
          medianSeconds(runs: 1) {
            // Clear the cached measurements.
            source.image = source.image
            do {
              let developer = try Developer(source, recipe: recipe(row.change))
              let scratches = (0..<2).map { _ in DevelopBench.Scratch(developer.makeScratch()) }
              DevelopBench.develop(developer, into: &picture, scratches)
            } catch { fail("\(error)") }
          })
      }
    }
    let medians = times.map { $0.sorted()[$0.count / 2] * 1000 }
    for (row, time) in zip(rows, medians) {
      report.add([
        row.name, decimal(time, 1), decimal(time - medians[0], 1), decimal(time / medians[0], 2),
      ])
    }
    report.show()
  }

  /// The peak signal-to-noise ratio of the finished picture relative to a sensor without noise.
  private static func quality(_ options: Options) {
    let size = Size(width: 1536, height: 1024)
    var report = Report(
      "optics, noise of \(size) against the same without noise", ["corrections", "dB"],
      form: options.form)
    var photo = Photos.noisy(size)
    photo.noise = nil
    let clean = developed(Photos.source(photo), recipe { _ in })
    photo.noise = .init(fullWell: 1000, read: 2, seed: 3)
    let noisy = Photos.source(photo)
    for row in rows {
      let made = developed(noisy, recipe(row.change))
      report.add([row.name, decimal(ratio(made, clean), 2)])
    }
    report.show()
  }

  /// The same at a quarter of the light, like ISO 3200, by demosaic. The reference is `best` on a
  /// sensor without noise.
  private static func demosaics(_ options: Options) {
    let methods: [DemosaicMethod] = [.rcd, .fine, .best]
    let size = Size(width: 1536, height: 1024)
    var report = Report(
      "optics, noise of \(size) at a full well of 250, dB by demosaic",
      ["corrections"] + methods.map(\.rawValue), form: options.form)
    var photo = Photos.noisy(size)
    photo.noise = nil
    var finest = recipe { _ in }
    finest.demosaic = .best
    let clean = developed(Photos.source(photo), finest)
    photo.noise = .init(fullWell: 250, read: 2, seed: 3)
    let noisy = Photos.source(photo)
    for row in rows where row.name.hasPrefix("denoise") || row.name == "plain" {
      let ratios = methods.map { method in
        var recipe = recipe(row.change)
        recipe.demosaic = method
        return decimal(ratio(developed(noisy, recipe), clean), 2)
      }
      report.add([row.name] + ratios)
    }
    report.show()
  }

  /// The peak signal-to-noise ratio of a picture against another, in decibels.
  private static func ratio(_ made: [UInt16], _ clean: [UInt16]) -> Double {
    let error = zip(made, clean).reduce(0.0) { sum, pair in
      let difference = Double(pair.0) - Double(pair.1)
      return sum + difference * difference
    }
    return 10 * log10(65_535.0 * 65_535 * Double(made.count) / error)
  }

  private static func developed(_ source: DevelopSource, _ recipe: DevelopRecipe) -> [UInt16] {
    var recipe = recipe
    recipe.sample = .uint16
    do {
      let picture = try Developer(source, recipe: recipe).picture(of: UInt16.self)
      return unsafe picture.withUnsafeSamples { unsafe Array($0) }
    } catch { fail("\(error)") }
  }
}
