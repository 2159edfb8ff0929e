internal import BromideCodecs
internal import BromideDevelop
internal import BromideRuns
internal import BromideSystem
internal import BromideValues
internal import SystemPackage
internal import TestSupport

/// Frames of one photo with a moving window, exposure, temperature and saturation, against ffmpeg's
/// zoompan.
enum RenderBench {
  private static let frameSize = Size(width: 1920, height: 1280)
  private static let frameCount = 100
  private static let threads = 2

  static func run(_ options: Options) {
    let folder = Photos.folder()
    let source = Photos.source(Photos.noisy(options.photoSize))
    let recipes = (0..<frameCount).map { recipe(Double($0) / Double(frameCount - 1)) }
    var report = Report(
      "render, \(options.photoSize) to \(frameCount) frames of \(frameSize), \(threads) threads",
      ["what", "first ms", "ms a frame", "frames/s", "bytes a frame"], form: options.form)
    var prepared: DemosaicedPhoto?
    let first = medianSeconds(runs: options.runs) {
      do { prepared = try DemosaicedPhoto(source, for: recipes) } catch { fail("\(error)") }
      prepared?.fill(Crew(threads: threads))
    }
    guard let photo = prepared else { return }
    for (name, compression) in [
      ("Bromide", CodingEffort.balanced), ("Bromide, --compression fast", .fast),
    ] {
      let seconds = medianSeconds(runs: options.runs) {
        render(photo, recipes, compression, into: folder.path)
      }
      let frames = (0..<frameCount).map { "\(folder.path)/\($0).png" }
      add(&report, name, first: first, seconds: seconds, frames)
    }
    if Program.find("ffmpeg") != nil { runFFmpeg(source, folder.path, options, &report) }
    report.show()
    MotionBench.run(options)
  }

  /// Starts from a finished picture of the entire photo.
  private static func runFFmpeg(
    _ source: DevelopSource, _ folder: String, _ options: Options, _ report: inout Report
  ) {
    let still = folder + "/still.png"
    do {
      let whole = DevelopRecipe()
      let all = try DemosaicedPhoto(source, for: [whole])
      all.fill(Crew(threads: threads))
      _ = try FrameRenderer(all).render(whole, to: FilePath(still), scratch: FrameScratch())
    } catch { fail("\(error)") }
    let zoom =
      "zoompan=z='1+on/100':x='iw*0.2*on/100':y='ih*0.2*on/100':d=\(frameCount):s=\(frameSize.width)x\(frameSize.height)"
    let eq = "eq=saturation=1.2:brightness=0.02"
    let small = "scale=\(frameSize.width):\(frameSize.height),loop=\(frameCount):1,"
    for (name, filter) in [
      ("ffmpeg zoompan", zoom), ("ffmpeg zoompan + eq", zoom + "," + eq),
      ("ffmpeg eq of one small picture", small + eq),
    ] {
      let seconds = medianSeconds(runs: max(1, options.runs / 2)) {
        let result = Program.run([
          "ffmpeg", "-v", "error", "-y", "-threads", "2", "-i", still, "-vf", filter, "-frames:v",
          "\(frameCount)", folder + "/ff%d.png",
        ])
        if result.status != 0 { fail("ffmpeg failed") }
      }
      let frames = (1...frameCount).map { "\(folder)/ff\($0).png" }
      add(&report, name, first: 0, seconds: seconds, frames)
    }
  }

  private static func add(
    _ report: inout Report, _ name: String, first: Double, seconds: Double, _ frames: [String]
  ) {
    let bytes = frames.reduce(0) { $0 + ((try? Files.read($1))?.count ?? 0) }
    report.add([
      name, decimal(first * 1000, 1), decimal(seconds / Double(frameCount) * 1000, 2),
      decimal(Double(frameCount) / seconds, 1), "\(bytes / frameCount)",
    ])
  }

  /// Zooms from the entire picture to half of it.
  private static func recipe(_ t: Double) -> DevelopRecipe {
    var recipe = DevelopRecipe()
    recipe.size = SizeRequest(bounds: .box(frameSize), fit: .cover, enlarge: true)
    let side = 1 - 0.5 * t
    recipe.filters[.crop] = [0.2 * t, 0.2 * t, side, side]
    recipe.exposure = 0.7 * t
    recipe.filters[.temperature] = [1e6 / (1e6 / 5200 + t * (1e6 / 3900 - 1e6 / 5200))]
    recipe.filters[.saturation] = [1 + 0.4 * t]
    return recipe
  }

  private static func render(
    _ photo: DemosaicedPhoto, _ recipes: [DevelopRecipe], _ compression: CodingEffort,
    into folder: String
  ) {
    let renderer = FrameRenderer(photo, encoding: .png(compression))
    do throws(FrameError) {
      try Crew(threads: threads).forEach(
        recipes.count, makeScratch: { FrameScratch() },
        work: { index, scratch throws(FrameError) in
          try renderer.render(
            recipes[index], to: FilePath("\(folder)/\(index).png"), scratch: scratch)
        })
    } catch { fail("\(error)") }
  }
}
