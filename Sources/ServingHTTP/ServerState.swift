internal import NIOCore
internal import Platform
internal import Serving
internal import Synchronization

/// What all connections share.
final class ServerState: Sendable {
  let site: any Answering
  let limits: ServerLimits
  /// Answers that cost no work, so that they do not wait for pictures.
  let quickQueue: WorkQueue
  let queue: WorkQueue
  /// Addresses of proxies whose words about their clients count.
  let trustedProxies: TrustedProxies
  private let clock = Stopwatch()
  private let shared = Mutex(Shared())

  /// What a connection does.
  enum Phase: Sendable {
    /// It waits for a request.
    case idle
    /// It receives one.
    case receiving
    /// Its request is worked on.
    case working
    /// Its answer is sent.
    case sending
  }

  private struct Connection {
    let channel: any Channel
    let client: String
    var phase = Phase.idle
    var hasBeenAnswered = false
    /// When it last got on, by the clock.
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

  /// Whether the server is stopping, so that connections end with their answer.
  var isStopping: Bool { shared.withLock { $0.isStopping } }

  /// Whether the time of requests in hand is over, so that their work ends.
  var hasStopped: Bool { shared.withLock { $0.hasStopped } }

  // MARK: Connections

  /// Counts a new connection. Beyond the limit it takes the place of one that does the least.
  ///
  /// - Returns: False if there is no such connection, or the server stops.
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
      site.metrics.noteConnections(-1, refused: 1)
      evicted.close(promise: nil)
    }
    guard isAdmitted else {
      site.metrics.noteConnections(0, refused: 1)
      return false
    }
    site.metrics.noteConnections(1)
    channel.closeFuture.whenComplete { [self] _ in
      let wasCounted = shared.withLock { $0.connections.removeValue(forKey: id) != nil }
      if wasCounted { site.metrics.noteConnections(-1) }
    }
    return true
  }

  /// The connection to give up for a new one: of the client that has most of them, first those that never had an answer, and
  /// of these the one that got on the longest ago. Work and answers that are read go on.
  private func idlest(_ shared: Shared, _ now: Double) -> ObjectIdentifier? {
    var counts: [String: Int] = [:]
    // All clients of a proxy are one here.
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

  /// Seconds after which an answer that nobody reads may be given up for a new connection.
  private static let stalledSeconds = 2.0

  /// Notes what a connection does, which means that it got on.
  func note(_ channel: any Channel, _ phase: Phase, isAnswered: Bool = false) {
    let now = clock.seconds
    shared.withLock { shared in
      shared.connections[ObjectIdentifier(channel)]?.phase = phase
      shared.connections[ObjectIdentifier(channel)]?.moved = now
      if isAnswered { shared.connections[ObjectIdentifier(channel)]?.hasBeenAnswered = true }
    }
  }

  // MARK: Memory

  /// Takes memory for a part of a body; false if all bodies together, or those of a client, would take too much.
  ///
  /// - Parameter held: Bytes that the same body has taken. The only body of a client has no limit but that of all bodies.
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

  /// Gives memory of a body back.
  func release(_ bytes: Int, of client: String) {
    guard bytes > 0 else { return }
    shared.withLock { shared in
      let left = (shared.bodyBytes[client] ?? 0) - bytes
      shared.bodyBytes[client] = left > 0 ? left : nil
    }
  }

  /// Whether answers that wait for their readers leave room for another one, however large.
  var hasRoomForAnswers: Bool {
    shared.withLock { $0.answerBytes <= limits.answerBytesInAll }
  }

  /// Counts an answer that waits for its reader, or with a number below 0 one that has gone.
  func noteAnswer(_ bytes: Int) { shared.withLock { $0.answerBytes += bytes } }

  // MARK: The end

  /// Closes connections without a request, gives up work that waits, waits for the rest, and closes what takes too long.
  ///
  /// - Returns: False if work is still running. Its threads end only with the process.
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

  /// Seconds that work may take to notice that nobody wants it any more.
  private static let endSeconds = 0.5
}

/// A pause of a thread that has nothing to wait for.
enum Pause {
  static func wait(seconds: Double) {
    let monitor = Monitor()
    monitor.locked { monitor.wait(seconds: seconds) }
  }
}
