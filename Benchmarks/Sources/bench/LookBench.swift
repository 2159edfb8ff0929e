internal import BromideCodecs
internal import BromideDevelop
internal import BromidePhotos
internal import BromideRaw
internal import BromideValues
internal import SystemPackage
internal import TestSupport

/// The difference between default pictures and embedded camera pictures: CIEDE2000 and L* of real
/// photos, for each look.
enum LookBench {
  static func run(_ options: Options) {
    guard Corpus.isPresent else {
      print("# skipped: \(Corpus.comment)")
      return
    }
    compare(options)
    pushStrongColors(options)
  }

  private struct Photo {
    let name: String
    let file: String
    /// Whether it is included in the mean. Its white balance must be recorded, so that only
    /// brightness and contrast differ.
    var counts = true

    var path: FilePath { FilePath(Corpus.path("raw/" + file)) }
  }

  private static let canon6D = Photo(name: "6D", file: "photoprism_canon_eos_6d.dng")

  private static let photos = [
    Photo(name: "30D 0848", file: "debian-dcraw_IMG_0848.CR2"),
    Photo(name: "D5000 s1", file: "hdrmerge_D5000_sample1.dng"),
    Photo(name: "D5000 s2", file: "hdrmerge_D5000_sample2.dng"),
    Photo(name: "LG 1", file: "skia_dng_with_preview.dng"),
    Photo(name: "LG 2", file: "skia_sample_1mp_rotated.dng"),
    canon6D,
    Photo(name: "D30", file: "boostgil_CanonD30.CRW", counts: false),
  ]

  /// The first look is the baseline.
  private static let looks: [Look] = [.classic, .standard, .flat]

  private static func compare(_ options: Options) {
    let names = looks.map(\.name) + [CameraLookMode.each.rawValue]
    var report = Report(
      "look, distance from the embedded picture at 400 px",
      ["photo"] + names.flatMap { ["\($0) ΔE2000", "\($0) |ΔL*|"] }
        + ["offset in EV", "fitted in ms"], form: options.form)
    var sums = [Double](repeating: 0, count: 2 * names.count)
    var count = 0
    for photo in photos {
      let (opened, loaded) = open(photo)
      let source = loaded.source
      let fitted = opened.cameraLook(of: loaded)
      let seconds = medianSeconds(runs: options.runs) { _ = opened.cameraLook(of: loaded) }
      if let obstacle = fitted.obstacle { fail("\(photo.name): no look is fitted: \(obstacle)") }
      guard let preview = preview(of: photo, source.orientation) else {
        fail("\(photo.name): no JPEG is embedded")
      }
      let distances = (looks + [fitted.look]).flatMap { look in
        let own = SmallPicture(develop(source) { $0.look = look }, orientation: .upright)
        let distance = own.distance(from: preview)
        return [distance.color, distance.lightness]
      }
      report.add(
        [photo.name] + distances.map { decimal($0, 2) }
          + [decimal(fitted.offset ?? 0, 2), decimal(1000 * seconds, 0)])
      guard photo.counts else { continue }
      for i in sums.indices { sums[i] += distances[i] }
      count += 1
    }
    if count > 0 {
      report.add(
        ["mean of the first \(count)"] + sums.map { decimal($0 / Double(count), 2) } + ["", ""])
    }
    report.show()
  }

  /// The share of pixels that a strong exposure carries to the corner of the gamut, where drawing
  /// ends.
  private static func pushStrongColors(_ options: Options) {
    var report = Report(
      "look, pixels of the 6D at +3 EV with blue 255 and another channel 0", ["look", "%"],
      form: options.form)
    let source = load(canon6D)
    for look in looks {
      let picture = develop(source) {
        $0.look = look
        $0.exposure = 3
      }
      var cornered = 0
      for y in 0..<picture.height {
        for x in 0..<picture.width where picture[x, y, 2] == 255 {
          if min(picture[x, y, 0], picture[x, y, 1]) == 0 { cornered += 1 }
        }
      }
      report.add([
        look.name, decimal(100 * Double(cornered) / Double(picture.size.area), 3),
      ])
    }
    report.show()
  }

  private static func load(_ photo: Photo) -> DevelopSource {
    open(photo).loaded.source
  }

  private static func open(_ photo: Photo) -> (opened: OpenedPhoto, loaded: LoadedPhoto) {
    do {
      let opened = try OpenedPhoto(path: photo.path, settings: LoadSettings(RunContext()))
      return (opened, try opened.load())
    } catch { fail("\(photo.name): \(error)") }
  }

  private static func develop(
    _ source: DevelopSource, _ change: (inout DevelopRecipe) -> Void
  ) -> ImageBuffer<UInt8> {
    var recipe = DevelopRecipe()
    change(&recipe)
    do {
      return try Developer(source, recipe: recipe).picture(of: UInt8.self)
    } catch {
      fail("\(error)")
    }
  }

  /// The embedded JPEG, upright: it is stored as the sensor lay.
  private static func preview(of photo: Photo, _ orientation: Orientation) -> SmallPicture? {
    let most = Size(width: 1 << 20, height: 1 << 20)
    guard let file = try? RawFile(path: photo.path, cameras: nil),
      case .jpeg(let bytes)? = try? file.readPreview(),
      let picture = try? JPEGPicture.reduced(bytes, atLeast: most)
    else { return nil }
    return SmallPicture(picture, orientation: orientation)
  }
}
