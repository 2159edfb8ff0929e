import BromideDevelop
import BromideValues
import Foundation
import TestSupport
import Testing

/// `--recipe` and `--save-recipe` as a person meets them.
@Suite struct RecipeCommandTests {
  private let tree = CommandTree.fresh(["a.dng": "chart_rggb_12bit.dng"])

  private func convert(_ options: [String], as output: String) throws -> [UInt8] {
    try tree.run(["convert", "a.dng", "-o", output, "--size", "64"] + options, status: 0)
    return try tree.read(output)
  }

  private func write(_ text: String, to name: String = "r.yaml") throws {
    try tree.write(text, to: name)
  }

  @Test func aRecipeIsItsFlags() throws {
    try write(
      "exposure: 0.5\nlook: flat\nwhite-balance: 5200,-4\nfade-color: '#102030'\nfade: 0.2\n")
    let flags = [
      "--exposure", "0.5", "--look", "flat", "--white-balance", "5200,-4", "--fade-color",
      "#102030", "--fade", "0.2",
    ]
    #expect(try convert(["--recipe", "r.yaml"], as: "r.png") == convert(flags, as: "f.png"))
  }

  @Test(arguments: [
    ("exposure: 1", ["--exposure", "-0.5"], ["--exposure", "-0.5"]),
    ("exposure: 1", ["--exposure", "0"], []), ("look: flat", ["--look", "standard"], []),
    ("highlight-mode: clip", ["--highlight-mode", "recover"], []),
    ("demosaic: libraw:ahd", ["--demosaic", "auto"], []),
    ("orientation: keep", ["--orientation", "apply"], []),
    ("crop-area: active", ["--crop-area", "user"], []),
    ("crop-area: active", ["--crop-area", "default"], ["--crop-area", "default"]),
    ("space: rec2020\ndepth: 16", ["--space", "srgb", "--depth", "8"], []),
    // A temperature or tint flag replaces only that value, and --white-balance replaces all of
    // it.
    ("temperature: 4000\ntint: 9", ["--white-balance", "camera"], []),
    ("white-balance: 4000", ["--temperature", "5000"], ["--white-balance", "5000"]),
    ("white-balance: 4000,9", ["--tint", "0"], ["--white-balance", "4000"]),
    ("white-balance: 2,1,2", ["--temperature", "5000"], ["--temperature", "5000"]),
    (
      "white-balance: 'at:0.5,0.5'", ["--white-balance", "daylight"],
      ["--white-balance", "daylight"]
    ),
    // If the tone curve is removed, its look is also removed.
    ("look: flat", ["--tone", "linear"], ["--tone", "linear"]),
    ("tone: linear", ["--tone", "standard", "--look", "flat"], ["--look", "flat"]),
  ])
  func flagsWin(_ recipe: String, _ flags: [String], _ same: [String]) throws {
    try write(recipe)
    let both = try convert(["--recipe", "r.yaml"] + flags, as: "both.png")
    // Temperature and tint in two flags or in one give the same balance, but another fingerprint.
    let alone = try convert(same, as: "same.png")
    if recipe.hasPrefix("white-balance: 4000") {
      #expect(CommandTree.pixels(both) == CommandTree.pixels(alone), "\(recipe)")
    } else {
      #expect(both == alone, "\(recipe) \(flags)")
    }
    #expect(try both != convert(["--recipe", "r.yaml"], as: "recipe.png"), "\(recipe) \(flags)")
  }

  @Test func fitOfAFlagMeetsTheSizeOfARecipe() throws {
    try write("size: 40x40\n")
    try tree.run(
      "convert", "a.dng", "-o", "c.png", "--recipe", "r.yaml", "--fit", "cover", status: 0)
    #expect(try tree.picture("c.png").size == Size(width: 40, height: 40))
    try tree.run(
      "convert", "a.dng", "-o", "d.png", "--fit", "cover", status: 64,
      errors: "--fit needs a --size to fit into")
  }

  // MARK: Refusals

  @Test(arguments: [
    ("exposur: 1", "r.yaml:1: exposur: unknown key; did you mean “exposure”?"),
    ("exposure: 99", "r.yaml:1: exposure: “99”: expected numbers from -10 to 10 EV"),
    ("sources: [{photo: a.dng}]", "r.yaml:1: sources: this is a timeline"),
  ])
  func wrongRecipesAreWrongUsage(_ text: String, _ message: String) throws {
    try write(text)
    for command in [
      ["convert", "a.dng"], ["sheet", "a.dng", "-o", "s.png"],
      ["sample", "a.dng", "--as", "convert"],
    ] {
      try tree.run(command + ["--recipe", "r.yaml"], status: 64, errors: message)
    }
    #expect(tree.entries() == ["a.dng", "r.yaml"])
  }

  @Test(arguments: [
    (["convert", "a.dng", "--recipe", "none.yaml"], "none.yaml: cannot be read: No such file"),
    (["convert", "a.dng", "--recipe", "."], "is a folder; a recipe is an ordinary file"),
    (["convert", "a.dng", "--recipe", "-"], "--recipe -: name a file"),
    (["convert", "a.dng", "--recipe", "r.yaml", "--recipe", "r.yaml"], "may be given once"),
    (["convert", "a.dng", "--save-recipe", "-"], "--save-recipe -: name a file"),
    (["sheet", "a.dng", "-o", "s.png", "--recipe", "size.yaml"], "size.yaml:2: size: a sheet's"),
    (
      ["sheet", "a.dng", "-o", "s.png", "--from", "preview", "--recipe", "balance.yaml"],
      "balance.yaml:1: white-balance: cannot be combined with --from preview"
    ),
    (
      ["sample", "a.dng", "--recipe", "size.yaml"], "size.yaml:1: crop: samples are single pixels"
    ),
    (
      ["sample", "a.dng", "--from", "preview", "--as", "convert", "--recipe", "r.yaml"],
      "--recipe cannot be combined with --from preview"
    ),
    (
      ["convert", "a.dng", "--recipe", "linear.yaml", "--look", "flat"],
      "--look flat cannot be combined with the recipe's tone: linear; add --tone standard"
    ),
  ])
  func whatCannotBeHonouredIsNamed(_ arguments: [String], _ message: String) throws {
    try write("exposure: 1\n")
    try write("crop: [0, 0, 0.5, 0.5]\nsize: 100\n", to: "size.yaml")
    try write("white-balance: daylight\n", to: "balance.yaml")
    try write("tone: linear\n", to: "linear.yaml")
    let before = tree.entries()
    try tree.run(arguments, status: 64, errors: message)
    #expect(tree.entries() == before)
  }

  // MARK: Other commands

  @Test func samplesApplyAndNameARecipe() throws {
    try write("exposure: 1\nlook: flat\n")
    let flags = try tree.run(
      "sample", "a.dng", "--as", "convert", "--at", "0.4,0.4", "--exposure", "1", "--look", "flat")
    let recipe = try tree.run(
      "sample", "a.dng", "--as", "convert", "--at", "0.4,0.4", "--recipe", "r.yaml", status: 0)
    let message = recipe.text + recipe.errors
    #expect(
      message.contains("exposure 1.00 EV (recipe)") && message.contains("look flat (recipe)"),
      "\(message)")
    #expect(message.replacing("(recipe", with: "(flag") == flags.text + flags.errors)
  }

  @Test func sheetsFollowARecipe() throws {
    try write("exposure: 1\nspace: display-p3\n")
    func sheet(_ options: [String], _ output: String) throws -> [UInt8] {
      try tree.run(["sheet", "a.dng", "-o", output, "--tile", "64"] + options, status: 0)
      return try tree.read(output)
    }
    let flags = try sheet(["--exposure", "1", "--space", "display-p3"], "f.png")
    #expect(try sheet(["--recipe", "r.yaml", "--save-recipe", "s.yaml"], "r.png") == flags)
    #expect(try sheet(["--recipe", "s.yaml"], "s.png") == flags)
  }

  // MARK: Saving

  /// Flags of every kind, and of all parameters together, with values that have an effect.
  private static let kinds: [[String]] =
    [
      ["--white-balance", "auto"], ["--white-balance", "daylight"],
      ["--white-balance", "4100,7.5"],
      ["--white-balance", "2.1,1,1.5"], ["--white-balance", "at:0.3,0.4"],
      ["--white-balance", "at:0.3,0.4,7%"], ["--look", "flat"], ["--look", "classic"],
      ["--look", "camera"], ["--look", "camera:each"],
      ["--highlight-mode", "clip"], ["--highlight-mode", "blend"], ["--tone", "linear"],
      ["--demosaic", "bilinear"], ["--demosaic", "half"], ["--demosaic", "libraw:ahd"],
      ["--crop-area", "active"], ["--orientation", "keep"], ["--depth", "16"], ["--depth", "8"],
      ["--dither", "none"], ["--dither", "all"],
      ["--space", "prophoto", "--depth", "16"], ["--size", "50x20", "--fit", "cover"],
      ["--size", "3000", "--enlarge", "--crop", "0,0,0.1,0.1"], ["--lut", "t.cube"],
      ["--lut-space", "slog3:srgb", "--lut", "t.cube"],
      ParameterTable.all.flatMap { ["--\($0.name)", text($0)] } + ["--lut", "t.cube"],
    ]

  private static func text(_ parameter: Parameter) -> String {
    let (low, high) = (parameter.range.lowerBound, parameter.range.upperBound)
    switch parameter.form {
    case .number: return "\(low + (high - low) * 0.37)"
    case .numbers(let names):
      return names.indices.map { "\(0.3 + Double($0) / 7)" }.joined(separator: ",")
    case .window: return "0.1,0.2,0.3,0.4"
    case .color: return "#204060"
    case .groups(let groups, let members):
      let values = members.map { "\($0.name) \($0.range.upperBound * 0.37)" }
      return groups.map { "\($0): " + values.joined(separator: " ") }.joined(separator: "; ")
    case .points: return "0,0.1 0.3,0.2 1,0.9"
    }
  }

  @Test(arguments: kinds)
  func aSavedRecipeGivesTheSameBytes(_ flags: [String]) throws {
    func run(_ options: [String], _ output: String) throws -> [UInt8] {
      try tree.run(["convert", "a.dng", "-o", output] + options, status: 0)
      return try tree.read(output)
    }
    try tree.write("LUT_1D_SIZE 2\n0.1 0 0.2\n0.9 1 0.8\n", to: "t.cube")
    let made = try run(flags + ["--save-recipe", "s.yaml"], "a.png")
    let again = try run(["--recipe", "s.yaml", "--save-recipe", "t.yaml"], "b.png")
    let text = try tree.text("s.yaml")
    #expect(made == again, "\(flags)\n\(text)")
    #expect(try tree.read("t.yaml") == tree.read("s.yaml"))
    for flag in flags where flag.hasPrefix("--") {
      #expect(text.contains(flag.dropFirst(2) + ": "), "\(text)")
    }
  }

  @Test func aRecipeOfFlagsOverARecipe() throws {
    try write("exposure: 1\ncontrast: 1.2\n")
    _ = try convert(
      ["--recipe", "r.yaml", "--exposure", "0.5", "--save-recipe", "s.yaml"], as: "a.png")
    let text = try tree.text("s.yaml")
    #expect(text.hasSuffix(".\nsize: 64\nexposure: 0.5\ncontrast: 1.2\n"), "\(text)")
  }

  @Test func otherFilesStay() throws {
    func save(_ name: String, _ options: String...) throws -> CommandRun {
      try tree.run(
        ["convert", "a.dng", "-o", "out", "--exposure", "0.5", "--save-recipe", name] + options)
    }
    try write("exposure: 1\n", to: "mine.yaml")
    // A dry run rejects the same files.
    for options in [[], ["-n"]] {
      let run = try tree.run(
        ["convert", "a.dng", "-o", "out", "--save-recipe", "mine.yaml"] + options)
      run.expect(64, "not a recipe that Bromide wrote; -y replaces")
      try tree.run(
        ["sheet", "a.dng", "-o", "s.png", "--save-recipe", "mine.yaml"] + options, status: 64,
        errors: "not a recipe that Bromide wrote; -y replaces")
      #expect(!tree.exists("out") && !tree.exists("s.png"))
    }
    #expect(try save("mine.yaml", "-n", "-y").status == 0)
    #expect(try tree.read("mine.yaml") == Array("exposure: 1\n".utf8))
    #expect(try save("mine.yaml", "-y").status == 0)
    let own = try tree.read("mine.yaml")
    #expect(own.starts(with: Array("# Recipe written by Bromide".utf8)))
    // A recipe from Bromide is updated, unless `--if-exists` keeps it.
    #expect(try save("mine.yaml", "--contrast", "2", "--if-exists", "skip").status == 0)
    #expect(try tree.read("mine.yaml") == own)
    try save("mine.yaml", "--contrast", "2", "--if-exists", "fail").expect(
      64, "--save-recipe mine.yaml exists")
    #expect(try save("mine.yaml", "--contrast", "2").status == 0)
    #expect(try tree.read("mine.yaml") != own)
    // No option lets it replace a photo, a picture or the report.
    for (name, message) in [
      ("a.dng", "is an input"), ("out", "would replace out/a.png"),
      ("out/a.png", "would replace"), ("r.jsonl", "would replace r.jsonl"),
    ] {
      try save(name, "-y", "-n", "--report", "r.jsonl").expect(64, message)
      try save(name, "-y", "--report", "r.jsonl").expect(64, message)
    }
    try save("no/folder.yaml").expect(64, "cannot be written: No such file")
    try save("no/folder.yaml", "-n").expect(64, "cannot be written: No such file")
    try save("a.dng/r.yaml", "-n").expect(64, "cannot be written: Not a directory")
    #expect(try save("new.yaml", "-n").status == 0 && !tree.exists("new.yaml"))
  }

  /// A run does not replace the files of its own settings, under any policy and by any name.
  @Test func filesOfTheSettingsStay() throws {
    try write("exposure: 1\n", to: "mine.yaml")
    try tree.write(
      MetadataCommandTests.document(#"crs:Exposure2012="+0.50""#), to: "preset.xmp")
    let corners = (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)\n" }
    try write("LUT_3D_SIZE 2\n" + corners.joined(), to: "warm.cube")
    for (option, file, noun) in [
      ("--recipe", "mine.yaml", "recipe"), ("--recipe", "preset.xmp", "recipe"),
      ("--lut", "warm.cube", "look table"),
    ] {
      let before = try tree.read(file)
      for name in [file, "./" + file] {
        let run = try tree.run(
          "convert", "a.dng", "-o", "out", option, file, "--save-recipe", name, "-y")
        #expect(
          run.status == 64
            && run.errors.contains("--save-recipe \(name) would replace the \(noun) that this run"),
          "\(run.errors)")
      }
      #expect(try tree.read(file) == before && !tree.exists("out"))
    }
    let other = try tree.run(
      "convert", "a.dng", "-o", "out", "--recipe", "mine.yaml", "--save-recipe", "new.yaml")
    #expect(other.status == 0 && tree.exists("new.yaml"), "\(other.errors)")
  }

  /// Files that no recipe names stay too, even with -y.
  @Test func otherFilesOfTheRunStay() throws {
    try SampleScene.png(tree.path("logo.png"))
    try tree.copy("chart_rggb_12bit.dng", to: "b.dng")
    try tree.write("a.dng\n", to: "list.txt")
    let cameras =
      #"[{"make": "A", "model": "B", "daylight": [0.8, -0.2, -0.1, -0.4, 1.2, 0.2, -0.1, 0.2, 0.6]}]"#
    try tree.write(cameras, to: "cameras.json")
    try tree.write(MetadataCommandTests.document(#"crs:Exposure2012="+0.50""#), to: "a.xmp")
    try tree.run(
      "convert", "a.dng", "-o", "first.png", "--optics", "lock", "--optics-save", "o.json",
      status: 0)
    for (arguments, file, words) in [
      (["a.dng", "--watermark", "logo.png"], "logo.png", "would replace the watermark that"),
      (["a.dng", "--optics", "o.json"], "o.json", "would replace the optics file that"),
      (["a.dng", "--levels", "b.dng"], "b.dng", "would replace the photo of --levels that"),
      (["a.dng", "--cameras-file", "cameras.json"], "cameras.json", "the cameras file that"),
      (["@list.txt"], "list.txt", "would replace the list that"),
      (["a.dng", "--sidecar", "auto"], "a.xmp", "has the name of a sidecar that"),
      (["a.dng", "--sidecar", "auto"], "a.dng.xmp", "has the name of a sidecar that"),
    ] {
      let before = try? tree.read(file)
      let save = ["-o", "out", "-y", "--save-recipe", "./" + file]
      try tree.run(["convert"] + arguments + save, status: 64, errors: words)
      #expect((try? tree.read(file)) == before && !tree.exists("out"), "\(file)")
    }
    try tree.run(
      "sheet", "@list.txt", "-o", "s.png", "--tile", "32", "-y", "--save-recipe", "list.txt",
      status: 64, errors: "would replace the list that")
    #expect(try tree.text("list.txt") == "a.dng\n" && !tree.exists("s.png"))
    // A picture does not replace them either.
    let logo = try tree.read("logo.png")
    try tree.run(
      "convert", "a.dng", "-o", "logo.png", "-y", "--watermark", "logo.png", status: 64,
      errors: "would overwrite the input logo.png")
    #expect(try tree.read("logo.png") == logo)
    // Without --sidecar, the name is free.
    try tree.run(
      "convert", "a.dng", "-o", "out", "--save-recipe", "b.xmp", "--sidecar", "none", status: 0)
    #expect(tree.exists("b.xmp"))
  }

  @Test func recipesRejectLevels() throws {
    try tree.run(
      "convert", "a.dng", "--levels", "lock", "--save-recipe", "s.yaml", status: 0,
      errors: "--levels is not saved in a recipe")
  }
}
