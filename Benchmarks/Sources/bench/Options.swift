internal import BromideValues

/// The command-line options.
struct Options {
  var name = ""
  var size: Size?
  var runs: Int { givenRuns ?? 5 }
  var givenRuns: Int?
  var form = Report.Form.text
  /// The coding of the files that `photos` writes.
  var coding = Coding.plain
  /// Files that `photos` writes, or that `start` and `unpack` read instead of made-up ones.
  var paths: [String] = []

  /// Returns `nil` for invalid options.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    guard let name = rest.popFirst() else { return nil }
    self.name = name
    while let argument = rest.popFirst() {
      switch argument {
      case "--size":
        let parts = (rest.popFirst() ?? "").split(separator: "x").compactMap { Int($0) }
        guard parts.count == 2, parts.allSatisfy({ $0 >= 64 }) else { return nil }
        size = Size(width: parts[0], height: parts[1])
      case "--runs":
        guard let runs = Int(rest.popFirst() ?? ""), runs > 0 else { return nil }
        givenRuns = runs
      case "--coding":
        guard let coding = Coding(rawValue: rest.popFirst() ?? "") else { return nil }
        self.coding = coding
      case "--jsonl": form = .jsonl
      case "--markdown": form = .markdown
      case let path
      where ["photos", "packed", "start", "unpack"].contains(name) && !path.hasPrefix("-"):
        paths.append(path)
      default: return nil
      }
    }
  }

  /// The size of most cameras' pictures.
  var photoSize: Size { size ?? Size(width: 6000, height: 4000) }
}
