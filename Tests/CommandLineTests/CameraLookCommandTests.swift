import BromideValues
import Foundation
import TestSupport
import Testing

/// `--look camera` and `bromide look fit` as a person meets them.
@Suite struct CameraLookCommandTests {
  private let tree: CommandTree

  init() throws {
    tree = try CommandTree()
    try tree.writePreviewed("a.dng", seed: 1, stops: 0.5)
    try tree.writePreviewed("b.dng", seed: 2, stops: -0.5)
  }

  @discardableResult
  private func run(_ arguments: [String], status: Int32 = 0) throws -> CommandRun {
    try tree.run(arguments, status: status)
  }

  private func pictures(_ options: [String], into folder: String) throws -> [[UInt8]] {
    let arguments = ["convert", "a.dng", "b.dng", "-o", folder, "--metadata", "none"]
    try run(arguments + options)
    return try ["a.png", "b.png"].map { try tree.read(folder + "/" + $0) }
  }

  /// A look replaces a look, but no photo. A plan writes nothing.
  @Test func savedLooksReplaceNothingElse() throws {
    let save = ["convert", "a.dng", "-o", "out", "--look", "camera", "--look-save"]
    let before = try tree.read("b.dng")
    for plan in [[], ["-n"]] {
      try run(save + ["b.dng", "-y"] + plan, status: 1)
        .expect(1, "b.dng exists and is not a look file")
      try run(save + ["no/l.json"] + plan, status: 1)
        .expect(1, "no/l.json cannot be written: No such file")
    }
    #expect(try tree.read("b.dng") == before && !tree.exists("out"))
    for plan in [[], ["-n"]] {
      let render = ["render", "a.dng", "--size", "48x32", "-o", "f", "--look", "camera"]
      try run(render + ["--look-save", "b.dng"] + plan, status: 1)
        .expect(1, "b.dng exists and is not a look file")
    }
    #expect(try tree.read("b.dng") == before && !tree.exists("f"))
    _ = try run(save + ["l.json", "-n"])
    #expect(!tree.exists("l.json"))
    for _ in 0..<2 { _ = try run(save + ["l.json"]) }
    #expect(try tree.text("l.json").contains("bromide-look"))
  }

  @Test func oneCurveIsFittedToTheFirstPhotoOfACamera() throws {
    let run = try run(
      ["convert", "a.dng", "b.dng", "-o", "out", "--look", "camera", "--report", "r.jsonl"])
    #expect(
      run.errors.contains(
        #/look of .* fitted to a\.dng, [+−][0-9.]+ EV from the standard look\n/#),
      "\(run.errors)")
    #expect(!run.errors.contains("fitted to b.dng"))
    let report = String(decoding: try tree.read("r.jsonl"), as: UTF8.self)
    #expect(report.components(separatedBy: "\"look\":\"camera\"").count == 3, "\(report)")
    #expect(report.components(separatedBy: "\"lookFrom\":\"a.dng\"").count == 3)
    #expect(report.components(separatedBy: "\"lookOffset\":-0.").count == 3)
    // The other order has the other first photo.
    let other = try self.run(["convert", "b.dng", "a.dng", "-o", "o2", "--look", "camera"])
    #expect(other.errors.contains("fitted to b.dng"), "\(other.errors)")
  }

  @Test func bytesDependOnlyOnPhotos() throws {
    for look in ["camera", "camera:each"] {
      let one = try pictures(["--look", look, "-j", "1"], into: "\(look.count)one")
      let four = try pictures(["--look", look, "-j", "4"], into: "\(look.count)four")
      #expect(one == four)
    }
    let standard = try pictures([], into: "s")
    let camera = try pictures(["--look", "camera"], into: "c")
    let each = try pictures(["--look", "camera:each"], into: "e")
    #expect(
      CommandTree.pixels(camera[0]) == CommandTree.pixels(each[0]),
      "the first photo of a camera is that of its group")
    #expect(Set([standard[1], camera[1], each[1]]).count == 3)
    // Nor do they depend on names.
    try tree.write(tree.read("a.dng"), to: "z.dng")
    try run(["convert", "z.dng", "-o", "z.png", "--metadata", "none", "--look", "camera"])
    #expect(try tree.read("z.png") == camera[0])
  }

  @Test func aLookIsSavedAndReadBack() throws {
    let fitted = try pictures(["--look", "camera", "--look-save", "look.json"], into: "c")
    let read = try pictures(["--look", "look.json"], into: "r")
    #expect(fitted == read)
    let text = String(decoding: try tree.read("look.json"), as: UTF8.self)
    #expect(text.contains("\"format\":\"bromide-look\"") && text.contains("\"photo\":\"a.dng\""))
    // Everywhere else it is the same look.
    try tree.write(
      Array(
        "size: 96x64\ndevelop: {look: ../look.json}\nsources: [{photo: ../a.dng, frames: 1}]".utf8),
      to: "t/t.yaml")
    func frame(_ options: [String], _ folder: String) throws -> [UInt8] {
      try run(["render", "t/t.yaml", "-o", folder, "--metadata", "none"] + options)
      let name = try #require(tree.entries(folder).first { $0.hasSuffix(".png") })
      return try tree.read(folder + "/" + name)
    }
    let own = try frame([], "f1")
    #expect(try frame(["--look", "camera", "--report", "r.jsonl"], "f2") == own)
    let lines = String(decoding: try tree.read("r.jsonl"), as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasPrefix("{\"looks\":[{\"camera\":"), "\(lines)")
    #expect(lines[0].contains("\"look\":\"camera\",\"lookFrom\":\"a.dng\",\"lookOffset\":"))
    #expect(try run(["report", "merge", "r.jsonl"]).text.hasPrefix("1 rendered"))
    #expect(try frame(["--look", "flat"], "f3") != own)
    #expect(try frame(["--look", "camera:each"], "f4") == own)
    let samples = try ["look.json", "camera", "camera:each", "standard"].map {
      try run([
        "sample", "a.dng", "--as", "convert", "--at", "0.4,0.4", "--look", $0, "--format", "csv",
      ]).text
    }
    #expect(samples[0] == samples[1] && samples[0] == samples[2] && samples[0] != samples[3])
    let sheets = try ["look.json", "camera", "standard"].enumerated().map { index, look in
      try run(["sheet", "a.dng", "b.dng", "-o", "s\(index).png", "--look", look])
      return try tree.read("s\(index).png")
    }
    #expect(sheets[0] == sheets[1] && sheets[0] != sheets[2])
  }

  @Test func recipesKeepTheLook() throws {
    let fitted = try pictures(
      ["--look", "camera", "--look-save", "look.json", "--save-recipe", "c.yaml"], into: "c")
    #expect(try pictures(["--recipe", "c.yaml", "--look-save", "l.json"], into: "c2") == fitted)
    #expect(try tree.read("l.json") == tree.read("look.json"))
    let each = try pictures(["--look", "camera:each", "--save-recipe", "e.yaml"], into: "e")
    #expect(try pictures(["--recipe", "e.yaml"], into: "e2") == each)
    // A recipe refers to a look file by its name if both are in the same folder, and by its full
    // path otherwise.
    try Files.makeFolder(tree.path("t"))
    for (name, message) in [("f.yaml", "look: './look.json'\n"), ("t/f.yaml", "look.json'\n")] {
      let file = try pictures(["--look", "look.json", "--save-recipe", name], into: "f")
      let text = String(decoding: try tree.read(name), as: UTF8.self)
      #expect(text.hasSuffix(message), "\(text)")
      #expect(try pictures(["--recipe", name], into: "f2") == file)
    }
    // A flag removes it. A look that is no longer fitted is not saved.
    #expect(
      try pictures(["--recipe", "c.yaml", "--look", "standard"], into: "s")
        == pictures([], into: "s2"))
    let rejected = try run(
      ["convert", "a.dng", "-o", "x", "--recipe", "f.yaml", "--look-save", "y.json"], status: 64)
    #expect(rejected.errors.contains("--look-save requires --look camera"))
    let linear = try run(
      ["convert", "a.dng", "-o", "x", "--recipe", "c.yaml", "--tone", "linear", "-n"])
    #expect(linear.errors.isEmpty, "\(linear.errors)")
    for command in [
      ["sample", "a.dng", "--as", "convert", "--at", "0.4,0.4"],
      ["sheet", "a.dng", "-o", "sheet.png", "-y"],
    ] {
      let recipe = try run(command + ["--recipe", "c.yaml"]).text
      #expect(
        try recipe.replacing("(recipe", with: "(flag") == run(command + ["--look", "camera"]).text)
    }
  }

  /// A picture with another curve is converted again.
  @Test func aPictureIsCurrentUnderItsCurveOnly() throws {
    func statuses(_ options: [String]) throws -> String {
      try run(["convert", "b.dng", "-o", "out"] + options).errors
    }
    try run(["convert", "a.dng", "-o", "x", "--look", "camera", "--look-save", "a.json"])
    try run(["convert", "b.dng", "-o", "x", "--look", "camera", "--look-save", "b.json"])
    #expect(try statuses(["--look", "b.json"]).contains("1 converted"))
    #expect(try statuses(["--look", "b.json"]).contains("1 skipped"))
    #expect(try statuses(["--look", "camera"]).contains("1 skipped"), "the same curve")
    #expect(try statuses(["--look", "a.json"]).contains("1 converted"))
    #expect(try statuses(["--look", "camera:each"]).contains("1 converted"))
    #expect(try statuses(["--look", "camera:each"]).contains("1 skipped"))
    #expect(try statuses([]).contains("1 converted"))
  }

  @Test func failedLookFitFallsBackWithWarning() throws {
    try tree.writePreviewed("none.dng", seed: 3, stops: nil, model: "Other")
    let plain = try run(["convert", "none.dng", "-o", "p.png"])
    #expect(plain.errors.contains("1 converted"))
    for look in ["camera", "camera:each"] {
      let run = try run([
        "convert", "none.dng", "-o", "n.png", "-y", "--look", look, "--report", "r",
      ])
      #expect(run.errors.contains("warning: "), "\(run.errors)")
      #expect(
        run.errors.contains("the look cannot be fitted")
          && run.errors.contains("it has no preview"),
        "\(run.errors)")
      #expect(run.errors.components(separatedBy: "the look cannot be fitted").count == 2)
      let report = String(decoding: try tree.read("r"), as: UTF8.self)
      #expect(
        report.contains("\"look\":\"standard\"")
          && report.contains("\"lookReason\":\"it has no preview\""), "\(report)")
      let strict = try self.run(
        ["convert", "none.dng", "-o", "n2.png", "--look", look, "--strict"], status: 1)
      #expect(strict.errors.contains("the look cannot be fitted to none.dng"), "\(strict.errors)")
      #expect(!tree.exists("n2.png"))
    }
    // It does not keep others from theirs.
    let both = try run(
      ["convert", "a.dng", "none.dng", "-o", "out", "--look", "camera", "--report", "r"])
    let report = String(decoding: try tree.read("r"), as: UTF8.self)
    #expect(both.errors.contains("fitted to a.dng"))
    #expect(report.contains("\"look\":\"camera\"") && report.contains("\"look\":\"standard\""))
    let save = try run(
      ["convert", "none.dng", "-o", "n.png", "--look", "camera", "--look-save", "n.json"],
      status: 1)
    #expect(save.errors.contains("did not fit a look") && !tree.exists("n.json"))
  }

  @Test func wrongUsageFails() throws {
    try tree.writePreviewed("other.dng", seed: 3, stops: 0.2, model: "Other")
    try tree.write(Array("{\"format\":\"bromide-look\",\"version\":9}".utf8), to: "new.json")
    for (arguments, word) in [
      (["--look-save", "l.json"], "--look-save requires --look camera"),
      (["--look", "camera:each", "--look-save", "l.json"], "requires --look camera"),
      (["--look", "camera", "--tone", "linear"], "remove one"),
      (["--look", "none.json"], "none.json cannot be read"),
      (["--look", "new.json"], "version 9; expected version 1 to 2"),
    ] {
      let run = try run(["convert", "a.dng", "other.dng", "-o", "out"] + arguments, status: 64)
      #expect(run.errors.contains(word), "\(arguments)\n\(run.errors)")
      #expect(!tree.exists("l.json") && !tree.exists("out"))
    }
    try tree.write(
      Array("size: 96x64\ndevelop: {look: new.json}\nsources: [{photo: a.dng, frames: 1}]".utf8),
      to: "t.yaml")
    let render = try run(["render", "t.yaml", "-o", "f"], status: 64)
    #expect(render.errors.contains("new.json is a look file of version 9"), "\(render.errors)")
  }

  /// A sequence keeps the look of its first photo, because a separate look per photo would flicker.
  @Test func renderLocksTheLook() throws {
    try tree.write(
      Array(
        "size: 96x64\ndevelop: {look: camera}\nsources: [{sequence: [a.dng, b.dng], order: listed}]"
          .utf8),
      to: "t.yaml")
    func frames(_ folder: String, _ options: [String]) throws -> ([[UInt8]], String) {
      let run = try run(["render", "t.yaml", "-o", folder, "--metadata", "none"] + options)
      let names = tree.entries(folder).filter { $0.hasSuffix(".png") }.sorted()
      return (try names.map { try tree.read(folder + "/" + $0) }, run.errors)
    }
    let (locked, message) = try frames("f1", [])
    #expect(message.contains("fitted to a.dng") && !message.contains("flickers"), "\(message)")
    let (each, warned) = try frames("f2", ["--look", "camera:each"])
    #expect(warned.contains("flickers"), "\(warned)")
    let (a, b) = (locked.map(CommandTree.pixels), each.map(CommandTree.pixels))
    #expect(a.count == 2 && b.count == 2 && a[0] == b[0] && a[1] != b[1])
    #expect(try frames("f1", []).1.contains("current"))
  }

  @Test func fitPrintsRowsOfTheTable() throws {
    // The preview of b.dng is darker than the search range.
    try tree.writePreviewed("b.dng", seed: 3, stops: 0.2)
    try tree.writePreviewed("c.dng", seed: 3, stops: 0.2, model: "Bromide Other")
    try tree.writePreviewed("none.dng", seed: 3, stops: nil)
    let run = try run(["look", "fit", "a.dng", "b.dng", "c.dng"])
    let rows = run.text.split(separator: "\n")
    #expect(
      rows.count == 1
        && rows[0].contains(#/^[^|]+\|[^|]+\|[-+]?[0-9.]+  # 2 photos, spread [0-9.]+ EV$/#),
      "\(run.text)")
    #expect(run.errors.contains("a row needs 2 photos at least"), "\(run.errors)")
    // The model repeats the make, as Nikon's models do.
    #expect(run.errors.split(separator: "\n").contains { $0.hasPrefix("Bromide Other: 1 photo") })
    let json = try self.run(["look", "fit", "none.dng", "a.dng", "--format", "json"], status: 1)
    let parsed = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output)) as? [[String: Any]])
    #expect(parsed.count == 1 && parsed[0]["photos"] as? Int == 1)
    #expect(parsed[0]["isRow"] as? Bool == false)
    #expect(
      json.errors.contains("none.dng: no exposure can be measured, because it has no preview"),
      "\(json.errors)")
    #expect(try self.run(["look", "fit", "gone.dng"], status: 1).errors.contains("gone.dng"))
    let usage = try self.run(["look", "fit"], status: 64)
    #expect(
      usage.errors.contains("no photos; name files")
        && usage.errors.contains("bromide look fit --help"))
  }
}

extension CommandTree {
  /// Writes a photo of the synthetic camera with a preview, or without one.
  func writePreviewed(
    _ name: String, seed: UInt64, stops: Double?, model: String? = nil, software: String? = nil
  ) throws {
    var photo = SyntheticPhoto(.landscape(seed: seed), size: Size(width: 480, height: 320))
    if let model { photo.options.metadata.model = model }
    if let software { photo.options.metadata.software = software }
    if let stops {
      photo.options.storage.preview = DNGPreview(
        of: photo, stops: stops, size: Size(width: 480, height: 320))
    }
    try write(photo.file(), to: name)
  }
}
