/// The bodies that other threads can join, for a ``Crew``.
///
/// It is a value without locks. The code that stores it must protect it.
struct CrewOffers {
  /// Identifies a body from `add` to `remove`.
  typealias ID = Int

  private enum State {
    /// Other threads can join. `running` threads run the body now, and `places` more can join.
    case open(running: Int, places: Int)
    /// Other threads cannot join any more, but `running` threads still run the body.
    case closed(running: Int)
  }

  private struct Offer {
    let id: ID
    let body: Crew.Body
    /// Whether only idle threads can join.
    let isForIdle: Bool
    var state: State
  }

  private var offers: [Offer] = []
  private var nextID = 0

  /// Returns whether a thread can join a body. `forIdle` selects the bodies for idle threads.
  func hasOpenOffer(forIdle: Bool) -> Bool { openOffer(forIdle: forIdle) != nil }

  private func openOffer(forIdle: Bool) -> Int? {
    offers.firstIndex {
      guard $0.isForIdle == forIdle, case .open(_, let places) = $0.state else { return false }
      return places > 0
    }
  }

  /// Offers a body to at most `helpers` threads.
  ///
  /// - Parameter isForIdle: Whether only idle threads can join.
  mutating func add(_ body: @escaping Crew.Body, helpers: Int, isForIdle: Bool = false) -> ID {
    defer { nextID += 1 }
    offers.append(
      Offer(
        id: nextID, body: body, isForIdle: isForIdle, state: .open(running: 0, places: helpers)))
    return nextID
  }

  /// Joins the oldest available body, or returns `nil` if there is none. Bodies for idle threads
  /// come last. Call `left` afterwards.
  mutating func join() -> (id: ID, body: Crew.Body)? {
    guard let index = openOffer(forIdle: false) ?? openOffer(forIdle: true),
      case .open(let running, let places) = offers[index].state
    else { return nil }
    offers[index].state = .open(running: running + 1, places: places - 1)
    return (offers[index].id, offers[index].body)
  }

  /// Records that a helper's call has returned, so the body has no more work to give.
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

  /// Records that the owner's call has returned. Other threads cannot join any more.
  mutating func close(_ id: ID) {
    guard let index = offers.firstIndex(where: { $0.id == id }) else { return }
    if case .open(let running, _) = offers[index].state {
      offers[index].state = .closed(running: running)
    }
  }

  /// Removes a closed body if no helper runs it.
  ///
  /// - Returns: Whether it was removed.
  mutating func remove(_ id: ID) -> Bool {
    guard let index = offers.firstIndex(where: { $0.id == id }) else { return true }
    guard case .closed(running: 0) = offers[index].state else { return false }
    offers.remove(at: index)
    return true
  }
}
