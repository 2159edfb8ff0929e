import BromidePhotos
import SystemPackage
import Testing

@testable import BromideRuns
@testable import BromideSystem

/// The outcomes of endings, and their lines in a report.
@Suite struct OutcomeTests {
  private func outcome(_ ending: Outcome.Ending) -> Outcome {
    Outcome(input: "a.nef", output: "a.png", ending)
  }

  @Test func endingsSetStatusStageAndReason() {
    let whole = outcome(.written(bytes: 7, damage: nil))
    #expect((whole.status, whole.stage, whole.reason) == (.converted, nil, nil))
    #expect(whole.outputBytes == 7)
    let damaged = outcome(.written(bytes: 7, damage: "cut"))
    #expect((damaged.status, damaged.stage, damaged.reason) == (.damaged, .decode, "cut"))
    #expect(damaged.outputBytes == 7)
    let skipped = outcome(.skipped(.existing, "a.png is current"))
    #expect(
      (skipped.status, skipped.stage, skipped.reason) == (.skipped, .existing, "a.png is current"))
    let interrupted = outcome(.interrupted())
    #expect(
      (interrupted.status, interrupted.stage, interrupted.reason)
        == (.interrupted, nil, "interrupted"))
    let failed = outcome(.failed(StageFailure(.develop, "no", remedy: .overwrite)))
    #expect((failed.status, failed.stage, failed.reason) == (.failed, .develop, "no"))
    #expect(failed.remedy == .overwrite)
    #expect(failed.outputBytes == nil && failed.warnings == nil)
  }

  /// The facts are next to the other fields, and missing fields have no key.
  @Test func lineIsFlat() {
    var facts = PictureFacts()
    facts.decoder = "x"
    facts.whiteBalanceFrom = "auto"
    let line = JSONText.encode(
      Outcome(
        input: "a.nef", output: nil, .failed(StageFailure(.open, "no", remedy: .keepDamaged)),
        warnings: [Warning("w")], facts: facts))
    #expect(
      line
        == #"{"decoder":"x","input":"a.nef","milliseconds":{"decode":0,"develop":0,"encode":0,"open":0,"total":0,"write":0},"reason":"no","stage":"open","status":"failed","warnings":["w"],"whiteBalanceFrom":"auto"}"#
    )
  }

  @Test func frameWithoutPhotoHasNoFile() {
    let missing = FrameError.leftOut(path: "a.nef", reason: "is missing")
    let skipped = FrameOutcome(frame: 3, output: "3.png", .leftOut(missing))
    #expect((skipped.status, skipped.output) == (.leftOut, nil))
    #expect(skipped.reason == "a.nef: is missing")
    let failed = FrameOutcome(frame: 3, output: "3.png", .failed(.rejected("no", .overwrite)))
    #expect((failed.status, failed.output, failed.reason) == (.failed, "3.png", "no"))
    #expect(failed.remedy == .overwrite)
  }

  @Test func remarkSetsStatusOfFrame() {
    var facts = FrameOutcome.Facts()
    facts.outputBytes = 7
    let whole = FrameOutcome(frame: 0, output: "0.png", .drawn(nil), facts)
    #expect((whole.status, whole.reason, whole.outputBytes) == (.rendered, nil, 7))
    #expect(whole.warnings == nil && whole.demosaic == nil)
    let held = FrameOutcome(frame: 0, output: nil, .drawn(.held("b.nef instead")), facts)
    #expect((held.status, held.reason) == (.held, "b.nef instead"))
    let damaged = FrameOutcome(frame: 0, output: nil, .drawn(.damaged("cut")), facts)
    #expect((damaged.status, damaged.reason) == (.damaged, "cut"))
  }
}
