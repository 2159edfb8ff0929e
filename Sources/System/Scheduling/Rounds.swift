/// Rounds of tiles. Each round must be complete before the next begins, and all threads that need
/// the result help.
package final class Rounds: @unchecked Sendable {
  /// A tile of a round.
  package struct Tile: Sendable, Hashable {
    package let round: Int
    package let tile: Int
  }

  private enum State {
    /// Tiles before `next` have begun. Threads currently work on `inHand` of them.
    case running(round: Int, next: Int, inHand: Int)
    case done
  }

  private let tiles: [Int]
  private let monitor = Monitor()
  // The monitor protects the state.
  private var state: State

  /// - Parameter tiles: The number of tiles in each round.
  package init(_ tiles: [Int]) {
    self.tiles = tiles
    state = Self.beginning(of: 0, tiles)
  }

  /// Helps with the work and returns when all rounds are complete. Any number of threads can call
  /// it at any time.
  ///
  /// It only blocks while other threads complete the last tiles of a round.
  ///
  /// - Parameter perform: Creates one tile.
  package func finish(_ perform: (Tile) -> Void) {
    var done: Tile?
    while let tile = exchange(done) {
      perform(tile)
      done = tile
    }
  }

  /// Records a finished tile and waits for the next one. Returns `nil` after the last tile.
  private func exchange(_ done: Tile?) -> Tile? {
    monitor.locked {
      if done != nil { note() }
      while true {
        guard case .running(let round, let next, let inHand) = state else { return nil }
        if next < tiles[round] {
          state = .running(round: round, next: next + 1, inHand: inHand + 1)
          return Tile(round: round, tile: next)
        }
        monitor.wait()
      }
    }
  }

  /// Call this with the lock held.
  private func note() {
    guard case .running(let round, let next, let inHand) = state else {
      preconditionFailure("a round lasts until its last tile is made")
    }
    if next == tiles[round], inHand == 1 {
      state = Self.beginning(of: round + 1, tiles)
      monitor.broadcast()
    } else {
      state = .running(round: round, next: next, inHand: inHand - 1)
    }
  }

  /// Returns the state at the start of `round`, or of the first later round with tiles.
  private static func beginning(of round: Int, _ tiles: [Int]) -> State {
    guard let first = tiles.indices.dropFirst(round).first(where: { tiles[$0] > 0 }) else {
      return .done
    }
    return .running(round: first, next: 0, inHand: 0)
  }
}
