internal import BromideDevelop
internal import BromideRaw
internal import BromideValues
internal import SystemPackage
internal import TestSupport

/// The time of demosaics.
///
/// For Bromide, a mosaic in memory becomes 8-bit RGB in memory on two threads. For LibRaw, it is
/// the additional time of its interpolation of an uncompressed file. LibRaw uses one thread and
/// stops at 16-bit camera RGB, but Bromide also converts colours and encodes, so the rows do not
/// contain equal work.
enum DemosaicTimes {
  static func run(_ options: Options) {
    var photo = Photos.noisy(options.photoSize)
    let bayer = Photos.source(photo)
    photo.options.layout = .xTrans
    let xtrans = Photos.source(photo)
    var report = Report(
      "demosaic, \(options.photoSize), mosaic to 8-bit RGB, two threads; LibRaw's on one, to camera RGB",
      ["method", "ms", "of rcd's time"], form: options.form)
    let own: [(String, DevelopSource, DemosaicMethod)] = [
      ("rcd", bayer, .rcd), ("half", bayer, .half), ("bilinear", bayer, .bilinear),
      ("fine", bayer, .fine), ("best", bayer, .best), ("X half", xtrans, .half),
      ("X bilinear", xtrans, .bilinear), ("xtrans", xtrans, .xtrans), ("X best", xtrans, .best),
    ]
    var first: Double?
    func add(_ name: String, _ seconds: Double) {
      let whole = first ?? seconds
      first = whole
      report.add([name, decimal(seconds * 1000, 1), decimal(seconds / whole, 2)])
    }
    for (name, source, method) in own { add(name, seconds(of: method, source, options)) }
    for (layout, methods) in [
      (SensorLayout.bayer(.rggb), LibRawInterpolation.allCases), (.xTrans, [.vng, .ahd]),
    ] {
      photo.options.layout = layout
      for (name, seconds) in rivals(photo, methods) { add(name, seconds) }
    }
    report.show()
  }

  private static func seconds(
    of method: DemosaicMethod, _ source: DevelopSource, _ options: Options
  ) -> Double {
    var recipe = DevelopRecipe()
    recipe.demosaic = method
    do {
      let developer = try Developer(source, recipe: recipe)
      var picture = [UInt8](
        repeating: 0, count: developer.outputSize.area * developer.format.bytesPerPixel)
      let scratches = (0..<2).map { _ in DevelopBench.Scratch(developer.makeScratch()) }
      return medianSeconds(runs: options.runs) {
        DevelopBench.develop(developer, into: &picture, scratches)
      }
    } catch {
      fail("\(error)")
    }
  }

  /// Each once, as some take ten seconds.
  private static func rivals(
    _ photo: SyntheticPhoto, _ methods: [LibRawInterpolation]
  ) -> [(name: String, seconds: Double)] {
    let folder = Photos.folder()
    let path = folder("mosaic.dng")
    Photos.write(photo.file(), to: path)
    func seconds(_ method: LibRawInterpolation?) -> Double {
      ContinuousClock().measure {
        do {
          _ = try RawFile(path: FilePath(path), cameras: nil).decode(interpolation: method)
        } catch {
          fail("\(error)")
        }
      }.seconds
    }
    let unpacking = seconds(nil)
    return methods.map { method in
      // LibRaw's X-Trans method uses one pass below AHD's number, and three for AHD's number or
      // more.
      let name =
        photo.options.layout == .xTrans
        ? method == .ahd ? "libraw X 3-pass" : "libraw X 1-pass" : "libraw " + method.rawValue
      return (name, seconds(method) - unpacking)
    }
  }
}
