import Bromide
import BromideCodecs
import BromideDevelop
import BromidePhotos
import BromideRuns
import BromideValues
import SystemPackage
import TestSupport
import Testing

/// Photos developed by the library, against the files of the command.
@Suite struct PhotoTests {
  private let folder = TemporaryFolder.fresh

  @Test(arguments: [
    ("chart_rggb_12bit.dng", ["--plain"]),
    ("landscape_gbrg_portrait_orientation6.dng", ["--plain"]),
    ("landscape_gbrg_portrait_orientation6.dng", []),
  ])
  func fileMatchesConvert(name: String, options: [String]) throws {
    let input = Package.testImages + "/" + name
    _ = try BuiltCommand.run(
      ["convert", input, "-o", folder("command.png"), "--exposure", "0.5"] + options)
    var recipe = DevelopRecipe()
    recipe.exposure = 0.5
    if options.isEmpty { recipe.optics = .standard }
    try Photo(contentsOf: input).write(to: folder("library.png"), recipe: recipe)
    #expect(try Files.read(folder("library.png")) == Files.read(folder("command.png")))
  }

  /// Each photo has the cameras of its context, as `--cameras-file` gives them to the command.
  @Test func camerasBelongToTheirPhotos() throws {
    var scene = SyntheticPhoto(.landscape(), size: Size(width: 240, height: 160))
    scene.recordsColor = true
    scene.options.color = scene.camera.color(light: .daylight)
    scene.options.color.calibrations = []
    let input = try folder.write(scene.file(), as: "bare.dng")
    let numbers = scene.camera.daylightMatrix.rows.map { "\($0.x), \($0.y), \($0.z)" }
    let text = """
      [{"make": "Bromide", "model": "Synthetic",
        "daylight": [\(numbers.joined(separator: ", "))]}]
      """
    let file = try folder.write(Array(text.utf8), as: "cameras.json")
    _ = try BuiltCommand.run(
      "convert", "--plain", input, "-o", folder("command.png"), "--cameras-file", file)
    let added = try Photo(
      contentsOf: input, context: RunContext(camerasFile: FilePath(file)))
    let plain = try Photo(contentsOf: input)
    try added.write(to: folder("library.png"), recipe: .plain)
    #expect(try Files.read(folder("library.png")) == Files.read(folder("command.png")))
    #expect(try added.guessedColors() == nil && plain.guessedColors() != nil)
    #expect(throws: BromideError.self) {
      try RunContext(camerasFile: FilePath(folder("none.json")))
    }
  }

  @Test func picturesInMemoryMatchConvert() throws {
    let input = Package.testImages + "/landscape_gbrg_portrait_orientation6.dng"
    var recipe = DevelopRecipe()
    recipe.space = .displayP3
    let photo = try Photo(contentsOf: input)
    _ = try BuiltCommand.run(
      "convert", "--plain", input, "-o", folder("8.png"), "--space", "display-p3")
    _ = try BuiltCommand.run(
      "convert", "--plain", input, "-o", folder("16.png"), "--space", "display-p3", "--depth", "16")

    let eight: Picture<UInt8> = try photo.developed(recipe)
    let image = try Picture<UInt8>(contentsOf: folder("8.png"))
    #expect(eight.size == image.size && eight.channels == 3)
    #expect(eight.samples == image.samples)
    #expect(eight[3, 5, 1] == image[3, 5, 1])
    let sixteen = try photo.developed(recipe, as: UInt16.self)
    #expect(try sixteen.samples == Picture<UInt16>(contentsOf: folder("16.png")).samples)
  }

  @Test func widthIsLimited() throws {
    let photo = try Photo(contentsOf: Package.testImages + "/chart_rggb_12bit.dng")
    var recipe = DevelopRecipe()
    recipe.size = SizeRequest(bounds: .width(120))
    #expect(try photo.developed(recipe).size == Size(width: 120, height: 80))
    recipe.size = SizeRequest(bounds: .height(40))
    #expect(try photo.developed(recipe).size == Size(width: 60, height: 40))
    recipe.size = SizeRequest(bounds: .width(1000))
    #expect(try photo.developed(recipe).size == Size(width: 480, height: 320))
  }

  /// Exposure and angles can leave their range only on the curve of a timeline.
  @Test(
    arguments: [
      ("exposure", 10.0, true), ("exposure", -10, true), ("exposure", 10.01, false),
      ("exposure", 30, false), ("exposure", .nan, false), ("hue", 180, true), ("hue", 190, false),
    ] as [(String, Double, Bool)])
  func recipesHaveTheRangeOfTheCommand(name: String, value: Double, isAccepted: Bool) throws {
    let parameter = try #require(ParameterTable.all.first { $0.name == name })
    let chart = Package.testImages + "/chart_rggb_12bit.dng"
    let photo = try Photo(contentsOf: chart)
    var recipe = DevelopRecipe.plain
    recipe.filters[parameter] = [value]
    var options = ColorSampler.Options()
    options.recipe = recipe
    let middle = NormalizedPoint(x: 0.5, y: 0.5)
    let text = "corrections=plain\n\(name)=\(value)"
    let uses: [() throws -> Void] = [
      { _ = try photo.developed(recipe) },
      { _ = try photo.write(to: folder("a.png"), recipe: recipe) },
      { _ = try photo.color(at: middle, recipe: recipe) },
      { _ = try ColorSampler(contentsOf: chart, options: options) },
      { _ = try Batch([chart], to: folder("batch"), recipe: recipe) },
      { _ = try EnginePhoto(PhotoInput(path: FilePath(chart))).shape(text) },
    ]
    for use in uses {
      if isAccepted {
        try use()
      } else {
        let error = #expect(throws: BromideError.self) { try use() }
        #expect(error?.kind == .request)
        #expect(error?.reason.contains(parameter.rejection) == true, "\(error?.reason ?? "")")
      }
    }
  }

  @Test func otherFormatsAreRejected() throws {
    let folder = try TemporaryFolder()
    let photo = try Photo(contentsOf: Package.testImages + "/chart_rggb_12bit.dng")
    let photos = #expect(throws: BromideError.self) { try photo.write(to: folder("a.heic")) }
    let pictures = #expect(throws: BromideError.self) {
      try photo.developed().write(to: folder("a.gif"))
    }
    #expect(photos?.kind == .request && pictures?.kind == .request)
    #expect(folder.names.isEmpty)
  }

  @Test func suffixSetsTheFormat() throws {
    let folder = try TemporaryFolder()
    let photo = try Photo(contentsOf: Package.testImages + "/chart_rggb_12bit.dng")
    var options = WriteOptions()
    options.jpeg = JPEGOptions(quality: 80, subsampling: .half)
    try photo.write(to: folder("a.jpg"), options: options)
    try photo.developed().write(to: folder("b.JPEG"), jpeg: options.jpeg)
    for name in ["a.jpg", "b.JPEG"] {
      let header = try JPEGPicture.header(path: FilePath(folder(name)))
      #expect(header.size == Size(width: 480, height: 320))
      #expect(header.layout.subsampling == .yuv422)
    }
    var deep = DevelopRecipe()
    deep.sample = .uint16
    #expect(throws: BromideError.self) { try photo.write(to: folder("c.jpg"), recipe: deep) }
    #expect(throws: BromideError.self) {
      try photo.developed(as: UInt16.self).write(to: folder("c.jpg"))
    }
    #expect(folder.names == ["a.jpg", "b.JPEG"])
  }

  /// Where its header ends early, too.
  @Test(arguments: [0.02, 0.5, 0.9]) func aCutFileIsDamaged(_ share: Double) throws {
    let folder = try TemporaryFolder()
    let whole = try Files.read(Package.testImages + "/chart_rggb_12bit.dng")
    let path = try folder.write(whole.prefix(Int(Double(whole.count) * share)), as: "cut.dng")
    let error = #expect(throws: BromideError.self) {
      try Photo(contentsOf: path).write(to: folder("a.png"))
    }
    #expect(error?.kind == .damaged, "\(error.map { "\($0)" } ?? "")")
  }

  @Test func foreignFileStays() throws {
    let path = try folder.write(Array("a letter".utf8), as: "letter.png")
    let photo = try Photo(contentsOf: Package.testImages + "/chart_rggb_12bit.dng")
    let error = #expect(throws: BromideError.self) { try photo.write(to: path) }
    #expect(error?.kind == .output)
    #expect(try Files.read(path) == Array("a letter".utf8))
    var options = WriteOptions()
    options.ifExists = .overwrite
    try photo.write(to: path, options: options)
    #expect(try PNGReader.info(path: FilePath(path)).size == Size(width: 480, height: 320))
  }

  @Test func errorsNameTheirKind() throws {
    let missing = #expect(throws: BromideError.self) {
      try Photo(contentsOf: folder("missing.dng"))
    }
    #expect(missing?.kind == .input)
    #expect(missing?.path == folder("missing.dng"))
    let chart = Package.testImages + "/chart_rggb_12bit.dng"
    let outside = #expect(throws: BromideError.self) {
      try Photo(contentsOf: chart).color(at: NormalizedPoint(x: 1.5, y: 0))
    }
    #expect(outside?.kind == .request)
  }

  @Test func damageIsAnErrorUnlessKept() throws {
    var bytes = try Files.read(Package.testImages + "/landscape_rggb_14bit_lossless_jpeg.dng")
    for index in bytes.count / 2..<bytes.count / 2 + 2000 { bytes[index] = 0xFF }
    let path = try folder.write(bytes, as: "damaged.dng")
    let photo = try Photo(contentsOf: path)
    #expect(throws: BromideError.self) { try photo.developed() }
    let writing = #expect(throws: BromideError.self) { try photo.write(to: folder("no.png")) }
    #expect(writing?.kind == .damaged)
    #expect(!Files.exists(folder("no.png")))

    let kept = try Photo(contentsOf: path, damaged: .keep)
    #expect(try kept.damage() != nil)
    let written = try kept.write(to: folder("kept.png"))
    #expect(Files.exists(folder("kept.png")))
    // Each result reports the damage.
    var options = ColorSampler.Options()
    options.damaged = .keep
    let sampler = try ColorSampler(contentsOf: path, options: options)
    for warnings in [written, try kept.developed().warnings, sampler.warnings] {
      #expect(warnings.filter { $0.contains("damaged") }.count == 1, "\(warnings)")
    }
  }
}
