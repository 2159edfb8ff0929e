internal import Foundation
internal import TestSupport

/// Compares generated and given files.
struct FuzzRun {
  static let usage = """
    FuzzUnpack [--count N] [--seed S] [--keep FOLDER] [FILE ...]
      --count N      generated files, most of them damaged (default 200)
      --seed S       seed of the first file (default 1)
      --keep FOLDER  where to keep files that decode differently (default: nowhere)
      FILE           files to compare as they are, and damaged in four ways each
    FuzzUnpack --samples FOLDER        writes the files of which tests know another decoder's samples
    FuzzUnpack --write FOLDER N S      writes N sound files of modern codings, from seed S on
    FuzzUnpack --print [FILE ...]      prints a line of JSON for each file, or each line of the input
    """
  /// Number of comparisons per given file: unchanged, and damaged.
  private static let variants = 5
  /// Number of files that one process decodes.
  private static let batch = 64

  private var count = 200
  private var seed = 1
  private var keep: String?
  private var files: [String] = []

  /// Parses the arguments, or returns `nil` if they are invalid.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--count":
        guard let number = rest.popFirst().flatMap({ Int($0) }) else { return nil }
        count = number
      case "--seed":
        guard let number = rest.popFirst().flatMap({ Int($0) }) else { return nil }
        seed = number
      case "--keep":
        guard let folder = rest.popFirst() else { return nil }
        keep = folder
      case _ where argument.hasPrefix("-"): return nil
      default: files.append(argument)
      }
    }
  }

  private var total: Int { count + files.count * Self.variants }

  /// Prints every difference and a summary. Returns whether all results are equal.
  func perform() throws -> Bool {
    let folder = NSTemporaryDirectory() + "fuzz-unpack-\(getpid())"
    try Files.makeFolder(folder)
    defer { Files.remove(folder) }
    var comparison = Comparison()
    for start in stride(from: 0, to: total, by: Self.batch) {
      var (paths, names) = ([String](), [String]())
      for index in start..<min(start + Self.batch, total) {
        let (name, bytes) = try make(index)
        paths.append("\(folder)/\(index).raw")
        names.append(name)
        try Files.write(bytes, to: paths.last!)
      }
      for failure in try comparison.add(paths: paths, names: names) {
        print(failure.text)
        guard let keep else { continue }
        try Files.makeFolder(keep)
        let name = failure.path.split(separator: "/").last!
        try Files.write(Files.read(failure.path), to: "\(keep)/\(seed)-\(name)")
      }
      for path in paths { Files.remove(path) }
    }
    print("\(total) files: \(comparison.summary)")
    return comparison.differences == 0
  }

  /// Returns one file of the run, generated or given.
  private func make(_ index: Int) throws -> (name: String, bytes: [UInt8]) {
    var random = Randomness(seed: UInt64(seed + index) &* 0x9E37_79B9)
    guard index < count else {
      let (file, variant) = (index - count).quotientAndRemainder(dividingBy: Self.variants)
      var bytes = try Files.read(files[file])
      if variant > 0 { Mutation.apply(&bytes, &random) }
      return ("\(files[file]), variant \(variant)", bytes)
    }
    var made = Encodings.file(random.next())
    Mutation.apply(&made.bytes, &random)
    return ("--seed \(seed + index), \(made.name)", made.bytes)
  }
}
