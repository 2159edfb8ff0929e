internal import Platform

/// Rounds of tiles, each complete before the next begins, that all who need the result help with.
package final class Rounds: @unchecked Sendable {
  /// A tile of a round.
  package struct Tile: Sendable, Hashable {
    package let round: Int
    package let tile: Int
  }

  private enum State {
    /// Tiles before `next` are begun, and some of those in threads' hands.
    case running(round: Int, next: Int, inHand: Int)
    case done
  }

  private let tiles: [Int]
  private let monitor = Monitor()
  // Guarded by the monitor.
  private var state: State

  /// - Parameter tiles: The number of tiles in each round.
  package init(_ tiles: [Int]) {
    self.tiles = tiles
    state = Self.beginning(of: 0, tiles)
  }

  /// Returns when all rounds are complete. Any number of threads may call it, at any time.
  ///
  /// It blocks only while other threads complete the last tiles of a round.
  ///
  /// - Parameter perform: Makes one tile.
  package func finish(_ perform: (Tile) -> Void) {
    var done: Tile?
    while let tile = exchange(done) {
      perform(tile)
      done = tile
    }
  }

  /// Notes that a tile is made, and takes the next one, waiting for it; nil after the last.
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

  /// Under the lock.
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

  /// The first round from there on that has tiles.
  private static func beginning(of round: Int, _ tiles: [Int]) -> State {
    guard let first = tiles.indices.dropFirst(round).first(where: { tiles[$0] > 0 }) else {
      return .done
    }
    return .running(round: first, next: 0, inHand: 0)
  }
}
