internal import BromideLibc
internal import BromideValues
internal import TestSupport

/// Metadata of a thousand raws and of one, compared with exiftool and exiv2 if they are installed.
enum InfoBench {
  static func run(_ options: Options) {
    let folder = Photos.folder()
    let made = folder("made")
    makeFolder(made)
    let photo = made + "/0.dng"
    Photos.makeFiles([photo], options.size ?? Size(width: 600, height: 400))
    multiply([photo], in: made)
    compare("\(count) made-up DNGs of one kind", names(in: made), options)
    compare("one made-up DNG", [photo], options)
    guard Corpus.isPresent else {
      print("# real raws skipped: \(Corpus.comment)")
      return
    }
    let real = folder("real")
    makeFolder(real)
    let raws = Files.names(in: Corpus.path("raw")).sorted().map { Corpus.path("raw/" + $0) }
      .filter { Program.run([bromide, "info", $0]).status == 0 }
    let copies = raws.enumerated().map { index, raw in
      let copy = "\(real)/\(index).\(raw.split(separator: ".").last ?? "dng")"
      do { try Files.write(try Files.read(raw), to: copy) } catch { fail("\(error)") }
      return copy
    }
    multiply(copies, in: real)
    compare("\(count) names of \(raws.count) real raws", names(in: real), options)
    compare("a real raw, \(raws[0].split(separator: "/").last ?? "")", [raws[0]], options)
    withExtendedLifetime(folder) {}
  }

  private static let count = 1000
  private static var bromide: String { Environment.variable("BROMIDE") ?? "bromide" }

  private static func makeFolder(_ path: String) {
    do { try Files.makeFolder(path) } catch { fail("\(error)") }
  }

  private static func names(in folder: String) -> [String] {
    Files.names(in: folder).sorted().map { folder + "/" + $0 }
  }

  /// Creates hard links until there are a thousand files. Symbolic links would be reported as one
  /// file.
  private static func multiply(_ files: [String], in folder: String) {
    for index in Files.names(in: folder).count..<count {
      let file = files[index % files.count]
      let suffix = file.split(separator: ".").last ?? "dng"
      guard unsafe link(file, "\(folder)/\(index).\(suffix)") == 0 else {
        fail("a link cannot be made")
      }
    }
  }

  private static func compare(_ title: String, _ files: [String], _ options: Options) {
    let programs = [
      ("bromide info --format json", [bromide, "info", "--format", "json"]),
      ("bromide info", [bromide, "info"]),
      ("exiftool -j -fast", ["exiftool", "-j", "-fast"]),
      ("exiv2 -pa", ["exiv2", "-pa"]),
    ]
    var report = Report(
      "info: \(title)",
      ["program", "milliseconds", "CPU milliseconds", "peak MB", "times bromide as JSON"],
      form: options.form)
    var first: Double?
    for (name, command) in programs where Program.find(command[0]) != nil {
      // A slow program once more than it is measured is enough.
      let runs = files.count > 1 && name.hasPrefix("exif") ? min(options.runs, 2) : options.runs
      let cost = Program.median(command + files, runs: runs)
      // exiv2 fails for files that it does not support, and prints the others.
      guard cost.status == 0 || name.hasPrefix("exi") else {
        fail("\(name) failed with status \(cost.status)")
      }
      let base = first ?? cost.seconds
      first = base
      report.add([
        name, decimal(1000 * cost.seconds, 1), decimal(1000 * cost.cpuSeconds, 1),
        decimal(Double(cost.peakMemory) / 1e6, 1), decimal(cost.seconds / base, 2),
      ])
    }
    report.show()
  }
}
