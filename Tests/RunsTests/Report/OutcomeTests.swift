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
}
