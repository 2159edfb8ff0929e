internal import BromideSystem
internal import NIOCore
internal import Synchronization

/// The state of all connections.
final class ServerState: Sendable {
  let site: any Answering
  let limits: ServerLimits
  /// The queue for answers without work, so that they do not wait for pictures.
  let quickQueue: WorkQueue
  let queue: WorkQueue
  /// Addresses of proxies whose headers about clients are used.
  let trustedProxies: TrustedProxies
  private let clock = Stopwatch()
  private let shared = Mutex(Shared())

  /// The activity of a connection.
  enum Phase: Sendable {
    /// Waits for a request.
    case idle
    /// Receives a request.
    case receiving
    /// Waits for the result of a job.
    case working
    /// Sends an answer.
    case sending
  }

  private struct Connection {
    let channel: any Channel
    let client: String
    var phase = Phase.idle
    var hasBeenAnswered = false
    /// The time of the last progress, by the clock.
    var moved: Double
  }

  private struct Shared {
    var connections: [ObjectIdentifier: Connection] = [:]
    var bodyBytes: [String: Int] = [:]
    var answerBytes = 0
    var isStopping = false
    var hasStopped = false
  }

  init(
    _ site: any Answering, limits: ServerLimits, jobs: Int, trustedProxies: TrustedProxies
  ) {
    self.site = site
    self.limits = limits
    self.trustedProxies = trustedProxies
    quickQueue = WorkQueue(threads: 1, mostWaiting: .max)
    queue = WorkQueue(threads: jobs, mostWaiting: limits.waiting)
  }

  /// Whether the server is stopping, so that connections close after their answer.
  var isStopping: Bool { shared.withLock { $0.isStopping } }

  /// Whether the time limit for current requests has passed, so that jobs stop.
  var hasStopped: Bool { shared.withLock { $0.hasStopped } }

  // MARK: Connections

  /// Adds a connection. At the limit, this replaces the least active connection.
  ///
  /// - Returns: `false` if all connections are active, or the server stops.
  func admit(_ channel: any Channel, client: String) -> Bool {
    let id = ObjectIdentifier(channel)
    let now = clock.seconds
    let (isAdmitted, evicted) = shared.withLock { shared -> (Bool, (any Channel)?) in
      guard !shared.isStopping else { return (false, nil) }
      var evicted: (any Channel)?
      if shared.connections.count >= limits.connections {
        guard let idlest = idlest(shared, now) else { return (false, nil) }
        evicted = shared.connections.removeValue(forKey: idlest)?.channel
      }
      shared.connections[id] = Connection(channel: channel, client: client, moved: now)
      return (true, evicted)
    }
    if let evicted {
      site.metrics.noteConnections(-1, rejected: 1)
      evicted.close(promise: nil)
    }
    guard isAdmitted else {
      site.metrics.noteConnections(0, rejected: 1)
      return false
    }
    site.metrics.noteConnections(1)
    channel.closeFuture.whenComplete { [self] _ in
      let wasCounted = shared.withLock { $0.connections.removeValue(forKey: id) != nil }
      if wasCounted { site.metrics.noteConnections(-1) }
    }
    return true
  }

  /// Returns the connection to close for a new one, or `nil` if all connections are active.
  ///
  /// This chooses from the client with the most connections. It prefers connections without an
  /// answer so far, then the longest time without progress. It keeps jobs and answers in transfer.
  private func idlest(_ shared: Shared, _ now: Double) -> ObjectIdentifier? {
    var counts: [String: Int] = [:]
    // Ignore the count of a proxy's address, because all its clients have it.
    for connection in shared.connections.values where !trustedProxies.contains(connection.client) {
      counts[connection.client, default: 0] += 1
    }
    func rank(_ connection: Connection) -> (Int, Int, Double) {
      (
        -(counts[connection.client] ?? 0), connection.hasBeenAnswered ? 1 : 0, connection.moved
      )
    }
    let idle = shared.connections.filter { _, connection in
      switch connection.phase {
      case .idle, .receiving: true
      case .working: false
      case .sending: now - connection.moved > Self.stalledSeconds
      }
    }
    return idle.min { rank($0.value) < rank($1.value) }?.key
  }

  /// Seconds without progress after which an unread answer can be dropped for a new connection.
  private static let stalledSeconds = 2.0

  /// Records a connection's activity, which counts as progress.
  func note(_ channel: any Channel, _ phase: Phase, isAnswered: Bool = false) {
    let now = clock.seconds
    shared.withLock { shared in
      shared.connections[ObjectIdentifier(channel)]?.phase = phase
      shared.connections[ObjectIdentifier(channel)]?.moved = now
      if isAnswered { shared.connections[ObjectIdentifier(channel)]?.hasBeenAnswered = true }
    }
  }

  // MARK: Memory

  /// Reserves memory for a part of a body.
  ///
  /// - Parameter held: Bytes that the same body has already reserved. If a client sends only one
  ///   body, only the limit for all bodies applies.
  /// - Returns: `false` if all bodies together, or the bodies of this client, would exceed their
  ///   limit.
  func reserve(_ bytes: Int, for client: String, held: Int) -> Bool {
    shared.withLock { shared in
      let own = shared.bodyBytes[client] ?? 0
      guard shared.bodyBytes.values.reduce(0, +) + bytes <= limits.bodyBytesInAll,
        own + bytes <= limits.bodyBytesInAll / 2 || own == held
      else { return false }
      shared.bodyBytes[client] = own + bytes
      return true
    }
  }

  /// Frees memory of a body.
  func release(_ bytes: Int, of client: String) {
    guard bytes > 0 else { return }
    shared.withLock { shared in
      let left = (shared.bodyBytes[client] ?? 0) - bytes
      shared.bodyBytes[client] = left > 0 ? left : nil
    }
  }

  /// Whether you can send another answer of any size, because the unread answers are within their
  /// limit.
  var hasRoomForAnswers: Bool {
    shared.withLock { $0.answerBytes <= limits.answerBytesInAll }
  }

  /// Adds the bytes of an unread answer, or subtracts them with a negative number.
  func noteAnswer(_ bytes: Int) { shared.withLock { $0.answerBytes += bytes } }

  // MARK: The end

  /// Stops all work: closes idle connections, drops waiting jobs, waits for current jobs, and
  /// closes the rest.
  ///
  /// - Returns: `false` if a job still runs. Its threads end only with the process.
  func stop() -> Bool {
    let idle = shared.withLock { shared in
      shared.isStopping = true
      return shared.connections.values.filter { $0.phase == .idle }.map(\.channel)
    }
    for channel in idle { channel.close(promise: nil) }
    queue.close()
    let waited = Stopwatch()
    while waited.seconds < limits.stopSeconds,
      shared.withLock({ $0.connections.values.contains { $0.phase != .idle } })
    {
      Pause.wait(seconds: 0.02)
    }
    let left = shared.withLock { shared in
      shared.hasStopped = true
      return shared.connections.values.map(\.channel)
    }
    for channel in left { channel.close(promise: nil) }
    let quickEnded = quickQueue.end(seconds: Self.endSeconds)
    return queue.end(seconds: Self.endSeconds) && quickEnded
  }

  /// Seconds for jobs to notice that their client has gone.
  private static let endSeconds = 0.5
}

/// Pauses a thread.
enum Pause {
  static func wait(seconds: Double) {
    let monitor = Monitor()
    monitor.locked { monitor.wait(seconds: seconds) }
  }
}
