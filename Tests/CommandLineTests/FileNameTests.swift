import BromideCodecs
import BromideSystem
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

/// Names that break programs that treat them as text.
///
/// The shell writes the names, because Foundation passes arguments to a process as UTF-8.
@Suite struct FileNameTests {
  private let tree = CommandTree.fresh
  private static let photo = Package.testImages + "/landscape_rggb_gps_ambient_exif.dng"

  /// Runs a script with `bromide` as the command and `$photo` as a test picture.
  private func shell(_ script: String) throws -> CommandRun {
    let setting = "photo='\(Self.photo)'; bromide() { '\(CommandRun.binary)' \"$@\"; }; "
    return try tree.shell(setting + script)
  }

  private func names(in folder: String) throws -> [[UInt8]] {
    try FileSystem.entries(of: FilePath(tree.path(folder))).map(\.bytes)
  }

  @Test func pipesAndBrokenLinksWithRawNamesFail() throws {
    let run = try shell(
      """
      mkdir in; cp $photo in/a.dng; mkfifo in/f.nef; mkfifo in/other; ln -s nowhere in/l.cr2
      bromide convert in -o out
      """)
    #expect(run.status == 1)
    #expect(run.errors.contains("in/f.nef: failed (it is neither a file nor a folder)"))
    #expect(run.errors.contains("in/l.cr2: failed (it is a link that leads nowhere)"))
    #expect(run.errors.contains("1 converted, 2 failed"), "\(run.errors)")
    #expect(run.errors.contains("skipped 1 file"))
    #expect(tree.exists("out/a.png"))
  }

  /// Before, a pipe in a list made `render` wait forever, and a pipe in a folder was skipped
  /// silently.
  @Test(.timeLimit(.minutes(10))) func rawNameThatIsNotAFileFailsItsFrame() throws {
    for sequence in ["in", "[in/a.dng, in/f.nef]"] {
      let run = try shell(
        """
        mkdir -p in; cp $photo in/a.dng; [ -e in/f.nef ] || mkfifo in/f.nef
        printf '{size: 64x48, fps: 1, sources: [{sequence: %s}]}' '\(sequence)' > t.yaml
        bromide render t.yaml -o frames
        """)
      #expect(run.status == 1)
      #expect(run.errors.contains("failed (in/f.nef: it is not a file)"), "\(run.errors)")
    }
  }

  @Test func aLimitOnTheSizeOfFilesFailsThePicture() throws {
    // In blocks of 512 bytes: 25 kB.
    try shell("ulimit -f 50; bromide convert $photo -o out").expect(1, "File too large")
    #expect(tree.entries("out").isEmpty)
  }

  #if os(Linux)
    /// To the system, memory that is shared with a worker is a file.
    @Test func fileLimitIsNotReportedAsMemory() throws {
      let run = try shell("ulimit -f 50; bromide convert $photo -o out --isolation process").expect(
        1, "can be shared with its process: File too large")
      #expect(!run.errors.contains("not enough memory"))
    }
  #endif

  #if os(Linux)  // macOS refuses names that are not UTF-8.
    @Test func aNameThatIsNotUTF8IsANameLikeAnyOther() throws {
      try shell(
        "n=$(printf 'a\\377'); cp $photo $n.dng; bromide convert $n.dng -o $n --report r.jsonl"
      ).expect(0)
      #expect(try names(in: "").contains([0x61, 0xFF]))
      let folder = FilePath(tree.root).appending(reversible: ByteText.reversible([0x61, 0xFF]))
      let picture = folder.pushing(FilePath(bytes: [0x61, 0xFF] + Array(".png".utf8)))
      #expect(try FileSystem.entries(of: folder).map(\.bytes) == [[0x61, 0xFF] + ".png".utf8])
      #expect(try PNGReader.info(path: picture).size.width > 0)
      let report = try object(tree.text("r.jsonl"))
      #expect(report["input"] as? String == "a\\xff.dng")
      #expect(report["inputPathBytes"] as? String == "61ff2e646e67")
      #expect(report["output"] as? String == "a\\xff/a\\xff.png")
      #expect(report["outputPathBytes"] as? String == "61ff2f61ff2e706e67")
      // On a second run, it is current, and the terminal gets only printable bytes.
      try shell("n=$(printf 'a\\377'); bromide convert $n.dng -o $n -v").expect(
        0, "a\\xff.dng: skipped")
    }

    @Test func listsAndFoldersKeepUndecodableNames() throws {
      let made = try shell(
        """
        mkdir in; cp $photo "in/$(printf 'b\\376').dng"; cp $photo "in/$(printf 'b\\377').dng"
        printf 'in/b\\377.dng\\0in/b\\376.dng' > list; printf 'in/b\\377.dng\\n' | bromide convert @- -n
        bromide convert @list -n -o out; bromide convert in -n -o out --name '{stem}-{n}'
        """)
      #expect(made.status == 0, "\(made.errors)")
      #expect(
        made.text == """
          convert\tin/b\\xff.dng\tin/b\\xff.png
          convert\tin/b\\xff.dng\tout/b\\xff.png
          convert\tin/b\\xfe.dng\tout/b\\xfe.png
          convert\tin/b\\xfe.dng\tout/b\\xfe-1.png
          convert\tin/b\\xff.dng\tout/b\\xff-2.png

          """)
    }

    @Test func samplesAndSequencesNameThem() throws {
      let made = try shell(
        """
        mkdir in; for n in 1 2; do cp $photo "in/$(printf 'p\\377')$n.dng"; done
        bromide sample in/p*1.dng --at .5,.5 --format json
        bromide render in -o out --size 48x32 --report r.jsonl
        """)
      #expect(made.status == 0, "\(made.errors)")
      let sample = try object(made.text)
      #expect(sample["input"] as? String == "in/p\\xff1.dng")
      #expect(sample["inputPathBytes"] as? String == "696e2f70ff312e646e67")
      let line = try #require(tree.text("r.jsonl").split(separator: "\n").first)
      let frame = try object(line)
      #expect((frame["inputs"] as? [String])?.first?.hasPrefix("in/p\\xff") == true)
      #expect((frame["inputPathBytes"] as? [String])?.first?.hasPrefix("696e2f70ff") == true)
      #expect(frame["outputPathBytes"] == nil)
      let manifest = try tree.text("out/manifest.json")
      #expect(manifest.contains("\"inputPathBytes\":[\"70ff312e646e67\"]"))
      #expect(manifest.contains("\"inputs\":[\"p\\\\xff1.dng\"]"))
    }
  #endif

  @Test func lineEndsQuotesAndDashesStayInNames() throws {
    let names = ["a\nb", "-n", "say \"x\" 'y'", "tab\tand\u{1B}[2J", "@at"]
    for name in names { try tree.write(Files.read(Self.photo), to: "in/\(name).dng") }
    let run = try tree.run("convert", "in", "-o", "out", "-v", "--report", "r.jsonl", status: 0)
    // An output's name gets a dash for each control character.
    let outputs = ["a-b", "-n", "say \"x\" 'y'", "tab-and-[2J", "@at"]
    #expect(Set(tree.entries("out")) == Set(outputs.map { $0 + ".png" }))
    #expect(run.errors.contains("in/a\\x0ab.dng → out/a-b.png"))
    #expect(run.errors.contains("tab\\x09and\\x1b[2J.dng"))
    #expect(!run.errors.contains("\u{1B}[2J"))
    let lines = try tree.text("r.jsonl").split(separator: "\n")
    let inputs = try lines.map { try #require(try object($0)["input"] as? String) }
    #expect(Set(inputs) == Set(names.map { "in/\($0).dng" }))
    #expect(try lines.allSatisfy { try object($0)["inputPathBytes"] == nil })
    let dashed = try CommandRun(["convert", "-o", "-", "--", "-n.dng"], folder: tree.path("in"))
    #expect(dashed.status == 0 && dashed.output.starts(with: [0x89, 0x50]))
  }

  @Test func longestNamesWork() throws {
    let name = String(repeating: "x", count: 251)
    try tree.write(Files.read(Self.photo), to: name + ".dng")
    try tree.run("convert", name + ".dng", status: 0)
    #expect(tree.entries() == [name + ".dng", name + ".png"])
  }
}
