import Foundation
import TestSupport
import Testing

/// Messages that tell a person who uses the command for the first time what to do.
@Suite struct NewcomerTests {
  private let tree = CommandTree.fresh(["a.dng": "night/night_1.dng"])

  /// Bytes without any meaning.
  private static func noise(_ count: Int) -> [UInt8] {
    let noise = SeededNoise(seed: 7)
    return (0..<count).map { UInt8(truncatingIfNeeded: noise.bits($0, 0)) }
  }

  /// Other programs take the output as their last argument.
  @Test func aMissingPictureIsSuggestedAsTheOutput() throws {
    try tree.run(
      "convert", "a.dng", "new.png", "--size", "32", "--plain", status: 1,
      errors: "new.png: failed (No such file or directory; to write it, use -o new.png)")
    try tree.run("convert", "a.dng", "new.png", "-n", status: 1, errors: "use -o new.png")
    // An output that the person named, a photo that is missing, or no other photo.
    for arguments in [["a.dng", "new.png", "-o", "out"], ["a.dng", "new.nef"], ["new.png"]] {
      let run = try tree.run(
        ["convert", "--size", "32", "--plain", "-y"] + arguments, status: 1,
        errors: "No such file or directory")
      #expect(!run.errors.contains("use -o"), "\(arguments): \(run.errors)")
    }
  }

  @Test func aFolderOfFinishedPicturesIsExplained() throws {
    #expect(try tree.run("convert", "a.dng", "-o", "in/A.JPG", "--size", "32").status == 0)
    for name in ["B.JPG", "c.png"] { try tree.write(tree.read("in/A.JPG"), to: "in/\(name)") }
    try tree.write("note", to: "in/note.txt")
    let run = try tree.run("convert", "in", "-o", "out")
    #expect(run.status == 1 && !tree.exists("out"))
    #expect(
      run.errors.contains(
        "in: failed (no raw photo in this folder, but 3 finished pictures; name files to convert them: in/*.JPG)"
      ), "\(run.errors)")
    // The advice works.
    let named = try tree.shell("\"$0\" convert in/*.JPG -o out --size 16")
    #expect(named.status == 0 && tree.entries("out") == ["A.png", "B.png"], "\(named.errors)")
    // Pictures do not matter next to a raw.
    try tree.copy("night/night_1.dng", to: "in/d.dng")
    let mixed = try tree.run("convert", "in", "-o", "other", "--size", "16", "--plain")
    #expect(mixed.status == 0 && !mixed.errors.contains("finished pictures"), "\(mixed.errors)")
  }

  /// An error that only the run finds names the help of its command.
  @Test func lateErrorsNameTheHelpOfTheirCommand() throws {
    try tree.write("ca: none\nhot-pixels: none\n", to: "r.yaml")
    let run = try tree.run(
      "convert", "a.dng", "-o", "out", "--recipe", "r.yaml", "--optics-save", "o.json", status: 64,
      errors: "--optics-save requires --optics lock; add it", "See 'bromide convert --help'")
    #expect(!run.errors.contains("<subcommand>"), "\(run.errors)")
  }

  @Test func samplesOfUnknownDataNameTheFormats() throws {
    try tree.write(Self.noise(5000), to: "k.bin")
    try tree.run(
      "sample", "k.bin", "--at", "0.5,0.5", status: 1,
      errors: "--headerless (kodak-yrgb, canon-chdk, libraw)")
  }

  @Test func aMissingChartListsTheCharts() throws {
    try tree.run(
      "profile", "a.dng", "-o", "a.dcp", status: 64,
      errors:
        "--chart is missing; name colorchecker24, colorchecker24-before-2014, colorchecker-sg or a CGATS file"
    )
  }
}
