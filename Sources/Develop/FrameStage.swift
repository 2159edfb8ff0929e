internal import Kernels
internal import Pixels
internal import Platform

/// The frame at output size on which filters of a neighbourhood work, between the steps before and after them.
///
/// Whoever wants a finished band first helps to finish the frame: all threads fill it, then take its rounds together.
/// Nobody waits but for tiles that others have in hand.
final class FrameStage: @unchecked Sendable {
  /// Where rows go to be filtered.
  let input: CodedFrame
  /// Where the result is when all rounds are done.
  let output: CodedFrame
  /// Rows of the frame in a tile of the round that fills it.
  static let fillRows = 64

  private let rounds: [FrameRound]
  private let monitor = Monitor()
  // Guarded by the monitor; -1 is the round that fills the frame.
  private var round = -1
  private var nextTile = 0
  private var tilesInHand = 0

  init(
    size: Size, channels: Int, ceiling: Float, steps: [FrameStep], instructionSet: InstructionSet
  ) {
    input = CodedFrame(
      size: size, channels: channels, ceiling: ceiling, instructionSet: instructionSet)
    let plan = FramePlan(input, steps: steps, instructionSet: instructionSet)
    output = plan.frame
    rounds = plan.rounds
  }

  /// Returns when the frame is finished.
  ///
  /// - Parameter fill: Makes the given rows of `input`.
  func finish(_ scratch: FrameScratch, fill: (Range<Int>) -> Void) {
    monitor.lock()
    defer { monitor.unlock() }
    while round < rounds.count {
      guard nextTile < tiles else {
        monitor.wait()
        continue
      }
      let (current, tile) = (round, nextTile)
      nextTile += 1
      tilesInHand += 1
      monitor.unlock()
      if current < 0 {
        let first = tile * Self.fillRows
        fill(first..<min(first + Self.fillRows, input.size.height))
      } else {
        rounds[current].run(tile, scratch)
      }
      monitor.lock()
      tilesInHand -= 1
      if nextTile == tiles && tilesInHand == 0 {
        round += 1
        nextTile = 0
        monitor.broadcast()
      }
    }
  }

  /// Tiles of the present round.
  private var tiles: Int {
    round < 0
      ? (input.size.height + Self.fillRows - 1) / Self.fillRows : rounds[round].tiles
  }
}
