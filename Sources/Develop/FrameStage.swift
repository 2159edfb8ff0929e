internal import Kernels
internal import Pixels
internal import Scheduling

/// The frame at output size on which filters of a neighbourhood work, between the steps before and after them.
///
/// A thread that wants a finished band first helps to finish the frame: all threads fill it, then take its rounds together.
/// It blocks only while other threads finish tiles.
final class FrameStage: Sendable {
  /// Where rows go to be filtered.
  let input: CodedFrame
  /// Where the result is when all rounds are done.
  let output: CodedFrame
  /// Rows of the frame in a tile of the round that fills it.
  static let fillRows = 64

  private let filters: [FrameRound]
  /// That which fills the frame, and those of the filters.
  private let rounds: Rounds

  init(
    size: Size, channels: Int, ceiling: Float, steps: [FrameStep], instructionSet: InstructionSet
  ) {
    input = CodedFrame(
      size: size, channels: channels, ceiling: ceiling, instructionSet: instructionSet)
    let plan = FramePlan(input, steps: steps, instructionSet: instructionSet)
    output = plan.frame
    filters = plan.rounds
    let fillTiles = (size.height + Self.fillRows - 1) / Self.fillRows
    rounds = Rounds([fillTiles] + filters.map(\.tiles))
  }

  /// Returns when the frame is finished.
  ///
  /// - Parameter fill: Makes the given rows of `input`.
  func finish(_ scratch: FrameScratch, fill: (Range<Int>) -> Void) {
    rounds.finish { tile in
      if tile.round == 0 {
        let first = tile.tile * Self.fillRows
        fill(first..<min(first + Self.fillRows, input.size.height))
      } else {
        filters[tile.round - 1].run(tile.tile, scratch)
      }
    }
  }
}
