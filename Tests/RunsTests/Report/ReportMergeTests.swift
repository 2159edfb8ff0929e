import SystemPackage
import Testing

@testable import BromideRuns

/// Reports of several runs as one.
@Suite struct ReportMergeTests {
  private let tree = TemporaryTree()

  private func write(_ name: String, _ lines: [String]) throws -> FilePath {
    try tree.write(name, content: lines.map { $0 + "\n" }.joined())
    return FilePath(tree.path(name))
  }

  private static func input(_ name: String, _ status: String, _ reason: String? = nil) -> String {
    "{\"input\":\"\(name)\"," + (reason.map { "\"reason\":\"\($0)\"," } ?? "")
      + "\"status\":\"\(status)\"}"
  }

  private static func run(_ shard: Int, of shards: Int, inputs: Int) -> String {
    "{\"run\":{\"shard\":\(shard),\"shards\":\(shards),\"inputs\":\(inputs)},\"status\":\"run\"}"
  }

  @Test func sharesThatAreAllThere() throws {
    let one = try write("1", [Self.run(1, of: 2, inputs: 1), Self.input("a", "converted")])
    let two = try write(
      "2",
      [
        Self.run(2, of: 2, inputs: 2), Self.input("b", "skipped"), Self.input("c", "converted"),
        "{\"costs\":{\"megapixels\":24,\"processorSeconds\":1.5,\"peakMemory\":9},\"status\":\"costs\"}",
      ])
    let merge = try ReportMerge([one, two])
    #expect(merge.isWhole && merge.counts == ["converted": 2, "skipped": 1] && merge.shards == 2)
    #expect(merge.lines.count == 3 && merge.costs?.memory == 9)
  }

  @Test func mergeFindsMissingInputs() throws {
    let one = try write(
      "1",
      [Self.run(1, of: 3, inputs: 3), Self.input("a", "converted"), Self.input("b", "interrupted")])
    let three = try write("3", [Self.run(3, of: 3, inputs: 0)])
    let merge = try ReportMerge([one, three])
    #expect(!merge.isWhole)
    #expect(merge.gaps == [.init(shard: 1, missing: 2), .init(shard: 2, missing: nil)])
  }

  /// A task that was run again: the best end of an input counts, and the report that tells most.
  @Test func tasksThatRanTwice() throws {
    let run = Self.run(1, of: 1, inputs: 2)
    let first = try write("1", [run, Self.input("a", "failed", "no room")])
    let again = try write("1b", [run, Self.input("a", "converted"), Self.input("b", "converted")])
    for order in [[first, again], [again, first]] {
      let merge = try ReportMerge(order)
      #expect(merge.isWhole && merge.counts == ["converted": 2], "\(merge.gaps)")
    }
    let alone = try ReportMerge([first])
    #expect(alone.failures.map(\.reason) == ["no room"])
    #expect(alone.gaps == [.init(shard: 1, missing: 1)])
  }

  @Test func wrongFiles() throws {
    #expect(throws: ReportMerge.Problem.nothing) { try ReportMerge([]) }
    let text = try write("x", ["no report"])
    #expect(throws: ReportMerge.Problem.notAReport(text)) { try ReportMerge([text]) }
    let one = try write("1", [Self.run(1, of: 2, inputs: 0)])
    let other = try write("2", [Self.run(2, of: 3, inputs: 0)])
    #expect(throws: ReportMerge.Problem.differentShares(2, 3)) { try ReportMerge([one, other]) }
    // A line that was cut short does not count.
    try tree.write("cut", content: Self.run(1, of: 1, inputs: 1) + "\n{\"input\":\"a")
    let cut = try ReportMerge([FilePath(tree.path("cut"))])
    #expect(cut.gaps == [.init(shard: 1, missing: 1)])
    #expect(cut.incomplete == [FilePath(tree.path("cut"))])
  }

  /// Without shares, only the cut line shows that an input is missing.
  @Test(arguments: ["{\"input\":\"b\",\"stat", "{\"input\":\"b\",\"status\":\"failed\"}", "\0"])
  func cutLinesAreNotComplete(_ end: String) throws {
    try tree.write("cut", content: Self.input("a", "converted") + "\n" + end)
    let path = FilePath(tree.path("cut"))
    let merge = try ReportMerge([path])
    #expect(!merge.isWhole && merge.incomplete == [path] && merge.counts == ["converted": 1])
    let whole = try ReportMerge([try write("whole", [Self.input("a", "converted")])])
    #expect(whole.isWhole)
  }

  /// A count of billions would need a gap for each share.
  @Test(arguments: [(1, 4_000_000_000, 1), (0, 2, 1), (3, 2, 1), (1, 2, -1), (-1, -1, 0)])
  func impossibleSharesAreRejected(shard: Int, shards: Int, inputs: Int) throws {
    let path = try write("x", [Self.run(shard, of: shards, inputs: inputs)])
    #expect(throws: ReportMerge.Problem.notAReport(path)) { try ReportMerge([path]) }
  }
}
