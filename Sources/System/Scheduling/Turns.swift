/// The order of deliveries in an ordered run.
struct Turns {
  /// How much of an item is delivered.
  enum Delivery {
    /// The part announced so far.
    case part
    /// The rest, after the item's end.
    case last
  }

  private enum State {
    case idle
    /// A thread delivers the item at `head`.
    case delivering(Delivery)
  }

  /// The first item that has not been delivered.
  private(set) var head = 0
  private var ended: Set<Int> = []
  private var announced: Set<Int> = []
  private var state = State.idle

  /// The delivery that can begin, or `nil` if `head` has nothing to deliver or another delivery
  /// runs.
  var due: (index: Int, delivery: Delivery)? {
    guard case .idle = state else { return nil }
    if ended.contains(head) { return (head, .last) }
    return announced.contains(head) ? (head, .part) : nil
  }

  mutating func announce(_ index: Int) { announced.insert(index) }

  mutating func itemEnded(_ index: Int) { ended.insert(index) }

  mutating func begin(_ delivery: Delivery) {
    // This delivery could miss later announcements, so they must remain new.
    announced.remove(head)
    state = .delivering(delivery)
  }

  mutating func end(_ delivery: Delivery) {
    state = .idle
    guard delivery == .last else { return }
    ended.remove(head)
    head += 1
  }
}
