import BromideValues
import Foundation
import TestSupport
import Testing

/// A picture never replaces another photo's picture, and never mixes two versions of a file.
@Suite struct SafeOutputTests {
  private let tree = CommandTree.fresh
  private static let quick = ["--plain", "--size", "48"]

  private func convert(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> CommandRun {
    try tree.run(["convert"] + Self.quick + arguments, environment: environment)
  }

  // MARK: Two cards

  @Test func pictureOfADifferentPhotoStays() throws {
    try tree.copy("night/night_1.dng", to: "card1/IMG_1.dng")
    try tree.copy("night/night_2.dng", to: "card2/IMG_1.dng")
    #expect(try convert("card1", "-o", "out").status == 0)
    let first = try tree.read("out/IMG_1.png")
    let forecast = try convert("card2", "-o", "out", "-n")
    #expect(forecast.status == 1 && forecast.text.hasPrefix("reject\t"), "\(forecast.text)")
    for policy in ["update", "verify"] {
      try convert("card2", "-o", "out", "--report", "r", "--if-exists", policy).expect(
        1,
        "card2/IMG_1.dng: failed (out/IMG_1.png shows another photo; --name '{folder}-{stem}' keeps both, -y overwrites it)"
      )
      #expect(try tree.read("out/IMG_1.png") == first)
    }
    // The first suggested fix keeps both pictures, and the second replaces the picture.
    let named = try convert("card2", "-o", "out", "--name", "{folder}-{stem}")
    #expect(named.status == 0 && tree.exists("out/card2-IMG_1.png"), "\(named.errors)")
    #expect(try convert("card1", "-o", "out").errors.contains("1 skipped"))
    #expect(try convert("card2", "-o", "out", "-y").status == 0)
    #expect(try tree.read("out/IMG_1.png") != first)
  }

  /// On a folder that ignores case, both names open one file, and so they do with a hard link.
  /// scripts/torture uses NTFS.
  @Test func aNameInAnotherCaseIsTheSamePicture() throws {
    try tree.copy("night/night_1.dng", to: "card1/IMG_1.dng")
    try tree.copy("night/night_2.dng", to: "card2/img_1.dng")
    #expect(try convert("card1", "-o", "out").status == 0)
    let first = try tree.read("out/IMG_1.png")
    try FileManager.default.linkItem(
      atPath: tree.path("out/IMG_1.png"), toPath: tree.path("out/img_1.png"))
    for (policy, words) in [
      ("update", "out/img_1.png shows another photo; --name"),
      ("verify", "out/img_1.png shows another photo; --name"), ("fail", "out/img_1.png exists"),
      ("skip", "out/img_1.png exists"),
    ] {
      let run = try convert("card2", "-o", "out", "--if-exists", policy)
      #expect(run.status == (policy == "skip" ? 0 : 1), "\(policy): \(run.errors)")
      #expect(run.errors.contains(words), "\(policy): \(run.errors)")
      #expect(try tree.read("out/IMG_1.png") == first)
      #expect(try tree.read("out/img_1.png") == first)
    }
    // One run does not give two photos such names, on any folder.
    try convert("card1", "card2", "-o", "both").expect(64, "would all be written as")
    #expect(!tree.exists("both"))
  }

  /// Other settings, and a copy of the same photo elsewhere, are no other photo.
  @Test func pictureOfTheSamePhotoIsReplaced() throws {
    try tree.copy("night/night_1.dng", to: "card1/IMG_1.dng")
    try tree.copy("night/night_1.dng", to: "copy/IMG_1.dng")
    #expect(try convert("card1", "-o", "out").status == 0)
    let first = try tree.read("out/IMG_1.png")
    try convert("copy", "-o", "out", "--exposure", "1").expect(0, "→ out/IMG_1.png")
    #expect(try tree.read("out/IMG_1.png") != first)
    // An edited copy in another folder is another photo.
    var photo = try tree.read("card1/IMG_1.dng")
    photo.append(0)
    try tree.write(photo, to: "card1/IMG_1.dng")
    for policy in ["update", "verify"] {
      #expect(try convert("card1", "-o", "out", "--if-exists", policy).status == 1)
    }
    #expect(try convert("card1", "-o", "out", "-y").status == 0)
  }

  /// An edited photo in the same folder is the same photo, even if its folder moved with the
  /// pictures. Another photo with the same path, such as from a camera's second card, is a
  /// different one.
  @Test func onlyAnEditedPhotoIsConvertedAgain() throws {
    try tree.copy("night/night_1.dng", to: "a/card/IMG_1.dng")
    #expect(try convert("a/card", "-o", "a/out").status == 0)
    var first = try tree.read("a/out/IMG_1.png")
    try FileManager.default.moveItem(atPath: tree.path("a"), toPath: tree.path("b"))
    var photo = try tree.read("b/card/IMG_1.dng")
    photo.append(0)
    try tree.write(photo, to: "b/card/IMG_1.dng")
    #expect(try convert("b/card", "-o", "b/out", "-n").text.hasPrefix("replace\t"))
    try convert("b/card", "-o", "b/out").expect(0, "1 converted")
    #expect(try tree.read("b/out/IMG_1.png") != first)
    first = try tree.read("b/out/IMG_1.png")
    // The edited photo in another folder.
    photo.append(0)
    try tree.write(photo, to: "b/other/IMG_1.dng")
    #expect(try convert("b/other", "-o", "b/out").status == 1)
    // Another camera's time at the same path.
    Files.remove(tree.path("b/card/IMG_1.dng"))
    try tree.copy("night/night_2.dng", to: "b/card/IMG_1.dng")
    try convert("b/card", "-o", "b/out").expect(1, "b/out/IMG_1.png shows another photo")
    #expect(try tree.read("b/out/IMG_1.png") == first)
  }

  /// Copies lose extended attributes, and earlier versions did not write them.
  @Test func aPictureWithoutAnOriginIsCurrentAndStays() throws {
    try tree.copy("night/night_1.dng", to: "in/IMG_1.dng")
    #expect(try convert("in", "-o", "out").status == 0)
    let picture = try tree.read("out/IMG_1.png")
    Files.remove(tree.path("out/IMG_1.png"))
    try tree.write(picture, to: "out/IMG_1.png")
    try convert("in", "-o", "out").expect(nil, "1 skipped")
    var photo = try tree.read("in/IMG_1.dng")
    photo.append(0)
    try tree.write(photo, to: "in/IMG_1.dng")
    for policy in ["update", "verify"] {
      try convert("in", "-o", "out", "--if-exists", policy).expect(
        1, "shows another photo, or its photo has changed since")
    }
    #expect(try convert("in", "-o", "out", "-y").status == 0)
  }

  @Test func aSheetDoesNotReplaceAPhotosPicture() throws {
    try tree.copy("night/night_1.dng", to: "in/a.dng")
    #expect(try convert("in", "-o", "a.png").status == 0)
    let picture = try tree.read("a.png")
    try tree.run(
      "sheet", "in", "-o", "a.png", "--tile", "48", status: 1,
      errors: "a.png is the picture of a photo")
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
      try tree.run(
        command + ["--isolation", "off"], environment: environment, status: 1,
        errors: "it changed while it was read", "in/a.dng")
    }
    #expect(!tree.exists("a.png"))
  }

  #if os(Linux)
    /// A worker cannot write, so another program appends to the photo until the command ends.
    @Test(
      .enabled(if: TroubledLibRaw.library != nil), .timeLimit(.minutes(10)),
      arguments: ["process", "off"])
    func aPhotoThatChangesUnderAWorkerFails(isolation: String) throws {
      let script =
        "while :; do sleep 0.2; printf x >> a.dng; done & \"$0\" \"$@\"; s=$?; kill $!; exit $s"
      for command in [
        ["convert", "a.dng", "-o", "out"] + Self.quick, ["sample", "a.dng", "--at", ".5,.5"],
        ["sheet", "a.dng", "-o", "s.png"], ["info", "--histogram", "a.dng"],
      ] {
        try tree.write(TroubledLibRaw.awaitingPhoto(), to: "a.dng")
        try tree.run(
          ["-c", script, CommandRun.binary] + command + ["--isolation", isolation],
          binary: "/bin/sh", environment: TroubledLibRaw.environment, status: 1, errors: "a.dng",
          "it changed while it was read")
      }
      #expect(tree.entries("out").isEmpty)
    }
  #endif

  /// Bromide's DNG decoders read the byte at which the file grows.
  @Test(.enabled(if: TroubledDisk.library != nil), arguments: ["lossless", "vc5"])
  func aPhotoThatChangesUnderOurDecoderFails(coding: String) throws {
    let size = Size(width: 640, height: 480)
    var photo = SyntheticPhoto(.chart, size: size)
    photo.noise = SensorNoise()
    photo.options.storage.compression = .losslessJPEG(predictor: 1)
    let bytes =
      coding == "vc5" ? VC5DNG.varied(Size(width: 1280, height: 960)).file() : photo.file()
    try #require(bytes.count > 200_000)
    // `ContentHash` reads 4 KiB at each sixteenth of all but the last 64 KiB. This position is
    // between two reads.
    let place = (bytes.count - 65_536) / 32 * 21
    for command in [
      ["convert", "a.dng", "-o", "out", "--size", "48"], ["sample", "a.dng", "--at", ".5,.5"],
      ["sheet", "a.dng", "-o", "s.png"], ["info", "--histogram", "a.dng"],
    ] {
      try tree.write(bytes, to: "a.dng")
      let run = try tree.run(
        command + ["--isolation", "off"],
        environment: TroubledDisk.environment(growing: tree.path("a.dng"), at: place))
      #expect(try tree.read("a.dng").count == bytes.count + 1, "\(command): it was not read")
      #expect(run.status == 1, "\(command) \(run.errors)")
      #expect(
        run.errors.contains("a.dng") && run.errors.contains("it changed while it was read"),
        "\(command) \(run.errors)")
    }
    #expect(tree.entries("out").isEmpty)
  }

  @Test(.enabled(if: TroubledDisk.library != nil), arguments: ["process", "off"])
  func failingDiskIsNotReportedAsDamage(isolation: String) throws {
    try tree.copy("landscape_rggb_gps_ambient_exif.dng", to: "a.dng")
    let size = try tree.read("a.dng").count
    // In the header, and in the pixels.
    for byte in [600, size - 3000] {
      for command in [["sample", "a.dng", "--at", ".5,.5"], ["info", "--histogram", "a.dng"]] {
        let run = try tree.run(
          command + ["--isolation", isolation],
          environment: TroubledDisk.environment(of: tree.path("a.dng"), from: byte), status: 1,
          errors: "Input/output error")
        #expect(!(run.errors + run.text).contains("damaged"), "\(run.errors)\(run.text)")
      }
    }
  }

  // MARK: Odd file systems

  @Test(.enabled(if: FailingCalls.program != nil), arguments: ["skip", "fail", "update"])
  func foldersWithoutLinksTakeNewPictures(policy: String) throws {
    try tree.copy("night/night_1.dng", to: "a.dng")
    let calls = ["renameat2", "EINVAL", "link", "EPERM", "linkat", "EPERM", "--"]
    let command = ["convert", "a.dng", "-o", "out", "--if-exists", policy] + Self.quick
    try tree.run(
      calls + [CommandRun.binary] + command, binary: FailingCalls.program ?? "", status: 0)
    #expect(tree.entries("out") == ["a.png"])
    let picture = try tree.read("out/a.png")
    #expect(picture.count > 1000)
    let again = try tree.run(
      calls + [CommandRun.binary] + command, binary: FailingCalls.program ?? "")
    #expect(again.status == (policy == "fail" ? 1 : 0), "\(again.errors)")
    #expect(try tree.read("out/a.png") == picture)
    #expect(tree.entries("out") == ["a.png"])
  }

  @Test(.enabled(if: FailingCalls.program != nil), arguments: ["EINVAL", "ENOSYS", "EIO"])
  func foldersWithoutSyncCauseOneWarning(error: String) throws {
    for name in ["a", "b", "c"] { try tree.copy("night/night_1.dng", to: "in/\(name).dng") }
    func run(_ more: String...) throws -> CommandRun {
      try tree.run(
        ["fdatasync", error, "fsync", error, "--", CommandRun.binary, "convert", "in"] + Self.quick
          + more, binary: FailingCalls.program ?? "")
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

  @Test func everyCommandRemovesFilesOfKilledRuns() throws {
    try tree.copy("night/night_1.dng", to: "in/a.dng")
    #expect(try convert("in", "-o", "in").status == 0)
    for command in [
      ["convert", "in", "-o", "in"] + Self.quick, ["info", "in"], ["verify", "in"],
      ["sample", "in", "--at", ".5,.5"], ["sheet", "in", "-o", "s.png"],
      ["render", "in", "-o", "frames", "--size", "48x32"],
    ] {
      try tree.write([1], to: "in/.bromide-0123456789abcdef.part")
      try tree.write([1], to: "in/.bromide-mine.part")
      try tree.run(command, status: 0)
      let hidden = tree.entries("in").filter { $0.hasPrefix(".") }
      #expect(hidden == [".bromide-mine.part"], "\(command)")
    }
  }

  #if os(Linux)
    /// ffmpeg or Bromide's writers make films. Their run waits for a photo that hangs.
    @Test(
      .enabled(if: TroubledLibRaw.library != nil), .timeLimit(.minutes(10)),
      arguments: [
        ["-o", "out/film.mkv", "--codec", "ffv1"], ["--apng", "out/film.png"],
        ["--y4m", "out/film.y4m"], ["--raw", "out/film.rgb"],
      ])
    func onlyVideosOfKilledRunsAreRemoved(output: [String]) throws {
      try tree.copy("night/night_1.dng", to: "in/a.dng")
      try tree.write(TroubledLibRaw.photo(.hang, at: .unpack), to: "in/b.dng")
      try tree.copy("night/night_1.dng", to: "out/c.dng")
      try tree.write(program: "#!/bin/sh\nexec sleep 600\n", to: "bin/ffmpeg")
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      let process = try tree.start(
        ["render", "in", "--size", "48x32"] + output,
        environment: TroubledLibRaw.environment
          .merging(["PATH": tree.path("bin") + ":" + path]) { $1 }, output: FileHandle.nullDevice)
      defer { process.terminate() }
      var parts: [String] { tree.entries("out").filter { $0.hasSuffix(".part") } }
      while parts.isEmpty, process.isRunning { usleep(10_000) }
      #expect(parts.count == 1 && process.isRunning)
      #expect(try tree.run("info", "out").status == 0)
      #expect(parts.count == 1)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      #expect(parts.count == 1)
      #expect(try tree.run("info", "out").status == 0)
      #expect(tree.entries("out") == ["c.dng"])
    }
  #endif
}
