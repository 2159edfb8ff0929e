import Foundation
import Pixels
import TestSupport
import Testing

/// No picture takes the place of another photo's, and none is made of two versions of a file.
@Suite struct SafeOutputTests {
  private let tree: CommandTree
  private static let quick = ["--plain", "--size", "48"]

  init() throws { tree = try CommandTree() }

  private func convert(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> CommandRun {
    try CommandRun(
      ["convert"] + Self.quick + arguments, folder: tree.root, environment: environment)
  }

  // MARK: Two cards

  @Test func aPictureOfAnotherPhotoStays() throws {
    try tree.copy("night/night_1.dng", to: "card1/IMG_1.dng")
    try tree.copy("night/night_2.dng", to: "card2/IMG_1.dng")
    #expect(try convert("card1", "-o", "out").status == 0)
    let first = try tree.read("out/IMG_1.png")
    let forecast = try convert("card2", "-o", "out", "-n")
    #expect(forecast.status == 1 && forecast.text.hasPrefix("refuse\t"), "\(forecast.text)")
    let second = try convert("card2", "-o", "out", "--report", "r")
    #expect(second.status == 1)
    #expect(
      second.errors.contains(
        "card2/IMG_1.dng: failed (out/IMG_1.png shows another photo, or its photo has changed since; --name '{folder}-{stem}' keeps both, -y overwrites it)"
      ), "\(second.errors)")
    #expect(try tree.read("out/IMG_1.png") == first)
    // The first remedy keeps both, and the second is what it says.
    let named = try convert("card2", "-o", "out", "--name", "{folder}-{stem}")
    #expect(named.status == 0 && tree.exists("out/card2-IMG_1.png"), "\(named.errors)")
    #expect(try convert("card1", "-o", "out").errors.contains("1 skipped"))
    #expect(try convert("card2", "-o", "out", "-y").status == 0)
    #expect(try tree.read("out/IMG_1.png") != first)
  }

  /// Other settings, and a copy of the same photo elsewhere, are no other photo.
  @Test func aPictureOfTheSamePhotoIsMadeAgain() throws {
    try tree.copy("night/night_1.dng", to: "card1/IMG_1.dng")
    try tree.copy("night/night_1.dng", to: "copy/IMG_1.dng")
    #expect(try convert("card1", "-o", "out").status == 0)
    let first = try tree.read("out/IMG_1.png")
    let again = try convert("copy", "-o", "out", "--exposure", "1")
    #expect(again.status == 0 && again.errors.contains("→ out/IMG_1.png"), "\(again.errors)")
    #expect(try tree.read("out/IMG_1.png") != first)
    // An edit of the photo itself is left to a person, and `verify` is told to follow it.
    var photo = try tree.read("card1/IMG_1.dng")
    photo.append(0)
    try tree.write(photo, to: "card1/IMG_1.dng")
    #expect(try convert("card1", "-o", "out").status == 1)
    #expect(try convert("card1", "-o", "out", "--if-exists", "verify").status == 0)
  }

  @Test func aSheetDoesNotReplaceAPhotosPicture() throws {
    try tree.copy("night/night_1.dng", to: "in/a.dng")
    #expect(try convert("in", "-o", "a.png").status == 0)
    let picture = try tree.read("a.png")
    let sheet = try tree.run("sheet", "in", "-o", "a.png", "--tile", "48")
    #expect(sheet.status == 1)
    #expect(sheet.errors.contains("a.png is the picture of a photo"), "\(sheet.errors)")
    #expect(try tree.read("a.png") == picture)
  }

  // MARK: Files that change

  @Test(.enabled(if: TroubledLibRaw.library != nil))
  func aPhotoThatChangesWhileItIsReadFails() throws {
    try tree.write(TroubledLibRaw.growingPhoto(), to: "in/a.dng")
    try tree.write(TroubledLibRaw.growingPhoto(), to: "in/b.dng")
    var environment = TroubledLibRaw.environment
    environment["TROUBLED_FILE"] = tree.path("in/a.dng")
    for command in [
      ["convert", "in/a.dng", "-o", "a.png"], ["sample", "in/a.dng", "--at", ".5,.5"],
      ["sheet", "in/a.dng", "-o", "s.png"], ["info", "--histogram", "in/a.dng"],
    ] {
      let run = try CommandRun(
        command + ["--isolation", "off"], folder: tree.root, environment: environment)
      #expect(run.status == 1, "\(command) \(run.errors)")
      #expect(run.errors.contains("it changed while it was read"), "\(command) \(run.errors)")
      #expect(run.errors.contains("in/a.dng"))
    }
    #expect(!tree.exists("a.png"))
  }

  @Test(.enabled(if: TroubledDisk.library != nil), arguments: ["process", "off"])
  func aFailingDiskIsNoDamage(isolation: String) throws {
    try tree.copy("landscape_rggb_gps_ambient_exif.dng", to: "a.dng")
    let size = try tree.read("a.dng").count
    // In the header, and in the pixels.
    for byte in [600, size - 3000] {
      for command in [["sample", "a.dng", "--at", ".5,.5"], ["info", "--histogram", "a.dng"]] {
        let run = try CommandRun(
          command + ["--isolation", isolation], folder: tree.root,
          environment: TroubledDisk.environment(of: tree.path("a.dng"), from: byte))
        #expect(run.status == 1, "\(command) \(byte) \(run.text)\(run.errors)")
        #expect(run.errors.contains("Input/output error"), "\(command) \(byte) \(run.errors)")
        #expect(!(run.errors + run.text).contains("damaged"), "\(run.errors)\(run.text)")
      }
    }
  }

  // MARK: Odd file systems

  @Test(.enabled(if: RefusedCalls.program != nil), arguments: ["skip", "fail", "update"])
  func foldersWithoutLinksTakeNewPictures(policy: String) throws {
    try tree.copy("night/night_1.dng", to: "a.dng")
    let calls = ["renameat2", "EINVAL", "link", "EPERM", "linkat", "EPERM", "--"]
    let command = ["convert", "a.dng", "-o", "out", "--if-exists", policy] + Self.quick
    let run = try CommandRun(
      calls + [CommandRun.binary] + command, folder: tree.root,
      binary: RefusedCalls.program ?? "")
    #expect(run.status == 0, "\(run.errors)")
    #expect(tree.entries("out") == ["a.png"])
    let picture = try tree.read("out/a.png")
    #expect(picture.count > 1000)
    let again = try CommandRun(
      calls + [CommandRun.binary] + command, folder: tree.root,
      binary: RefusedCalls.program ?? "")
    #expect(again.status == (policy == "fail" ? 1 : 0), "\(again.errors)")
    #expect(try tree.read("out/a.png") == picture)
    #expect(tree.entries("out") == ["a.png"])
  }

  @Test(.enabled(if: RefusedCalls.program != nil), arguments: ["EINVAL", "ENOSYS", "EIO"])
  func foldersThatCannotSyncAreToldOnce(error: String) throws {
    for name in ["a", "b", "c"] { try tree.copy("night/night_1.dng", to: "in/\(name).dng") }
    func run(_ more: String...) throws -> CommandRun {
      try CommandRun(
        ["fdatasync", error, "fsync", error, "--", CommandRun.binary, "convert", "in"] + Self.quick
          + more, folder: tree.root, binary: RefusedCalls.program ?? "")
    }
    let synced = try run("-o", "out")
    guard error != "EIO" else {
      // A disk that fails is another matter.
      #expect(synced.status == 1 && tree.entries("out").isEmpty, "\(synced.errors)")
      return
    }
    #expect(synced.status == 0 && tree.entries("out").count == 3, "\(synced.errors)")
    let warnings = synced.errors.split(separator: "\n").filter { $0.hasPrefix("warning: ") }
    #expect(warnings.count == 1 && warnings.first?.contains("--no-sync") == true, "\(warnings)")
    #expect(try !run("-o", "other", "--no-sync").errors.contains("warning"))
  }

  // MARK: Killed runs

  @Test func everyCommandRemovesWhatKilledRunsLeft() throws {
    try tree.copy("night/night_1.dng", to: "in/a.dng")
    #expect(try convert("in", "-o", "in").status == 0)
    for command in [
      ["convert", "in", "-o", "in"] + Self.quick, ["info", "in"], ["verify", "in"],
      ["sample", "in", "--at", ".5,.5"], ["sheet", "in", "-o", "s.png"],
      ["render", "in", "-o", "frames", "--size", "48x32"],
    ] {
      try tree.write([1], to: "in/.bromide-0123456789abcdef.part")
      try tree.write([1], to: "in/.bromide-mine.part")
      let run = try CommandRun(command, folder: tree.root)
      #expect(run.status == 0, "\(command) \(run.errors)")
      let hidden = tree.entries("in").filter { $0.hasPrefix(".") }
      #expect(hidden == [".bromide-mine.part"], "\(command)")
    }
  }
}
