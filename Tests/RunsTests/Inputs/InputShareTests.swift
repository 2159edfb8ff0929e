import BromideRuns
import SystemPackage
import Testing

/// Shares of inputs.
@Suite struct InputShareTests {
  /// Every input belongs to one share, shares have similar sizes, and other inputs do not change
  /// the share of an input.
  @Test(arguments: [1, 2, 3, 7, 64])
  func everyInputHasOneShare(_ count: Int) throws {
    let shares = try (1...count).map { try #require(InputShare(index: $0, count: count)) }
    var sizes = [Int](repeating: 0, count: count)
    let all = 6400
    for number in 0..<all {
      let path = FilePath("day \(number / 100)/DSC_\(1000 + number).NEF")
      let owners = shares.indices.filter { shares[$0].takes(path) }
      #expect(owners.count == 1)
      sizes[owners[0]] += 1
    }
    // Five standard deviations of a fair draw.
    let mean = Double(all) / Double(count)
    for size in sizes { #expect(abs(Double(size) - mean) <= 5 * mean.squareRoot()) }
  }

  /// Machines and versions must agree on it.
  @Test func sharesAreStable() throws {
    let names = ["a.nef", "b.nef", "2026/c.dng", "x y.cr3", "ä.raf"]
    let share = try #require(InputShare(index: 1, count: 2))
    #expect(names.map { share.takes(FilePath($0)) } == names.map(Self.naive))
  }

  /// FNV-1a and splitmix64's last steps, by their papers.
  private static func naive(_ name: String) -> Bool {
    var h: UInt64 = 14_695_981_039_346_656_037
    for byte in name.utf8 {
      h = (h ^ UInt64(byte)).multipliedReportingOverflow(by: 1_099_511_628_211).partialValue
    }
    h = (h ^ (h >> 30)).multipliedReportingOverflow(by: 13_787_848_793_156_543_929).partialValue
    h = (h ^ (h >> 27)).multipliedReportingOverflow(by: 10_723_151_780_598_845_931).partialValue
    return (h ^ (h >> 31)) % 2 == 0
  }

  private static func share(_ text: String, _ variables: [String: String] = [:]) -> String {
    do throws(InputShare.Problem) {
      return try InputShare(text) { variables[$0] }.description
    } catch { return error.reason }
  }

  @Test func spellings() {
    #expect(Self.share("2/8") == "2/8")
    for wrong in ["0/8", "9/8", "2", "a/b", "2/8/9", "", "auto/x", "2/0", "-1/4"] {
      #expect(Self.share(wrong).hasPrefix("expected I/N"), "\(wrong)")
    }
  }

  @Test(arguments: [
    (
      ["SLURM_ARRAY_TASK_ID": "12", "SLURM_ARRAY_TASK_MIN": "10", "SLURM_ARRAY_TASK_COUNT": "3"],
      "3/3"
    ),
    (
      [
        "SLURM_ARRAY_TASK_ID": "14", "SLURM_ARRAY_TASK_MIN": "10", "SLURM_ARRAY_TASK_STEP": "2",
        "SLURM_ARRAY_TASK_COUNT": "4",
      ], "3/4"
    ),
    (["AWS_BATCH_JOB_ARRAY_INDEX": "0", "AWS_BATCH_JOB_ARRAY_SIZE": "5"], "1/5"),
    (["LSB_JOBINDEX": "5", "LSB_JOBINDEX_END": "5"], "5/5"),
    (
      [
        "SGE_TASK_ID": "7", "SGE_TASK_FIRST": "1", "SGE_TASK_LAST": "9", "SGE_TASK_STEPSIZE": "2",
      ], "4/5"
    ),
  ])
  func enginesProvideTheShare(_ variables: [String: String], _ share: String) {
    #expect(Self.share("auto", variables) == share)
  }

  @Test func enginesWithoutATotal() {
    let kubernetes = ["JOB_COMPLETION_INDEX": "3"]
    #expect(Self.share("auto/8", kubernetes) == "4/8")
    #expect(Self.share("auto", kubernetes).hasSuffix("use auto/N"))
    #expect(Self.share("auto/3", kubernetes).contains("outside 3 tasks"))
    #expect(Self.share("auto/8", ["PBS_ARRAY_INDEX": "8"]) == "8/8")
    #expect(Self.share("auto").contains("finds no task"))
    // Not in an array.
    #expect(
      Self.share("auto", ["SGE_TASK_ID": "undefined", "LSB_JOBINDEX": "0"]).contains(
        "finds no task"))
    let batch = ["AWS_BATCH_JOB_ARRAY_INDEX": "0", "AWS_BATCH_JOB_ARRAY_SIZE": "5"]
    #expect(Self.share("auto/4", batch).contains("contradicts"))
  }
}
