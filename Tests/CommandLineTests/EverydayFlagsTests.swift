import BromideCodecs
import BromideValues
import SystemPackage
import TestSupport
import Testing

/// Short forms for everyday tasks, as a person types them. Two photos are wide and two are upright.
@Suite struct EverydayFlagsTests {
  private let tree = CommandTree.fresh([
    "in/wide.dng": "chart_rggb_12bit.dng",
    "in/upright.dng": "landscape_gbrg_portrait_orientation6.dng",
  ])

  private func size(_ name: String) throws -> Size {
    try PNGReader.info(path: FilePath(tree.path(name))).size
  }

  /// Converts both photos, and returns the sizes of the wide and of the upright picture.
  @discardableResult
  private func convert(_ options: String..., into folder: String = "out") throws -> [Size] {
    try tree.run(["convert", "in", "-o", folder, "-y"] + options, status: 0)
    return try ["wide", "upright"].map { try size("\(folder)/\($0).png") }
  }

  // MARK: Shape and size

  @Test func cropShapesFitEachPhoto() throws {
    let whole = try convert()
    #expect(whole[0].width > whole[0].height && whole[1].width < whole[1].height)
    for part in try convert("--crop", "1:1") { #expect(part.width == part.height) }
    for part in try convert("--crop", "1:1", "--size", "100") {
      #expect(part == Size(width: 100, height: 100))
    }
    for part in try convert("--crop", "3:2", "--size", "90") {
      #expect(part == Size(width: 90, height: 60))
    }
    let turned = try convert("--crop", "3:2,turn", "--size", "90")
    #expect(turned == [Size(width: 90, height: 60), Size(width: 60, height: 90)])
  }

  @Test func cropReplacesTheCropOfASidecar() throws {
    let xmp = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
       xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
       xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/" crs:HasCrop="True"
       crs:CropLeft="0.25" crs:CropTop="0.25" crs:CropRight="0.5" crs:CropBottom="0.5"
       crs:CropAngle="0"/></rdf:RDF></x:xmpmeta>
      """
    for name in ["wide", "upright"] { try tree.write(xmp, to: "in/\(name).xmp") }
    let whole = try convert()
    let cropped = try convert("--sidecar", "auto")
    #expect(cropped[0].width < whole[0].width)
    #expect(try convert("--sidecar", "auto", "--crop", "original") == whole)
    let squares = try convert("--sidecar", "auto", "--crop", "1:1")
    #expect(squares[0].width == whole[0].shortEdge)
  }

  @Test func sizesAreTyped() throws {
    let whole = try convert()
    let half = try convert("--size", "50%")
    for (picture, photo) in zip(half, whole) {
      #expect(abs(2 * picture.width - photo.width) <= 1)
    }
    for picture in try convert("--size", "0.004MP") {
      #expect(picture.area <= 4000 && picture.area > 3700)
    }
    for picture in try convert("--size", "short:40") { #expect(picture.shortEdge == 40) }
    for picture in try convert("--size", "width:50") { #expect(picture.width == 50) }
    for picture in try convert("--size", "height:50") { #expect(picture.height == 50) }
    // 3 x 2 cm with 50.8 pixels in a centimetre.
    let print = try convert("--size", "2x1cm", "--dpi", "127", "--fit", "cover")
    for picture in print { #expect(picture == Size(width: 100, height: 50)) }
    let png = try PNGReader.info(path: FilePath(tree.path("out/wide.png")))
    #expect(png.text("Software") != nil)
  }

  @Test func densityIsStored() throws {
    try convert("--size", "64", "--dpi", "127", into: "dpi")
    let file = try tree.read("dpi/wide.png")
    let place = try #require(file.indices.first { file[$0...].starts(with: Array("pHYs".utf8)) })
    // 127 pixels per inch are 5000 per metre.
    #expect(Array(file[place + 4..<place + 13]) == [0, 0, 0x13, 0x88, 0, 0, 0x13, 0x88, 1])
  }

  @Test(arguments: [
    (["--size", "10XP"], "expected WIDTHxHEIGHT"), (["--size", "0%"], "expected WIDTHxHEIGHT"),
    (["--size", "50%", "--fit", "cover"], "--fit has no effect with --size 50%"),
    (["--dpi", "0"], "expected whole numbers from 1 to 9600"),
    (["--crop", "3:0"], "or a ratio such as 3:2"),
    (["--bw", "--monochrome", "0.5"], "--bw contradicts --monochrome 0.5"),
    (["--contrast", "20"], "Lightroom's +20 is --contrast 1.07"),
    (["--shadows", "-40"], "Lightroom's -40 is --shadows -0.6"),
    (["--white-balance", "clody"], "did you mean “cloudy”?"),
    (["--tree", "flat"], "--tree flat requires -r and -o FOLDER"),
  ])
  func mistakesAreExplained(_ options: [String], _ text: String) throws {
    try tree.run(["convert", "in"] + options, status: 64, errors: text)
  }

  /// Numbers that are not on the slider do not get a slider's advice.
  @Test func otherNumbersAreOnlyRejected() throws {
    for (flag, number) in [("--contrast", "2000"), ("--gamma", "20"), ("--zoom", "0")] {
      let run = try tree.run("convert", "in", flag, number)
      #expect(run.status == 64 && !run.errors.contains("Lightroom"), "\(run.errors)")
    }
  }

  @Test func shortNamesAreSuggestedForOneMistake() throws {
    let far = try tree.run(
      "convert", "in", "--xz", "1", status: 64, errors: "Unknown option '--xz'")
    #expect(!far.errors.contains("Did you mean"), "\(far.errors)")
    try tree.run("convert", "in", "--exposur", "1", errors: "Did you mean '--exposure'?")
  }

  // MARK: Colour

  @Test(arguments: [
    ("cloudy", "6500,10"), ("shade", "7500,10"), ("tungsten", "2850,0"),
    ("fluorescent", "3800,21"), ("flash", "5500,0"),
  ])
  func namedBalancesAreNumbers(_ name: String, _ numbers: String) throws {
    try convert("--white-balance", name, into: "name")
    try convert("--white-balance", numbers, into: "numbers")
    try convert(into: "camera")
    for picture in ["wide.png", "upright.png"] {
      #expect(try tree.read("name/" + picture) == tree.read("numbers/" + picture))
      #expect(try tree.pixels("name/" + picture) != tree.pixels("camera/" + picture))
    }
  }

  @Test func balancesWorkInRecipes() throws {
    try tree.write("white-balance: shade\ncrop: 1:1\nsize: 50%\n", to: "r.yaml")
    try convert("--recipe", "r.yaml", into: "recipe")
    try convert("--white-balance", "7500,10", "--crop", "1:1", "--size", "50%", into: "flags")
    for picture in ["wide.png", "upright.png"] {
      #expect(try tree.read("recipe/" + picture) == tree.read("flags/" + picture))
    }
    try tree.run(
      "convert", "in", "-o", "again", "--recipe", "r.yaml", "--save-recipe", "s.yaml", status: 0)
    let text = try tree.text("s.yaml")
    #expect(text.contains("crop: '1:1'\n") && text.contains("size: 50%\n"), "\(text)")
    try convert("--recipe", "s.yaml", into: "saved")
    #expect(try tree.read("saved/wide.png") == tree.read("flags/wide.png"))
  }

  @Test func blackAndWhiteTakesANumberOrNone() throws {
    try convert("--monochrome", "1", into: "one")
    try convert("--bw", into: "bw")
    try convert("--monochrome", into: "bare")
    try tree.run("convert", "--monochrome", "in/wide.dng", "-o", "front.png", status: 0)
    let half = try convert("--monochrome", "0.5", into: "half")
    #expect(half.count == 2)
    let one = try tree.read("one/wide.png")
    #expect(try tree.read("bw/wide.png") == one && tree.read("bare/wide.png") == one)
    #expect(try tree.read("front.png") == one)
    #expect(try tree.read("half/wide.png") != one)
    let picture = try tree.picture("bw/wide.png")
    for x in stride(from: 0, to: picture.width, by: 7) {
      #expect(Set((0..<3).map { picture[x, 20, $0] }).count == 1)
    }
  }

  // MARK: Folders

  @Test func treesCanBeFlat() throws {
    try tree.copy("chart_rggb_12bit.dng", to: "card/a/1.dng")
    try tree.copy("chart_rggb_12bit.dng", to: "card/b/2.dng")
    let kept = try tree.run("convert", "card", "-r", "-o", "kept", "--size", "32")
    #expect(kept.status == 0 && tree.entries("kept") == ["a", "b"], "\(kept.errors)")
    let flat = try tree.run("convert", "card", "-r", "-o", "flat", "--tree", "flat", "--size", "32")
    #expect(flat.status == 0 && tree.entries("flat") == ["1.png", "2.png"], "\(flat.errors)")
    try tree.copy("chart_rggb_12bit.dng", to: "card/b/1.dng")
    let both = try tree.run("convert", "card", "-r", "-o", "both", "--tree", "flat")
    #expect(both.status == 64 && !tree.exists("both"))
    #expect(both.errors.contains("{folder}") && both.errors.contains("{n}"), "\(both.errors)")
  }

  @Test func namesEndWithTheSuffixOfTheirFormat() throws {
    for name in ["{stem}.jpg", "{stem}.JPEG", "{stem}"] {
      let run = try tree.run(
        "convert", "in/wide.dng", "-o", "names", "-y", "--to", "jpeg", "--name", name, "--size",
        "32")
      #expect(run.status == 0 && tree.entries("names") == ["wide.jpg"], "\(run.errors)")
    }
    try tree.run(
      "convert", "in/wide.dng", "-o", "names", "--name", "{stem}.jpg", status: 64,
      errors: "use --to jpeg")
  }

  // MARK: Timelines

  @Test func timelinesUseShapes() throws {
    func document(_ crop: String, _ tracks: String = "") -> String {
      "size: 60x60\nfps: 10\nfit: contain\ndevelop: {crop: '\(crop)'}\n"
        + "sources: [{photo: in/wide.dng, duration: 2f\(tracks)}]\n"
    }
    try tree.write(document("1:1"), to: "t.yaml")
    try tree.run("render", "t.yaml", "-o", "frames", status: 0)
    // A square photo fills a square frame, so no edge is black.
    let frame = try tree.picture(
      "frames/" + (tree.entries("frames").first { $0.hasSuffix(".png") } ?? ""))
    #expect((0..<3).contains { frame[30, 0, $0] > 0 } && (0..<3).contains { frame[30, 59, $0] > 0 })
    let track = ", tracks: {crop: [{from: [0, 0, 1, 1], to: [0, 0, 0.5, 0.5]}]}"
    try tree.write(document("1:1", track), to: "bad.yaml")
    try tree.run(
      "render", "bad.yaml", "-o", "none", status: 64, errors: "the shape 1:1 cannot move")
  }
}
