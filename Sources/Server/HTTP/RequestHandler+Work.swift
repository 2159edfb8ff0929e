internal import NIOCore
internal import NIOHTTP1
internal import Synchronization

/// Answers a complete request on a queue's thread.
///
/// If the answer needs no work, the quick queue sends it at once. Otherwise, the request waits in
/// its client's queue.
extension RequestHandler {
  func work(
    on request: ServedRequest, _ head: HTTPRequestHead, _ context: ChannelHandlerContext
  ) {
    state = .working
    shared.note(context.channel, .working)
    shared.site.metrics.noteRunning(1)
    let (shared, interest) = (shared, Interest())
    self.interest = interest
    var request = request
    request.isNeeded = { interest.isThere && !shared.hasStopped }
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    Errand(client: client, request: request, shared: shared) { response in
      let bytes = response.body.count
      shared.noteAnswer(bytes)
      bound.eventLoop.execute {
        shared.site.metrics.noteRunning(-1)
        let (handler, context) = bound.value
        handler.answerBytes = bytes
        handler.send(response, head, context)
      }
    }.begin()
  }
}

/// Shows if the client of a request still waits.
final class Interest: Sendable {
  private let hasEnded = Atomic<Bool>(false)

  var isThere: Bool { !hasEnded.load(ordering: .relaxed) }

  /// Marks the client as gone.
  func end() { hasEnded.store(true, ordering: .relaxed) }
}

/// The work for one request, which sends one response.
private struct Errand: Sendable {
  let client: String
  let request: ServedRequest
  let shared: ServerState
  let deliver: @Sendable (ServedResponse) -> Void

  /// Tries to answer without work.
  func begin() {
    add(to: shared.quickQueue) { [self] in
      guard shared.hasRoomForAnswers || request.path == "/health" else {
        return reject("too many answers wait for their readers")
      }
      if let response = shared.site.quickAnswer(request) { return deliver(response) }
      add(to: shared.queue) { deliver(shared.site.answer(request)) }
    }
  }

  private func add(to queue: WorkQueue, _ run: @escaping @Sendable () -> Void) {
    let isTaken = queue.add(
      WorkQueue.Piece(client: client, isNeeded: request.isNeeded, run: run) { reason in
        switch reason {
        case .unwanted:
          shared.site.metrics.note(status: Rejection.unwanted.status, bytes: 0, seconds: 0)
          deliver(Site.response(to: .unwanted, request))
        case .crowded: reject("the server has too much to do")
        case .stopping: reject("the server stops")
        }
      })
    if !isTaken {
      reject(shared.isStopping ? "the server stops" : "the server has too much to do")
    }
  }

  private func reject(_ reason: String) {
    var response = Site.response(to: Rejection(503, "\(reason); try again in a second"), request)
    response.headers.append(("Retry-After", "1"))
    shared.site.metrics.note(status: 503, bytes: response.body.count, seconds: 0)
    deliver(response)
  }
}
