import BromideCodecs
import BromidePhotos
import Foundation
import SystemPackage
import Testing

@testable import BromideRuns
@testable import BromideSystem

/// Arguments, and the inputs and outputs that they lead to. Every file with `raw` in its name is a raw.
@Suite struct PlanTests {
  private let tree = TemporaryTree()

  /// Plans in the tree; paths in and out are relative to it.
  private func plan(
    _ inputs: [String], output: String? = nil, recursive: Bool = false, name: String? = nil,
    standardInput: String = "", metadata: PhotoMetadata? = nil
  ) throws -> Plan {
    var request = ConvertRequest(
      inputs: inputs.map(absolute), settings: PictureSettings(RunContext()))
    request.destination = try Destination(output.map { $0 == "-" ? $0 : tree.path($0) })
    request.isRecursive = recursive
    if let name { request.name = try NameTemplate(name) }
    let list = standardInput.split(separator: "\n").map { absolute(String($0)) }
    return try Plan(
      request,
      world: Plan.World(
        isRaw: { path, _ in path.string.contains("raw") && path.extension != "txt" },
        standardInput: { Array(list.joined(separator: "\n").utf8) }, metadata: { _, _ in metadata })
    )
  }

  private func absolute(_ input: String) -> String {
    if input.hasPrefix("-") || input == "@-" { return input }
    return input.hasPrefix("@") ? "@" + tree.path(String(input.dropFirst())) : tree.path(input)
  }

  private func relative(_ path: String) -> String {
    path.hasPrefix(tree.root) ? String(path.dropFirst(tree.root.count + 1)) : path
  }

  private func relative(_ path: FilePath) -> String { relative(path.string) }

  /// `input>output` of every job.
  private func pairs(_ plan: Plan) -> [String] {
    plan.jobs.map { relative($0.input) + ">" + relative($0.output.path) }
  }

  @Test func outputsAreNextToInputsByDefault() throws {
    try tree.write("in/a.raw", "b.raw")
    #expect(try pairs(plan(["in/a.raw", "b.raw"])) == ["in/a.raw>in/a.png", "b.raw>b.png"])
    #expect(
      try pairs(plan(["in/a.raw", "b.raw"], output: "out"))
        == ["in/a.raw>out/a.png", "b.raw>out/b.png"])
    #expect(try pairs(plan(["b.raw"], output: "x.PNG")) == ["b.raw>x.PNG"])
    #expect(try pairs(plan(["b.raw"], output: "-")) == ["b.raw>-"])
  }

  /// A file with a raw's extension is reported even if its content is not a raw.
  @Test func filesWithRawSuffixAreTried() throws {
    try tree.write("f/cut.NEF", "f/cut.txt")
    let plan = try plan(["f"], output: "out")
    #expect(pairs(plan) == ["f/cut.NEF>out/cut.png"])
    #expect(plan.leftOut.map { relative($0) } == ["f/cut.txt"])
  }

  /// Planning a folder of raws does not open them, so a raw that hangs LibRaw does not delay the
  /// others.
  @Test func onlyFilesWithoutARawsNameAreOpened() throws {
    try tree.write("f/a.nef", "f/b.CR3", "f/picture")
    var opened: [String] = []
    var request = ConvertRequest(
      inputs: [tree.path("f")], settings: PictureSettings(RunContext()))
    request.destination = try Destination(tree.path("out"))
    let plan = try Plan(
      request,
      world: Plan.World(
        isRaw: { path, _ in
          opened.append(relative(path))
          return true
        },
        metadata: { path, _ in
          opened.append(relative(path))
          return nil
        }))
    #expect(plan.jobs.count == 3)
    #expect(opened == ["f/picture"])
  }

  @Test func folderIsSortedNaturallyWithoutHiddenEntries() throws {
    try tree.write(
      "f/raw10", "f/raw9", "f/RAW1raw", "f/.raw0", "f/note.txt", "f/sub/raw2", "f/.hidden/raw3")
    let flat = try plan(["f"], output: "out")
    #expect(
      pairs(flat) == ["f/RAW1raw>out/RAW1raw.png", "f/raw9>out/raw9.png", "f/raw10>out/raw10.png"])
    #expect(flat.leftOut.map { relative($0) } == ["f/note.txt"])
    let deep = try plan(["f"], output: "out", recursive: true)
    #expect(pairs(deep).last == "f/sub/raw2>out/sub/raw2.png")
    #expect(deep.jobs.count == 4)
  }

  @Test func emptyFolderReportsErrorWithHint() throws {
    try tree.write("f/note.txt", "f/sub/raw2")
    let flat = try plan(["f"])
    #expect(flat.jobs.isEmpty)
    #expect(flat.failures.map(\.reason) == ["no raw photo in this folder"])
    #expect(flat.failures.map(\.remedy) == [.searchSubfolders])
    #expect(flat.skippedFolders.isEmpty)
    #expect(try plan(["f"], recursive: true).failures.isEmpty)
    #expect(try plan(["f/sub"], recursive: true).failures.isEmpty)
  }

  /// Hidden folders, named folders and the output folder do not count.
  @Test func skippedSubfoldersAreListed() throws {
    try tree.write("f/raw1", "f/sub/raw2", "f/other/raw3", "f/.hidden/raw4", "f/out/a.png")
    func skipped(_ inputs: [String], recursive: Bool = false) throws -> [String] {
      try plan(inputs, output: "f/out", recursive: recursive).skippedFolders.map { relative($0) }
    }
    #expect(try skipped(["f"]) == ["f/other", "f/sub"])
    #expect(try skipped(["f", "f/sub"]) == ["f/other"])
    #expect(try skipped(["f/sub", "f"]) == ["f/other"])
    #expect(try skipped(["f"], recursive: true).isEmpty)
    #expect(try skipped(["f/raw1"]).isEmpty)
  }

  @Test func explicitFilesAreTriedWithAnyContent() throws {
    try tree.write("note.txt")
    #expect(try pairs(plan(["note.txt"])) == ["note.txt>note.png"])
    let missing = try plan(["none.raw", "note.txt"])
    #expect(missing.failures.map { relative($0.input) } == ["none.raw"])
    #expect(missing.failures.allSatisfy { $0.status == .failed && $0.stage == .input })
    #expect(missing.jobs.count == 1)
  }

  @Test func listsNameFilesByLineOrNUL() throws {
    try tree.write("a.raw", "b c.raw")
    try tree.write("list.txt", content: tree.path("a.raw") + "\r\n\n" + tree.path("b c.raw"))
    #expect(try plan(["@list.txt"]).jobs.map { relative($0.input) } == ["a.raw", "b c.raw"])
    try tree.write("nul.txt", content: tree.path("b c.raw") + "\0" + tree.path("a.raw") + "\0")
    #expect(try plan(["@nul.txt"]).jobs.map { relative($0.input) } == ["b c.raw", "a.raw"])
    #expect(throws: PlanError.namelessInput) { try plan(["-"]) }
    #expect(try plan(["@-"], standardInput: "a.raw\nb c.raw").jobs.count == 2)
    #expect(try plan(["@nowhere"]).failures.count == 1)
    #expect(throws: PlanError.input(.standardInputTwice)) { try plan(["@-", "@-"]) }
  }

  @Test func aFileNamedTwiceIsConvertedOnce() throws {
    try tree.write("f/a.raw")
    try FileManager.default.createSymbolicLink(
      atPath: tree.path("link.raw"), withDestinationPath: tree.path("f/a.raw"))
    let plan = try plan(["f", "f/a.raw", "f/../f/a.raw", "link.raw"], output: "out")
    #expect(plan.jobs.count == 1)
    #expect(plan.duplicates.count == 3)
  }

  @Test func linksThatLeadBackUpEnd() throws {
    try tree.write("f/sub/a.raw")
    try FileManager.default.createSymbolicLink(
      atPath: tree.path("f/sub/up"), withDestinationPath: tree.path("f"))
    #expect(try plan(["f"], output: "out", recursive: true).jobs.count == 1)
  }

  @Test func equalStemsKeepTheirExtensions() throws {
    try tree.write("a.orf", "a.ori", "b.orf")
    let plan = try plan(["a.orf", "a.ori", "b.orf"], output: "out")
    #expect(pairs(plan) == ["a.orf>out/a.orf.png", "a.ori>out/a.ori.png", "b.orf>out/b.png"])
    #expect(plan.keptExtensions.count == 2)
  }

  @Test func namesThatDifferInCaseOnlyCollideToo() throws {
    try tree.write("x/A.raw", "x/a.nef")
    #expect(
      try pairs(plan(["x/A.raw", "x/a.nef"], output: "out")).first == "x/A.raw>out/A.raw.png")
  }

  @Test func collisionsThatRemainAreWrongUsage() throws {
    try tree.write("x/a.raw", "y/a.raw")
    let error = try #require(throws: PlanError.self) {
      try plan(["x/a.raw", "y/a.raw"], output: "out")
    }
    #expect(error.description.contains("x/a.raw") && error.description.contains("y/a.raw"))
    #expect(
      try pairs(plan(["x/a.raw", "y/a.raw"], output: "out", name: "{folder}-{stem}"))
        == ["x/a.raw>out/x-a.png", "y/a.raw>out/y-a.png"])
    // A name that arises by keeping an extension may meet another.
    try tree.write("a.raw", "a.nef", "a.raw.dng")
    #expect(throws: PlanError.self) { try plan(["a.raw", "a.nef", "a.raw.dng"], output: "out") }
  }

  @Test func anOutputIsNeverAnInput() throws {
    try tree.write("a.png", "b.raw")
    #expect(throws: PlanError.self) { try plan(["a.png"]) }
    #expect(throws: PlanError.self) { try plan(["b.raw", "a.png"]) }
    let name = URL(fileURLWithPath: tree.root).lastPathComponent
    #expect(throws: PlanError.self) { try plan(["a.png"], output: "../\(name)/a.png") }
  }

  @Test func outputNeverReplacesFileOfSettings() throws {
    try tree.write("a.raw", "logo.png")
    let logo = FilePath(tree.path("logo.png"))
    var request = ConvertRequest(
      inputs: [tree.path("a.raw")], destination: .file(logo),
      settings: PictureSettings(RunContext()))
    #expect(try Plan(request).jobs.count == 1)
    request.files = [logo]
    #expect(throws: PlanError.overwritesFile(logo, output: logo)) { try Plan(request) }
  }

  /// A run without inputs has no levels to lock, but a named photo must exist.
  @Test func missingPhotoOfLevelsFails() throws {
    try tree.write("f/note.txt", "a.raw")
    var request = ConvertRequest(
      inputs: [tree.path("f")], settings: PictureSettings(RunContext()))
    request.locks.levels = .first
    #expect(try Plan(request).jobs.isEmpty)
    let photo = FilePath(tree.path("none.raw"))
    request.locks.levels = .of(photo)
    var error = try #require(throws: PlanError.self) { try Plan(request) }
    guard case .noLevels(photo, _) = error else { throw error }
    request.inputs = [tree.path("a.raw")]
    request.locks.levels = .first
    error = try #require(throws: PlanError.self) { try Plan(request) }
    guard case .noLevels(nil, _) = error else { throw error }
  }

  @Test func oneFileOrStreamTakesOneInput() throws {
    try tree.write("a.raw", "b.raw")
    #expect(throws: PlanError.self) { try plan(["a.raw", "b.raw"], output: "x.png") }
    #expect(throws: PlanError.self) { try plan(["a.raw", "b.raw"], output: "-") }
    #expect(throws: PlanError.self) { try plan([]) }
  }

  @Test(arguments: ["x.jpe", "x.DNG", "x.heic", "x.jp2", "x.exr"])
  func unsupportedPictureSuffixesFail(_ name: String) {
    let error = #expect(throws: DestinationError.self) { try Destination(name) }
    #expect(error?.description.contains("Bromide writes PNG") == true)
  }

  @Test func aFolderMayHaveAnyName() throws {
    try tree.write("album.jpg/a.raw")
    #expect(try Destination(tree.path("album.jpg")) == .folder(FilePath(tree.path("album.jpg"))))
    #expect(try Destination("out/") == .folder("out/"))
    #expect(try Destination("v1.2") == .folder("v1.2"))
  }

  @Test func templatesFillTheirFields() throws {
    try tree.write("in/a.raw", "in/b.raw")
    var photo = PhotoMetadata()
    photo.captureTime = CaptureTime(year: 2026, month: 3, day: 9, hour: 1, minute: 2, second: 3)
    photo.model = "X/100"
    let plan = try plan(
      ["in/a.raw", "in/b.raw"], output: "out",
      name: "{date}/{camera}_{folder}_{n}_{stem}.{ext}.png", metadata: photo)
    #expect(
      plan.jobs.map { relative($0.output.name) } == [
        "out/2026-03-09/X-100_in_1_a.raw.png", "out/2026-03-09/X-100_in_2_b.raw.png",
      ])
  }

  @Test(arguments: [
    ("{sten}", "{stem}"), ("{", "brace"), ("a}b", "brace"), ("../{stem}", "below"),
    ("/{stem}", "below"), ("", "below"), ("{stem}/", "below"),
  ])
  func invalidTemplatesFail(_ template: String, _ word: String) {
    let error = #expect(throws: NamingError.self) { try NameTemplate(template) }
    #expect(error?.description.contains(word) == true, "\(error?.description ?? "")")
  }

  @Test func numbersArePaddedToTheRun() {
    #expect(7.padded(toDigits: 1) == "7")
    #expect(7.padded(toDigits: 2) == "07")
    #expect(1000.padded(toDigits: 4) == "1000")
  }
}
