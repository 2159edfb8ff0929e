internal import Synchronization

/// Threads that lend a hand.
///
/// Calling a crew runs a body here and on its threads that are free or come free meanwhile, and
/// returns when every one of those calls has returned. The body takes pieces of work from a common
/// store until none is left: once a call has returned, no further thread joins in.
public struct Crew: Sendable {
  package typealias Body = @Sendable () -> Void

  /// The most threads that run a body, the calling one among them.
  public let size: Int
  private let run: @Sendable (_ helpers: Int, _ body: @escaping Body) -> Void

  /// - Parameter run: Runs a body here and on at most `helpers` other threads.
  package init(
    size: Int, _ run: @escaping @Sendable (_ helpers: Int, _ body: @escaping Body) -> Void
  ) {
    self.size = size
    self.run = run
  }

  /// The calling thread alone.
  public static let alone = Crew(size: 1) { _, body in body() }

  /// Runs a body here and on threads that are free or come free meanwhile.
  ///
  /// - Parameter helpers: The most threads besides the calling one.
  public func callAsFunction(
    atMost helpers: Int = .max, _ body: @escaping @Sendable () -> Void
  ) {
    run(helpers, body)
  }

  /// Does each of the pieces 0 ..< count, one after another on each thread.
  ///
  /// After a failure no further piece is begun.
  ///
  /// - Parameters:
  ///   - makeScratch: Makes one thread's scratch; called on that thread.
  ///   - work: Does one piece.
  /// - Throws: The failure of the lowest piece that has one.
  public func forEach<Scratch, Failure: Error>(
    _ count: Int, makeScratch: @escaping @Sendable () -> Scratch,
    work: @escaping @Sendable (Int, Scratch) throws(Failure) -> Void
  ) throws(Failure) {
    try forEach(count, scratches: ScratchPool(makeScratch), work: work)
  }

  /// Does each of the pieces 0 ..< count, one after another on each thread, with scratch from a pool.
  ///
  /// After a failure no further piece is begun.
  ///
  /// - Parameters:
  ///   - scratches: Each thread takes scratch from here, and gives it back when no piece is left.
  ///   - work: Does one piece.
  /// - Throws: The failure of the lowest piece that has one.
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

  /// Calls `body` with each element and returns the results in the elements' order; nil for elements
  /// left out.
  ///
  /// - Parameter isStopped: Asked before each element: whether to leave out the rest.
  public func map<Element: Sendable, Made: Sendable>(
    _ elements: [Element], until isStopped: @escaping @Sendable () -> Bool,
    _ body: @escaping @Sendable (Element) -> Made
  ) -> [Made?] {
    map(elements) { element in isStopped() ? nil : body(element) }
  }

  /// Calls `work` with each of the pieces 0 ..< count and returns the results in their order.
  ///
  /// - Parameters:
  ///   - makeScratch: Makes one thread's scratch; called on that thread.
  ///   - work: Makes one piece.
  /// - Throws: The failure of the lowest piece that has one.
  public func map<Scratch, Made: Sendable, Failure: Error>(
    _ count: Int, makeScratch: @escaping @Sendable () -> Scratch,
    work: @escaping @Sendable (Int, Scratch) throws(Failure) -> Made
  ) throws(Failure) -> [Made] {
    try map(count, scratches: ScratchPool(makeScratch), work: work)
  }

  /// Calls `work` with each of the pieces 0 ..< count and scratch from a pool, and returns the results in their order.
  ///
  /// - Parameters:
  ///   - scratches: Each thread takes scratch from here, and gives it back when no piece is left.
  ///   - work: Makes one piece.
  /// - Throws: The failure of the lowest piece that has one.
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

  /// Numbered pieces, each given out once.
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
