/// Bodies that threads with nothing else to do may join: the bookkeeping behind a ``Crew``.
///
/// A value without locks; whoever holds it guards it.
struct CrewOffers {
  /// Identifies a body from `add` to `remove`.
  typealias ID = Int

  private enum State {
    /// Others may join: so many run the body now, and so many more may come.
    case open(running: Int, places: Int)
    /// Nothing is left to join; so many still run the body.
    case closed(running: Int)
  }

  private struct Offer {
    let id: ID
    let body: Crew.Body
    /// Whether only threads with nothing else to do may join.
    let isForIdle: Bool
    var state: State
  }

  private var offers: [Offer] = []
  private var nextID = 0

  /// Whether a thread may join a body that is, or is not, left to idle threads.
  func hasOpenOffer(forIdle: Bool) -> Bool { openOffer(forIdle: forIdle) != nil }

  private func openOffer(forIdle: Bool) -> Int? {
    offers.firstIndex {
      guard $0.isForIdle == forIdle, case .open(_, let places) = $0.state else { return false }
      return places > 0
    }
  }

  /// Offers a body to at most `helpers` threads.
  ///
  /// - Parameter isForIdle: Whether only threads with nothing else to do may join.
  mutating func add(_ body: @escaping Crew.Body, helpers: Int, isForIdle: Bool = false) -> ID {
    defer { nextID += 1 }
    offers.append(
      Offer(
        id: nextID, body: body, isForIdle: isForIdle, state: .open(running: 0, places: helpers)))
    return nextID
  }

  /// Joins the oldest body that may be joined, those for idle threads last; nil if there is none. Call `left` afterwards.
  mutating func join() -> (id: ID, body: Crew.Body)? {
    guard let index = openOffer(forIdle: false) ?? openOffer(forIdle: true),
      case .open(let running, let places) = offers[index].state
    else { return nil }
    offers[index].state = .open(running: running + 1, places: places - 1)
    return (offers[index].id, offers[index].body)
  }

  /// A helper's call has returned, so nothing is left to take.
  mutating func left(_ id: ID) {
    guard let index = offers.firstIndex(where: { $0.id == id }) else {
      preconditionFailure("a helper leaves the body that it joined")
    }
    switch offers[index].state {
    case .open(let running, _), .closed(let running):
      precondition(running > 0, "a helper leaves once")
      offers[index].state = .closed(running: running - 1)
    }
  }

  /// The owner's own call has returned: nobody joins any more.
  mutating func close(_ id: ID) {
    guard let index = offers.firstIndex(where: { $0.id == id }) else { return }
    if case .open(let running, _) = offers[index].state {
      offers[index].state = .closed(running: running)
    }
  }

  /// Forgets a closed body once no helper runs it.
  ///
  /// - Returns: Whether that is so.
  mutating func remove(_ id: ID) -> Bool {
    guard let index = offers.firstIndex(where: { $0.id == id }) else { return true }
    guard case .closed(running: 0) = offers[index].state else { return false }
    offers.remove(at: index)
    return true
  }
}
