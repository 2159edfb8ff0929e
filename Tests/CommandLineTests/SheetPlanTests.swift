import Foundation
import TestSupport
import Testing

/// `sheet -n` prints what the run does.
@Suite struct SheetPlanTests {
  private let tree = CommandTree.fresh

  /// The run skips current frames, so the plan does too.
  @Test(arguments: [("-o", "out", "out/0.png"), ("--apng", "out.png", "out.png")])
  func plansOfAnimationsReadExistingFrames(option: String, output: String, file: String) throws {
    try tree.addPhotos()
    let arguments = [
      "sheet", "in", "--tile", "40", "--animate", "fadeIn", "--fps", "10", option, output,
    ]
    func plan(_ more: String..., status: Int32 = 0) throws -> (verb: String, errors: String) {
      let run = try tree.run(arguments + ["-n"] + more, status: status)
      #expect(run.lines.count == 1 && run.text.contains("\t\(output)\t"), "\(run.text)")
      return (String(run.text.prefix { $0 != "\t" }), run.errors)
    }
    #expect(try plan().verb == "make" && !tree.exists(file))
    try tree.run(arguments, status: 0)
    let made = try tree.read(file)
    #expect(try plan().verb == "skip")
    #expect(try tree.run(arguments, status: 0).errors.contains("0 rendered"))
    for more in [["--title", "Other"], ["--exposure", "1"], ["-y"]] {
      #expect(try tree.run(arguments + ["-n"] + more).text.hasPrefix("make\t"), "\(more)")
    }
    Files.remove(tree.path(file))
    #expect(try plan().verb == "make")
    try tree.write("a letter", to: file)
    let rejected = try plan(status: 1)
    #expect(rejected.verb == "reject", "\(rejected)")
    #expect(rejected.errors.contains("\(file) exists and Bromide did not make it"), "\(rejected)")
    #expect(try made.count > 100 && tree.text(file) == "a letter")
  }
}
