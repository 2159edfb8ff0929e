internal import NIOCore
internal import Platform
internal import Serving
internal import Synchronization

/// What all connections share.
final class ServerState: Sendable {
  let site: any Answering
  let limits: ServerLimits
  let queue: WorkQueue
  private let shared = Mutex(Shared())

  private struct Shared {
    var connections: [ObjectIdentifier: any Channel] = [:]
    var busy: Set<ObjectIdentifier> = []
    var bodyBytes = 0
    var answerBytes = 0
    var isStopping = false
  }

  init(_ site: any Answering, limits: ServerLimits, jobs: Int) {
    self.site = site
    self.limits = limits
    queue = WorkQueue(threads: jobs, mostWaiting: limits.waiting)
  }

  /// Whether the server is stopping, so that connections end with their answer.
  var isStopping: Bool { shared.withLock { $0.isStopping } }

  /// Counts a new connection; false if there are too many.
  func admit(_ channel: any Channel) -> Bool {
    let id = ObjectIdentifier(channel)
    let isAdmitted = shared.withLock { shared in
      guard shared.connections.count < limits.connections, !shared.isStopping else { return false }
      shared.connections[id] = channel
      return true
    }
    guard isAdmitted else {
      site.metrics.noteConnections(0, refused: 1)
      return false
    }
    site.metrics.noteConnections(1)
    channel.closeFuture.whenComplete { [self] _ in
      shared.withLock { shared in
        shared.connections[id] = nil
        shared.busy.remove(id)
      }
      site.metrics.noteConnections(-1)
    }
    return true
  }

  /// Notes whether a connection has a request in hand.
  func note(_ channel: any Channel, isBusy: Bool) {
    let id = ObjectIdentifier(channel)
    shared.withLock { shared in
      if isBusy, shared.connections[id] != nil {
        shared.busy.insert(id)
      } else {
        shared.busy.remove(id)
      }
    }
  }

  /// Takes memory for a body; false if all bodies together would take too much.
  func reserve(_ bytes: Int) -> Bool {
    shared.withLock { shared in
      guard shared.bodyBytes + bytes <= limits.bodyBytesInAll else { return false }
      shared.bodyBytes += bytes
      return true
    }
  }

  /// Gives memory of a body back.
  func release(_ bytes: Int) { shared.withLock { $0.bodyBytes -= bytes } }

  /// Whether answers that wait for their readers leave room for another one, however large.
  var hasRoomForAnswers: Bool {
    shared.withLock { $0.answerBytes <= limits.answerBytesInAll }
  }

  /// Counts an answer that waits for its reader, or with a number below 0 one that has gone.
  func noteAnswer(_ bytes: Int) { shared.withLock { $0.answerBytes += bytes } }

  /// Closes connections that have nothing in hand, waits for the others, and closes those that take too long.
  func stop() {
    let idle = shared.withLock { shared in
      shared.isStopping = true
      return shared.connections.filter { !shared.busy.contains($0.key) }.map(\.value)
    }
    for channel in idle { channel.close(promise: nil) }
    let waited = Stopwatch()
    while waited.seconds < limits.stopSeconds, shared.withLock({ !$0.busy.isEmpty }) {
      Pause.wait(seconds: 0.02)
    }
    for channel in shared.withLock({ Array($0.connections.values) }) {
      channel.close(promise: nil)
    }
    queue.end()
  }
}

/// A pause of a thread that has nothing to wait for.
enum Pause {
  static func wait(seconds: Double) {
    let monitor = Monitor()
    monitor.locked { monitor.wait(seconds: seconds) }
  }
}
