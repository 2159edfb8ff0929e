/// A resource that many threads share. The first thread that needs it opens it, and the last one
/// closes it. If opening fails, the error is stored.
package final class SharedResource<Value: Sendable, Failure: Error>: @unchecked Sendable {
  private enum State {
    case closed
    /// One thread opens it, and others can help.
    case opening(CrewOffers)
    case open(Value)
    case failed(Failure)
  }

  private enum Step {
    case use(Value)
    case fail(Failure)
    case open
    case help(CrewOffers.ID, Crew.Body)
  }

  private let opening: @Sendable (Crew) throws(Failure) -> Value
  private let closing: @Sendable (Value) -> Void
  private let monitor = Monitor()
  // The monitor protects the state.
  private var state = State.closed
  private var uses: Int

  /// - Parameters:
  ///   - uses: The number of future calls of ``endUse()``.
  ///   - open: Opens the resource. It is called at most once.
  ///   - close: Closes the resource after the last use.
  package init(
    uses: Int, open: @escaping @Sendable (Crew) throws(Failure) -> Value,
    close: @escaping @Sendable (Value) -> Void
  ) {
    self.uses = uses
    opening = open
    closing = close
  }

  /// Returns the open resource.
  ///
  /// While one thread opens it, other threads that call this help, if the opener offers work.
  ///
  /// - Parameter crew: Further threads that can help to open it.
  package func value(crew: Crew = .alone) throws(Failure) -> Value {
    var helped: CrewOffers.ID?
    while true {
      switch step(after: helped) {
      case .use(let value): return value
      case .fail(let failure): throw failure
      case .help(let id, let body):
        body()
        helped = id
      case .open: return try open(crew)
      }
    }
  }

  private func step(after helped: CrewOffers.ID?) -> Step {
    monitor.locked {
      if let helped {
        withOffers { $0.left(helped) }
        monitor.broadcast()
      }
      while true {
        switch state {
        case .open(let value): return .use(value)
        case .failed(let failure): return .fail(failure)
        case .closed:
          state = .opening(CrewOffers())
          return .open
        case .opening:
          if let (id, body) = withOffers({ $0.join() }) { return .help(id, body) }
          monitor.wait()
        }
      }
    }
  }

  private func open(_ crew: Crew) throws(Failure) -> Value {
    let helpers = Crew(size: crew.size) { [self] count, body in
      let id = monitor.locked {
        defer { monitor.broadcast() }
        return withOffers { $0.add(body, helpers: count) }
      }
      crew(atMost: count, body)
      monitor.locked {
        withOffers { $0.close(id) }
        while !withOffers({ $0.remove(id) }) { monitor.wait() }
      }
    }
    let result = Result { () throws(Failure) in try opening(helpers) }
    monitor.locked {
      switch result {
      case .success(let value): state = .open(value)
      case .failure(let failure): state = .failed(failure)
      }
      monitor.broadcast()
    }
    return try result.get()
  }

  /// Call this with the lock held, while the resource is being opened.
  private func withOffers<R>(_ body: (inout CrewOffers) -> R) -> R {
    guard case .opening(var offers) = state else {
      preconditionFailure("helpers leave before the resource is open")
    }
    defer { state = .opening(offers) }
    return body(&offers)
  }

  /// Records the end of a use, or that it will not happen. The last one closes the resource.
  package func endUse() {
    let value: Value? = monitor.locked {
      uses -= 1
      return uses == 0 ? takeOpen() : nil
    }
    if let value { closing(value) }
  }

  /// Closes the resource if it is open. It must not be used any more.
  package func close() {
    if let value = monitor.locked({ takeOpen() }) { closing(value) }
  }

  /// Call this with the lock held.
  private func takeOpen() -> Value? {
    guard case .open(let value) = state else { return nil }
    state = .closed
    return value
  }
}
