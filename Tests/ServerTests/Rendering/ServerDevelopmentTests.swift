import BromideDevelop
import BromidePhotos
import BromideSampling
import BromideServer
import BromideValues
import SystemPackage
import TestSupport
import Testing

/// The server's settings apply if a request does not set them.
@Suite struct ServerDevelopmentTests {
  private func query(
    _ items: [(String, String)], over base: [(String, String)]
  ) throws(Rejection) -> DevelopQuery {
    try DevelopQuery(
      items.map { (name: $0.0, value: $0.1) },
      over: try DevelopQuery(base.map { (name: $0.0, value: $0.1) }))
  }

  @Test func aRequestWins() throws {
    let both = try query([("exposure", "1")], over: [("exposure", "-1"), ("contrast", "1.2")])
    #expect(both.settings.recipe.exposure == 1)
    #expect(both.settings.recipe.filters[.contrast] == [1.2])
    let back = try query([("exposure", "0")], over: [("exposure", "-1")])
    #expect(back.settings.recipe.exposure == 0)
  }

  /// As `convert` has it of flags over a recipe.
  @Test func requestsReplaceTheWhiteBalance() throws {
    let balance = try query([("white-balance", "daylight")], over: [("temperature", "3000")])
    #expect(balance.settings.recipe.whiteBalance == .daylight)
    #expect(balance.settings.recipe.filters[.temperature] == nil)
    let tint = try query([("tint", "9")], over: [("white-balance", "3000,4")])
    #expect(tint.settings.recipe.whiteBalance == .camera)
    #expect(tint.settings.recipe.filters[.temperature] == [3000])
    #expect(tint.settings.recipe.filters[.tint] == [9])
    let linear = try query([("tone", "linear")], over: [("look", "flat")])
    #expect(linear.settings.recipe.look == .standard)
    #expect(throws: Rejection.self) { try query([("look", "flat")], over: [("tone", "linear")]) }
  }

  /// The looks of a file stay unless a request sets a look or a tone.
  @Test func requestsReplaceListedLooks() throws {
    let curve = try #require(
      LookCurve(
        knots: [0, 0.1, 0.5, 1], values: [0, 0.3, 0.7, 1],
        origin: LookCurve.Origin(make: "Bromide", model: "Synthetic", photo: "a.dng")))
    let folder = try TemporaryFolder()
    let path = FilePath(folder("l.json"))
    try LookFile.write([curve], to: path)
    var settings = PhotoSettings(RunContext())
    settings.use(try LookFile.read(path))
    let base = try DevelopQuery(recipe: settings)
    #expect(base.settings.cameraLooks == settings.cameraLooks && settings.cameraLooks != nil)
    #expect(try DevelopQuery(recipe: PhotoSettings(RunContext())).key != base.key)
    let brighter = try DevelopQuery([(name: "exposure", value: "1")], over: base)
    #expect(brighter.settings.cameraLooks == settings.cameraLooks)
    for item in [(name: "look", value: "flat"), (name: "tone", value: "linear")] {
      #expect(try DevelopQuery([item], over: base).settings.cameraLooks == nil)
    }
  }

  /// Pictures equal the pictures of a request with the same settings. Other defaults have other
  /// keys, so a browser requests the picture again.
  @Test func picturesFollow() throws {
    let plain = try ServedScene(size: Size(width: 90, height: 60))
    let base = try DevelopQuery([("exposure", "0.5"), ("tone", "linear")])
    let served = try ServedScene(size: Size(width: 90, height: 60)) { $0.development = base }
    let target = "/iiif/p-1.dng/full/max/0/default.png"
    let (given, standing) = (
      plain.get(target + "?exposure=0.5&tone=linear"), served.get(target)
    )
    #expect(given.body == standing.body)
    #expect(plain.get(target).body != standing.body)
    #expect(plain.get(target).header("ETag") != standing.header("ETag"))
    #expect(served.get(target + "?exposure=0&tone=standard").body == plain.get(target).body)
    #expect(served.get("/v1/list").text.contains("\"values\":{\"exposure\":0.5}"))
  }

  /// The server's raw settings do not affect finished pictures, but the same settings in a request
  /// are an error.
  @Test func finishedPicturesAreServed() throws {
    let base = try DevelopQuery([("tone", "linear"), ("white-balance", "5000"), ("exposure", "1")])
    let scene = try ServedScene(size: Size(width: 90, height: 60)) { $0.development = base }
    let picture = scene.get("/iiif/p-1.dng/full/max/0/default.png")
    try scene.folder.write(picture.body, as: "still.png")
    #expect(scene.get("/iiif/still.png/full/max/0/default.png").status == 200)
    #expect(scene.get("/iiif/still.png/full/max/0/default.png").body != picture.body)
    #expect(scene.get("/v1/preview/still.png?size=40").status == 200)
    let untouched = scene.get("/iiif/still.png/full/max/0/default.png?exposure=0")
    #expect(untouched.body == picture.body)
    #expect(scene.get("/iiif/still.png/full/max/0/default.png?tone=linear").status == 400)
  }

  /// A number of stops for cameras whose exposure is unknown is an exposure like any other, as in `convert`.
  @Test func camerasHaveTheExposureThatIsSet() throws {
    let size = Size(width: 90, height: 60)
    let plain = try ServedScene(size: size)
    let base = DevelopQuery.plain.with(.fixed(0.5), named: "0.5")
    let served = try ServedScene(size: size) { $0.development = base }
    let target = "/iiif/p-1.dng/full/max/0/default.png"
    #expect(served.get(target).body == plain.get(target + "?exposure=0.5").body)
    #expect(served.get(target).body != plain.get(target).body)
    #expect(served.get(target).header("ETag") != plain.get(target).header("ETag"))
    // A request adds to it.
    #expect(
      served.get(target + "?exposure=0.25").body == plain.get(target + "?exposure=0.75").body)
  }

  /// The sliders begin where the camera's white balance stands: CIE illuminant A has 2856 K.
  @Test func slidersStartAtTheRecordedBalance() throws {
    let scene = try ServedScene()
    var photo = SyntheticPhoto(.chart, size: Size(width: 90, height: 60))
    photo.light = .tungsten
    try scene.folder.write(photo.file(), as: "warm.dng")
    let text = scene.get("/v1/photo/warm.dng").text
    let found = try #require(text.firstMatch(of: #/"temperature":([0-9.]+),"tint":(-?[0-9.]+)/#))
    let (kelvin, tint) = (try #require(Double(found.1)), try #require(Double(found.2)))
    #expect(abs(kelvin - 2856) < 5 && abs(tint) < 0.5, "\(text)")
    #expect(scene.get("/v1/photo/none.dng").status == 404)
    let base = try DevelopQuery([("white-balance", "5200,3")])
    let set = try ServedScene(size: Size(width: 90, height: 60)) { $0.development = base }
    #expect(set.get("/v1/list").text.contains("\"temperature\":5200.0,\"tint\":3.0"))
  }

  @Test func aRecipeIsABase() throws {
    var settings = PhotoSettings(RunContext())
    settings.recipe.exposure = 0.5
    settings.recipe.tone = .linear
    settings.recipe.filters[.contrast] = [1.3]
    let base = try DevelopQuery(recipe: settings)
    #expect(base.settings.recipe.exposure == 0.5)
    #expect(base.settings.recipe.optics.lens == .auto)
    settings.recipe.exposure = 0.6
    #expect(try DevelopQuery(recipe: settings).key != base.key)
    settings.recipe.exposure = 0.5
    #expect(try DevelopQuery(recipe: settings).key == base.key)
    for key in ["crop", "size", "ca", "demosaic", "opacity", "space"] {
      #expect(DevelopQuery.rejection(ofKey: key) != nil)
    }
    for key in DevelopQuery.names + ["profile"] {
      #expect(DevelopQuery.rejection(ofKey: key) == nil)
    }
  }
}
