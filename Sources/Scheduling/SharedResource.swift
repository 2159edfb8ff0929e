internal import Platform

/// A resource that many threads share: the first to need it opens it, and its last use closes it. A
/// failure to open is remembered.
package final class SharedResource<Value: Sendable, Failure: Error>: @unchecked Sendable {
  private enum State {
    case closed
    /// A thread opens it; others may help.
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
  // Guarded by the monitor.
  private var state = State.closed
  private var uses: Int

  /// - Parameters:
  ///   - uses: How many times ``endUse()`` will be called.
  ///   - open: Opens it; called at most once.
  ///   - close: Closes it, while nobody uses it.
  package init(
    uses: Int, open: @escaping @Sendable (Crew) throws(Failure) -> Value,
    close: @escaping @Sendable (Value) -> Void
  ) {
    self.uses = uses
    opening = open
    closing = close
  }

  /// The resource, open.
  ///
  /// While one thread opens it, the others that ask for it help where there is something to help with.
  ///
  /// - Parameter crew: Further threads that may help to open it.
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

  /// Under the lock, while it is being opened.
  private func withOffers<R>(_ body: (inout CrewOffers) -> R) -> R {
    guard case .opening(var offers) = state else {
      preconditionFailure("helpers leave before the resource is open")
    }
    defer { state = .opening(offers) }
    return body(&offers)
  }

  /// One use is over, or will not come; the last one closes the resource.
  package func endUse() {
    let value: Value? = monitor.locked {
      uses -= 1
      return uses == 0 ? takeOpen() : nil
    }
    if let value { closing(value) }
  }

  /// Closes the resource if it is open; nobody uses it any more.
  package func close() {
    if let value = monitor.locked({ takeOpen() }) { closing(value) }
  }

  /// Under the lock.
  private func takeOpen() -> Value? {
    guard case .open(let value) = state else { return nil }
    state = .closed
    return value
  }
}
