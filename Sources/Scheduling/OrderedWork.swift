internal import Platform

/// Does independent work on several threads, and says what it comes to in the order of the work.
///
/// What the first unfinished piece says is written at once; what others say waits for its turn. So one stream speaks live, and
/// many files in parallel read as if one came after the other.
public final class OrderedWork: Sendable {
  private let monitor = Monitor()
  private let count: Int
  private let jobs: Int
  private let memoryLimit: Int
  private let state: State

  private final class State: @unchecked Sendable {
    var next = 0
    /// The piece whose turn it is to speak.
    var head = 0
    var waiting: [Int: [String]] = [:]
    var ended: Set<Int> = []
    var reserved = 0
    /// Why nothing can be written any more; empty where the reader went away.
    var failure: String?
  }

  private init(count: Int, jobs: Int, memoryLimit: Int) {
    self.count = count
    self.jobs = jobs
    self.memoryLimit = memoryLimit
    state = State()
  }

  /// One piece of work, on its thread.
  public struct Piece: Sendable {
    /// The piece's place in the order, from 0.
    public let index: Int
    let owner: OrderedWork

    /// Says something on standard output, when it is this piece's turn.
    ///
    /// - Returns: Whether going on makes sense: false once standard output takes no more.
    public func say(_ text: String) -> Bool { owner.say(text, index) }

    /// Runs `body` when so many bytes of memory can be had beside what other pieces have; one piece always may.
    public func reserving<R, E: Error>(_ bytes: Int, _ body: () throws(E) -> R) throws(E) -> R {
      owner.reserve(bytes)
      defer { owner.release(bytes) }
      return try body()
    }

    /// Runs a body here and on this piece's part of the threads for which no piece is left; returns when all have returned.
    @Sendable public func share(_ body: @escaping @Sendable () -> Void) { owner.share(body) }
  }

  /// Does all of it.
  ///
  /// - Parameters:
  ///   - jobs: Threads, that of the caller among them.
  ///   - memoryLimit: What pieces may reserve together.
  /// - Returns: nil, or why standard output took no more; empty where its reader went away, which needs no word.
  public static func run(
    count: Int, jobs: Int, memoryLimit: Int, _ work: @escaping @Sendable (Piece) -> Void
  ) -> String? {
    let ordered = OrderedWork(count: count, jobs: jobs, memoryLimit: memoryLimit)
    let threads = (1..<max(1, min(jobs, count))).compactMap { _ in
      WorkerThread { ordered.takeAll(work) }
    }
    ordered.takeAll(work)
    for thread in threads { thread.join() }
    return ordered.state.failure
  }

  private func takeAll(_ work: (Piece) -> Void) {
    while let index = take() {
      work(Piece(index: index, owner: self))
      end(index)
    }
  }

  private func take() -> Int? {
    monitor.locked {
      guard state.next < count, state.failure == nil else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  private func say(_ text: String, _ index: Int) -> Bool {
    monitor.locked {
      if index == state.head { write(text) } else { state.waiting[index, default: []].append(text) }
      return state.failure == nil
    }
  }

  /// Under the lock: pieces speak one after another.
  private func write(_ text: String) {
    if state.failure == nil { state.failure = Console.output(text) }
  }

  private func end(_ index: Int) {
    monitor.locked {
      state.ended.insert(index)
      while state.ended.remove(state.head) != nil {
        state.head += 1
        for text in state.waiting.removeValue(forKey: state.head) ?? [] { write(text) }
      }
    }
  }

  private func share(_ body: @escaping @Sendable () -> Void) {
    let left = monitor.locked { count - state.head - state.ended.count }
    let threads = (1..<max(1, jobs / left)).compactMap { _ in WorkerThread(body) }
    body()
    for thread in threads { thread.join() }
  }

  private func reserve(_ bytes: Int) {
    monitor.lock()
    while state.reserved > 0, state.reserved + bytes > memoryLimit { monitor.wait() }
    state.reserved += bytes
    monitor.unlock()
  }

  private func release(_ bytes: Int) {
    monitor.locked {
      state.reserved -= bytes
      monitor.broadcast()
    }
  }
}
