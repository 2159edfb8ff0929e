internal import Platform

/// Threads that do the work of clients in turn, and of each client in the order in which it came.
///
/// They have the stack that LibRaw needs, which those of an event loop or of Dispatch have not.
final class WorkQueue: @unchecked Sendable {
  /// A piece of work. Exactly one of its bodies runs, unless `add` rejects it.
  struct Piece: Sendable {
    /// Clients take turns.
    let client: String
    /// Whether somebody still waits for it.
    let isWanted: @Sendable () -> Bool
    /// Does it.
    let run: @Sendable () -> Void
    /// Gives it up, before it has begun.
    let drop: @Sendable (Drop) -> Void
  }

  /// Why a piece of work is given up.
  enum Drop: Sendable {
    /// Nobody waits for it.
    case unwanted
    /// Another client has fewer pieces waiting.
    case crowded
    /// The queue ends.
    case stopping
  }

  private let monitor = Monitor()
  private let mostWaiting: Int
  // Guarded by the monitor.
  private var lines: [String: [Piece]] = [:]
  /// Clients with waiting work; the first is served next.
  private var turns: [String] = []
  private var count = 0
  private var isEnding = false
  private var threads: [WorkerThread] = []
  private var working = 0

  /// - Parameters:
  ///   - threads: At least one.
  ///   - mostWaiting: Pieces of work that may wait.
  init(threads count: Int, mostWaiting: Int) {
    self.mostWaiting = mostWaiting
    for _ in 0..<max(1, count) {
      monitor.locked { working += 1 }
      guard let thread = WorkerThread({ [self] in work() }) else {
        monitor.locked { working -= 1 }
        break
      }
      monitor.locked { threads.append(thread) }
    }
  }

  /// Takes a piece of work; false if too many wait and this client has no right to the place of another's.
  func add(_ piece: Piece) -> Bool {
    var dropped: [(Piece, Drop)] = []
    let isTaken = monitor.locked {
      guard !isEnding, !threads.isEmpty else { return false }
      if count >= mostWaiting { dropped += removeUnwanted().map { ($0, .unwanted) } }
      if count >= mostWaiting {
        guard let crowded = removeFromLongest(than: lines[piece.client]?.count ?? 0) else {
          return false
        }
        dropped.append((crowded, .crowded))
      }
      if lines[piece.client, default: []].isEmpty { turns.append(piece.client) }
      lines[piece.client, default: []].append(piece)
      count += 1
      monitor.broadcast()
      return true
    }
    for (piece, reason) in dropped { piece.drop(reason) }
    return isTaken
  }

  /// Takes no more work and gives up what waits.
  func close() {
    let waiting = monitor.locked {
      isEnding = true
      monitor.broadcast()
      defer { (lines, turns, count) = ([:], [], 0) }
      return lines.values.flatMap(\.self)
    }
    for piece in waiting { piece.drop(.stopping) }
  }

  /// Ends the threads.
  ///
  /// - Returns: False if work is still running after the time.
  func end(seconds: Double) -> Bool {
    close()
    let waited = Stopwatch()
    let ended = monitor.locked { () -> [WorkerThread]? in
      while working > 0 {
        guard waited.seconds < seconds else { return nil }
        monitor.wait(seconds: 0.1)
      }
      defer { threads = [] }
      return threads
    }
    for thread in ended ?? [] { thread.join() }
    return ended != nil
  }

  private func work() {
    while let piece = next() {
      if piece.isWanted() { piece.run() } else { piece.drop(.unwanted) }
    }
    monitor.locked {
      working -= 1
      monitor.broadcast()
    }
  }

  private func next() -> Piece? {
    monitor.locked {
      while turns.isEmpty {
        if isEnding { return nil }
        monitor.wait()
      }
      let client = turns.removeFirst()
      guard var line = lines[client], !line.isEmpty else {
        preconditionFailure("a client with a turn has work")
      }
      let piece = line.removeFirst()
      lines[client] = line.isEmpty ? nil : line
      if !line.isEmpty { turns.append(client) }
      count -= 1
      return piece
    }
  }

  /// Call it under the lock.
  private func removeUnwanted() -> [Piece] {
    var removed: [Piece] = []
    for (client, line) in lines {
      var wanted: [Piece] = []
      for piece in line {
        if piece.isWanted() { wanted.append(piece) } else { removed.append(piece) }
      }
      guard wanted.count < line.count else { continue }
      lines[client] = wanted.isEmpty ? nil : wanted
      if wanted.isEmpty { turns.removeAll { $0 == client } }
    }
    count -= removed.count
    return removed
  }

  /// The newest piece of the client with most pieces, if these are more than one more than a number. Call it under the lock.
  private func removeFromLongest(than own: Int) -> Piece? {
    guard let longest = lines.max(by: { $0.value.count < $1.value.count }),
      longest.value.count > own + 1
    else { return nil }
    let piece = lines[longest.key]?.removeLast()
    count -= 1
    return piece
  }
}
