internal import Synchronization

/// Threads that help with parallel work.
///
/// If you call a crew, it runs a body on the calling thread and on crew threads that are free or
/// become free. It returns when all calls of the body have returned. The body takes pieces of work
/// from a common store until the store is empty. After one call has returned, no other thread
/// joins.
public struct Crew: Sendable {
  package typealias Body = @Sendable () -> Void

  /// The maximum number of threads that run a body, including the calling one.
  public let size: Int
  private let run: @Sendable (_ helpers: Int, _ body: @escaping Body) -> Void

  /// - Parameter run: Runs a body on the calling thread and on at most `helpers` other threads.
  package init(
    size: Int, _ run: @escaping @Sendable (_ helpers: Int, _ body: @escaping Body) -> Void
  ) {
    self.size = size
    self.run = run
  }

  /// A crew with only the calling thread.
  public static let alone = Crew(size: 1) { _, body in body() }

  /// Runs a body on the calling thread and on threads that are free or become free.
  ///
  /// - Parameter helpers: The maximum number of other threads.
  public func callAsFunction(
    atMost helpers: Int = .max, _ body: @escaping @Sendable () -> Void
  ) {
    run(helpers, body)
  }

  /// Processes the pieces 0 ..< count in parallel.
  ///
  /// After a failure, no new piece begins.
  ///
  /// - Parameters:
  ///   - makeScratch: Creates the scratch memory of one thread. It is called on that thread.
  ///   - work: Processes one piece.
  /// - Throws: The error of the first piece that failed, by its number.
  public func forEach<Scratch, Failure: Error>(
    _ count: Int, makeScratch: @escaping @Sendable () -> Scratch,
    work: @escaping @Sendable (Int, Scratch) throws(Failure) -> Void
  ) throws(Failure) {
    try forEach(count, scratches: ScratchPool(makeScratch), work: work)
  }

  /// Processes the pieces 0 ..< count in parallel, with scratch memory from a pool.
  ///
  /// After a failure, no new piece begins.
  ///
  /// - Parameters:
  ///   - scratches: The pool from which each thread borrows scratch memory until all pieces are
  ///     done.
  ///   - work: Processes one piece.
  /// - Throws: The error of the first piece that failed, by its number.
  package func forEach<Scratch, Failure: Error>(
    _ count: Int, scratches: ScratchPool<Scratch>,
    work: @escaping @Sendable (Int, Scratch) throws(Failure) -> Void
  ) throws(Failure) {
    let pieces = Pieces<Failure>(count: count)
    let takeAll: Body = {
      guard var piece = pieces.next() else { return }
      scratches.withScratch { scratch in
        while true {
          do throws(Failure) { try work(piece, scratch) } catch { pieces.fail(piece, error) }
          guard let next = pieces.next() else { return }
          piece = next
        }
      }
    }
    if count > 1 { run(count - 1, takeAll) } else { takeAll() }
    if let failure = pieces.failure { throw failure }
  }

  /// Calls `body` with each element and returns the results in the elements' order.
  public func map<Element: Sendable, Made: Sendable>(
    _ elements: [Element], _ body: @escaping @Sendable (Element) -> Made
  ) -> [Made] {
    map(elements.count, makeScratch: {}, work: { index, _ in body(elements[index]) })
  }

  /// Calls `body` with each element and returns the results in the elements' order. Skipped
  /// elements have the result `nil`.
  ///
  /// - Parameter isStopped: Called before each element. If it returns true, the remaining elements
  ///   are skipped.
  public func map<Element: Sendable, Made: Sendable>(
    _ elements: [Element], until isStopped: @escaping @Sendable () -> Bool,
    _ body: @escaping @Sendable (Element) -> Made
  ) -> [Made?] {
    map(elements) { element in isStopped() ? nil : body(element) }
  }

  /// Calls `work` with each of the pieces 0 ..< count and returns the results in their order.
  ///
  /// - Parameters:
  ///   - makeScratch: Creates the scratch memory of one thread. It is called on that thread.
  ///   - work: Processes one piece.
  /// - Throws: The error of the first piece that failed, by its number.
  public func map<Scratch, Made: Sendable, Failure: Error>(
    _ count: Int, makeScratch: @escaping @Sendable () -> Scratch,
    work: @escaping @Sendable (Int, Scratch) throws(Failure) -> Made
  ) throws(Failure) -> [Made] {
    try map(count, scratches: ScratchPool(makeScratch), work: work)
  }

  /// Calls `work` with each of the pieces 0 ..< count and scratch memory from a pool, and returns
  /// the results in their order.
  ///
  /// - Parameters:
  ///   - scratches: The pool from which each thread borrows scratch memory until all pieces are
  ///     done.
  ///   - work: Processes one piece.
  /// - Throws: The error of the first piece that failed, by its number.
  package func map<Scratch, Made: Sendable, Failure: Error>(
    _ count: Int, scratches: ScratchPool<Scratch>,
    work: @escaping @Sendable (Int, Scratch) throws(Failure) -> Made
  ) throws(Failure) -> [Made] {
    let results = Results<Made>(count: count)
    try forEach(
      count, scratches: scratches,
      work: { piece, scratch throws(Failure) in
        results.set(try work(piece, scratch), at: piece)
      })
    return results.all
  }

  /// Gives out each numbered piece once.
  private final class Pieces<Failure: Error>: Sendable {
    private struct State {
      var next = 0
      var failure: (piece: Int, error: Failure)?
    }
    private let count: Int
    private let state = Mutex(State())

    init(count: Int) { self.count = count }

    func next() -> Int? {
      state.withLock { state in
        guard state.next < count, state.failure == nil else { return nil }
        state.next += 1
        return state.next - 1
      }
    }

    func fail(_ piece: Int, _ error: Failure) {
      state.withLock { state in
        if let failure = state.failure, failure.piece < piece { return }
        state.failure = (piece, error)
      }
    }

    var failure: Failure? { state.withLock { $0.failure?.error } }
  }

  private final class Results<Made: Sendable>: Sendable {
    private let values: Mutex<[Made?]>

    init(count: Int) { values = Mutex([Made?](repeating: nil, count: count)) }

    func set(_ value: Made, at index: Int) { values.withLock { $0[index] = value } }

    var all: [Made] { values.withLock { $0.compactMap(\.self) } }
  }
}
