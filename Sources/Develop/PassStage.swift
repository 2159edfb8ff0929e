internal import Kernels
internal import Pixels
internal import Platform

/// The picture at output size that filter passes work on, between the steps before and after them.
///
/// A thread that wants a finished band first helps to finish the passes: all threads fill the
/// picture together, then share the tiles of each round. A thread blocks only while others finish
/// their last tiles of a round.
final class PassStage: @unchecked Sendable {
  /// Takes the rows to be filtered.
  let input: CodedPicture
  /// Holds the result once all rounds are done.
  let output: CodedPicture
  /// Rows in a tile of the round that fills `input`.
  static let fillRows = 64

  private let rounds: [PassRound]
  private let monitor = Monitor()
  // Guarded by the monitor; round -1 fills `input`.
  private var round = -1
  private var nextTile = 0
  private var tilesInHand = 0

  init(
    size: Size, channels: Int, ceiling: Float, steps: [PassStep], instructionSet: InstructionSet
  ) {
    input = CodedPicture(
      size: size, channels: channels, ceiling: ceiling, instructionSet: instructionSet)
    let plan = PassPlan(input, steps: steps, instructionSet: instructionSet)
    output = plan.picture
    rounds = plan.rounds
  }

  /// Works with the other threads until the passes are done.
  ///
  /// - Parameters:
  ///   - scratch: The calling thread's.
  ///   - fill: Makes the given rows of `input`.
  func finish(_ scratch: PassScratch, fill: (Range<Int>) -> Void) {
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

  /// Tiles in the current round.
  private var tiles: Int {
    round < 0
      ? (input.size.height + Self.fillRows - 1) / Self.fillRows : rounds[round].tiles
  }
}
