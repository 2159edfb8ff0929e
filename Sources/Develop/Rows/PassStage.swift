internal import BromideKernels
internal import BromideSystem
internal import BromideValues

/// The picture at output size that filter passes work on, between the steps before and after them.
///
/// A thread that wants a finished band first helps to finish the passes: all threads fill the
/// picture together, then share the tiles of each round. A thread blocks only while others finish
/// their last tiles of a round.
final class PassStage: Sendable {
  /// Takes the rows to be filtered.
  let input: CodedPicture
  /// Holds the result once all rounds are done.
  let output: CodedPicture
  /// Rows in a tile of the round that fills `input`.
  private let fillRows: Int

  private let passes: [PassRound]
  /// The round that fills `input`, and the rounds of the passes.
  private let rounds: Rounds

  /// - Parameters:
  ///   - gains: White-balance gains of the development.
  ///   - readsFar: Whether a row of `input` depends on many rows of the photo.
  /// - Throws: `PixelShortage` if memory for a pass cannot be had.
  init(
    size: Size, channels: Int, ceiling: Float, steps: [PassStep], gains: SIMD3<Float>,
    readsFar: Bool, instructionSet: InstructionSet
  ) throws(PixelShortage) {
    // Noise reduction and sharpening also compute the 40 rows on either side of a tile.
    fillRows = readsFar ? 256 : Self.fillRows(size.height)
    input = try CodedPicture(
      size: size, channels: channels, ceiling: ceiling, instructionSet: instructionSet)
    let plan = try PassPlan(input, steps: steps, gains: gains, instructionSet: instructionSet)
    output = plan.picture
    passes = plan.rounds
    let fillTiles = (size.height + fillRows - 1) / fillRows
    rounds = Rounds([fillTiles] + passes.map(\.tiles))
  }

  /// Returns the rows in a tile if they depend on few others: about 128, in a number of tiles that
  /// 2, 4 and 8 threads divide evenly.
  ///
  /// A demosaic also computes up to 20 sensor rows above a tile. In a picture of a fifth of the
  /// sensor's size, they are 7 % of 64 rows and 4 % of 107.
  private static func fillRows(_ height: Int) -> Int {
    let tiles = 8 * ((height + 8 * 128 - 1) / (8 * 128))
    return max(64, (height + tiles - 1) / tiles)
  }

  /// Works with the other threads until the passes are done.
  ///
  /// - Parameters:
  ///   - scratch: The calling thread's.
  ///   - fill: Makes the given rows of `input`.
  func finish(_ scratch: PassScratch, fill: (Range<Int>) -> Void) {
    rounds.finish { tile in
      if tile.round == 0 {
        let first = tile.tile * fillRows
        fill(first..<min(first + fillRows, input.size.height))
      } else {
        passes[tile.round - 1].run(tile.tile, scratch)
      }
    }
  }
}
