internal import Synchronization

extension FrameWorkers {
  /// What `body` makes of each element, in their order, made on some threads.
  public static func map<Element: Sendable, Made: Sendable>(
    _ elements: [Element], threads: Int, _ body: @escaping @Sendable (Element) -> Made
  ) -> [Made] {
    map(elements, threads: threads, until: { false }, body).compactMap(\.self)
  }

  /// What `body` makes of each element, in their order; nil for those that were left.
  ///
  /// - Parameter isStopped: Asked before each element: whether to leave the rest.
  package static func map<Element: Sendable, Made: Sendable>(
    _ elements: [Element], threads: Int, until isStopped: @escaping @Sendable () -> Bool,
    _ body: @escaping @Sendable (Element) -> Made
  ) -> [Made?] {
    let made = Results<Made>(count: elements.count)
    let _: Never? = run(
      count: elements.count, threads: threads, makeScratch: {},
      work: { index, _ in
        if !isStopped() { made.set(body(elements[index]), at: index) }
        return nil
      })
    return made.all
  }

  private final class Results<Made: Sendable>: Sendable {
    private let values: Mutex<[Made?]>

    init(count: Int) { values = Mutex([Made?](repeating: nil, count: count)) }

    func set(_ value: Made, at index: Int) { values.withLock { $0[index] = value } }

    var all: [Made?] { values.withLock { $0 } }
  }
}
