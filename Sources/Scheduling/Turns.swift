/// Whose turn it is to deliver in an ordered run.
struct Turns {
  /// How much of an item is delivered.
  enum Delivery {
    /// The part announced so far.
    case part
    /// The rest, after its end.
    case last
  }

  private enum State {
    case idle
    /// A thread delivers the head.
    case delivering(Delivery)
  }

  /// The first item that has not been delivered.
  private(set) var head = 0
  private var ended: Set<Int> = []
  private var announced: Set<Int> = []
  private var state = State.idle

  /// The delivery that may begin; nil if the head has nothing, or while another is under way.
  var due: (index: Int, delivery: Delivery)? {
    guard case .idle = state else { return nil }
    if ended.contains(head) { return (head, .last) }
    return announced.contains(head) ? (head, .part) : nil
  }

  mutating func announce(_ index: Int) { announced.insert(index) }

  mutating func itemEnded(_ index: Int) { ended.insert(index) }

  mutating func begin(_ delivery: Delivery) {
    // What is announced from here on might not be seen by this delivery.
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
