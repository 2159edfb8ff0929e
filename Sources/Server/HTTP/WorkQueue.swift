internal import BromideSystem

/// Threads that share the work of all clients fairly. Each client's pieces run in order.
///
/// These threads have the stack that LibRaw needs. The threads of an event loop or of Dispatch have
/// a smaller one.
final class WorkQueue: @unchecked Sendable {
  /// A job. Exactly one of its bodies runs, unless `add` rejects it.
  struct Piece: Sendable {
    /// The client. Each client gets the same number of turns.
    let client: String
    /// Returns whether the client still waits.
    let isNeeded: @Sendable () -> Bool
    /// Does the work.
    let run: @Sendable () -> Void
    /// Runs instead of `run` if the job is dropped before it starts.
    let drop: @Sendable (Drop) -> Void
  }

  /// The reason for dropping a job.
  enum Drop: Sendable {
    /// The client has gone.
    case unwanted
    /// A client with fewer jobs needs the space.
    case crowded
    /// The queue ends.
    case stopping
  }

  private let monitor = Monitor()
  private let mostWaiting: Int
  // The monitor guards these.
  private var lines: [String: [Piece]] = [:]
  /// Clients with waiting jobs. The first client is next.
  private var turns: [String] = []
  private var count = 0
  private var isEnding = false
  private var threads: [WorkerThread] = []
  private var working = 0

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - threads: The number of threads, at least 1.
  ///   - mostWaiting: Maximum number of waiting jobs.
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

  /// Adds a job.
  ///
  /// - Returns: `false` if the queue is full and no other client has clearly more jobs.
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

  /// Rejects new jobs and drops waiting jobs.
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
  /// - Returns: `false` if a job still runs after the time limit.
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
      if piece.isNeeded() { piece.run() } else { piece.drop(.unwanted) }
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

  /// Call this with the lock held.
  private func removeUnwanted() -> [Piece] {
    var removed: [Piece] = []
    for (client, line) in lines {
      var needed: [Piece] = []
      for piece in line {
        if piece.isNeeded() { needed.append(piece) } else { removed.append(piece) }
      }
      guard needed.count < line.count else { continue }
      lines[client] = needed.isEmpty ? nil : needed
      if needed.isEmpty { turns.removeAll { $0 == client } }
    }
    count -= removed.count
    return removed
  }

  /// Removes the newest job of the client with the most jobs, if it has at least two more than
  /// `own`.
  ///
  /// Call this with the lock held.
  private func removeFromLongest(than own: Int) -> Piece? {
    guard let longest = lines.max(by: { $0.value.count < $1.value.count }),
      longest.value.count > own + 1
    else { return nil }
    let piece = lines[longest.key]?.removeLast()
    count -= 1
    return piece
  }
}
