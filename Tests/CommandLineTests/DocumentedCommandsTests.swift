import BromideCodecs
import BromideValues
import Foundation
import TestSupport
import Testing

/// The commands in pages and help run unchanged and print the documented output.
@Suite struct DocumentedCommandsTests {
  @Test func readmeRunsOnTheTestPictures() throws {
    let scene = try DocumentedScene()
    let commands = try DocumentedPage(DocumentedPage.readme).commands
    #expect(commands.count { $0.output != nil } >= 6)
    for command in commands {
      let run = try scene.run(command.text)
      #expect(run.status == 0, "\(command.text)\n\(run.text)")
      if let output = command.output {
        #expect(
          DocumentedPage.agrees(run.text, with: output), "\(command.text) prints\n\(run.text)")
      }
    }
  }

  @Test(arguments: DocumentedPage.documentation)
  func documentationParses(_ name: String) throws {
    let scene = try DocumentedScene()
    try scene.addStandIns()
    for command in try DocumentedPage(name).commands {
      if let output = command.output {
        let run = try scene.run(command.text)
        #expect(
          DocumentedPage.agrees(run.text, with: output), "\(command.text) prints\n\(run.text)")
      } else {
        try scene.check(command.text)
      }
    }
  }

  @Test func everyCommandHasAPage() throws {
    let help = try CommandRun(["--help"], folder: Package.root).text
    let names = help.split(separator: "SUBCOMMANDS:\n")[1].matches(of: #/(?m)^  ([a-z]+) /#)
      .map { String($0.output.1) }
    #expect(names.count >= 6)
    for name in names {
      #expect(DocumentedPage.documentation.contains("Documentation/\(name).md"), "\(name)")
    }
  }

  @Test(arguments: ["convert", "sample", "render", "sheet", "curves", "info", "serve", "preview"])
  func helpParses(_ command: String) throws {
    let scene = try DocumentedScene()
    try scene.addStandIns()
    let help = try scene.run("COLUMNS=1000 bromide \(command) --help").text
    let examples = help.split(separator: "Examples:\n")[1].split(separator: "\n\n")[0]
      .replacing(#/\\\n */#, with: "").split(separator: "\n")
    #expect(examples.count >= 4)
    for example in examples {
      try scene.check(example.trimmingCharacters(in: .whitespaces))
    }
  }

  /// The first column of a command's option table names only options of this command.
  @Test(arguments: ["convert", "sample", "render", "sheet", "curves", "info", "serve", "preview"])
  func optionTablesNameOptionsOfTheirCommand(_ command: String) throws {
    let help = try DocumentedScene().run("COLUMNS=1000 bromide \(command) --help").text
    let option = #/--[a-z][a-z-]*/#
    let existing = Set(help.matches(of: option).map(\.output))
    let named = try DocumentedPage("Documentation/\(command).md").tableCells(below: "Options")
      .flatMap { $0.matches(of: option).map(\.output) }
    // These pages describe options elsewhere.
    #expect(!named.isEmpty || ["render", "serve"].contains(command))
    for name in named {
      #expect(existing.contains(name), "\(command).md names \(name)")
    }
  }

  @Test func tableCellsAreTheFirstColumn() {
    let page = DocumentedPage(
      name: "page.md",
      text: "| `--no` |\n## Options\n| `--a\\|b`, `--c` | `--d` |\n### More\n| e |\n## Next\n| f |")
    #expect(page.tableCells(below: "Options") == [" `--a\\|b`, `--c` ", " e "])
  }

  /// Timelines that pages show are read and scheduled.
  @Test func shownTimelinesAreValid() throws {
    let scene = try DocumentedScene()
    try scene.addStandIns()
    let timelines = try DocumentedPage.documentation.flatMap { try DocumentedPage($0).blocks }
      .filter { $0.language == "yaml" }
    #expect(!timelines.isEmpty)
    for timeline in timelines {
      try scene.write(Array(timeline.lines.joined(separator: "\n").utf8), to: "shown.yaml")
      let run = try scene.run("bromide render shown.yaml -n")
      #expect(run.status == 0, "\(run.text)")
    }
  }

  /// Recipes that pages show are read and applied.
  @Test func shownRecipesAreValid() throws {
    let scene = try DocumentedScene()
    try scene.addStandIns()
    let recipes = try DocumentedPage.documentation.flatMap { try DocumentedPage($0).blocks }
      .filter { $0.language == "yaml recipe" }
    #expect(recipes.count >= 2)
    for recipe in recipes {
      try scene.write(Array(recipe.lines.joined(separator: "\n").utf8), to: "shown.yaml")
      let run = try scene.run("bromide convert a.nef --recipe shown.yaml -n")
      #expect(run.status == 0, "\(run.text)")
    }
  }

  @Test func agreementForgivesTimesAndLastDigitsOnly() {
    let shown = ["a.dng → a.png (131 kB, 0.01 s)", "lab 78.039 -16.889"]
    func agrees(_ text: String) -> Bool { DocumentedPage.agrees(text, with: shown) }
    #expect(agrees("a.dng → a.png (1.3 MB, 2.5 s)\nlab 78.040 -16.889\n") == false)
    #expect(agrees("a.dng → a.png (140 kB, 2.5 s)\nlab 78.040 -16.889\n"))
    #expect(!agrees("a.dng → a.png (140 kB, 2.5 s)\nlab 79.040 -16.889\n"))
    #expect(!agrees("a.dng → b.png (131 kB, 0.01 s)\nlab 78.039 -16.889\n"))
    #expect(!agrees("a.dng → a.png (131 kB, 0.01 s)\n"))
  }

  @Test func aFlagThatIsGoneIsFound() throws {
    let scene = try DocumentedScene()
    try scene.addStandIns()
    withKnownIssue { try scene.check("bromide convert a.nef --no-such-flag") }
    withKnownIssue { try scene.check("cat list | bromide sample - --at .5,.5 --no-such-flag") }
  }
}

/// A folder with the test pictures and with the built command as `bromide` and `scripts/bromide`.
final class DocumentedScene {
  private let folder: TemporaryFolder
  private var work: String { folder("work") }

  init() throws {
    folder = try TemporaryFolder()
    for name in ["bin", "work/scripts"] {
      try Files.makeFolder(folder(name))
      try FileManager.default.createSymbolicLink(
        atPath: folder(name + "/bromide"), withDestinationPath: CommandRun.binary)
    }
    try FileManager.default.copyItem(
      atPath: Package.testImages, toPath: folder("work/TestImages"))
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try folder.write(bytes, as: "work/" + name)
  }

  /// Runs a line in a shell and merges both of its outputs.
  func run(_ line: String, input: String = "/dev/null") throws -> CommandRun {
    let script = "export PATH='\(folder("bin"))':\"$PATH\" HOME='\(work)'; exec 2>&1 <'\(input)'\n"
    return try CommandRun(["-c", script + line], folder: work, binary: "/bin/sh")
  }

  /// Checks a line of a page: Bromide accepts its options and finds its files. It does not develop
  /// photos.
  ///
  /// In a pipeline, only Bromide runs. It reads a photo, paths or frames instead of the other
  /// programs' output.
  func check(_ line: String) throws {
    let parts = line.split(separator: " | ").map { $0.drop { $0 == " " } }
    let calls = parts.filter { $0.hasPrefix("bromide ") || $0.hasPrefix("scripts/bromide ") }
    #expect(!calls.isEmpty, "\(line)")
    for call in calls {
      // A comment would hide the added options.
      var text = String(call.split(separator: "  #")[0])
      let command = text.split(separator: " ")[1]
      let plans =
        ["convert", "render", "sheet", "serve", "preview"].contains(command)
        && !text.contains("--schema")
      if plans { text += " -n" }
      // `verify` has no plan: it needs pictures and a report.
      if command == "verify" {
        let run = try self.run("bromide convert photos -o out --report report.jsonl --plain -y")
        #expect(run.status == 0, "\(run.text)")
      }
      // It runs until Ctrl-C.
      if text.contains(" --watch ") {
        text = "timeout --foreground --preserve-status -s INT 10 " + text
      }
      let input = command == "sample" ? "frames" : text.contains(" @-") ? "paths" : "photo"
      let run = try self.run(text, input: folder(input))
      #expect(run.status == 0, "\(text)\n\(run.text)")
    }
  }

  /// Files of the names that pages use as examples.
  func addStandIns() throws {
    let photo = try Files.read(Package.testImages + "/chart_rggb_12bit.dng")
    for name in [
      "a.nef", "b.dng", "c.arw", "shot.cr2", "hero.nef", "photo.nef", "photos/a.nef",
      "photos/b.dng", "card/one/a.nef", "inbox/a.dng", "frames/a.nef",
    ] {
      try write(photo, to: name)
    }
    try write(MotionFilm.ride.bytes, to: "ride.mp4")
    try write(Array(#"[{"make": "Maker", "model": "Model"}]"#.utf8), to: "cameras.json")
    try FileManager.default.copyItem(
      atPath: Package.testImages + "/night", toPath: work + "/night")
    try FileManager.default.copyItem(
      atPath: Package.testImages + "/holiday", toPath: work + "/holiday")
    let place = try Files.read(Package.testImages + "/landscape_rggb_gps_ambient_exif.dng")
    for name in ["trip/a.dng", "trip/b.dng"] { try write(place, to: name) }
    for (name, seed) in [("camera/a.dng", UInt64(1)), ("camera/b.dng", 2)] {
      var photo = SyntheticPhoto(.landscape(seed: seed), size: Size(width: 480, height: 320))
      photo.options.storage.preview = DNGPreview(of: photo, size: photo.size)
      try write(photo.file(), to: name)
    }
    try write(Array("0123456789abcdef\n".utf8), to: "token.txt")
    try write(MotionFilm.ride.bytes, to: "ride.mp4")
    var profile = DNGProfile()
    profile.toneCurve = [0, 0, 0.25, 0.5, 1, 1]
    try write(profile.file(camera: "Bromide Synthetic"), to: "camera.dcp")
    try write(HandmadeProfile.lab.bytes, to: "paper.icc")
    try write(WatermarkCommandTests.logo([180, 128]), to: "logo.png")
    try write(Array("LUT_1D_SIZE 2\n0.1 0 0\n1 1 0.9\n".utf8), to: "warm.cube")
    let timeline = """
      size: 96x64
      sources:
        - photo: hero.nef
          duration: 60f
          tracks:
            exposure: [{from: -1, to: 1}]
      """
    for name in ["zoom.yaml", "night.yaml"] { try write(Array(timeline.utf8), to: name) }
    // A command may replace only its own recipes.
    let recipe = "# Recipe written by Bromide\nexposure: 0.5\nlook: flat\n"
    try write(Array(recipe.utf8), to: "soft.yaml")
    try write(MetadataCommandTests.document(#"crs:Exposure2012="0.5""#), to: "look.xmp")
    for name in ["patches.csv", "chart.csv"] { try write(Array(SampleScene.points.utf8), to: name) }
    try write(SampleScene.jpeg(.yuv420), to: "frame.jpg")
    let clip = SampleScene.y4m(YCbCrCoding(matrix: .bt709, range: .limited, depth: 8))
    let header = clip.firstIndex(of: 10)! + 1
    var frames = Array(clip[..<header])
    for _ in 0..<48 { frames += clip[header...] }
    try write(frames, to: "clip.y4m")
    // Planes of 4:2:0.
    try write([UInt8](repeating: 128, count: 3840 * 2160 * 3 / 2), to: "cam.nv12")
    try folder.write([UInt8](repeating: 128, count: 1280 * 720 * 3 / 2), as: "frames")
    try folder.write(Array("c.arw\n".utf8), as: "paths")
    try folder.write(photo, as: "photo")
  }
}
